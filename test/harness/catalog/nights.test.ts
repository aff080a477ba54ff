/** @jest-environment ./test/support/environment.ts */
/**
 * Thirty nights of a shop that is synced from its file, among them every kind of bad night. After each night the catalog
 * is what the shop has, or untouched, and the mail says what happened.
 */
import { mapValues, omit } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { useSkippedWaits } from '../../support/waits';
import { csv, fileItems, product, useCatalog, type Fields } from './support';

const { sim, run, seed, sent, stored } = useCatalog();
useSkippedWaits(sim);

const COLUMNS = Object.keys(product('x', { color: '' }));
const feed = (rows: readonly Fields[], columns = COLUMNS) => csv(rows, columns);

/** The shop: what it sells, and what happens in it on a usual day. */
class Shop {
	private next = 60;
	rows = Array.from({ length: 60 }, (_, i) =>
		product(`p${i}`, { price: `${10 + i}.00 EUR`, brand: i % 3 === 0 ? 'Acme' : 'Nord', color: 'red' }),
	);

	day(number: number): void {
		const added = product(`p${this.next++}`, { color: 'blue' });
		this.rows = [
			...this.rows
				.filter((_, i) => i !== number % 7)
				.map((row, i) => (i % 10 === number % 10 ? { ...row, price: `${20 + number}.50 EUR` } : row)),
			added,
		];
	}
}

interface Night {
	/** The file of the night. */
	file: (rows: readonly Fields[]) => string;
	/** What the text of the mail says. Without it, there is no mail. */
	mail?: RegExp[];
	/** What the catalog is afterwards; by default what the shop sells. */
	leaves?: 'untouched' | 'additions' | 'all but color' | 'held';
	options?: Fields;
}

const each = (rows: readonly Fields[], more: (row: Fields, index: number) => Fields) =>
	rows.map((row, index) => ({ ...row, ...more(row, index) }));
const amount = (row: Fields) => Number(String(row.price).split(' ')[0]);

const usual: Night = { file: (rows) => feed(rows) };
const NIGHTS: Record<string, Night> = {
	usual,
	'an empty file': {
		file: () => '',
		leaves: 'untouched',
		mail: [/^The catalog sync stopped: The file feed.csv cannot be read/, /the file is empty/],
	},
	'a header alone': {
		file: () => feed([]),
		leaves: 'untouched',
		mail: [/has no products/, /It has only its header line/],
	},
	'a page of HTML': {
		file: () => '<!DOCTYPE html><html><body><h1>Down for maintenance</h1></body></html>',
		leaves: 'untouched',
		mail: [/^The catalog sync stopped: The file feed.csv has no products/, /html, body/],
	},
	'half a file, cut in a value': {
		file: (rows) => feed(rows).slice(0, feed(rows).length / 2 - 3),
		leaves: 'untouched',
		mail: [/The catalog sync stopped: The file feed.csv cannot be read. Line \d+:/],
	},
	'half a file, cut at the end of a line': {
		file: (rows) => feed(rows.slice(rows.length / 2)),
		leaves: 'additions',
		mail: [
			/Needs attention:/,
			/Nothing was deleted: \d+ of the catalog's \d+ products \(\d.* %\) would be deleted, more than the Delete Limit/,
		],
	},
	'a column that is gone': {
		file: (rows) =>
			feed(
				rows,
				COLUMNS.filter((name) => name !== 'color'),
			),
		leaves: 'all but color',
		mail: [
			/The input no longer has Color, which the last good run \(\d{4}-\d\d-\d\d\) had: \d+ products kept it as it is/,
		],
	},
	'a column that a product needs is gone': {
		file: (rows) =>
			feed(
				rows,
				COLUMNS.filter((name) => name !== 'title'),
			),
		leaves: 'untouched',
		mail: [/Title is required/],
	},
	'prices times a hundred': {
		file: (rows) => feed(each(rows, (row) => ({ price: `${amount(row) * 100}.00 EUR` }))),
		leaves: 'held',
		mail: [
			/Price of (\d+) of \1 products would rise or fall by more than Large Price Change allows/,
			/If all of this is meant, set Options → Confirm Changes to [\da-f]{8}-[\da-f]{8}, which holds for this file alone/,
			/Held:\n- p\d+: Price \d+\.\d\d EUR → \d{4}\.00 EUR/,
		],
	},
	'prices of zero': {
		file: (rows) => feed(each(rows, () => ({ price: '0.00 EUR' }))),
		leaves: 'held',
		mail: [/Price of (\d+) of \1 products would be 0/],
	},
	'another currency': {
		file: (rows) => feed(each(rows, (row) => ({ price: String(row.price).replace('EUR', 'USD') }))),
		leaves: 'held',
		mail: [/or get another currency/],
	},
	'everything sold out': {
		file: (rows) => feed(each(rows, () => ({ availability: 'out of stock', inventory: 0 }))),
		leaves: 'held',
		mail: [/All \d+ products that can be bought now would be out of stock/],
	},
	'one title for all': {
		file: (rows) => feed(each(rows, () => ({ title: 'Name' }))),
		leaves: 'held',
		mail: [/Title of \d+ products would become one and the same/],
	},
	'a brand column that is empty': {
		file: (rows) =>
			feed(
				each(rows, (row) => ({ brand: '', mpn: row.id })),
				[...COLUMNS, 'mpn'],
			),
		leaves: 'held',
		mail: [/Brand of (\d+) of \1 products would be cleared/],
	},
	'IDs made in another way': {
		file: (rows) =>
			feed(
				each(rows, (row) => ({ id: `EU-${row.id as string}`, old: row.id })),
				[...COLUMNS, 'old'],
			),
		leaves: 'untouched',
		mail: [
			/None of the \d+ products of the input is in the catalog.*\("EU-p\d+" in the input, "p\d+" in the catalog\)/,
			/The column "old" has the IDs of the catalog/,
		],
	},
	'a wrong row': {
		file: (rows) => feed(each(rows, (_, i) => (i === 3 ? { link: 'shop' } : {}))),
		mail: [/1 product could not be sent/, /Line 5 \(p\d+\)/],
	},
	'an ID twice': {
		file: (rows) => feed([...rows.slice(0, 1).map((row) => ({ ...row, title: 'Other' })), ...rows]),
		leaves: 'held',
		mail: [/1 row repeats an ID and was not sent/, /is in lines 2 and 3, which differ in Title/],
	},
	'prices times a hundred, confirmed': {
		file: (rows) => feed(rows),
		options: { changeLimit: 100 },
	},
};

const NAMES_OF_NIGHTS =
	'usual; usual; an empty file; usual; a header alone; a page of HTML; usual; ' +
	'half a file, cut in a value; half a file, cut at the end of a line; usual; ' +
	'a column that is gone; a column that a product needs is gone; usual; usual; ' +
	'prices times a hundred; prices of zero; another currency; usual; everything sold out; ' +
	'one title for all; a brand column that is empty; usual; IDs made in another way; a wrong row; ' +
	'usual; an ID twice; usual; prices times a hundred, confirmed; ' +
	'half a file, cut at the end of a line; usual';
const WEEKS = NAMES_OF_NIGHTS.split('; ');

const visible = (all: Record<string, Fields>) =>
	Object.fromEntries(
		Object.entries(all).map(([id, row]) => [
			id,
			Object.fromEntries(COLUMNS.map((name) => [name, row[name] === null ? '' : row[name]])),
		]),
	);

it('keeps a catalog right for thirty nights, and says what was wrong', async () => {
	const shop = new Shop();
	await seed();
	let staticData: IDataObject = {};
	expect(WEEKS).toHaveLength(30);
	for (const [number, name] of WEEKS.entries()) {
		const { file, mail = [], leaves, options = {} } = NIGHTS[name] as Night;
		shop.day(number);
		const was = visible(await stored());
		const night = await run(
			'product',
			'sync',
			{ productsFrom: 'file', deleteMissing: true, options },
			{
				items: await fileItems(file(shop.rows), 'feed.csv'),
				continueOnFail: true,
				mode: 'trigger',
				staticData,
			},
		);
		staticData = night.staticData;
		const is = visible(await stored());
		const shopHas = visible(Object.fromEntries(shop.rows.map((row) => [row.id as string, row])));
		const got = (night.outputs[1] ?? []).map(({ json }) => json.text as string);
		const where = `night ${number + 1}, ${name}`;
		expect([where, night.error?.message]).toEqual([where, undefined]);
		expect([where, got.length]).toEqual([where, mail.length > 0 ? 1 : 0]);
		for (const said of mail)
			expect(`${where}: ${got[0]}`).toMatch(new RegExp(said.source.replace(/^\^/, '')));
		if (leaves === 'untouched') expect([where, is]).toEqual([where, was]);
		else if (leaves === 'additions') {
			expect(Object.keys(is)).toEqual(expect.arrayContaining(Object.keys(was)));
			for (const row of shop.rows.slice(shop.rows.length / 2))
				expect(is[row.id as string]).toEqual(shopHas[row.id as string]);
		} else if (leaves === 'held') {
			// What is held is as it was, and all else is what the shop has.
			for (const [id, row] of Object.entries(is))
				for (const [field, value] of Object.entries(row))
					expect([where, id, field, was[id]?.[field], shopHas[id]?.[field]]).toContain(value);
		} else if (leaves === 'all but color') {
			const bare = (all: typeof is) => mapValues(all, (row) => omit(row, 'color'));
			expect([where, bare(is)]).toEqual([where, bare(shopHas)]);
		} else if (name !== 'a wrong row') expect([where, is]).toEqual([where, shopHas]);
	}
	expect(sent('DELETE').length).toBeGreaterThan(5);
});
