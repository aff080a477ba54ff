/**
 * Every operation of X Core, X Live and X Core Admin, once with each kind of credential that does for it, and once
 * refused with each that does not. The forms are made from the fields; each operation is tested in detail in the file of its resource.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { Operation } from '../../../nodes/shared/operation/operation';
import { spec } from '../../support/coreNodes';
import { keyOf } from '../../facts';
import { totalOf } from '../../simulator/bill';
import { listen } from '../../support/answers';
import { checkFields } from '../../support/outputFields';
import { CORE_ITEMS, formOf, preparedCore, seedCore } from '../../support/seeded/core';
import { useSkippedWaits } from '../../support/waits';
import { startReceiver, type Receiver } from '../../support/webhookReceiver';
import { useCore, type Kind } from './support';

checkFields();

const { sim, core } = useCore();
useSkippedWaits(sim);

let receiver: Receiver;
let webhookId = '';
beforeAll(async () => {
	receiver = await startReceiver();
});
afterAll(async () => await receiver.close());
beforeEach(async () => {
	webhookId = await seedCore(sim(), receiver.url);
});
const stage = () => ({ sim: sim(), webhookId, core });

const operations = spec.resources.flatMap((resource) =>
	Object.entries(resource.operations).map(([name, record]) => ({
		name: `${resource.value}.${name}`,
		record,
	})),
);
const routes = new Map(operations.map(({ name, record }) => [name, record.route]));

const KINDS: Kind[] = ['app', 'oAuth2', 'oAuth1'];
/** Whose token a request has: the credentials of the tests have the app as a part. */
const tokenOf = ({ auth: { kinds } }: Operation, as: Kind): Kind | undefined =>
	kinds.includes(as) ? as : kinds.includes('app') ? 'app' : undefined;
const cases = operations.flatMap(({ name, record }) =>
	KINDS.map((as) => [name, as, record, tokenOf(record, as)] as const),
);
const accepted = cases.filter(([, , , token]) => token !== undefined);
const refused = cases.filter(([, , , token]) => token === undefined);

/** Operations whose last request is another than that of their record. */
const LAST_ROUTES: Readonly<Record<string, string>> = {
	'media.upload': 'POST /2/media/upload/{id}/finalize',
	'customApiCall.send': 'GET /2/users/by/username/{username}',
};

/** The sum in the hint about the cost of a run, in millionths of a dollar. */
const saidCost = (hint = '') => Math.round(Number(/at most \$([\d.]+)/.exec(hint)?.[1] ?? 0) * 1_000_000);

/** Operations whose items are not what X answers to their route, or hold more: they have tests of their own. */
const OWN_ITEMS = new Set([
	'article.publish',
	'bot.delete',
	'bookmark.addMany',
	'complianceJob.download',
	'customApiCall.send',
	'directMessage.downloadMedia',
	'media.upload',
	'post.checkStored',
	'post.countAll',
	'post.countRecent',
	'post.create',
	'post.publishDue',
	'powerStreamRule.delete',
	'powerStreamRule.getMany',
	'streamRule.delete',
	'streamRule.deleteAll',
	'thread.create',
	'token.exchange',
]);

it.each(accepted)(
	'%s works with %s, gives what X answers, and says what X bills',
	async (name, as, record, token) => {
		const form = await preparedCore(stage(), name);
		const begun = sim().requests.length;
		const differences = listen(sim());
		const run = await core(name, form, { as, items: CORE_ITEMS });
		expect(run.error).toBeUndefined();
		expect(run.status).toBe('success');
		expect(saidCost(run.cost)).toBe(totalOf(sim().requests.slice(begun)));
		if (['usage.estimateCost', 'usage.getCostOfToday', 'health.check'].includes(name)) return;
		const last = sim().requests.at(-1)!;
		expect(keyOf(`${last.method} ${last.route}`)).toBe(keyOf(LAST_ROUTES[name] ?? routes.get(name) ?? ''));
		// The token endpoint wants the client instead.
		expect(last).toMatchObject({ auth: name === 'token.exchange' ? 'none' : token });
		expect(new Set(run.itemsPaired)).toEqual(new Set([0]));
		if (!OWN_ITEMS.has(name)) expect(differences(run, record)).toEqual([]);
	},
);

it.each(refused)('%s refuses %s before sending, and says what works', async (name, as, record) => {
	const run = await core(name, formOf(stage(), name), { as, items: CORE_ITEMS });
	expect(run.error?.message).toBe(
		`The operation "${record.name}" does not work with ${spec.authentication[as]}`,
	);
	for (const kind of record.auth.kinds) expect(run.error?.description).toContain(spec.authentication[kind]);
	if (record.auth.kinds.includes('oAuth2'))
		for (const scope of record.auth.scopes) expect(run.error?.description).toContain(scope);
	expect(sim().requests).toEqual([]);
});

it('streamRule.getMany names what a credential of a user lacks to act for the app, before it sends', async () => {
	const credentials = { xUserOAuth2Api: { useForEvents: false } };
	const run = await core('streamRule.getMany', formOf(stage(), 'streamRule.getMany'), {
		as: 'oAuth2',
		credentials,
	});
	expect(run.error?.message).toContain('needs the app itself');
	expect(run.error?.description).toContain('switch Use for Streams and Webhooks on');
	expect(sim().requests).toEqual([]);
});
