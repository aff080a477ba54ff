/** @jest-environment ./test/support/environment.ts */
/** Bad nights of a shop that is synced from its file, and what ends such a sync before or while it sends. */
import type { IDataObject } from 'n8n-workflow';
import { useSkippedWaits } from '../../support/waits';
import { csv, fileItems, product, products, useCatalog, type Fields } from './support';

const { sim, run, seed, sent, stored } = useCatalog();
useSkippedWaits(sim);

const ROWS = products(60, (i) => ({ price: `${10 + i}.00 EUR`, mpn: `M-${i}` }));

const night = async (content: string, staticData: IDataObject = {}) =>
	await run(
		'product',
		'sync',
		{ productsFrom: 'file', deleteMissing: true },
		{ items: await fileItems(content, 'feed.csv'), continueOnFail: true, mode: 'trigger', staticData },
	);
const mailsOf = ({ outputs }: Awaited<ReturnType<typeof night>>) =>
	(outputs[1] ?? []).map(({ json }) => json.text as string);

const each = (more: (row: Fields, index: number) => Fields) =>
	ROWS.map((row, index) => ({ ...row, ...more(row, index) }));

/** What a broken export of the shop has, and what the mail says of it. */
const HELD: readonly [string, readonly Fields[], ...RegExp[]][] = [
	[
		'prices times a hundred',
		each((row) => ({ price: String(row.price).replace('.00', '00.00') })),
		/Price of 60 of 60 products would rise or fall by more than Large Price Change allows/,
		/If all of this is meant, set Options → Confirm Changes to [\da-f]{8}-[\da-f]{8}, which holds for this file alone/,
		/Held:\n- p\d+: Price \d+\.00 EUR → \d{4}\.00 EUR/,
	],
	['prices of zero', each(() => ({ price: '0.00 EUR' })), /Price of 60 of 60 products would be 0/],
	[
		'everything sold out',
		each(() => ({ availability: 'out of stock', inventory: 0 })),
		/All 60 products that can be bought now would be out of stock/,
	],
	[
		'one title for all',
		each(() => ({ title: 'Name' })),
		/Title of 60 products would become one and the same/,
	],
	[
		'a brand column that is empty',
		each(() => ({ brand: '' })),
		/Brand of 60 of 60 products would be cleared/,
	],
	[
		'IDs made in another way',
		each(({ id }) => ({ id: `EU-${String(id)}`, old: id })),
		/None of the 60 products of the input is in the catalog.*\("EU-p0" in the input, "p0" in the catalog\)/,
		/The column "old" has the IDs of the catalog/,
	],
	[
		'an ID twice',
		[{ ...ROWS[0], title: 'Other' }, ...ROWS],
		/1 row repeats an ID and was not sent/,
		/is in lines 2 and 3, which differ in Title/,
	],
	[
		'half a file',
		ROWS.slice(30),
		/Needs attention:/,
		/Nothing was deleted: 30 of the catalog's 60 products \(50 %\) would be deleted, more than the Delete Limit/,
	],
];

it.each(HELD)('%s changes nothing, and the mail says it', async (_what, rows, ...mail) => {
	await seed(...ROWS);
	const before = await stored();
	const mails = mailsOf(await night(csv(rows)));
	expect(mails).toHaveLength(1);
	for (const text of mail) expect(mails[0]).toMatch(text);
	expect(await stored()).toEqual(before);
});

it('a column that is gone keeps its values, which the mail says from the second night on', async () => {
	await seed(...products(60, () => ({ color: 'red' })));
	const first = await night(csv(products(60, () => ({ color: 'red' }))));
	expect(mailsOf(first)).toEqual([]);
	expect(mailsOf(await night(csv(products(60)), first.staticData))).toEqual([
		expect.stringMatching(
			/The input no longer has Color, which the last good run \(\d{4}-\d\d-\d\d\) had: 60 products kept it as it is/,
		),
	]);
	expect(Object.values(await stored()).every(({ color }) => color === 'red')).toBe(true);
});

const FEED = csv([product('p1'), product('p2')]);

const refuse = (method: string, status: number, message: string, code = 'FORBIDDEN') =>
	sim().fail({
		match: { method },
		kind: 'status',
		status,
		body: { errors: [{ code, message }] },
		times: 10,
	} as never);

interface Stop {
	before?: () => unknown;
	parameters?: Fields;
	more?: Parameters<typeof run>[3];
	/** The content of the file; null where the item has none. */
	file?: string | null;
	/** What the mail says: what happened, and what to do. */
	mail: [RegExp, ...RegExp[]];
	/** What ends the run without Needs Attention, if the mail begins with something else. */
	reason?: RegExp;
}

const STOPS: Record<string, Stop> = {
	'an empty file': {
		file: '',
		mail: [/The catalog sync stopped: The file feed.csv cannot be read/, /the file is empty/],
		reason: /The file feed.csv cannot be read/,
	},
	'a header alone': {
		file: csv([], ['id', 'title']),
		mail: [/has no products/, /It has only its header line/],
	},
	'half a file, cut in a value': {
		file: FEED.slice(0, -2),
		mail: [/The file feed.csv cannot be read. Line 3: a quoted value is not closed/],
	},
	'a column that a product needs is gone': {
		file: csv([product('p1'), product('p2')], ['id', 'price', 'link']),
		mail: [/Title is required/],
	},
	'no access to catalogs': {
		before: () => refuse('GET', 403, 'not allowed', 'UNAUTHORIZED_CLIENT_APPLICATION'),
		mail: [/The app has no access to catalog management/, /ask your account manager at X to enroll the app/],
	},
	'a token that was revoked': {
		before: () => refuse('GET', 401, 'Could not authenticate you', 'UNAUTHORIZED_ACCESS'),
		mail: [/X did not accept the credential/, /Check the keys in the credential, or connect it again/],
	},
	'no credential': {
		more: { credentials: { xUserOAuth1Api: null } },
		mail: [
			/does not have any credentials set for "xUserOAuth1Api"/,
			/choose a credential of the type "X \(Twitter\) OAuth1 API"/,
		],
	},
	'a catalog that is gone': {
		parameters: { product_catalog_id: { __rl: true, mode: 'id', value: '9000000000000000001' } },
		mail: [/Product catalog 9000000000000000001 was not found/, /Check the ID/],
	},
	'a catalog whose expression is empty': {
		parameters: { product_catalog_id: { __rl: true, mode: 'id', value: '={{ $json.nothing }}' } },
		mail: [/"Catalog" is required/, /Change the value and run again/],
	},
	'no file in the item': {
		file: null,
		mail: [/a binary file 'data', but none was found/, /the previous node outputs a binary file/],
	},
	'a setting that cannot be': {
		parameters: { options: { changeLimit: 200 } },
		mail: [/"Change Limit \(%\)" must be from 0 to 100, and is 200/, /Change the value and run again/],
	},
	'an upload that X refuses': {
		before: () => refuse('PUT', 403, 'not allowed', 'UNAUTHORIZED_CLIENT_APPLICATION'),
		mail: [/2 products could not be sent/, /no access to catalog management/, /ads\.write/],
		reason: /no access to catalog management/,
	},
	'X down for the whole night': {
		before: () => refuse('GET', 503, 'over capacity', 'OVER_CAPACITY'),
		mail: [/X is over capacity/, /Try again in a few minutes/],
	},
};

async function stopped(name: string, onError: boolean) {
	const { before, parameters = {}, more = {}, file = FEED } = STOPS[name] as Stop;
	await seed(product('old'));
	await before?.();
	const items = file === null ? [{ json: {} }] : await fileItems(file, 'feed.csv');
	const options = { items, mode: 'trigger' as const, ...(onError && { continueOnFail: true }), ...more };
	const result = await run('product', 'sync', { productsFrom: 'file', ...parameters }, options);
	expect(Object.keys(await stored())).toEqual(['old']);
	return result;
}

/** Each comes out of Needs Attention with a text for a mail, and nothing out of Synced as if it had been done. */
describe.each(Object.entries(STOPS))('%s', (name, { mail, reason = mail[0] }) => {
	it('comes out of Needs Attention with a text, or ends the run with the reason', async () => {
		const { outputs, error } = await stopped(name, true);
		const attention = (outputs[1] ?? []).map(({ json }) => json);
		expect(error).toBeUndefined();
		expect(attention).toMatchObject([{ needsAttention: true }]);
		for (const said of mail) expect(attention[0]?.text).toMatch(said);
		// What came out of Synced is at most a summary that says the same.
		for (const { json } of outputs[0] ?? []) expect(json).toMatchObject({ needsAttention: true });
		// Where On Error is Stop.
		expect((await stopped(name, false)).error?.message).toMatch(reason);
		expect(sent('DELETE')).toEqual([]);
	});
});

it('does not remember a night in which most products failed as a good one', async () => {
	const product_catalog_id = await seed(product('old'));
	refuse('PUT', 403, 'not allowed', 'UNAUTHORIZED_CLIENT_APPLICATION');
	const items = await fileItems(FEED, 'feed.csv');
	const { outputs, staticData } = await run(
		'product',
		'sync',
		{ productsFrom: 'file' },
		{ items, mode: 'trigger', continueOnFail: true },
	);
	expect(outputs[1]?.[0]?.json.text).toContain('Most products failed');
	expect(JSON.stringify(staticData)).not.toContain(product_catalog_id);
});
