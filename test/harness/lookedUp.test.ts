/**
 * Every operation whose write X shows: its answer is lost after X did it, and the node finds it on X in place of sending
 * it again.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { pick, uniqBy, get, range } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import type { ApiRequest } from '../../nodes/shared/http/api';
import { FOUND } from '../../nodes/shared/intent/look';
import { wayOf } from '../../nodes/shared/intent/ways';
import { findOperation, listFieldsAt } from '../../nodes/shared/operation/nodeSpec';
import { asText } from '../../nodes/shared/util/text';
import { specs } from '../../scripts/docs/specs';
import { ads as adsArea, ads as area } from '../simulator/ads/area';
import { ids } from '../simulator/ads/ids';
import { core as coreArea } from '../simulator/core/area';
import { send, withUser } from '../simulator/core/messages';
import type { SimResponse } from '../simulator/exchange';
import { host, runNode } from '../support';
import { forms } from '../support/forms';
import { prepare } from '../support/seeded';
import { worldOf } from '../support/seeded/core';
import { byId } from '../support/seeded/types';
import { useSimulator } from '../support/simulator';
import { useSkippedWaits } from '../support/waits';
import { startReceiver, type Receiver } from '../support/webhookReceiver';
import { newCampaign, newLineItem, account } from './ads/support';
import { membersOf, setMembers } from '../simulator/ads/audienceUsers';

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

const ran = async (name: string, as: string, form: INodeParameters) => {
	const [node = '', resource = '', operation = ''] = name.split('.');
	const ofAds = as === 'oAuth1' ? { environment: 'production' } : {};
	const parameters = { authentication: as, ...ofAds, resource, operation, ...form };
	return await runNode({ node, sim: sim(), parameters });
};
const hasFound = ({ hints }: Awaited<ReturnType<typeof runNode>>) =>
	hints.some(({ message }) => message.includes(FOUND));
const writes = (path: RegExp) =>
	sim().requests.filter((each) => each.method === 'POST' && path.test(each.path)).length;

const OTHER_AUTHOR = '756201191646691328';
const postedAs = { account_id: byId(ids.account), as_user_id: byId(OTHER_AUTHOR), text: 'Soon' };

it.each<[string, string, INodeParameters]>([
	['a draft', 'campaign', newCampaign({ additionalFields: { entity_status: 'DRAFT' } })],
	['a draft', 'lineItem', newLineItem({ additionalFields: { entity_status: 'DRAFT' } })],
	[
		'several values, which X shows as a list',
		'lineItem',
		newLineItem({ additionalFields: { placements: byId('TWITTER_TIMELINE,TWITTER_SEARCH') } }),
	],
	['another author', 'draftPost', postedAs],
	['another author', 'scheduledPost', { ...postedAs, scheduled_at: '2027-01-01T00:00:00Z' }],
])('X Ads, %s: %s.create is found, and not sent again', async (_what, resource, form) => {
	const users = adsArea.state(sim().platform).production.state.of('promotableUsers');
	for (const { data } of users.all())
		if (data.user_id === OTHER_AUTHOR) Object.assign(data, { promotable_user_type: 'FULL' });
	const node = resource.endsWith('Post') ? 'xAdsCreatives' : 'xAdsCampaigns';
	sim().fail({ match: { method: 'POST' }, kind: 'reset', after: true });
	const run = await ran(`${node}.${resource}.create`, 'oAuth1', form);
	expect([run.error?.message, hasFound(run), writes(/accounts/)]).toEqual([undefined, true, 1]);
});

it.each([
	['which X has made', true],
	['which X has not made', false],
])('takes no message of another conversation for the first one of a group, %s', async (_which, isMade) => {
	sim().platform.clock.advance(60_000);
	const held = coreArea.state(sim().platform);
	const { me, other } = worldOf(held);
	const [one, two] = [...held.users.keys()].filter((id) => ![me.id, other.id].includes(id)) as [
		string,
		string,
	];
	const group = { first_participant: byId(one), second_participant: byId(two), text: 'Welcome' };
	// During that time other executions write the same to someone, in a group that there was, and in a new one.
	const groupOf = (...joined: string[]) => {
		const id = sim().platform.newId();
		const conversation = { id, participants: [me.id, ...joined], group: true };
		held.conversations.set(id, conversation);
		const event = { event_type: 'ParticipantsJoin', dm_conversation_id: id, sender_id: me.id } as const;
		const joining = { id: sim().platform.newId(), created_at: sim().platform.clock.iso() };
		held.dmEvents.set(joining.id, { ...event, ...joining, participant_ids: joined });
		return conversation;
	};
	const known = groupOf(one, two);
	sim().platform.clock.advance(60_000);
	// From an answer the node knows X's time.
	await ran('xCore.user.getMe', 'oAuth2', {});
	sim().fail({ match: { method: 'POST', path: '/2/dm_conversations' }, kind: 'reset', after: isMade });
	sim().fail({
		match: { path: '/2/users/me' },
		kind: 'altered',
		alter: (answer) => {
			for (const each of [withUser(held, me.id, other.id), known, groupOf(one, other.id)])
				send(held, sim().platform, each, me.id, { text: 'Welcome' });
			return answer;
		},
	});
	const run = await ran('xCore.directMessage.createGroup', 'oAuth2', group);
	const id = asText(run.json[0]?.dm_conversation_id);
	expect([run.error?.message, hasFound(run), writes(/dm_conversations$/)]).toEqual([
		undefined,
		isMade,
		isMade ? 1 : 2,
	]);
	expect(held.conversations.get(id)?.participants).toEqual([me.id, one, two]);
	expect(id).not.toBe(known.id);
});

it('takes no subscription with other conditions for one that X has not made', async () => {
	const { me } = worldOf(coreArea.state(sim().platform));
	const subscribe = async (qualifiers: string) =>
		await ran('xCoreAdmin.activitySubscription.create', 'oAuth2', {
			event_type: 'post.create',
			user_id: byId(me.id),
			additionalFields: { filter_qualifiers: qualifiers },
		});
	await subscribe('{ "lang": "en" }');
	sim().fail({ match: { method: 'POST' }, kind: 'reset' });
	const run = await subscribe('{ "lang": "de" }');
	expect([run.error?.message, hasFound(run)]).toEqual([undefined, false]);
	expect(run.json[0]?.filter).toEqual({ user_id: me.id, qualifiers: { lang: 'de' } });
});

it('asks for what it compares: X shows the author and the time of chat messages only to who asks', async () => {
	const { me } = worldOf(coreArea.state(sim().platform));
	const path = '/2/broadcasts/{id}/chat';
	sim().fail({ match: { method: 'POST', path }, kind: 'reset', after: true });
	const whole = { id: 'm1', text: 'Hello', author_id: me.id, created_at_ms: String(Date.now() + 60_000) };
	const alter = (answer: SimResponse, query: URLSearchParams): SimResponse => {
		const asked = [...(query.get('broadcast_chat_message.fields') ?? '').split(','), query.get('expansions')];
		return { ...answer, body: { data: [pick(whole, 'id', 'text', ...asked.map(String))] } };
	};
	sim().fail({ match: { method: 'GET', path }, kind: 'altered', alter });
	const run = await ran('xLive.broadcastChat.send', 'oAuth2', { id: '1vAxRkEDwqVKl', text: 'Hello' });
	expect([run.error?.message, hasFound(run), writes(/chat$/)]).toEqual([undefined, true, 1]);
});

const PATH = `/12/accounts/${ids.account}/custom_audiences/${ids.audience}/users`;
const people = range(3).map((index) => ({ json: { email: `user${index}@example.com` } }));
const run = async (continueOnFail = false) =>
	await runNode({
		node: 'xAdsAudiences',
		sim: sim(),
		parameters: {
			authentication: 'oAuth1',
			resource: 'audience',
			operation: 'addUsers',
			account_id: account,
			custom_audience_id: byId(ids.audience),
			users_from: 'columns',
		},
		items: people,
		continueOnFail,
	});

it('people of an audience whose shared request was never answered are not unsure, and added once by the next run', async () => {
	const { state } = area.state(sim().platform).production;
	setMembers(state, ids.audience, []);
	sim().fail({ match: { path: PATH }, kind: 'unavailable', after: true, times: 60 });
	const broken = await run();
	const items = await run(true);
	sim().repair();
	expect(broken.error).toBeDefined();
	expect(get(broken.error, 'context.data.resume')).toBeUndefined();
	expect(items.json.map((json) => get(json, 'details.resume.left.0.unsure') ?? false)).toEqual(
		people.map(() => false),
	);
	const rest = await run();
	expect(rest.error?.message).toBeUndefined();
	expect(membersOf(state, ids.audience)).toHaveLength(people.length);
});
