/**
 * The guard of a workflow: what it may write over all its runs, and Dry Run.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { useSkippedWaits } from '../../support/waits';
import { ME } from '../../simulator/identities';
import { by, byId, itemsWith, useCore, type More } from './support';

const { sim, core, world, count, sent } = useCore();
useSkippedWaits(() => sim());

const HOUR = 3_600_000;
let tests = 0;
// What a process remembers of a workflow is forgotten after some days.
beforeEach(() => sim().platform.clock.advance(++tests * 100 * 24 * HOUR));

const under = ({ dryRun = false, ...guard }: INodeParameters) => ({
	options: { dryRun, ...(Object.keys(guard).length > 0 && { guard }) },
});
const post = async (text: string, rules: INodeParameters, more: object = {}, of: More = {}) =>
	await core('post.create', { text, ...under(rules), ...more }, of);
const PICTURE = {
	items: [{ json: {}, binary: { data: { data: 'aW1hZ2U=', mimeType: 'image/png', fileName: 'a.png' } } }],
};

describe('the guard', () => {
	it('holds where a run goes on after one of which n8n kept nothing', async () => {
		const resumeFrom = `since ${new Date(sim().platform.clock.now()).toISOString()}`;
		const { options } = under({ writesPerDay: 2 });
		const form = { text: '={{ $json.value }}', options: { ...options, resumeFrom } };
		const run = await core('post.create', form, { items: itemsWith('one', 'two', 'three') });
		expect(run.error?.message).toContain('Guard → Writes per Day (2) does not allow');
		expect(count('/2/tweets')).toBe(2);
		expect((await post('two', { sameTextDays: 2 })).error?.message).toContain(
			'has published this text before',
		);
	});

	it('lets out what it has counted in the run that a run goes on after', async () => {
		sim().fail({ match: { method: 'POST', path: '/2/tweets' }, kind: 'reset', times: 9 });
		const lost = await post('one', { sameTextDays: 2 });
		sim().repair();
		const resumeFrom = get(lost.error, 'context.data.resume') as unknown as string;
		const { options } = under({ sameTextDays: 2 });
		const run = await core('post.create', { text: 'one', options: { ...options, resumeFrom } });
		expect([run.error?.message, run.json[0]?.text]).toEqual([undefined, 'one']);
	});

	it.each(['user.follow', 'list.create'])('counts %s once whose answer was lost', async (operation) => {
		const form =
			operation === 'list.create' ? { name: 'Readers' } : { target_user_id: byId(world().other.id) };
		const run = async (writesPerDay: number, more: object = {}) => {
			const options = { ...under({ writesPerDay }).options, ...more };
			const { error } = await core(operation, { ...form, options });
			return error?.context as { data: { kind: string; resume?: string } } | undefined;
		};
		sim().fail({ match: { method: 'POST' }, kind: 'reset', times: 9 });
		const lost = await run(1);
		sim().repair();
		expect(lost?.data.kind).toBe('connection');
		const resumeFrom = lost?.data.resume;
		expect(await run(1, resumeFrom === undefined ? {} : { resumeFrom })).toBeUndefined();
		// What is meant anew counts.
		expect((await run(1))?.data.kind).toBe('writesPerDay');
		expect([await run(2), (await run(2))?.data.kind]).toEqual([undefined, 'writesPerDay']);
	});

	it.each<[what: string, guard: INodeParameters | string]>([
		['an expression without a value', '={{ $json.nothing }}'],
		['an expression, which n8n drops', '={{ ({ writesPerDay: 1 }) }}'],
		['added in the form and left empty', {}],
	])('that holds no rule lets nothing out: %s', async (_what, guard) => {
		const form = { text: 'Hello', options: { guard } };
		const { error } = await core('post.create', form);
		expect(error?.message).toBe(
			'"Guard" holds nothing: add a value to it, or remove it. An expression in place of the whole has no effect in n8n',
		);
		expect(sent()).toEqual([]);
		await core('post.create', { ...form, options: { guard, emptyExpressions: 'leaveOut' } });
		expect(sent()).toEqual(['POST /2/tweets']);
	});

	it('admits so many writes in a day, over runs, and says when it opens again', async () => {
		const rules = { writesPerDay: 3 };
		const items = itemsWith('one', 'two');
		expect(
			(await core('post.create', { text: '={{ $json.value }}', ...under(rules) }, { items })).error,
		).toBeUndefined();
		expect((await post('three', rules)).error).toBeUndefined();
		const refused = await post('four', rules);
		expect(refused.error?.message).toMatch(
			/^Guard → Writes per Day \(3\) does not allow another write of this workflow; it opens again at /,
		);
		const { data } = refused.error?.context as { data: { kind: string; retryAt: string } };
		expect(data.kind).toBe('writesPerDay');
		expect(count('/2/tweets')).toBe(3);
		const { clock } = sim().platform;
		clock.advance(Date.parse(data.retryAt) - clock.now() - 1);
		expect((await post('five', rules)).error).toBeDefined();
		clock.advance(1);
		expect((await post('six', rules)).error).toBeUndefined();
	});

	it('asks for nothing that costs where no write is left', async () => {
		const follow = async (dryRun = false) =>
			await core('user.follow', {
				target_user_id: by('username', world().other.username),
				...under({ writesPerDay: 1, dryRun }),
			});
		expect((await follow()).error).toBeUndefined();
		sim().requests.length = 0;
		expect((await follow()).error?.context).toMatchObject({ data: { kind: 'writesPerDay' } });
		expect(sent()).toEqual([]);
		expect((await follow(true)).json).toMatchObject([{ dryRun: true, isAllowed: false }]);
	});

	it('counts an upload once, if it is not for a Post of its node, and each change of media', async () => {
		const rules = { writesPerDay: 3 };
		const media = async (operation: string, form: INodeParameters) =>
			(await core(`media.${operation}`, form, PICTURE)).error?.message;
		const { options } = under(rules);
		for (const singleRequest of [false, true])
			expect(
				await media('upload', {
					additionalFields: { alt_text: 'A lamp' },
					options: { ...options, singleRequest },
				}),
			).toBeUndefined();
		expect((await post('Lamp', rules, { attachment: 'file' }, PICTURE)).error).toBeUndefined();
		sim().requests.length = 0;
		for (const [operation, form] of Object.entries({
			upload: {},
			addAltText: { id: '1', alt_text: 'A lamp' },
			deleteSubtitles: { id: '1' },
		}))
			expect(await media(operation, { ...form, options })).toMatch(/^Guard → Writes per Day \(3\)/);
		expect(sent()).toEqual([]);
	});

	it('answers no Post twice, from whatever node, and others still', async () => {
		const [first, second] = [world().ownPost.id, sim().platform.newId()];
		const rules = { answerOnce: true };
		const answer = async (text: string, id: string) =>
			await post(text, rules, { reply_in_reply_to_tweet_id: byId(id) });
		expect((await answer('One', first)).error).toBeUndefined();
		const again = await answer('Two', first);
		expect(again.error?.message).toContain(`this workflow has answered Post ${first} before`);
		expect(again.error?.context).toMatchObject({ data: { kind: 'answered' } });
		// X does not know this Post: what was refused was not answered.
		expect((await answer('Three', second)).error?.message).not.toContain('answered Post');
		expect((await answer('Three', second)).error?.message).not.toContain('answered Post');
		expect((await post('No answer', rules)).error).toBeUndefined();
	});

	it('answers no Post that a node with another rule has answered', async () => {
		const reply_in_reply_to_tweet_id = byId(world().ownPost.id);
		const answer = async (text: string, rules: INodeParameters) =>
			await post(text, rules, { reply_in_reply_to_tweet_id });
		expect((await answer('One', { writesPerDay: 5 })).error).toBeUndefined();
		expect((await answer('Two', { answerOnce: true })).error?.context).toMatchObject({
			data: { kind: 'answered' },
		});
	});

	it('answers no message twice, from whatever node, and others still', async () => {
		const answer = async (operation: string, answeredMessage: string) =>
			await core(`directMessage.${operation}`, {
				...(operation === 'send'
					? { participant_id: by('username', world().other.username) }
					: { dm_conversation_id: byId(`${world().other.id}-${ME.id}`) }),
				text: 'Thank you',
				...under({ answeredMessage }),
			});
		expect((await answer('send', '17')).error).toBeUndefined();
		sim().requests.length = 0;
		for (const operation of ['sendToConversation', 'send'])
			expect((await answer(operation, '17')).error?.message).toBe(
				'Guard → Answer Each Message Once: this workflow has answered Message 17 before',
			);
		// The username is not looked up for an answer that is not sent.
		expect(sent()).toEqual([]);
		expect((await answer('send', '18')).error).toBeUndefined();
		expect(sent().filter((each) => each.startsWith('POST'))).toHaveLength(1);
	});

	it('forgets a write that X refused', async () => {
		sim().fail({ match: { path: '/2/tweets' }, kind: 'status', status: 403, body: { title: 'Forbidden' } });
		const rules = { writesPerDay: 1, sameTextDays: 7 };
		expect((await post('Hello', rules)).error).toBeDefined();
		expect((await post('Hello', rules)).error).toBeUndefined();
	});

	it('forgets a write that Max Cost of the run did not let through', async () => {
		const rules = { writesPerDay: 1, sameTextDays: 7 };
		const form = { text: 'Hello', options: { guard: rules, maxCost: 0.001 } };
		expect((await core('post.create', form)).error?.message).toMatch(/^Max Cost \(\$0\.001\)/);
		expect((await post('Hello', rules)).error).toBeUndefined();
	});

	it('keeps texts for a node with another rule than the one that ran last', async () => {
		const { staticData } = await post('Hello', { sameTextDays: 30 });
		sim().platform.clock.advance(24 * HOUR);
		const form = { text: 'Other', ...under({ writesPerDay: 9 }) };
		const later = await core('post.create', form, { staticData });
		const { guard } = later.staticData.global as { guard: { texts: object } };
		expect(Object.keys(guard.texts).length).toBeGreaterThanOrEqual(2);
	});

	it('keeps to its dollars a day', async () => {
		const items = itemsWith(...Array.from({ length: 10 }, (_, index) => `Post ${index}`));
		const form = { text: '={{ $json.value }}', ...under({ maxCostPerDay: 0.05 }) };
		const run = await core('post.create', form, { items, continueOnFail: true });
		expect(count('/2/tweets')).toBe(3);
		expect(JSON.stringify(run.json.at(-1))).toContain(
			'Guard → Max Cost per Day ($0.05) does not allow this request',
		);
	});
});

describe('Dry Run', () => {
	const rules = { dryRun: true };

	it('shows the request, its price and what the guard says, and writes nothing', async () => {
		const run = await post('See https://example.com', { ...rules, writesPerDay: 10 });
		expect(run.json).toEqual([
			{
				dryRun: true,
				requests: [
					{
						method: 'POST',
						url: `${sim().baseUrl}/2/tweets`,
						body: { text: 'See https://example.com' },
					},
				],
				usdMax: 0.2,
				isAllowed: true,
				refusal: null,
			},
		]);
		expect(sent()).toEqual([]);
	});

	it('stops at an upload that is the operation itself, also where it goes on', async () => {
		sim().fail({ kind: 'status', status: 403, match: { path: '/2/media/upload/{id}/finalize' } });
		const { error } = await core('media.upload', {}, PICTURE);
		const resumeFrom = get(error, 'context.data.resume.from') as unknown as string;
		sim().requests.length = 0;
		for (const more of [{}, { resumeFrom }]) {
			const { json } = await core('media.upload', { options: { dryRun: true, ...more } }, PICTURE);
			expect(json).toMatchObject([{ dryRun: true, requests: [{ method: 'POST' }] }]);
		}
		const { json } = await post('Lamp', rules, { attachment: 'file' }, PICTURE);
		expect(get(json, '0.requests')).toHaveLength(4);
		expect(sent().filter((each) => !each.startsWith('GET '))).toEqual([]);
	});

	it('says that nothing was sent, and holds for the item that has it', async () => {
		const form = { text: '={{ $json.value }}', options: { dryRun: '={{ $json.value === "one" }}' } };
		const run = await core('post.create', form, { items: itemsWith('one', 'two') });
		expect(run.json[0]).toMatchObject({ dryRun: true });
		expect(run.hints.map(({ message }) => message)).toContainEqual(
			'Item 1: Nothing was sent, because Dry Run is on. The output is what would have been',
		);
		expect(sent()).toEqual(['POST /2/tweets']);
	});

	it('says which rule would refuse', async () => {
		await post('Hello', { sameTextDays: 2 });
		const run = await post('Hello', { ...rules, sameTextDays: 2 });
		expect(run.json[0]).toMatchObject({ isAllowed: false, refusal: { kind: 'sameText' } });
		expect(count('/2/tweets')).toBe(1);
	});
});
