/**
 * Retry On Fail: n8n runs a node again with all of its items, and X has what was asked for once.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ads as adsArea } from '../simulator/ads/area';
import { conversionsOf } from '../simulator/ads/conversions';
import { ids } from '../simulator/ads/ids';
import { core as coreArea } from '../simulator/core/area';
import type { Fault } from '../simulator/frame/faults';
import { PIXEL } from '../simulator/identities';
import { runNode, runWorkflow, type NodeRun, type NodeRunOptions } from '../support';
import { nodeOf } from '../support/coreNodes';
import { worldOf } from '../support/seeded/core';
import { byId } from '../support/seeded/types';
import { useSimulator } from '../support/simulator';
import { useSkippedWaits } from '../support/waits';
import { newCampaign, newCampaigns } from './ads/support';

const sim = useSimulator({ followers: 5 });
useSkippedWaits(sim);

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const ADA = '4400000000000000001';
const FOUR = ['p0', 'p1', 'p2', 'p3'];
const itemsOf = (...values: string[]) => values.map((value) => ({ json: { value } }));
const TEXT = '={{ $json.value }}';
const PICTURE = { data: 'aGVsbG8=', mimeType: 'image/png' };

const held = () => coreArea.state(sim().platform);
const world = () => worldOf(held());
/** What is newer than the seed, in the order in which X did it. */
const posts = () =>
	[...held().posts.values()]
		.filter(({ author_id, created_at }) => author_id === world().me.id && created_at >= began)
		.map((post) => post.text);
const messages = () => [...held().dmEvents.values()].slice(seeded).map((event) => event.text);
const campaigns = () =>
	[...adsArea.state(sim().platform).production.state.of('campaigns').all()].map(({ data }) => data.name);
/** What someone reads with the own client, after the first word was theirs. */
async function chatted(): Promise<string[]> {
	const read = { user: ADA, conversation: `${world().me.id}:${ADA}` };
	const all = (await sim().control('chat', 'read', read)) as readonly { from: string; first?: string }[];
	return all.flatMap(({ from, first }) => (from === ADA ? [] : (first ?? [])));
}
/** The bodies of the writes that X did. */
const done = (path: RegExp) =>
	sim().requests.filter((each) => path.test(each.path) && each.status >= 200 && each.status < 300);

let began = '';
let seeded = 0;
beforeEach(() => {
	sim().platform.clock.advance(60_000);
	began = new Date(sim().platform.clock.now()).toISOString();
	seeded = held().dmEvents.size;
});

interface Asked {
	readonly operation: string;
	readonly node?: string;
	readonly as?: string;
	readonly form: () => INodeParameters;
}

const runOf = ({ operation: name, form, node, as = 'oAuth2' }: Asked): NodeRunOptions => {
	const [resource = '', operation = ''] = name.split('.');
	const parameters = { authentication: as, resource, operation, ...form() };
	return { node: node ?? nodeOf(name), sim: sim(), parameters, settings: RETRY };
};
const run = async (asked: Asked, more: Partial<NodeRunOptions> = {}): Promise<NodeRun> =>
	await runNode({ ...runOf(asked), items: itemsOf(...FOUR), ...more });

const POST: Asked = { operation: 'post.create', form: () => ({ text: TEXT }) };
const THREAD: Asked = {
	operation: 'thread.create',
	form: () => ({ posts: { posts: FOUR.map((each) => ({ text: each })) } }),
};
const MESSAGE: Asked = {
	operation: 'directMessage.send',
	form: () => ({
		participant_id: { __rl: true, mode: 'username', value: world().other.username },
		text: TEXT,
	}),
};
const CALL: Asked = {
	operation: 'customApiCall.send',
	form: () => ({ method: 'POST', path: '/2/tweets', body: '={{ JSON.stringify({ text: $json.value }) }}' }),
};
const ADS = { environment: 'production', name: TEXT };
const CAMPAIGN: Asked = {
	operation: 'campaign.create',
	node: 'xAdsCampaigns',
	as: 'oAuth1',
	form: () => newCampaign(ADS),
};
const BATCH: Asked = {
	operation: 'campaign.batch',
	node: 'xAdsCampaigns',
	as: 'oAuth1',
	form: () => newCampaigns(ADS),
};

const FAULTS: Readonly<Record<string, Pick<Fault, 'kind' | 'status' | 'body' | 'resetIn' | 'times'>>> = {
	'503': { kind: 'unavailable' },
	'403': { kind: 'status', status: 403, body: { title: 'Forbidden', status: 403 } },
	cut: { kind: 'reset' },
};
const refuse = (path: string, skip: number, fault: Partial<Fault> = FAULTS['403'] ?? {}) =>
	sim().fail({ match: { method: 'POST', path }, skip, kind: 'status', ...fault });

describe('four of them, the third refused once', () => {
	const adsPath = `/12/accounts/${ids.account}/campaigns`;
	const rows: Array<[string, Asked, path: string, () => unknown[] | Promise<unknown[]>]> = [
		['Posts', POST, '/2/tweets', posts],
		['a thread', THREAD, '/2/tweets', posts],
		['Direct Messages', MESSAGE, '/2/dm_conversations/with/{participant_id}/messages', messages],
		['campaigns', CAMPAIGN, adsPath, campaigns],
		['custom calls', CALL, '/2/tweets', posts],
	];
	const all = rows.flatMap((row) => Object.keys(FAULTS).map((fault) => [fault, ...row] as const));

	it.each(all)('%s: %s', async (fault, _name, asked, path, all) => {
		const before = await all();
		refuse(path, 2, FAULTS[fault]);
		const isThread = asked.operation === 'thread.create';
		const outcome = await run(asked, isThread ? { items: [{ json: {} }] } : {});
		expect(outcome.error).toBeUndefined();
		expect((await all()).slice(before.length)).toEqual(FOUR);
		expect(outcome.itemsPaired).toEqual(isThread ? [0, 0, 0, 0] : [0, 1, 2, 3]);
	});

	it('403: encrypted messages with a file, which is encrypted anew', async () => {
		await sim().control('chat', 'say', { from: ADA, to: world().me.id, text: 'Hello' });
		refuse('/2/chat/conversations/{id}/messages', 2);
		const items = itemsOf(...FOUR).map((item) => ({ ...item, binary: { data: PICTURE } }));
		const form = () => ({ id: byId(ADA), text: TEXT, additionalFields: { file: 'data' } });
		const outcome = await run({ operation: 'message.send', node: 'xChat', form }, { items });
		expect(outcome.error).toBeUndefined();
		expect(await chatted()).toEqual(FOUR);
	});
});

it('goes on with a thread where it stopped, each Post an answer to the one before, with its pictures', async () => {
	refuse('/2/tweets', 2);
	const withPicture = FOUR.map((each) => ({ text: each, attachment: 'file', binaryProperty: 'data' }));
	const asked = { ...THREAD, form: () => ({ posts: { posts: withPicture } }) };
	const outcome = await run(asked, { items: [{ json: {}, binary: { data: PICTURE } }] });
	expect(outcome.error).toBeUndefined();
	expect(posts()).toEqual(FOUR);
	const published = outcome.json.map(({ id }) => id);
	expect(outcome.json.slice(1).map(({ in_reply_to }) => in_reply_to)).toEqual(published.slice(0, 3));
	expect(done(/initialize$/)).toHaveLength(4);
});

it('uploads a file anew where nothing came of it', async () => {
	refuse('/2/tweets', 0);
	const asked = { ...POST, form: () => ({ text: TEXT, attachment: 'file', binaryProperty: 'data' }) };
	const outcome = await run(asked, { items: [{ json: { value: 'One' }, binary: { data: PICTURE } }] });
	expect(outcome.error).toBeUndefined();
	expect(posts()).toEqual(['One']);
	expect(done(/initialize$/)).toHaveLength(2);
});

it('starts jobs of a report anew that failed', async () => {
	await sim().control('ads', 'jobs', { skip: 0, times: 2, outcome: 'FAILED' });
	const form = () => ({
		environment: 'production',
		account_id: byId(ids.account),
		entity: 'LINE_ITEM',
		range: 'custom',
		start_time: '2026-05-19',
		end_time: '2026-05-21',
		filters: { placement: ['ALL_ON_TWITTER'] },
		options: { names: false, way: 'jobs' },
	});
	const asked: Asked = { operation: 'report.get', node: 'xAdsAnalytics', as: 'oAuth1', form };
	const outcome = await run(asked, { items: [{ json: {} }] });
	expect([outcome.error?.message, outcome.json.length > 0]).toEqual([undefined, true]);
});

it('applies no request of a batch twice', async () => {
	const names = Array.from({ length: 80 }, (_, index) => `c${index}`);
	const before = campaigns().length;
	refuse(`/12/batch/accounts/${ids.account}/campaigns`, 1, FAULTS['503']);
	const outcome = await run(BATCH, { items: itemsOf(...names) });
	expect(outcome.error).toBeUndefined();
	expect(campaigns().slice(before)).toEqual(names);
});

it.each<[string, Asked, path: string, skip: number, count: number, () => unknown[]]>([
	['Posts', POST, '/2/tweets', 2, 4, posts],
	['a batch', BATCH, `/12/batch/accounts/${ids.account}/campaigns`, 1, 41, campaigns],
])('says the same again where an expression does not: %s', async (_name, asked, path, skip, count, all) => {
	refuse(path, skip);
	const random = JSON.stringify(asked.form()).replaceAll(TEXT, `${TEXT} {{ Math.random() }}`);
	const values = Array.from({ length: count }, (_, index) => `p${index}`);
	const before = all().length;
	const form = () => JSON.parse(random) as INodeParameters;
	const outcome = await run({ ...asked, form }, { items: itemsOf(...values) });
	expect(outcome.error).toBeUndefined();
	const words = all().slice(before);
	expect(words.map((each) => String(each).split(' ')[0])).toEqual(values);
});

it('writes in an execution that n8n retries only what the first one had not, and gives all of it', async () => {
	const before = messages().length;
	refuse('/2/dm_conversations/with/{participant_id}/messages', 2, { ...FAULTS['403'], times: 9 });
	const failed = await run(MESSAGE);
	expect(failed.error).toBeDefined();
	sim().repair();
	const customData = failed.run.data.resultData.metadata ?? {};
	const retried = await run(MESSAGE, { mode: 'retry', customData });
	expect(retried.error?.message).toBeUndefined();
	expect(messages().slice(before)).toEqual(FOUR);
	expect(retried.itemsPaired).toEqual([0, 1, 2, 3]);
	// The next round of a loop means its own, although it says the same.
	const { metadata } = retried.run.data.resultData;
	const next = await run(MESSAGE, { mode: 'retry', customData: { ...metadata } });
	expect(next.error?.message).toBeUndefined();
	expect(messages().slice(before)).toEqual([...FOUR, ...FOUR]);
});

it.each([9, 10])('says where n8n keeps nothing for a retried execution: beside %i keys', async (count) => {
	refuse('/2/dm_conversations/with/{participant_id}/messages', 2, { ...FAULTS['403'], times: 9 });
	const customData = Object.fromEntries(Array.from({ length: count }, (_, key) => [`key${key}`, 'x']));
	const { error } = await run(MESSAGE, { customData });
	expect(error?.description?.includes('filled the ten custom data keys')).toBe(count === 10);
});

it('leaves nothing of its tries to a later round of a loop in an execution that n8n retries', async () => {
	refuse('/2/dm_conversations/with/{participant_id}/messages', 2);
	const first = await run(MESSAGE);
	expect(first.error).toBeUndefined();
	const customData = { ...first.run.data.resultData.metadata };
	expect((await run(MESSAGE, { mode: 'retry', customData })).error?.message).toBeUndefined();
	expect(messages()).toEqual([...FOUR, ...FOUR]);
});

it('keeps the others where the first returned item has an error, with their hints', async () => {
	refuse('/2/tweets', 0);
	sim().fail({
		match: { method: 'POST', path: '/2/tweets' },
		kind: 'partial',
		errors: [{ title: 'Odd', detail: 'Something of it is odd.' }],
	});
	const outcome = await run(POST, { continueOnFail: true });
	expect(outcome.json.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
	expect(posts()).toEqual(['p1', 'p2', 'p3', 'p0']);
	expect(outcome.json.map((each) => each.text)).toEqual(FOUR);
	expect(outcome.hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^Item 2: X left something out: Something of it is odd/),
	]);
});

it('sends once more what X refused inside of a success', async () => {
	const body = { errors: [{ title: 'Forbidden', detail: 'Not now.', status: 403 }] };
	refuse('/2/tweets', 2, { kind: 'status', status: 200, body });
	const outcome = await run(POST);
	expect(outcome.error).toBeUndefined();
	expect(posts()).toEqual(FOUR);
});

it('begins anew in another execution, and without the setting', async () => {
	for (const settings of [RETRY, RETRY, {}]) {
		refuse('/2/tweets', 2);
		await run(MESSAGE, { settings });
	}
	expect(messages()).toEqual([...FOUR, ...FOUR, ...FOUR]);
	refuse('/2/tweets', 2);
	expect((await run(POST, { settings: {} })).error).toBeDefined();
	expect(posts()).toEqual(['p0', 'p1']);
});

const PLACE = { typeVersion: 1, position: [0, 0] as [number, number] };
const nodeAt = (name: string, type: string) => ({ ...PLACE, id: name, name, type, parameters: {} });
const to = (type: 'main' | 'ai_tool', ...names: string[]) => ({
	[type]: [names.map((node) => ({ node, type, index: 0 }))],
});
const nodeX = (asked: Asked, type = 'xCore') => ({
	...nodeAt('X', `n8n-nodes-x-platform.${type}`),
	...RETRY,
	parameters: runOf(asked).parameters,
});

it('begins anew in each round of a loop', async () => {
	refuse('/2/dm_conversations/with/{participant_id}/messages', 2);
	const noOps = ['Start', 'A', 'B'].map((name) => nodeAt(name, 'n8n-nodes-base.noOp'));
	const outcome = await runWorkflow(
		{
			nodes: [...noOps, nodeX(MESSAGE)],
			connections: { Start: to('main', 'A', 'B'), A: to('main', 'X'), B: to('main', 'X') },
		},
		{ sim: sim(), start: 'Start', items: itemsOf(...FOUR) },
	);
	expect(outcome.error).toBeUndefined();
	expect(outcome.nodes['X']).toHaveLength(2);
	expect(messages()).toEqual([...FOUR, ...FOUR]);
});

describe('a tool that an agent runs itself', () => {
	/** Lets an agent call it once with each of these values. */
	const called = async (asked: Asked, ...values: string[]) =>
		await runWorkflow(
			{
				nodes: [nodeAt('Agent', 'harness.probeAgent'), nodeX(asked, 'xCoreTool')],
				connections: { X: to('ai_tool', 'Agent') },
			},
			{ sim: sim(), start: 'Agent', items: itemsOf(...values) },
		);

	it('goes on with a thread where its first try stopped', async () => {
		refuse('/2/tweets', 2);
		expect((await called(THREAD, '')).error?.message).toBeUndefined();
		expect(posts()).toEqual(FOUR);
	});

	it('sends the same again in a second call', async () => {
		const byModel = { ...MESSAGE.form(), text: "={{ $fromAI('value') }}" };
		refuse('/2/dm_conversations/with/{participant_id}/messages', 0);
		expect(
			(await called({ ...MESSAGE, form: () => byModel }, 'same', 'same')).error?.message,
		).toBeUndefined();
		expect(messages()).toEqual(['same', 'same']);
	});
});

it('counts what it has done once: for the guard, for the cost, and for Max Cost', async () => {
	const bounded = (options: INodeParameters): Asked => ({ ...POST, form: () => ({ text: TEXT, options }) });
	refuse('/2/tweets', 2);
	const outcome = await run(bounded({ guard: { writesPerDay: 4, sameTextDays: 7 }, maxCost: 0.06 }));
	expect(outcome.error).toBeUndefined();
	expect(posts()).toEqual(FOUR);
	expect(outcome.cost).toContain('$0.06');
	const [before, { error }] = [posts().length, await run(bounded({ maxCost: 0.03 }))];
	expect((error?.context as { data: IDataObject }).data).toMatchObject({
		kind: 'maxCost',
		itemsDone: [0, 1],
	});
	expect(posts().length - before).toBe(2);
});

it.each([
	['with an ID are sent again, as X counts each once', { conversion_id: '4711' }, [503, 200]],
	['without one are not: X would count them twice', {}, [503]],
])('conversions of a custom call %s', async (_what, more, statuses) => {
	const path = `/12/measurement/conversions/${PIXEL.id}`;
	const one = {
		conversion_time: '2026-11-20T10:15:30.125Z',
		event_id: `tw-${PIXEL.id}-${ids.webEventTag}`,
		identifiers: [{ twclid: 'abc' }],
	};
	const body = JSON.stringify({ conversions: [{ ...one, ...more }] });
	sim().fail({ match: { method: 'POST', path }, kind: 'unavailable', after: true });
	const form = () => ({ method: 'POST', path, body });
	const asked = { operation: 'customApiCall.send', node: 'xAdsCampaigns', as: 'oAuth1', form };
	await run(asked, { items: [{ json: {} }] });
	expect(sim().requests.map(({ status }) => status)).toEqual(statuses);
	expect(conversionsOf(adsArea.state(sim().platform).production.state)).toHaveLength(1);
});
