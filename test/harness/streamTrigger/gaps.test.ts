/**
 * What is missed while nothing is heard, over restarts, kills and new versions: each Post starts one run.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { ListeningHost } from '../../support/listening';
import { missedEvents } from '../../support/health';
import { rule, texts, useWorld, type OpenOptions } from './world';

const world = useWorld();
const RECENT = '/2/tweets/search/recent';
const searches = () =>
	world().sim.requests.filter(({ path, status }) => path.split('?')[0] === RECENT && status === 200);

/** Ends n8n: all workflows are closed. They begin again with what n8n had stored. */
async function restart(
	workflows: readonly (readonly [ListeningHost, OpenOptions])[],
	down: () => Promise<void>,
) {
	const { open, advance } = world();
	for (const [trigger] of workflows) await trigger.deactivate();
	await advance(120);
	await down();
	const again: ListeningHost[] = [];
	for (const [trigger, options] of workflows) {
		const next = await open({ ...options, staticData: trigger.storedStaticData });
		await next.activate('init');
		// The others join a connection that has been heard already.
		await advance(25);
		again.push(next);
	}
	return again;
}

describe('after a restart of n8n', () => {
	it('the gap of every workflow on a stream is filled, not only of the first', async () => {
		const { openActive, streams, until, advance } = world();
		const options = ['one', 'two', 'three', 'four'].map((word) => ({
			workflowId: `restarted ${word}`,
			parameters: rule(word),
		}));
		const triggers: ListeningHost[] = [];
		for (const each of options) triggers.push(await openActive(each));
		streams.post('one two three four');
		await until(() => triggers.every(({ executions }) => executions.length === 1));
		await advance(40);
		const again = await restart(
			triggers.map((trigger, n) => [trigger, options[n] ?? {}] as const),
			async () => {
				streams.post('one two three four, missed', { unsent: true });
				await Promise.resolve();
			},
		);
		await until(() => streams.open.length === 1);
		await advance(90);
		expect(again.map(texts)).toEqual(again.map(() => ['one two three four, missed']));
		expect(again.flatMap(({ failures }) => failures)).toEqual([]);
	});

	it('a gap that was not filled before is filled', async () => {
		const { openActive, streams, until, advance, sim } = world();
		const options = { workflowId: 'unfilled' };
		const trigger = await openActive(options);
		streams.post('n8n 1');
		await until(() => trigger.executions.length === 1);
		await advance(300);
		sim.fail({ match: { path: RECENT }, kind: 'unavailable', times: 100 });
		streams.disconnect();
		streams.post('n8n, missed', { unsent: true });
		await until(() => streams.open.length === 1);
		await advance(200);
		streams.post('n8n 2');
		await until(() => trigger.executions.length === 2);
		sim.repair();
		expect(await missedEvents(sim, trigger.storedStaticData)).toEqual([
			expect.stringMatching(/^warn: From .* UTC: /),
		]);
		sim.fail({ match: { path: RECENT }, kind: 'unavailable', times: 100 });
		const [again] = await restart([[trigger, options]], async () => {
			sim.repair();
			await Promise.resolve();
		});
		await advance(400);
		expect([texts(trigger), again && texts(again)]).toEqual([['n8n 1', 'n8n 2'], ['n8n, missed']]);
		streams.post('n8n 3');
		await until(() => again?.executions.length === 2);
		expect(await missedEvents(sim, again?.storedStaticData ?? {})).toEqual([
			'ok: None that X is still asked for',
		]);
	});

	it('after quiet weeks nothing is reported as missing, unless the stream was down', async () => {
		const { open, openActive, sim, advance, unpublish, streams, until } = world();
		const old = { 'node:Subject': { heard: sim.platform.clock.now() - 8 * 24 * 3_600_000 } };
		const down = await open({ workflowId: 'down', staticData: structuredClone(old) });
		await down.activate('init');
		await until(() => streams.open.length === 1);
		await advance(100);
		await until(() => down.failures.length > 0);
		expect(down.failures).toMatchObject([
			{
				message: expect.stringContaining('are missing') as string,
				context: {
					data: {
						gap: {
							from: new Date(old['node:Subject'].heard).toISOString(),
							to: expect.stringMatching(/^\d{4}-/) as string,
							seconds: expect.any(Number) as number,
						},
						rules: [{ rule: 'n8n', reason: 'the time is too long ago for a search' }],
						advice: expect.stringContaining('full archive') as string,
					},
				},
			},
		]);
		await unpublish(down);
		await unpublish(await openActive());
		const quiet = await open({ workflowId: 'quiet', staticData: structuredClone(old) });
		await quiet.activate('init');
		await until(() => streams.open.length === 1);
		await advance(100);
		expect(quiet.failures).toEqual([]);
	});
});

describe('a new version of a workflow', () => {
	it('takes over the connection, the rules, and the events that were waiting for their runs', async () => {
		const { openActive, streams, until, advance } = world();
		const options = { parallelRuns: 1 };
		const trigger = await openActive({ workflowId: 'busy', parameters: { ...rule('n8n'), options } });
		const before = streams.registered.rules;
		let goOn = () => {};
		const busy = new Promise<void>((resolve) => (goOn = resolve));
		trigger.duringRun = async () => await busy;
		for (const place of [1, 2, 3]) streams.post(`n8n ${place}`);
		await until(() => trigger.emitted.length === 1);
		await advance(1);
		await trigger.deactivate();
		streams.post('n8n 4');
		await trigger.activate('update');
		streams.post('n8n 5');
		goOn();
		await until(() => trigger.executions.length === 5);
		await advance(60);
		expect(texts(trigger)).toEqual([1, 2, 3, 4, 5].map((place) => `n8n ${place}`));
		expect([streams.connections.length, streams.registered.rules, searches()]).toEqual([1, before, []]);
	});

	it('with other rules has what was waiting searched for', async () => {
		const { openActive, streams, until, advance } = world();
		const settings = (...rules: string[]) => ({ ...rule(...rules), options: { parallelRuns: 1 } });
		const trigger = await openActive({ workflowId: 'changed', parameters: settings('cats', 'dogs') });
		let goOn = () => {};
		const busy = new Promise<void>((resolve) => (goOn = resolve));
		trigger.duringRun = async () => await busy;
		for (const text of ['cats 1', 'cats 2', 'dogs 3']) streams.post(text);
		await until(() => trigger.emitted.length === 1);
		await advance(1);
		await trigger.deactivate();
		trigger.setParameters(settings('dogs'));
		await trigger.activate('update');
		goOn();
		await advance(90);
		await until(() => trigger.emitted.length === 2);
		expect([texts(trigger), trigger.failures]).toEqual([['cats 1', 'dogs 3'], []]);
	});

	it('joins a connection that X refused at first', async () => {
		const { open, openActive, unpublish, streams, until, advance } = world();
		streams.configure({ ghostMs: 60_000 });
		await unpublish(await openActive());
		streams.configure({ ghostMs: 0 });
		const other = await open({ workflowId: 'started first' });
		const trigger = await open({ workflowId: 'started second' });
		await other.activate('init');
		await trigger.activate('init');
		await advance(90);
		await until(() => streams.open.length === 1);
		await advance(5);
		await trigger.deactivate();
		await trigger.activate('update');
		streams.post('n8n');
		await until(() => trigger.executions.length === 1);
		expect(trigger.failures).toEqual([]);
	});

	it('that X refuses for now keeps trying, and has what was missed searched for', async () => {
		const { openActive, streams, until, advance } = world();
		const trigger = await openActive({ workflowId: 'refused version' });
		await advance(40);
		await trigger.deactivate();
		await advance(40);
		streams.configure({ connections: { filtered_stream: 0 } });
		await trigger.activate('update');
		streams.post('n8n, missed', { unsent: true });
		await advance(300);
		streams.configure({ connections: {} });
		await advance(600);
		await until(() => streams.open.length === 1);
		await advance(60);
		await until(() => trigger.executions.length === 1);
		expect(trigger.failures).toMatchObject([
			{ message: expect.stringContaining('as many connections') as string },
		]);
	});

	it('that could not be started leaves what it knows to the next one', async () => {
		const { openActive, streams, until, advance, sim } = world();
		const trigger = await openActive({ workflowId: 'failed version' });
		await advance(40);
		await trigger.deactivate();
		await advance(40);
		sim.fail({ match: { path: '/2/tweets/search/stream/rules' }, kind: 'status', status: 402, times: 1 });
		await expect(trigger.activate('update')).rejects.toThrow();
		streams.post('n8n, missed', { unsent: true });
		await advance(600);
		await trigger.activate('activate');
		await until(() => streams.open.length === 1);
		await advance(60);
		await until(() => trigger.executions.length === 1);
	});

	it('that a person publishes while X is down has what comes until then searched for', async () => {
		const { open, streams, until, advance, sim } = world();
		const trigger = await open({ workflowId: 'published in an outage' });
		sim.fail({ match: { path: '/2/tweets/search/stream' }, kind: 'status', status: 503, times: 2 });
		await trigger.activate();
		expect(streams.open).toEqual([]);
		streams.post('n8n, missed', { unsent: true });
		await advance(120);
		await until(() => streams.open.length === 1);
		await advance(60);
		await until(() => trigger.executions.length === 1);
		expect(texts(trigger)).toEqual(['n8n, missed']);
	});

	it('begins from scratch where a person has unpublished the workflow and published it again', async () => {
		const { openActive, streams, until, advance, unpublish } = world();
		const trigger = await openActive({ workflowId: 'scratch' });
		await advance(40);
		await unpublish(trigger);
		streams.post('n8n, unwanted', { unsent: true });
		await trigger.activate();
		await until(() => streams.open.length === 1);
		await advance(120);
		expect([texts(trigger), searches()]).toEqual([[], []]);
	});
});

describe('rules', () => {
	it('that only the stream can match are named once for a gap, and all others are searched', async () => {
		const { openActive, streams, until, advance } = world();
		const trigger = await openActive({ parameters: rule('cats sample:10', 'dogs', 'birds') });
		await advance(40);
		streams.disconnect();
		for (const text of ['dogs', 'birds']) streams.post(text, { unsent: true });
		await until(() => streams.open.length === 1);
		await advance(90);
		expect(texts(trigger).sort()).toEqual(['birds', 'dogs']);
		expect(trigger.failures).toMatchObject([
			{
				message: expect.stringMatching(
					/from \d{4}.* to \d{4}.* may be missing.*: cats sample:10 \(a search does not have sample:\)/,
				) as string,
				context: { data: { rules: [{ rule: 'cats sample:10' }] } },
			},
		]);
	});

	it('of two workflows that somebody deletes are matched for both as soon as one has made them again', async () => {
		const { openActive, streams, until, advance } = world();
		const one = await openActive({ parameters: rule('cats'), workflowId: 'cats of one' });
		await advance(25);
		const other = await openActive({ parameters: rule('cats', 'dogs'), workflowId: 'cats of two' });
		await advance(40);
		const [cats] = streams.registered.rules.filter(({ value }) => value === 'cats');
		streams.removeRule(cats?.id ?? '');
		streams.post('cats, unseen');
		await advance(700, 20);
		streams.post('cats, seen');
		await advance(90, 20);
		await until(() => texts(one).length + texts(other).length >= 4);
		expect([texts(one), texts(other)].map((each) => each.sort())).toEqual([
			['cats, seen', 'cats, unseen'],
			['cats, seen', 'cats, unseen'],
		]);
	});
});
