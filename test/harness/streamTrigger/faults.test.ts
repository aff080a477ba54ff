/** @jest-environment ./test/support/environment.ts */
import { once } from 'node:events';
import { get } from 'node:http';
import { rule, texts, useWorld } from './world';

const world = useWorld();
const STREAM = '/2/tweets/search/stream';

/** The seconds between the attempts to connect. */
const pauses = () => {
	const times = world()
		.sim.requests.filter(({ path }) => path === STREAM)
		.map(({ at }) => at);
	return times.slice(1).map((at, index) => Math.round((at - (times[index] ?? 0)) / 1000));
};

describe('a connection that is lost', () => {
	it('is noticed by its silence, and not before', async () => {
		const { openActive, streams, until, advance } = world();
		await openActive();
		await advance(200);
		expect(streams.connections).toHaveLength(1);
		streams.silence();
		await advance(20);
		expect(streams.connections).toHaveLength(1);
		await advance(10);
		await until(() => streams.open.length === 1 && streams.connections.length === 2);
	});

	it('is opened again after the documented waits', async () => {
		const { openActive, streams, sim, advance, until } = world();
		await openActive();
		await advance(40);
		sim.fail({ match: { path: STREAM }, kind: 'unavailable', times: 3 });
		streams.disconnect();
		await advance(60);
		await until(() => streams.open.length === 1);
		expect(pauses().slice(1)).toEqual([5, 10, 20]);
	});

	it('waits as long as a limit says', async () => {
		const { openActive, streams, sim, advance, until } = world();
		await openActive();
		await advance(40);
		sim.fail({ match: { path: STREAM }, kind: 'rateLimited', resetIn: 300 });
		streams.disconnect();
		await advance(290);
		expect(streams.open).toEqual([]);
		await advance(20);
		await until(() => streams.open.length === 1);
	});

	it('is no longer searched for where the option says so', async () => {
		const { openActive, streams, until, advance, sim } = world();
		await openActive({ parameters: { ...rule('n8n'), options: { fillGaps: false } } });
		await advance(40);
		streams.disconnect();
		await until(() => streams.open.length === 1);
		await advance(120);
		expect(sim.requests.filter(({ path }) => path.includes('recent'))).toEqual([]);
	});

	it('because a line does not end is opened again, and that is said once, with what to do', async () => {
		const { openActive, streams, until, advance } = world();
		const trigger = await openActive();
		for (const connections of [2, 3]) {
			await advance(40);
			streams.write('x'.repeat(8_000_001));
			streams.post('n8n, missed', { unsent: true });
			await until(() => streams.connections.length === connections && streams.open.length === 1);
		}
		await advance(60);
		await until(() => trigger.executions.length === 2);
		expect(trigger.failures).toMatchObject([
			{
				message: 'A line of the stream takes more work than 8,000,000 characters',
				description: expect.stringContaining('Use Other Hosts') as string,
			},
		]);
	});

	it('is not lost for lines that nobody can read', async () => {
		const { openActive, streams, until } = world();
		const trigger = await openActive();
		streams.write('<html>\r\n{"data":{"id":"1","text":"n8n ');
		streams.write('\u{1F44D}"},"matching_rules":[{"id":"');
		streams.write(`${streams.registered.rules[0]?.id}"}]}\r\n`);
		await until(() => trigger.emitted.length === 1);
		expect(texts(trigger)).toEqual(['n8n \u{1F44D}']);
	});
});

describe('a stream that is refused', () => {
	it('because another program has the only connection is an error that says who', async () => {
		const { open, streams, sim, until } = world();
		streams.addRule('cats', 'somebody');
		const headers = { authorization: `Bearer ${[...sim.platform.credentials.appTokens.keys()][0]}` };
		// Not with fetch, which closes the connection of an answer that is collected as garbage.
		const other = get(`${sim.baseUrl}${STREAM}`, { headers }).on('error', () => undefined);
		await once(other, 'response');
		const connected = streams.open.map(({ id }) => id);
		const trigger = await open();
		const refusal: unknown = await trigger.activate().then(
			() => 'none',
			(error: unknown) => error,
		);
		expect(streams.open.map(({ id }) => id)).toEqual(connected);
		expect(refusal).toMatchObject({
			message: expect.stringMatching(/as many connections.*from 192\.0\.2\.7 since 20/) as string,
			description: expect.stringContaining('Connection') as string,
		});
		expect(streams.registered.rules.map(({ value }) => value)).toEqual(['cats']);
		other.destroy();
		await until(() => streams.open.length === 0);
		await trigger.activate();
	});

	it('for a connection of a process that has ended is tried again when n8n starts', async () => {
		const { open, openActive, streams, advance, until, unpublish } = world();
		streams.configure({ ghostMs: 150_000 });
		await unpublish(await openActive({ workflowId: 'ghost' }));
		await until(() => streams.open.length === 0);
		const trigger = await open({ workflowId: 'ghost' });
		await trigger.activate('init');
		expect(streams.counted).toHaveLength(1);
		await advance(250);
		await until(() => streams.open.length === 1);
		streams.post('n8n');
		await until(() => trigger.emitted.length === 1);
	});

	it('for want of access is an error with advice, and is not tried again', async () => {
		const { open, streams, sim, advance } = world();
		streams.configure({ plan: ['activity_stream'] });
		const trigger = await open();
		await expect(trigger.activate()).rejects.toMatchObject({
			httpCode: '403',
			description: expect.stringContaining('plan') as string,
		});
		await advance(3600);
		expect(sim.requests.filter(({ path }) => path === STREAM)).toHaveLength(1);
		expect(streams.registered.rules).toEqual([]);
	});

	it('for a wrong token is an error, and nothing is left behind', async () => {
		const { open, sim } = world();
		const trigger = await open({
			credentials: { xUserOAuth2Api: { bearerToken: 'wrong' } },
		});
		await expect(trigger.activate()).rejects.toMatchObject({ httpCode: '401' });
		expect(sim.requests.length).toBeLessThan(4);
	});

	it('while it runs, for want of credit, is given back to n8n, which tries again later', async () => {
		const { openActive, streams, advance, until, sim } = world();
		const trigger = await openActive({ workflowId: 'poor' });
		await advance(40);
		streams.write({
			title: 'CreditsDepleted',
			detail: 'Your account has no credit.',
			type: 'https://api.x.com/2/problems/credits',
		});
		await until(() => trigger.breakdowns.length === 1 && !trigger.isActive);
		expect(trigger.breakdowns[0]).toMatchObject({ description: expect.stringContaining('credit') as string });
		await advance(600);
		expect(pauses()).toEqual([]);
		streams.post('n8n, missed', { unsent: true });
		await trigger.activate();
		await until(() => streams.open.length === 1);
		await advance(60);
		expect([texts(trigger), sim.requests.filter(({ path }) => path === STREAM)]).toMatchObject([
			['n8n, missed'],
			[{}, {}],
		]);
	});

	it('while it runs, by another connection, is told once, and tried until it is free', async () => {
		const { openActive, streams, advance, until } = world();
		const trigger = await openActive();
		await advance(40);
		streams.configure({ connections: { filtered_stream: 0 } });
		streams.disconnect();
		await advance(1500);
		expect(trigger.failures).toMatchObject([{ message: expect.stringContaining('connections') as string }]);
		streams.configure({ connections: {} });
		await advance(1000);
		await until(() => streams.open.length === 1);
	});
});

describe('a workflow', () => {
	it('that is slower than its events loses none, and says what it had to leave out', async () => {
		const { openActive, streams, until, advance } = world();
		const trigger = await openActive({
			runs: false,
			parameters: { ...rule('n8n'), options: { parallelRuns: 1 } },
		});
		let release = () => {};
		const blocked = new Promise<void>((resolve) => (release = resolve));
		trigger.duringRun = async () => await blocked;
		for (let count = 0; count < 10_101; count++) {
			streams.post(`n8n ${count}`);
			if (count % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
		}
		await until(() => trigger.emitted.length === 1);
		// All of it has been read.
		await until(() => streams.open.every(({ response }) => response.writableLength === 0));
		await advance(60);
		release();
		await until(() => trigger.emitted.length >= 10_001);
		await advance(60);
		await until(() => trigger.emitted.length >= 10_101);
		expect(new Set(texts(trigger)).size).toBe(10_101);
		expect(trigger.emitted).toHaveLength(10_101);
		expect(trigger.failures).toMatchObject([{ message: expect.stringContaining('100 events') as string }]);
	});

	it('is started once where n8n could not store its run at first', async () => {
		const { openActive, streams, until, advance } = world();
		const trigger = await openActive();
		let failures = 2;
		trigger.beforeRun = async () => {
			await Promise.resolve();
			if (failures-- > 0) throw new Error('SQLITE_BUSY');
		};
		streams.post('n8n');
		await advance(15);
		await until(() => trigger.executions.length === 1);
		expect([texts(trigger), trigger.failures]).toEqual([['n8n'], []]);
	});

	it('stops when the day has cost enough, and goes on the next day', async () => {
		const { openActive, streams, until, advance } = world();
		const options = { maxCostPerDay: 0.01 };
		const trigger = await openActive({ parameters: { ...rule('n8n'), options } });
		for (const text of ['n8n 1', 'n8n 2', 'n8n 3']) streams.post(text);
		await until(() => streams.open.length === 0 && streams.registered.rules.length === 0);
		expect(texts(trigger)).toEqual(['n8n 1', 'n8n 2']);
		expect(trigger.failures).toMatchObject([
			{ description: expect.stringContaining('Max Cost per Day') as string },
		]);
		for (let left = 24 * 6; left > 0 && streams.open.length === 0; left--) await advance(600);
		await until(() => streams.open.length === 1);
		streams.post('n8n 4');
		await until(() => trigger.emitted.length === 3);
		expect([texts(trigger)[2], trigger.failures.length]).toEqual(['n8n 4', 1]);
	});
});

describe('a form', () => {
	it.each([
		['without a rule', { events: 'filteredStream' }, /"Rules" is required/],
		[
			'with a part that does not exist',
			{ events: 'sample10', partition: 3 },
			/"Partition" must be from 1 to 2/,
		],
		[
			'with private events and no user',
			{ events: 'activity', authentication: 'app', eventTypes: ['like.create'], userIds: '1' },
			/must name a user/,
		],
		[
			'with no users',
			{ events: 'activity', authentication: 'app', eventTypes: ['post.create'] },
			/"Users" is required/,
		],
	])('%s is refused before anything is sent', async (_what, parameters, message) => {
		const { open, sim } = world();
		await expect((await open({ parameters })).activate()).rejects.toThrow(message);
		expect(sim.requests).toEqual([]);
	});
});
