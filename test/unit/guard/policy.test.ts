/**
 * Ten thousand random writes through the guard: what X got is compared with the rules by a model that knows only the
 * times and texts of X's log.
 */
import { countBy } from 'lodash';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type * as GuardRoom from '../../../nodes/shared/http/withGuard';
import { WriteMemory, writtenShape } from '../../../nodes/shared/guard/policy';
import { cases } from '../../support/cases';
import { NODE } from '../../support/node';
import { lotsFrom } from '../../support/random';
import { startProcess, TriggeredWorkflow } from '../../support/triggeredWorkflow';
import type * as DayRoom from '../../../nodes/shared/http/connection';
import type * as MemoryRoom from '../../../nodes/shared/memory/workflowMemory';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Sent {
	readonly at: number;
	readonly text: string;
}

const start = () =>
	startProcess(() => ({
		...jest.requireActual<typeof DayRoom>('../../../nodes/shared/http/connection'),
		...jest.requireActual<typeof GuardRoom>('../../../nodes/shared/http/withGuard'),
		...jest.requireActual<typeof MemoryRoom>('../../../nodes/shared/memory/workflowMemory'),
	}));
type Process = ReturnType<typeof start>;

const RULES = { writesPerDay: 40, sameTextDays: 2, maxCostPerDay: 0.45 };
/** A Post costs $0.015: https://docs.x.com/x-api/getting-started/pricing, read on 2026-11-21. */
const POSTS_FOR_THE_MONEY = 30;

/** What happens in a workflow. `stored` is n8n's database. */
class World {
	/** In the evening: the money of two days may be spent within the 24 hours of the limit on writes. */
	now = 20_000 * DAY + 20 * HOUR;
	readonly sent: Sent[] = [];
	refused = 0;
	stored: IDataObject = {};

	constructor(private readonly random: (below: number) => number) {}

	/** A run that writes some items side by side, and is stored at its end. */
	async run(room: Process, count: number, isStored = true): Promise<void> {
		const data = structuredClone(this.stored);
		const context = {
			getWorkflow: () => ({ id: 'one', active: true }),
			getWorkflowStaticData: () => data,
			getNode: () => NODE,
			getParentNodes: () => [],
		} as unknown as IExecuteFunctions;
		const guard = new room.Guard(context);
		const api = guard.watch(
			{
				kind: 'oAuth2',
				baseUrl: 'https://api.x.com',
				account: '',
				send: async ({ body }) => {
					await new Promise((resolve) => setImmediate(resolve));
					this.sent.push({ at: this.now, text: (body as { text: string }).text });
					return { status: 201, headers: {}, body: { data: { id: '1' } } };
				},
			},
			true,
			RULES,
			'POST /2/tweets',
		);
		const write = async () => {
			const request = {
				method: 'POST' as const,
				path: '/2/tweets',
				body: { text: `Text ${this.random(900)}` },
			};
			await api.send(request).catch(() => this.refused++);
		};
		await Promise.all(Array.from({ length: count }, write));
		guard.store();
		if (isStored) this.stored = JSON.parse(JSON.stringify(data)) as IDataObject;
	}
}

/** The most writes in any window of a length. */
function mostWithin(sent: readonly Sent[], window: number): number {
	let from = 0;
	return sent.reduce((most, { at }, to) => {
		while (sent[from]!.at <= at - window) from++;
		return Math.max(most, to - from + 1);
	}, 0);
}

const mostOfDay = (sent: readonly Sent[]): number =>
	Math.max(...Object.values(countBy(sent, ({ at }) => Math.floor(at / DAY))));

/** The shortest time between two equal texts. */
function closest(sent: readonly Sent[]): number {
	const last = new Map<string, number>();
	return sent.reduce((least, { at, text }) => {
		const before = last.get(text);
		last.set(text, at);
		return before === undefined ? least : Math.min(least, at - before);
	}, Infinity);
}

describe('the guard over many runs', () => {
	let world: World;
	beforeEach(() => {
		world = new World(lotsFrom(7));
		jest.spyOn(Date, 'now').mockImplementation(() => world.now);
	});
	afterEach(() => jest.restoreAllMocks());

	it('lets none of 10,000 random writes pass a rule, over restarts', async () => {
		const random = lotsFrom(11);
		const TOTAL = cases(1000, 10_000);
		let process = start();
		let restarts = 0;
		for (let writes = 0; writes < TOTAL;) {
			const sizes = [1 + random(8), 1 + random(8)];
			// Two runs side by side begin with the same stored state; the later one overwrites what the other stored.
			await Promise.all(sizes.map((size) => world.run(process, size)));
			writes += sizes.reduce((sum, size) => sum + size, 0);
			world.now += random(4) === 0 ? random(3 * HOUR) : random(6 * MINUTE);
			if (random(40) === 0) {
				process = start();
				restarts++;
			}
		}
		const { sent, refused } = world;
		expect(restarts).toBeGreaterThan(TOTAL / 1000);
		expect(sent.length).toBeGreaterThan(TOTAL / 20);
		expect(refused).toBeGreaterThan(TOTAL / 20);
		expect(mostWithin(sent, DAY)).toBe(RULES.writesPerDay);
		expect(mostOfDay(sent)).toBe(POSTS_FOR_THE_MONEY);
		expect(closest(sent)).toBeGreaterThanOrEqual(RULES.sameTextDays * DAY);
	});

	it('lets each process have the limit where runs of several overlap, and one where they follow each other', async () => {
		const workers = [start(), start(), start()];
		await Promise.all(workers.map(async (worker) => await world.run(worker, 40)));
		expect(world.sent).toHaveLength(workers.length * POSTS_FOR_THE_MONEY);

		world = new World(lotsFrom(7));
		for (const worker of [start(), start(), start()]) await world.run(worker, 40);
		expect(world.sent).toHaveLength(POSTS_FOR_THE_MONEY);
	});

	it('forgets what a killed run counted, and nothing of the runs before it', async () => {
		await world.run(start(), 5);
		await world.run(start(), 5, false);
		await world.run(start(), 40);
		expect(world.sent).toHaveLength(POSTS_FOR_THE_MONEY + 5);
	});
});

describe('the memory of writes', () => {
	const now = 20_000 * DAY;
	const post = (text: string) => ({ method: 'POST', path: '/2/tweets', body: { text } });
	const memory = () => new WriteMemory();

	it.each([
		'Buy\u200b now',
		'B\u00aduy\u2060 now',
		'\ufeffbuy \u200d NOW',
		'Buy\u{e0061}  now',
		'@ada Buy now',
	])('knows a text again that people see as the same: %j', (text) => {
		const writes = memory();
		writes.admit(NODE, { sameTextDays: 2 }, post('Buy now'), now);
		expect(writes.refusal(NODE, { sameTextDays: 2 }, post(text), now + DAY)?.message).toContain(
			'has published this text before',
		);
		expect(writes.refusal(NODE, { sameTextDays: 2 }, post(`${text}!`), now + DAY)).toBeUndefined();
	});

	it('forgets a write that X refused, whatever was stored or written meanwhile', () => {
		const writes = memory();
		const [one, other] = [1, 2].map((at) => writes.admit(NODE, {}, post('Buy now'), now + at));
		const stored = writes.stateAt(now + 2);
		one?.undo();
		expect(writes.refusal(NODE, { sameTextDays: 2 }, post('Buy now'), now + 3)).toBeDefined();
		other?.undo();
		writes.merge(stored, now + 3);
		const rules = { sameTextDays: 2, writesPerDay: 1 };
		expect(writes.refusal(NODE, rules, post('Buy now'), now + 3)).toBeUndefined();
	});

	it('ends no writing by times of the future, which a clock or a damaged memory gave', () => {
		const minute = (time: number) => String(Math.floor(time / MINUTE));
		const writes = memory();
		writes.admit(NODE, {}, post('Buy now'), now);
		const { texts } = writes.stateAt(now);
		const far = memory();
		const later = Object.fromEntries(Object.keys(texts).map((mark) => [mark, now + 1000 * DAY]));
		far.merge({ writes: { other: { [minute(now + 3 * DAY)]: 1000 } }, texts: later }, now);
		expect(far.refusal(NODE, { writesPerDay: 1 }, post('Buy'), now)).toBeUndefined();
		expect(far.refusal(NODE, { sameTextDays: 2 }, post('Buy now'), now)).toBeDefined();
		expect(far.refusal(NODE, { sameTextDays: 2 }, post('Buy now'), now + 2 * DAY)).toBeUndefined();
	});

	it('takes no stored count that is damage, and says so', () => {
		for (const count of [1e300, -1, 0.5, 1_000_001])
			expect(writtenShape.safeParse({ writes: { other: { 1: count } }, texts: {} }).success).toBe(false);
	});
});

const LIMIT = 5;

/** A workflow whose runs write one Post each, under a guard. */
function guarded() {
	const workflow = new TriggeredWorkflow('xCore');
	const seen = { sent: 0, hints: [] as string[] };
	const run = async ({ Guard }: Process, during: () => unknown = () => {}) =>
		await workflow.run(async (context) => {
			const guard = new Guard(context);
			const send = async () => {
				seen.sent++;
				return await Promise.resolve({ status: 201, headers: {}, body: { data: { id: '1' } } });
			};
			const api = guard.watch(
				{ kind: 'oAuth2', baseUrl: '', account: '', send },
				true,
				{ writesPerDay: LIMIT },
				'',
			);
			await during();
			await api.send({ method: 'POST', path: '/2/tweets', body: { text: '1' } }).catch(() => undefined);
			const hint = guard.store();
			if (hint !== undefined) seen.hints.push(hint);
		});
	return { workflow, run, seen };
}

it('never sets back the trigger, and is kept over restarts by the next poll', async () => {
	const { workflow, run, seen } = guarded();
	for (let restart = 0; restart < 8; restart++) {
		const process = start();
		const poll = workflow.publish(process);
		poll();
		const { cursor } = workflow;
		// Polls go on while the run takes its time.
		await run(process, () => [poll(), poll()]);
		expect(workflow.cursor).toBe(cursor + 2);
		poll();
	}
	expect(seen.sent).toBe(LIMIT);
	expect(seen.hints).toEqual([]);
});

it('is kept by deliveries that overlap', async () => {
	const { workflow, run, seen } = guarded();
	for (let restart = 0; restart < 8; restart++) {
		const process = start();
		workflow.deliver(process)();
		await run(process);
		// Both were read before either was stored.
		const overlapping = [workflow.deliver(process), workflow.deliver(process)];
		for (const end of overlapping) end();
	}
	expect(seen.sent).toBe(LIMIT);
});

it('says so where the trigger is in another process, as in queue mode', async () => {
	const { workflow, run, seen } = guarded();
	workflow.publish(start())();
	await run(start());
	expect(seen.hints).toEqual([expect.stringContaining('a workflow of their own')]);
	expect(workflow.global).toEqual({});
});

describe('the limit of a credential', () => {
	const MAX = { maxCostPerDay: 1 };
	const spend = async (workflow: TriggeredWorkflow, { credentialDay }: Process, during = () => {}) =>
		await workflow.run((context) => {
			const day = credentialDay(context, 'xOAuth2Api', MAX);
			const { spentUsd } = day;
			during();
			day.spend(0.1);
			return { spentUsd, hint: day.store() };
		});

	it('is kept by the trigger over restarts, with the next event', async () => {
		const workflow = new TriggeredWorkflow('xCore');
		for (let restart = 0; restart < 4; restart++) {
			const process = start();
			const poll = workflow.publish(process);
			poll();
			const { cursor } = workflow;
			const { spentUsd, hint } = await spend(workflow, process, () => void poll());
			expect(spentUsd).toBeCloseTo(restart / 10);
			expect(hint).toBeUndefined();
			expect(workflow.cursor).toBe(cursor + 1);
			// A poll without events has n8n store nothing for it.
			expect(poll()).toBe(false);
		}
	});
});
