/** @jest-environment ./test/support/environment.ts */
import { listSearch, loadOptions } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { brokenRules, idOf, product, useCatalog, type Fields } from './support';

const { sim, run, seed, sent, syncItems } = useCatalog();
useSkippedWaits(sim);

describe('Catalog', () => {
	it('tells what X says about a second one and about early access', async () => {
		await seed();
		const second = await run('catalog', 'create', { name: 'Two' });
		expect(second.error?.message).toBe('This is not allowed: A user can only own one product catalog');
		expect(second.error?.description).toMatch(
			/A user can own one catalog and one scheduled feed only.*early access/,
		);
		await sim().control('catalog', 'earlyAccess', { enrolled: false });
		const refused = await run('catalog', 'getMany', {});
		expect(refused.error).toMatchObject({
			httpCode: '403',
			message:
				'The app has no access to catalog management: The client application is not enrolled for catalog management',
			description:
				'Catalog management is in early access: ask your account manager at X to enroll the app. Being approved for the Ads API is not enough. If reading works and only writing is refused, the credential lacks the scope ads.write: add it and connect again',
		});
		const list = listSearch({ node: 'xCatalog', sim: sim(), method: 'searchCatalogs' });
		await expect(list).rejects.toThrow('The app has no access to catalog management');
	});

	it('says where to look for what is not there', async () => {
		await seed();
		const { error } = await run('product', 'getMany', { product_catalog_id: '123' });
		expect(error?.description).toBe(
			'This is about "Catalog" (product_catalog_id). Check the ID. A catalog is found only by the user who owns it, and sets and feeds only in their own catalog. Product sets name products by the product_key that Get Many gives, not by their own IDs',
		);
	});

	it('is gone when a delete is repeated and answered with a web page', async () => {
		const product_catalog_id = await seed();
		sim().fail({ match: { method: 'DELETE' }, kind: 'status', status: 502, body: '', after: true });
		sim().fail({ match: { method: 'DELETE' }, kind: 'html', status: 404 });
		const { json } = await run('catalog', 'delete', { product_catalog_id });
		expect(json).toEqual([{ deleted: true, product_catalog_id }]);
	});

	it('can be chosen from a list, as can sets and feeds', async () => {
		const id = await seed();
		const found = await listSearch({ node: 'xCatalog', sim: sim(), method: 'searchCatalogs', filter: 'acm' });
		expect(found.results).toMatchObject([{ name: 'Acme', value: id }]);
		const sets = await listSearch({
			node: 'xCatalog',
			sim: sim(),
			method: 'searchProductSets',
			parameters: { product_catalog_id: id },
		});
		expect(sets.results).toEqual([]);
	});
});

describe('Product: Get Many', () => {
	const SIZES = ['36', '37', '38', '39', '40', '41'];
	const sizes = SIZES.map((size) => product(`boot-${size}`, { size, item_group_id: 'boot' }));
	const getMany = async (parameters: Fields = {}) =>
		await run('product', 'getMany', { returnAll: true, ...parameters });
	const idsOf = (rows: readonly unknown[]) => rows.map((row) => (row as Fields).id);

	it('gets the useful fields of all variants of each group, behind the one that X lists, and Raw', async () => {
		await seed(product('a'), ...sizes, product('z'));
		const all = ['a', ...SIZES.map((size) => `boot-${size}`), 'z'];
		const useful = await getMany();
		expect(idsOf(useful.json)).toEqual(all);
		expect(Object.keys(useful.json[0] ?? {}).join(' ')).toBe(
			'id product_key title availability price sale_price inventory link image_link item_group_id item_group_key',
		);
		const { json } = await getMany({ output: 'raw' });
		expect(idsOf(json[0]?.data as unknown[])).toEqual(all);
		expect(sent('GET')).toHaveLength(4);
		expect((await getMany({ returnAll: false, limit: 3 })).json).toHaveLength(3);
	});

	it('says how many products stand for a group where the others are left out', async () => {
		await seed(product('a'), ...sizes);
		const { json, hints } = await getMany({ options: { allVariants: false } });
		expect(json).toMatchObject([{ id: 'a' }, { id: 'boot-36', stands_for_group: true }]);
		expect(json[0]).not.toHaveProperty('stands_for_group');
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('1 product of this page stand for a group of variants'),
		]);
	});
});

describe('lists that the documentation gives no cursor', () => {
	it.each([
		['catalog', {}],
		['productSet', { product_catalog_id: '1' }],
		['scheduledFeed', { product_catalog_id: '1' }],
	])('%s: tell that there is more', async (resource, parameters) => {
		sim().fail({ kind: 'status', status: 200, body: { data: [{ id: '1' }], next_cursor: 'p2' } });
		const { json, hints } = await run(resource, 'getMany', parameters);
		expect(json).toEqual([{ id: '1' }]);
		expect(hints.map(({ message }) => message)).toEqual([expect.stringContaining('has more than it sent')]);
	});
});

describe('Product Set', () => {
	const filters = { values: [{ attribute: 'price', operator: 'GREATER_THAN', value: '100.00 EUR' }] };
	const dear = { name: 'Dear', filters };

	it('is filtered, waited for, and refused an update by X', async () => {
		await seed(product('cheap'), product('dear', { price: '200.00 EUR' }));
		await sim().control('catalog', 'processing', { milliseconds: 1500 });
		const made = await run('productSet', 'createFiltered', { ...dear, options: { wait: true } });
		expect(made.json).toMatchObject([{ type: 'FILTERED', processing_status: 'DONE', product_ids: ['dear'] }]);
		const product_set_id = idOf(made);
		const renamed = { product_set_id, updateFields: { name: 'New' } };
		const { error } = await run('productSet', 'update', renamed);
		expect(error?.message).toMatch(/Filtered product sets cannot be updated/);
		expect(error?.description).toMatch(/a filtered set cannot be changed/);
		const nothing = { product_set_id, updateFields: { product_keys: '' } };
		const { error: unchanged } = await run('productSet', 'update', nothing);
		expect(brokenRules(unchanged)).toEqual(['updateFields required']);
	});

	it('tells when X cannot process it, and when time is up', async () => {
		await sim().control('catalog', 'processing', { milliseconds: 0, fails: true });
		const failed = await run('productSet', 'createFiltered', { ...dear, options: { wait: true } });
		expect(failed.error?.message).toMatch(/^X could not process product set \d+$/);
		await sim().control('catalog', 'processing', { milliseconds: 60_000 });
		const slow = await run('productSet', 'createFiltered', dear);
		const product_set_id = idOf(slow);
		const late = await run('productSet', 'wait', { product_set_id, options: { timeout: 1 } });
		expect(late.error?.message).toBe(`Product set ${product_set_id} is still being processed after 1 s`);
	});

	it.each([
		[
			'more than 30 filters',
			'createFiltered',
			{ name: 'A', filters: { values: Array(31).fill(filters.values[0]) } },
			'"Filters" takes at most 30 entries, and has 31',
		],
		[
			'the filter that stands there untouched',
			'createFiltered',
			{ name: 'A' },
			'"Filters 1 → Value" is required',
		],
		[
			'more than 50 products',
			'createManual',
			{ name: 'A', product_keys: Array.from({ length: 51 }, (_, i) => i).join(',') },
			'"Product Keys" takes at most 50 values, and has 51',
		],
	])('is refused with %s', async (_what, operation, parameters, message) => {
		const { error } = await run('productSet', operation, { ...parameters });
		expect(error?.message).toBe(message);
		expect(sim().requests).toHaveLength(0);
	});

	it('hints at a price filter without currency', async () => {
		const plain = { values: [{ attribute: 'price', operator: 'GREATER_THAN', value: '100' }] };
		const { hints } = await run('productSet', 'createFiltered', {
			name: 'A',
			filters: plain,
		});
		expect(hints[0]?.message).toContain(
			'A price is compared with an amount and its currency, like "100.00 USD", not with "100"',
		);
	});
});

describe('Scheduled Feed', () => {
	const daily = {
		feed_url: 'https://shop.example/products.tsv',
		frequency: 'DAILY',
		start_time: '02:30',
		time_zone: 'Europe/Berlin',
	};

	it.each([
		['2026-01-15T04:05:00Z', '05:05'],
		['2026-07-15T04:05:00.000-04:00', '10:05'],
		['2026-07-15T04:05:00', '04:05'],
		['={{ DateTime.fromISO("2026-07-15T04:05:00Z") }}', '06:05'],
	])('reads the start %s as the time of day in its time zone', async (start_time, expected) => {
		const { json } = await run('scheduledFeed', 'create', { ...daily, start_time });
		expect(json).toMatchObject([{ start_time: expected }]);
	});

	it.each(['xlsx', 'jsonl', 'csv.gz'])('warns of a file that X does not read: .%s', async (ending) => {
		const feed_url = `https://shop.example/products.${ending}?a=1`;
		const { hints } = await run('scheduledFeed', 'create', { ...daily, feed_url });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('X reads CSV, TSV and XML only; the feed is registered as CSV'),
		]);
	});

	it('is created daily, weekly or hourly, with the format of its address', async () => {
		const made = await run('scheduledFeed', 'create', { ...daily });
		expect(made.json).toMatchObject([
			{
				feed_format: 'TSV',
				frequency: 'DAILY',
				repeat: null,
				start_time: '02:30',
				time_zone: 'Europe/Berlin',
			},
		]);
		const scheduled_feed_id = idOf(made);
		const weekly = await run('scheduledFeed', 'update', {
			scheduled_feed_id,
			updateFields: { frequency: 'WEEKLY', repeat_weekday: 'SUNDAY' },
		});
		expect(weekly.json).toMatchObject([{ frequency: 'WEEKLY', repeat: 'SUNDAY' }]);
		await run('scheduledFeed', 'delete', { scheduled_feed_id });
		const hourly = await run('scheduledFeed', 'create', {
			...daily,
			frequency: 'HOURLY',
			repeat_hours: '4',
			feed_format: 'XML',
		});
		expect(hourly.json).toMatchObject([{ frequency: 'HOURLY', repeat: '4', feed_format: 'XML' }]);
		expect(hourly.hints[0]?.message).toContain('The address looks like a TSV file, but the format is XML');
	});

	it.each([
		[
			'an unknown zone',
			{ time_zone: 'Mars/Olympus' },
			'"Time Zone Name or ID" must be an IANA time zone like America/New_York, and is "Mars/Olympus"',
		],
		[
			'a time that does not exist',
			{ start_time: '24:00' },
			'"Start Time" must be a time of day from 00:00 to 23:59, and is "24:00"',
		],
		[
			'a time of twelve hours',
			{ start_time: '02:30 PM' },
			'"Start Time" must be a time of day from 00:00 to 23:59, and is "02:30 PM"',
		],
		[
			'a path for an address',
			{ feed_url: '/products.csv' },
			'"Feed URL" must be a complete address like https://shop.example/products.csv, and is "/products.csv"',
		],
	])('is refused with %s', async (_what, wrong: Fields, message) => {
		const { error } = await run('scheduledFeed', 'create', { ...daily, ...wrong });
		expect(error?.message).toBe(message);
		expect(sim().requests).toHaveLength(0);
	});

	it.each([
		[{ frequency: '={{ "DAILY" }}', repeat_weekday: 'MONDAY' }, 'repeat_weekday exclusive'],
		[{ frequency: '={{ "DAILY" }}', repeat_hours: '4' }, 'repeat_hours exclusive'],
		[{ repeat_weekday: 'MONDAY', repeat_hours: '4' }, 'repeat_weekday exclusive'],
		[{ frequency: 'WEEKLY' }, 'repeat_weekday required'],
		[{ repeat_weekday: 'Sundays' }, 'repeat_weekday enum'],
		[{ frequency: 'HOURLY' }, 'repeat_hours required'],
		[{ repeat_hours: '5' }, 'repeat_hours enum'],
		[{}, 'updateFields required'],
	])('is refused an update to %j', async (updateFields, rule) => {
		const { error } = await run('scheduledFeed', 'update', {
			scheduled_feed_id: '1',
			updateFields,
		});
		expect(brokenRules(error)).toEqual([rule]);
		expect(sim().requests).toHaveLength(0);
	});

	it('offers every time zone', async () => {
		const zones = await loadOptions({ node: 'xCatalog', sim: sim(), method: 'getTimeZones' });
		expect(zones.map(({ value }) => value)).toEqual(
			expect.arrayContaining(['UTC', 'America/New_York', 'Asia/Tokyo']),
		);
	});

	it('is named where a sync deletes what X would fetch again', async () => {
		await seed(product('old'), product('p0'));
		await run('scheduledFeed', 'create', { ...daily });
		const { hints } = await syncItems([product('p0')], { deleteMissing: true, options: { deleteLimit: 50 } });
		expect(hints.map(({ message }) => message).join()).toContain(
			`X also fetches ${daily.feed_url} for this catalog, and adds again what Sync deletes`,
		);
	});
});
