/**
 * Every operation of X Core, X Live and X Core Admin, with a kind of credential that does for it, with many cases with
 * each of them, and refused with each that does not. The forms are made from the fields; each operation is tested in detail in the file of its resource.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { Operation } from '../../../nodes/shared/operation/operation';
import { spec } from '../../support/coreNodes';
import { keyOf } from '../../facts';
import { totalOf } from '../../simulator/bill';
import { listen } from '../../support/answers';
import { cases } from '../../support/cases';
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
/** Neighbours of a resource take the same kinds, so they are tried with another one each. */
const accepted = operations.flatMap(({ name, record }, place) => {
	const kinds = KINDS.filter((as) => tokenOf(record, as));
	const tried = cases(1, 3) === 1 ? kinds.slice(place % kinds.length).slice(0, 1) : kinds;
	return tried.map((as) => [name, as, record, tokenOf(record, as)] as const);
});

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

it.each(KINDS)(
	'%s is refused before sending where it does not do, and the error says what works',
	async (as) => {
		const refused = operations.filter(({ record }) => tokenOf(record, as) === undefined);
		for (const { name, record } of refused) {
			const { error } = await core(name, formOf(stage(), name), { as, items: CORE_ITEMS });
			const message = `The operation "${record.name}" does not work with ${spec.authentication[as]}`;
			expect([name, error?.message]).toEqual([name, message]);
			const { kinds, scopes } = record.auth;
			const named = [
				...kinds.map((kind) => spec.authentication[kind]),
				...(kinds.includes('oAuth2') ? scopes : []),
			];
			const missing = named.filter((each) => each === undefined || !error?.description?.includes(each));
			expect([name, missing]).toEqual([name, []]);
			expect([name, sim().requests]).toEqual([name, []]);
		}
		expect(refused.length).toBeGreaterThan(0);
	},
);

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
