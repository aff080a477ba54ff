/** @jest-environment ./test/support/environment.ts */
/**
 * What ends a nightly sync before or while it sends: each comes out of Needs Attention with a text for a mail, and
 * nothing comes out of Synced as if it had been done.
 */
import { useSkippedWaits } from '../../support/waits';
import { csv, fileItems, product, useCatalog, type Fields } from './support';

const { sim, run, seed, sent, stored } = useCatalog();
useSkippedWaits(sim);

const FEED = csv([product('p1'), product('p2')]);

const refuse = (method: string, status: number, message: string, code = 'FORBIDDEN') =>
	sim().fail({
		match: { method },
		kind: 'status',
		status,
		body: { errors: [{ code, message }] },
		times: 10,
	} as never);

interface Night {
	before?: () => unknown;
	parameters?: Fields;
	more?: Parameters<typeof run>[3];
	/** No file in the item. */
	hasNoFile?: true;
	/** What the mail says: what happened, and what to do. */
	mail: [RegExp, ...RegExp[]];
	/** What ends the run without Needs Attention, if the mail begins with something else. */
	reason?: RegExp;
}

const NIGHTS: Record<string, Night> = {
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
		hasNoFile: true,
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

const NAMES = Object.keys(NIGHTS);

async function night(name: string, onError: boolean | 'error') {
	const { before, parameters = {}, more = {}, hasNoFile } = NIGHTS[name] as Night;
	await seed(product('old'));
	const was = await stored();
	await before?.();
	const items = await fileItems(FEED, 'feed.csv');
	const result = await run(
		'product',
		'sync',
		{ productsFrom: 'file', ...parameters },
		{
			items: hasNoFile ? [{ json: {} }] : items,
			mode: 'trigger',
			...(onError && { continueOnFail: onError }),
			...more,
		},
	);
	expect(Object.keys(await stored())).toEqual(Object.keys(was));
	return result;
}

it.each(NAMES)('%s: comes out of Needs Attention with a text', async (name) => {
	const { outputs, error } = await night(name, true);
	const attention = (outputs[1] ?? []).map(({ json }) => json);
	expect(error).toBeUndefined();
	expect(attention).toHaveLength(1);
	expect(attention[0]).toMatchObject({ needsAttention: true });
	for (const said of NIGHTS[name]?.mail ?? []) expect(attention[0]?.text).toMatch(said);
	// What came out of Synced is at most a summary that says the same.
	for (const { json } of outputs[0] ?? []) expect(json).toMatchObject({ needsAttention: true });
});

it.each(NAMES)('%s: ends the run with the reason where On Error is Stop', async (name) => {
	const { error } = await night(name, false);
	const { mail, reason = mail[0] } = NIGHTS[name] as Night;
	expect(error?.message).toMatch(reason);
	expect(sent('DELETE')).toEqual([]);
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
