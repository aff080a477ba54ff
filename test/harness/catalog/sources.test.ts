/** @jest-environment ./test/support/environment.ts */
import { csv, ownMapping, product, products, useCatalog, type Fields } from './support';

const { seed, sent, stored, syncFile, syncItems } = useCatalog();

const HAT: Fields = {
	Artikel: 'H-1',
	Bezeichnung: 'Hat',
	Modell: 'Alpin',
	Preis: '1.299,00',
	Bestand: '4',
	Bild: 'hat.jpg',
	Hersteller: 'Nordlicht',
};

describe('a file that no format knows', () => {
	const mapping = {
		id: 'Artikel',
		title: '{Bezeichnung} {Modell}',
		description: '=Warm: {Bezeichnung}',
		price: 'Preis',
		inventory: 'Bestand',
		image_link: 'https://img.shop.example/{Bild}',
		brand: '={{ "Herst" + "eller" }}',
		condition: '"new"',
		color: null,
	};
	const own = {
		...ownMapping(mapping),
		defaults: { currency: 'EUR', availability: 'stock', linkPattern: 'https://shop.example/p/{Artikel}' },
	};

	it('is read by a mapping of its columns', async () => {
		await seed(product('H-1', { color: 'red' }));
		const result = await syncFile(csv([HAT]), 'stock.csv', { ...own });
		expect(result.error?.message).toBeUndefined();
		expect((await stored())['H-1']).toMatchObject({
			title: 'Hat Alpin',
			description: 'Warm: Hat',
			availability: 'in stock',
			condition: 'new',
			price: '1299.00 EUR',
			link: 'https://shop.example/p/H-1',
			image_link: 'https://img.shop.example/hat.jpg',
			brand: 'Nordlicht',
			inventory: 4,
			color: 'red',
		});
	});

	it('is refused where the mapping has no ID, or names in braces a column that is not there', async () => {
		const refusalOf = async (value: Fields) =>
			(await syncFile(csv([HAT]), 'stock.csv', { ...own, ...ownMapping(value) })).error?.message;
		expect(await refusalOf({ ...mapping, title: '{Bezeichnung} {Typ}' })).toMatch(
			/^Own Mapping names "Typ",/,
		);
		expect(await refusalOf({ title: 'Bezeichnung' })).toBe('Own Mapping needs at least the column of the ID');
	});
});

it('says that the prices of a PrestaShop list are without tax', async () => {
	const list =
		'"Product ID";Image;Name;Reference;Category;"Price (tax excl.)";Quantity;Status;Position\n' +
		'1;https://shop.example/img/p/1.jpg;Mug;demo_11;Home;11.9000;300;1;1\n';
	const defaults = {
		currency: 'EUR',
		condition: 'new',
		brand: 'Acme',
		linkPattern: 'https://shop.example/{Product ID}.html',
	};
	const { json, hints } = await syncFile(list, 'product.csv', { defaults });
	expect(json).toMatchObject([{ created: 1, sourceFormats: [{ format: 'PrestaShop Export' }] }]);
	expect((await stored()).demo_11).toMatchObject({ price: '11.90 EUR', inventory: 300, title: 'Mug' });
	expect(hints.map(({ message }) => message)).toContainEqual(
		expect.stringContaining('Prices were taken without tax, as the source has no others (1)'),
	);
});

describe('clean-up', () => {
	const dirty = (id: string) =>
		product(id, {
			title: 'Salt &amp; Sun',
			description: '<p>Warm&nbsp;&amp; <b>soft</b></p>',
			link: 'http://shop.example/a b?x=1&amp;y=2',
			image_link: 'https://shop.example/1.jpg; https://shop.example/2.jpg',
			additional_image_link: 'https://shop.example/2.jpg,',
			sale_price: '59.9 EUR',
			availability: 'InStock',
			product_type: 'A>B',
			gtin: '36000291452',
		});

	it('is counted by what was done, with examples, and sends clean values', async () => {
		const cleanUp = ['entities', 'gtin', 'html', 'https', 'images', 'salePrice', 'spaces'];
		const rows = Array.from({ length: 5 }, (_, i) => dirty(`p${i}`));
		const { json } = await syncItems(rows, { options: { cleanUp } });
		const [{ cleanedUp }] = json as [{ cleanedUp: { what: string; count: number; examples: string[] }[] }];
		expect(Object.fromEntries(cleanedUp.map(({ what, count }) => [what, count]))).toEqual({
			'Entities became characters': 5,
			'HTML became text': 10,
			'Blanks in addresses became %20': 5,
			'http became https': 5,
			'Several image addresses in a cell were split': 10,
			'Repeated images were left out': 5,
			'Sale prices equal to the price were left out': 5,
			'Availability was spelled as X has it': 5,
			'Levels of categories got blanks around ">"': 5,
			'GTINs that cannot be right were left out': 5,
		});
		expect(cleanedUp.find(({ what }) => what.startsWith('GTIN'))?.examples).toEqual(
			[0, 1, 2].map((i) => `Item ${i + 1} (p${i}): gtin "36000291452" → ""`),
		);
		expect((await stored()).p3).toMatchObject({
			title: 'Salt & Sun',
			description: 'Warm & soft',
			link: 'https://shop.example/a%20b?x=1&y=2',
			image_link: 'https://shop.example/1.jpg',
			additional_image_link: 'https://shop.example/2.jpg',
			sale_price: null,
			availability: 'in stock',
			product_type: 'A > B',
			gtin: null,
		});
	});

	it('can be switched off: then the product is refused for what is wrong', async () => {
		const { json } = await syncItems([dirty('a'), product('b')], { options: { cleanUp: [] } });
		const [{ failures }] = json as [{ failures: { errors: string[] }[] }];
		expect(failures[0]?.errors.map((error) => error.replace(/ (must|has|holds).*/, ''))).toEqual([
			'Description',
			'Link',
			'Image Link',
			'Product Type',
			'Sale Price',
		]);
	});

	it.each([
		[
			'price',
			'auto',
			'1.299,00 €: 1299.00 EUR; 1 299,5: 1299.5 EUR; 1.299.000: 1299000 EUR; € 12,50: 12.50 EUR; 12.5000: 12.50 EUR',
		],
		['price', 'comma', '1.299: 1299 EUR; 12,50: 12.50 EUR'],
		['price', 'point', "1,299: 1299 EUR; 1'299.90 CHF: 1299.90 CHF"],
		['price', 'auto', "1,299; 1.299; $12.50; on request; 12 99 EUR; 12'99 CHF; 1 2 3"],
		['inventory', 'auto', '5,00: 5; 100.0000: 100; 1 000: 1000; -2.0: 0; 1,000; 12.000'],
		['inventory', 'point', '1,000: 1000; 12.000: 12'],
		['inventory', 'comma', '12.000: 12000; 5.0: 5'],
	])('reads a %s with decimals "%s": %s', async (field, decimals, texts) => {
		const read = texts.split('; ').map((text) => text.split(': '));
		const rows = read.map(([text], at) => product(`p${at}`, { availability: 'preorder', [field]: text }));
		await syncItems([...rows, product('good')], { defaults: { currency: 'EUR', decimals } });
		const found = await stored();
		expect(read.map(([text], at) => [text, found[`p${at}`]?.[field]?.toString()].filter(Boolean))).toEqual(
			read,
		);
	});

	it('takes no number but 0 and 1 for an availability', async () => {
		const rows = ['-1', '2', '1', '0'].map((availability) => product(`n${availability}`, { availability }));
		await syncItems(rows.map((row) => ({ ...row, inventory: '' })));
		expect(Object.keys(await stored())).toEqual(['n1', 'n0']);
	});
});

describe('what is told', () => {
	it('counts a thousand equal problems in one line, with the value and what helps', async () => {
		const rows = products(1000, (i) => ({ price: `1.${100 + (i % 900)}`, link: '' }));
		const { json } = await syncItems([...rows, product('good')], {
			defaults: { currency: 'EUR' },
		});
		const [{ problems, failures }] = json as [{ problems: Fields[]; failures: unknown[] }];
		expect(problems).toHaveLength(2);
		expect(problems).toContainEqual({
			problem: 'Link is required',
			count: 1000,
			examples: [0, 1, 2].map((i) => `Item ${i + 1} (p${i}): Link is required`),
			advice: expect.stringContaining('Link Pattern') as string,
		});
		expect(failures).toHaveLength(100);
		const { error } = await syncItems(rows, { defaults: { currency: 'EUR' } });
		expect((error?.description ?? '').length).toBeLessThan(1500);
	});

	it('shows a dry run as a table and as a message', async () => {
		await seed(...products(3));
		const rows = [
			product('p0', { price: '49.90 EUR', brand: 'Bergluft' }),
			product('p1'),
			product('new'),
			product('wrong', { title: '' }),
		];
		const parameters = {
			dryRun: true,
			deleteMissing: true,
			options: { deleteLimit: 50, report: 'preview' },
		};
		const { json, itemsPaired } = await syncItems(rows, parameters);
		expect(json.at(-1)?.action).toBe('summary');
		expect(json.at(-1)?.text).toBe(
			[
				'Dry run of a catalog sync: 4 products from Google / Merchant Feed.',
				'Needs attention:',
				'- 1 product could not be sent',
				'Nothing was sent. It would be: 1 created, 1 updated, 1 unchanged, 1 deleted, 1 refused.',
				'Problems:',
				'- Title is required (1). Item 4 (wrong)',
				'This is the first run that n8n remembers for this catalog: the next ones are compared with it.',
			].join('\n'),
		);
		expect(json.slice(0, -1)).toEqual([
			{ action: 'create', details: 'New', ...product('new') },
			{
				action: 'update',
				details: 'price: 59.90 EUR → 49.90 EUR\nbrand: Acme → Bergluft',
				...product('p0', { price: '49.90 EUR', brand: 'Bergluft' }),
			},
			{ action: 'delete', details: 'Not in the input', id: 'p2' },
			{
				action: 'refused',
				details: 'Title is required',
				...product('wrong', { title: '', inventory: '3' }),
			},
		]);
		expect(itemsPaired.slice(0, -1)).toEqual([2, 0, 0, 3]);
		expect(sent('PUT')).toHaveLength(0);
	});

	it('tells a line that is too short beside what is missing because of it', async () => {
		await seed(...products(2));
		const columns = Object.keys(product('a')).join(',');
		const whole = Object.values(product('p0')).map(String).join(',');
		const content = `${columns}\n${whole}\np1,Shoe\n`;
		const { json } = await syncFile(content, 'a.csv', { deleteMissing: true });
		expect(json).toMatchObject([{ unchanged: 1, failed: 1, deleted: 0 }]);
		const [{ failures }] = json as [{ failures: { errors: string[] }[] }];
		expect(failures[0]?.errors.at(-1)).toBe('the line has 2 values, the header has 10 columns');
	});
});
