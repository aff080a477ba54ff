/** @jest-environment ./test/support/environment.ts */
/** Products that a shop does not show are not advertised, whatever language its export is in. */
import { fixture, useCatalog } from './support';

const { stored, syncFile } = useCatalog();

const textOf = (name: string) => fixture(name).toString().replace(/\r\n/g, '\n');

async function synced(content: string, slug = 'url_key') {
	const { json } = await syncFile(content, 'shop.csv', {
		defaults: {
			condition: 'new',
			currency: 'EUR',
			brand: 'Acme',
			imageBase: 'https://img.shop.example',
			linkPattern: `https://shop.example/{${slug}}.html`,
		},
	});
	const products = Object.fromEntries(
		Object.entries(await stored()).map(([id, { title, description, image_link, item_group_id }]) => [
			id,
			{ title, description, image_link, item_group_id },
		]),
	);
	return { summary: json[0], products };
}

/** What Magento writes in the languages of its users. */
const WORDS: readonly [string, string, string, string][] = [
	['Dutch', 'Catalogus, Zoeken', 'Catalogus', 'Niet individueel zichtbaar'],
	['German', 'Katalog, Suche', 'Katalog', 'Einzeln nicht sichtbar'],
	['Japanese', 'カタログ, 検索', 'カタログ', '個別に表示しない'],
];

/** The export with a product that is in the catalog only, and one that is shown nowhere. */
function magento(both: string, catalog: string, nowhere: string): string {
	const [header = '', first = '', ...rest] = textOf('magento.csv').split('\n');
	const only = first.replace('SC-101', 'SC-901').replace('"Catalog, Search"', 'Catalog');
	const hidden = first.replace('SC-101', 'SC-902').replace('"Catalog, Search"', 'Not Visible Individually');
	return [header, only, hidden, first, ...rest]
		.join('\n')
		.replaceAll('Not Visible Individually', `"${nowhere}"`)
		.replaceAll('"Catalog, Search"', `"${both}"`)
		.replaceAll(',,Catalog,', `,,${catalog},`);
}

it.each(WORDS)('of Magento in %s: the same products as in English', async (_, both, catalog, nowhere) => {
	const english = await synced(magento('Catalog, Search', 'Catalog', 'Not Visible Individually'));
	const translated = await synced(magento(both, catalog, nowhere));
	expect(Object.keys(english.products)).toContain('SC-901');
	expect(Object.keys(english.products)).not.toContain('SC-902');
	expect(english.products['SC-109']).toMatchObject({ item_group_id: 'GR-tee' });
	expect(translated.products).toEqual(english.products);
	expect(translated.summary?.leftOut).toEqual(english.summary?.leftOut);
});

it('of Magento, where no product of the file is in catalog and search: by the visibility of the parent', async () => {
	const { products } = await synced(magento('Katalog', 'Katalog', 'Einzeln nicht sichtbar'));
	expect(products['SC-109']).toMatchObject({
		title: 'Tee Classic',
		item_group_id: 'GR-tee',
		image_link: 'https://img.shop.example/p/tee-1.jpg',
	});
});

it('of PrestaShop: visibility none', async () => {
	const { summary, products } = await synced(
		textOf('prestaShop.csv').replace(';12;1;both;', ';12;1;none;').replace(';3;1;both;', ';3;1;search;'),
		'URL rewritten',
	);
	expect(Object.keys(products)).not.toContain('SC-101');
	expect(Object.keys(products)).toContain('SC-102');
	expect(summary?.leftOut).toEqual(
		expect.arrayContaining([expect.objectContaining({ why: 'its visibility is none', count: 1 })]),
	);
});
