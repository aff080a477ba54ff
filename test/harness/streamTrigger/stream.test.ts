/** @jest-environment ./test/support/environment.ts */
import { omit } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { STREAMS } from '../../../nodes/XStreamTrigger/sources/streams';
import { ME } from '../../simulator/identities';
import { activityTypes } from '../../simulator/webhooks/activityTypes';
import { host } from '../../support';
import { unlikeTrigger } from '../../support/outputFields';
import { rule, texts, useWorld } from './world';

const world = useWorld();

describe('a filtered stream', () => {
	it('starts a run for each Post that matches, in the form of the webhook trigger', async () => {
		const { openActive, streams, until } = world();
		const trigger = await openActive();
		const id = streams.post('n8n is nice');
		streams.post('something else');
		streams.post('more n8n');
		await until(() => trigger.executions.length === 2);
		expect(texts(trigger)).toEqual(['n8n is nice', 'more n8n']);
		expect(trigger.emitted[0]).toMatchObject({
			eventType: 'stream.post',
			eventId: id,
			source: 'filteredStream',
			createdAt: expect.any(String) as string,
			payload: { id, text: 'n8n is nice' },
		});
		expect(trigger.executions.map(({ status }) => status)).toEqual(['success', 'success']);
	});

	it('adds its rules with a tag that names workflow and node, and removes them when it is unpublished', async () => {
		const { openActive, streams, unpublish } = world();
		const foreign = streams.addRule('cats', 'somebody');
		const trigger = await openActive({ parameters: rule('n8n', 'cats'), workflowId: 'flow' });
		expect(streams.registered.rules).toEqual([
			{ id: foreign, value: 'cats', tag: 'somebody' },
			{
				id: expect.any(String) as string,
				value: 'n8n',
				tag: expect.stringMatching(/^n8n\/\w{6}\/flow\/\w{6}\/\w{6}$/) as string,
			},
		]);
		await unpublish(trigger);
		expect(streams.registered.rules).toEqual([{ id: foreign, value: 'cats', tag: 'somebody' }]);
		expect(streams.open).toEqual([]);
	});

	it('gets the Posts of a rule that somebody else has added, and the name that the form gives it', async () => {
		const { openActive, streams, until } = world();
		streams.addRule('cats', 'somebody');
		const rules = { rule: [{ value: 'cats', name: 'pets' }] };
		const trigger = await openActive({ parameters: { events: 'filteredStream', rules } });
		streams.post('cats');
		await until(() => trigger.emitted.length === 1);
		expect(trigger.emitted[0]).toMatchObject({ tag: 'pets' });
	});

	it('refuses a rule that has only a name, and takes an empty row for none', async () => {
		const { open, openActive, sim, streams } = world();
		const rows = (name: string) => ({
			events: 'filteredStream',
			rules: {
				rule: [
					{ value: 'n8n', name: '' },
					{ value: '', name },
				],
			},
		});
		await expect((await open({ parameters: rows('brand') })).activate()).rejects.toThrow(
			'"Rules 2 → Rule" is required: the row has only the name "brand"',
		);
		expect(sim.requests).toEqual([]);
		await openActive({ parameters: rows('') });
		expect(streams.registered.rules).toMatchObject([{ value: 'n8n' }]);
	});

	it('removes what it had left behind, and adds again what somebody has removed', async () => {
		const { openActive, streams, advance, until, sim } = world();
		const options = {
			workflowId: 'again',
			parameters: { ...rule('old'), options: { onDeactivation: 'keep' } },
		};
		await (await openActive(options)).deactivate();
		expect(streams.registered.rules.map(({ value }) => value)).toEqual(['old']);
		const trigger = await openActive({ workflowId: 'again', parameters: rule('n8n') });
		expect(streams.registered.rules.map(({ value }) => value)).toEqual(['n8n']);
		streams.removeRule(streams.registered.rules[0]?.id ?? '');
		const at = sim.requests.length;
		streams.post('n8n while the rule was gone');
		await advance(31);
		await until(() => streams.registered.rules.length === 1);
		await advance(60);
		expect(texts(trigger)).toEqual(['n8n while the rule was gone']);
		expect(sim.requests.slice(at).map(({ route }) => route)).toContain('/2/tweets/search/recent');
	});

	it('leaves alone what a webhook trigger of the same workflow has added', async () => {
		const { openActive, streams, unpublish } = world();
		const options = { workflowId: 'flow', parameters: rule('n8n') };
		const first = await openActive(options);
		const tag = (streams.registered.rules[0]?.tag ?? '').replace(/\w{6}$/, 'ffffff');
		await unpublish(first);
		const other = { id: streams.addRule('cats', tag), value: 'cats', tag };
		const trigger = await openActive(options);
		await unpublish(trigger);
		expect(streams.registered.rules).toEqual([other]);
	});

	it('is shared by the workflows of an n8n, each with its own Posts', async () => {
		const { openActive, streams, until, unpublish } = world();
		const one = await openActive({ parameters: rule('n8n', 'both') });
		const other = await openActive({ parameters: rule('cats', 'both') });
		expect(streams.connections).toHaveLength(1);
		for (const text of ['n8n', 'cats', 'both']) streams.post(text);
		await until(() => one.emitted.length + other.emitted.length === 4);
		expect([texts(one), texts(other)]).toEqual([
			['n8n', 'both'],
			['cats', 'both'],
		]);
		await unpublish(one);
		expect(streams.registered.rules.map(({ value }) => value).sort()).toEqual(['both', 'cats']);
		streams.post('both again');
		await until(() => other.emitted.length === 3);
		await unpublish(other);
		expect([streams.registered.rules, streams.open]).toEqual([[], []]);
	});

	it('asks for what all of its workflows want', async () => {
		const { openActive, streams, until, advance } = world();
		const trigger = await openActive({ parameters: { ...rule('n8n'), fields: { postFields: ['lang'] } } });
		await openActive({ parameters: { ...rule('cats'), fields: { postFields: ['source'] } } });
		await until(() => streams.connections.length === 2);
		await advance(6);
		await until(() => streams.open.length === 1);
		expect(streams.open[0]?.query.get('tweet.fields')).toBe('lang,source');
		streams.post('n8n');
		await until(() => trigger.emitted.length === 1);
		expect(trigger.emitted[0]?.payload).toMatchObject({ lang: 'en', source: 'Simulator' });
	});

	it('runs once for a Post that comes twice, also after a restart', async () => {
		const { openActive, open, streams, until, settle, table } = world();
		const trigger = await openActive({ workflowId: 'twice' });
		const id = streams.post('n8n');
		await until(() => trigger.executions.length === 1);
		streams.deliver(id);
		const last = streams.post('n8n, second');
		await until(() => trigger.executions.length === 2);
		await trigger.deactivate();
		// One n8n knows the keys of its executions, another keeps none and has what the node stored.
		for (const executions of [table, new (host().ExecutionTable)()]) {
			const again = await open({
				workflowId: 'twice',
				table: executions,
				staticData: trigger.storedStaticData,
			});
			await again.activate('init');
			streams.deliver(id);
			if (executions === table) streams.deliver(last);
			await settle();
			expect(again.emitted).toEqual([]);
			await again.deactivate();
		}
		expect(table.keys.size).toBe(2);
	});
});

describe('a stream of another kind', () => {
	it('is read in the part that the form says', async () => {
		const { openActive, streams, until } = world();
		const trigger = await openActive({ parameters: { events: 'sample10', partition: 2 } });
		expect(streams.open[0]?.query.get('partition')).toBe('2');
		streams.write({ data: { id: '7', text: 'hello' } }, 'sample10_stream');
		await until(() => trigger.emitted.length === 1);
		expect(trigger.emitted[0]).toMatchObject({ eventType: 'post.create', eventId: '7', source: 'sample10' });
	});

	it('gives notices by their kind', async () => {
		const { openActive, streams, until } = world();
		const trigger = await openActive({ parameters: { events: 'userCompliance' } });
		const event_at = '2026-01-01T00:00:00.000Z';
		streams.write({ data: { user_suspend: { user: { id: '5' }, event_at } } }, 'users_compliance_stream');
		await until(() => trigger.emitted.length === 1);
		expect(trigger.emitted[0]).toMatchObject({
			eventType: 'userCompliance.user_suspend',
			userId: '5',
			createdAt: event_at,
		});
	});

	it('of activity has its subscriptions made and removed', async () => {
		const { open, openActive, streams, until, unpublish } = world();
		const parameters = {
			events: 'activity',
			authentication: 'app',
			eventTypes: ['profile.update.bio'],
			userIds: ME.username,
		};
		const trigger = await openActive({ parameters, workflowId: 'activity' });
		expect(streams.registered.subscriptions).toMatchObject([
			{
				event_type: 'profile.update.bio',
				filter: { user_id: ME.id },
				tag: expect.stringMatching(/^n8n\//) as string,
			},
		]);
		streams.activity('profile.update.bio');
		await until(() => trigger.emitted.length === 1);
		expect(trigger.emitted[0]).toMatchObject({
			eventType: 'profile.update.bio',
			source: 'activity',
			tag: null,
		});
		await trigger.deactivate();
		const restored = await open({ parameters, workflowId: 'activity' });
		await restored.activate('init');
		expect(restored.failures).toMatchObject([
			{
				message: expect.stringContaining('is gone') as string,
				description: expect.stringContaining('no search') as string,
			},
		]);
		await unpublish(restored);
		expect(streams.registered.subscriptions).toEqual([]);
	});
});

describe('the items of every stream', () => {
	const wrongIn = (items: readonly IDataObject[]) =>
		items.flatMap((item) =>
			unlikeTrigger(host(), 'xStreamTrigger', item).map((each) => [item.eventType, each]),
		);

	it('of activity have the fields that n8n shows before the first run', async () => {
		const { openActive, streams, until } = world();
		const ofUsers = [...activityTypes.keys()].filter((type) => type !== 'news.new');
		for (const [eventTypes, filters] of [
			[ofUsers, {}],
			[['news.new'], { keyword: 'comet' }],
		] as const) {
			const trigger = await openActive({
				parameters: {
					events: 'activity',
					eventTypes: [...eventTypes],
					filters,
					options: { unverified: 'passOn' },
				},
			});
			for (const type of eventTypes) streams.activity(type);
			await until(() => trigger.emitted.length === eventTypes.length);
			expect(wrongIn(trigger.emitted)).toEqual([]);
		}
	});

	const at = '2026-01-01T00:00:00.000Z';
	const MESSAGES = {
		posts: { data: { id: '7', text: 'n8n', author_id: '5', created_at: at } },
		likes: { data: { id: '7', liked_tweet_id: '8', created_at: at } },
		notices: { data: { delete: { tweet: { id: '7', author_id: '5' }, event_at: at } } },
	};

	it.each(Object.entries(omit(STREAMS, 'activity')))('%s have them too', async (events, kind) => {
		const { openActive, streams, until } = world();
		const rules = { rule: [{ value: 'n8n', name: 'mine' }] };
		const trigger = await openActive({
			parameters: { events, ...(events === 'filteredStream' && { rules }) },
		});
		const message = MESSAGES['chooses' in kind ? kind.chooses : 'notices'];
		if (events === 'filteredStream') streams.post('n8n');
		else streams.write(message, kind.endpoint);
		await until(() => trigger.emitted.length === 1);
		expect(wrongIn(trigger.emitted)).toEqual([]);
	});
});

describe('activity subscriptions that X refuses', () => {
	const activity = { events: 'activity', eventTypes: ['like.create'], userIds: '' };
	const creations = () =>
		world()
			.sim.requests.filter(({ method, path }) => method === 'POST' && path === '/2/activity/subscriptions')
			.map(({ status }) => status);

	it('because they overlap another are recognised before X is asked', async () => {
		const { open, openActive, streams } = world();
		await openActive({ parameters: activity });
		const [other] = streams.registered.subscriptions;
		const narrower = await open({ parameters: { ...activity, filters: { direction: 'inbound' } } });
		await expect(narrower.activate()).rejects.toThrow(
			`overlaps like.create of user ${ME.id}: subscription ${other?.subscription_id}`,
		);
		expect(creations()).toEqual([200]);
	});
});

describe('a test run', () => {
	it('gets the first event and leaves nothing behind', async () => {
		const { open, streams, until } = world();
		const trigger = await open();
		const run = trigger.test();
		await until(() => streams.open.length === 1);
		streams.post('n8n');
		const { status, nodes } = await run.finished;
		expect(status).toBe('success');
		expect(nodes.After?.[0]?.data?.main?.[0]).toMatchObject([{ json: { payload: { text: 'n8n' } } }]);
		await until(() => streams.open.length === 0 && streams.registered.rules.length === 0);
	});

	it('shares the connection of the published workflow', async () => {
		const { openActive, streams, until, settle } = world();
		const trigger = await openActive();
		const run = trigger.test();
		await until(() => streams.registered.rules.length === 1);
		await settle();
		streams.post('n8n');
		expect((await run.finished).status).toBe('success');
		await until(() => trigger.emitted.length === 1);
		expect([streams.connections.length, streams.open.length]).toEqual([1, 1]);
		expect(streams.registered.rules).toHaveLength(1);
	});

	it('that is cancelled ends the connection', async () => {
		const { open, streams, until } = world();
		const run = (await open()).test();
		await until(() => streams.open.length === 1);
		run.cancel();
		await until(() => streams.open.length === 0 && streams.registered.rules.length === 0);
		expect(streams.connections).toHaveLength(1);
	});
});
