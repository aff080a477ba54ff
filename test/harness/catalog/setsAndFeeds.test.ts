/** @jest-environment ./test/support/environment.ts */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { loadOptions } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { brokenRules, csv, idOf, product, products, useCatalog, type Fields } from './support';

const { sim, run, seed, stored, syncItems } = useCatalog();
useSkippedWaits(sim);

describe('Product Set', () => {
	const filters = { values: [{ attribute: 'price', operator: 'GREATER_THAN', value: '100.00 EUR' }] };

	it('is made of named products, changed and deleted', async () => {
		await seed(...products(3));
		const keys = Object.values(await stored()).map(({ product_key: key }) => String(key));
		const made = await run('productSet', 'createManual', {
			name: 'Mine',
			product_keys: keys.slice(0, 2).join(','),
		});
		expect(made.json).toMatchObject([
			{ name: 'Mine', type: 'MANUAL', product_ids: ['p0', 'p1'], processing_status: 'DONE' },
		]);
		const product_set_id = idOf(made);
		const changed = await run('productSet', 'update', {
			product_set_id,
			updateFields: { name: 'Ours', product_keys: keys[2] },
		});
		expect(changed.json).toMatchObject([{ name: 'Ours', product_ids: ['p2'] }]);
		expect((await run('productSet', 'get', { product_set_id })).json).toMatchObject([{ name: 'Ours' }]);
		expect((await run('productSet', 'getMany', {})).json).toHaveLength(1);
		const gone = await run('productSet', 'delete', { product_set_id });
		expect(gone.json).toEqual([{ deleted: true, product_set_id }]);
	});

	it('is filtered, waited for, and refused an update by X', async () => {
		await seed(product('cheap'), product('dear', { price: '200.00 EUR' }));
		await sim().control('catalog', 'processing', { milliseconds: 1500 });
		const made = await run('productSet', 'createFiltered', {
			name: 'Dear',
			filters,
			options: { wait: true },
		});
		expect(made.json).toMatchObject([{ type: 'FILTERED', processing_status: 'DONE', product_ids: ['dear'] }]);
		const product_set_id = idOf(made);
		const { error } = await run('productSet', 'update', {
			product_set_id,
			updateFields: { name: 'New' },
		});
		expect(error?.message).toMatch(/Filtered product sets cannot be updated/);
		expect(error?.description).toMatch(/a filtered set cannot be changed/);
		const nothing = { product_set_id, updateFields: { product_keys: '' } };
		const { error: unchanged } = await run('productSet', 'update', nothing);
		expect(brokenRules(unchanged)).toEqual(['updateFields required']);
	});

	it('tells when X cannot process it, and when time is up', async () => {
		await sim().control('catalog', 'processing', { milliseconds: 0, fails: true });
		const failed = await run('productSet', 'createFiltered', {
			name: 'Dear',
			filters,
			options: { wait: true },
		});
		expect(failed.error?.message).toMatch(/^X could not process product set \d+$/);
		await sim().control('catalog', 'processing', { milliseconds: 60_000 });
		const slow = await run('productSet', 'createFiltered', {
			name: 'Dear',
			filters,
		});
		const product_set_id = idOf(slow);
		const late = await run('productSet', 'wait', {
			product_set_id,
			options: { timeout: 1 },
		});
		expect(late.error?.message).toBe(`Product set ${product_set_id} is still being processed after 1 s`);
	});

	it.each([
		[
			'more than 30 filters',
			'createFiltered',
			{ name: 'A', filters: { values: Array(31).fill(filters.values[0]) } },
			'"Filters" takes at most 30 entries, and has 31',
		],
		['no filter', 'createFiltered', { name: 'A', filters: {} }, '"Filters" is required'],
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
		[
			'no product',
			'createManual',
			{ name: 'A', product_keys: '={{ "" }}' },
			'"Product Keys" is required, and {{ "" }} has no value',
		],
		[
			'a filter without value',
			'createFiltered',
			{ name: 'A', filters: { values: [{ attribute: 'price', operator: 'MATCH', value: '' }] } },
			'"Filters 1 → Value" is required',
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
		const second = await run('scheduledFeed', 'create', { ...daily });
		expect(second.error?.message).toBe('This is not allowed: A user can only have one scheduled feed');
		expect(second.error?.description).toMatch(/A user can own one catalog and one scheduled feed only/);
		const later = await run('scheduledFeed', 'update', {
			scheduled_feed_id,
			updateFields: { repeat_weekday: 'FRIDAY' },
		});
		expect(later.json).toMatchObject([{ frequency: 'WEEKLY', repeat: 'FRIDAY' }]);
		expect((await run('scheduledFeed', 'getMany', {})).json).toHaveLength(1);
		expect((await run('scheduledFeed', 'delete', { scheduled_feed_id })).json).toEqual([
			{ deleted: true, scheduled_feed_id },
		]);
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

	describe('with a file server', () => {
		let server: Server;
		let content = '';
		beforeAll(async () => {
			server = createServer((_request, response) => response.end(content)).listen(0, '127.0.0.1');
			await once(server, 'listening');
		});
		afterAll(() => server.close());

		it('adds and updates what the file holds, and removes nothing', async () => {
			await seed(product('old'), product('p0', { price: '1.00 EUR' }));
			const rows = products(3);
			content = csv(rows);
			const feed_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/products.csv`;
			await run('scheduledFeed', 'create', { ...daily, feed_url });
			await expect(sim().control('catalog', 'importFeed')).resolves.toEqual({
				UPDATE_SUCCESS: 1,
				CREATE_SUCCESS: 2,
			});
			expect(Object.keys(await stored())).toEqual(['old', 'p0', 'p1', 'p2']);
			const { hints } = await syncItems(rows, { deleteMissing: true, options: { deleteLimit: 50 } });
			expect(hints.map(({ message }) => message).join()).toContain(
				`X also fetches ${feed_url} for this catalog, and adds again what Sync deletes`,
			);
		});
	});
});
