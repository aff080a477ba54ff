/**
 * Every operation whose write X shows: its answer is lost after X did it, and the node finds it on X in place of sending
 * it again.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { uniqBy } from 'lodash';
import type { ApiRequest } from '../../nodes/shared/http/api';
import { FOUND } from '../../nodes/shared/intent/look';
import { wayOf } from '../../nodes/shared/intent/ways';
import { findOperation, listFieldsAt } from '../../nodes/shared/operation/nodeSpec';
import { specs } from '../../scripts/docs/specs';
import { host, runNode } from '../support';
import { forms } from '../support/forms';
import { prepare } from '../support/seeded';
import { useSimulator } from '../support/simulator';
import { useSkippedWaits } from '../support/waits';
import { startReceiver, type Receiver } from '../support/webhookReceiver';

const sim = useSimulator({ followers: 5 });
useSkippedWaits(sim);

let receiver: Receiver;
beforeAll(async () => void (receiver = await startReceiver()));
afterAll(async () => await receiver.close());

/** The simulated X answers these with the documented sample, and keeps nothing. */
const SAMPLES = new Set([
	...[
		'lineItemCuratedCategory',
		'mediaCreative',
		'promotedAccount',
		'scheduledPromotedPost',
		'trackingTag',
	].map((resource) => `xAdsCampaigns.${resource}.production.create`),
	'xCore.communityNote.create',
	'xLive.broadcastChat.send',
	'xLive.scheduledBroadcast.create',
]);
/** X knows an encrypted message by its ID, so the same one is sent again before anything is looked up. */
const KNOWN_BY_ID = /^xChat\.message\./;
/** They remove at the path at which rules are added: a second time changes nothing. */
const REMOVALS = /^xCoreAdmin\.streamRule\.delete/;

const shown = host()
	.nodesOfPackage()
	.flatMap(([, node]) => (node.execute ? forms(node) : []))
	.flatMap((form) => {
		const { resource = '', operation = '', environment = 'production' } = form.values;
		const spec = Object.entries(specs).find(([name]) => name === form.description.displayName)?.[1];
		const record = spec && findOperation(spec, resource, operation);
		if (!record || environment !== 'production') return [];
		const [method = '', path = ''] = record.route.split(' ');
		const way = wayOf({ method: method as ApiRequest['method'], path }, (at) => listFieldsAt(spec, at));
		return typeof way === 'string' || REMOVALS.test(form.label)
			? []
			: [{ name: form.label, form, path, kinds: record.auth.kinds }];
	});

it.each(shown.map((one) => [one.name, one] as const))('%s', async (name, { form, path, kinds }) => {
	const { parameters, items } = await prepare(form, sim(), receiver.url);
	const [kind] = kinds;
	const authentication = kinds.includes('oAuth2') ? 'oAuth2' : kind;
	const begun = sim().requests.length;
	sim().fail({ match: { method: 'POST', path }, kind: 'reset', after: true });
	const run = await runNode({
		node: form.description.name,
		sim: sim(),
		parameters: { ...parameters, ...(authentication !== undefined && { authentication }) },
		items,
	});
	const sent = sim()
		.requests.slice(begun)
		.filter(({ method, route }) => method === 'POST' && route === path);
	const found = run.hints.some(({ message }) => message.includes(FOUND));
	// A thread is several Posts, each with a text of its own.
	const again = sent.length - uniqBy(sent, ({ body }) => JSON.stringify(body)).length;
	const expected =
		SAMPLES.has(name) || KNOWN_BY_ID.test(name) ? { found: false, again: 1 } : { found: true, again: 0 };
	expect(sent).not.toEqual([]);
	expect({ found, again, error: run.error?.message }).toEqual({ ...expected, error: undefined });
});

it('finds what was sent to X Ads by each ID that an entry shows, and no neighbour', () => {
	const spec = specs['X Ads Campaigns']!;
	const template = '/12/accounts/{account_id}/promoted_tweets';
	const query = [['line_item_id', '8v7jo'] as const, ['tweet_ids', '11,22'] as const];
	const request: ApiRequest = {
		method: 'POST',
		path: template.replace('{account_id}', '1'),
		template,
		query,
	};
	const way = wayOf(request, (at) => listFieldsAt(spec, at));
	const find = (tweet_id: string) =>
		typeof way === 'string'
			? way
			: way.find({ data: [{ id: 'a', line_item_id: '8v7jo', tweet_id }] }, { request, since: 0, me: '' });
	expect(['11', '22', '33'].map(find)).toEqual([
		[expect.objectContaining({ tweet_id: '11' })],
		[expect.objectContaining({ tweet_id: '22' })],
		[],
	]);
});
