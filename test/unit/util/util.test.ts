import { chunk, uniq } from 'lodash';
import { fc } from '../../support/properties';
import { sideBySide, TaskPool } from '../../../nodes/shared/util/taskPool';
import { Gatherer } from '../../../nodes/shared/util/gatherer';
import { inTurns } from '../../../nodes/shared/util/turns';
import { wait } from '../../../nodes/shared/util/wait';
import { parseExact, tryParseExact } from '../../../nodes/shared/util/exactJson';
import { effortOf } from '../../support/effort';
import { Tally } from '../../../nodes/shared/report/tally';
import { counted, firstFew, itemNames, itemsWere } from '../../../nodes/shared/report/wording';

/** A task that ends when the test ends it. */
function gate() {
	let open = () => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { open: () => open(), opened };
}

it('starts what had to wait in a later turn of the event loop, though all before it ended at the same moment', async () => {
	const before = gate();
	let started = 0;
	const all = sideBySide(Array.from({ length: 12 }), 4, async () => {
		started++;
		await before.opened;
	});
	before.open();
	await turns(100);
	expect(started).toBe(4);
	await all;
	expect(started).toBe(12);
});

it('starts nothing once the execution is cancelled', async () => {
	const pool = new TaskPool(2, AbortSignal.abort());
	await expect(pool.add(() => Promise.resolve())).rejects.toMatchObject({ name: 'ExecutionCancelledError' });
});

/** How many turns each task takes, long enough to be met by the next ones, and whether it fails then. */
const plan = fc.record({
	limit: fc.integer({ min: 1, max: 6 }),
	tasks: fc.array(fc.record({ turns: fc.integer({ min: 9, max: 30 }), fails: fc.boolean() }), {
		maxLength: 30,
	}),
});

async function turns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

/** Runs a plan; gives what was started, in order, the most at a time, and the outcome. */
async function follow({
	limit,
	tasks,
}: {
	limit: number;
	tasks: readonly { turns: number; fails: boolean }[];
}) {
	const started: number[] = [];
	const ended: number[] = [];
	const startedAfterFailure: number[] = [];
	let most = 0;
	let hasFailed = false;
	const [outcome] = await Promise.allSettled([
		sideBySide(tasks, limit, async ({ turns: count, fails }, place) => {
			if (hasFailed) startedAfterFailure.push(place);
			started.push(place);
			most = Math.max(most, started.length - ended.length);
			await turns(count);
			ended.push(place);
			if (!fails) return `result ${place}`;
			void turns(5).then(() => (hasFailed = true));
			throw new Error(`failure ${place}`);
		}),
	]);
	return { started, ended, startedAfterFailure, most, outcome };
}

it('does each task once, never more at a time than allowed, and gives the results in order', async () => {
	await fc.assert(
		fc.asyncProperty(plan, async ({ limit, tasks }) => {
			const none = tasks.map(({ turns }) => ({ turns, fails: false }));
			const { started, most, outcome } = await follow({ limit, tasks: none });
			expect(started).toEqual([...tasks.keys()]);
			expect(most).toBe(Math.min(limit, tasks.length));
			expect(outcome).toEqual({ status: 'fulfilled', value: tasks.map((_, place) => `result ${place}`) });
		}),
	);
});

it('starts nothing after a failure, waits for what runs, and throws the first failure in order', async () => {
	await fc.assert(
		fc.asyncProperty(plan, async ({ limit, tasks }) => {
			fc.pre(tasks.some(({ fails }) => fails));
			const { started, ended, startedAfterFailure, outcome } = await follow({ limit, tasks });
			expect(startedAfterFailure).toEqual([]);
			expect([...ended].sort((a, b) => a - b)).toEqual(started);
			const first = tasks.findIndex(({ fails }) => fails);
			expect(outcome).toEqual({ status: 'rejected', reason: new Error(`failure ${first}`) });
		}),
	);
});

const turn = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'missing', 'broken'), { maxLength: 12 });

it('asks for each key of a turn once, in few questions, and gives everybody their own answer', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(turn, { maxLength: 3 }),
			fc.integer({ min: 1, max: 4 }),
			async (turns, most) => {
				const questions: (readonly string[])[] = [];
				const gatherer = new Gatherer<string>(most, (keys) => {
					questions.push(keys);
					// The whole question fails.
					if (keys.includes('broken')) return Promise.reject(new Error('broken'));
					return Promise.resolve(
						keys.map((key) => () => {
							if (key === 'missing') throw new Error('missing');
							return key.toUpperCase();
						}),
					);
				});
				for (const keys of turns) {
					questions.length = 0;
					const outcomes = await Promise.allSettled(keys.map((key) => gatherer.get(key)));
					expect(questions).toEqual(chunk(uniq(keys), most));
					const failureOf = (key: string) => {
						if (questions.find((asked) => asked.includes(key))?.includes('broken')) return 'broken';
						return key === 'missing' ? 'missing' : undefined;
					};
					expect(outcomes).toEqual(
						keys.map((key) => {
							const failure = failureOf(key);
							if (failure === undefined) return { status: 'fulfilled', value: key.toUpperCase() };
							return { status: 'rejected', reason: new Error(failure) };
						}),
					);
				}
			},
		),
	);
});

/** Goes through pieces, each of which takes so many milliseconds, and notes after which of them something else may run. */
async function others(pieces: number, each: number): Promise<number[]> {
	let now = 0;
	const turns: number[] = [];
	const given = inTurns(Array<number>(pieces).fill(each), () => now);
	for (let gone = 0; ; gone++) {
		let isHere = false;
		const next = given.next().finally(() => (isHere = true));
		// Promises alone are kept here, however busy the machine is: a piece that is not here by then waits for a timer.
		for (let i = 0; i < 10; i++) await Promise.resolve();
		if (!isHere) turns.push(gone);
		const piece = await next;
		if (piece.done === true) return turns;
		now += piece.value;
	}
}

test('something else may run after each 10 milliseconds of work, and not before', async () => {
	expect(await others(9, 4)).toEqual([3, 6, 9]);
	expect(await others(2, 12)).toEqual([1, 2]);
	expect(await others(1000, 0)).toEqual([]);
});

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('leaves no timer and no listener when it is cancelled', async () => {
	const before = timers();
	const controller = new AbortController();
	const waiting = wait(600_000, controller.signal);
	expect(timers()).toBe(before + 1);
	controller.abort();
	await expect(waiting).rejects.toMatchObject({ name: 'ExecutionCancelledError' });
	expect(timers()).toBe(before);
	await expect(wait(1, controller.signal)).rejects.toThrow();
	await expect(wait(0, new AbortController().signal)).resolves.toBeUndefined();
	await expect(wait(1)).resolves.toBeUndefined();
});

describe('exact JSON', () => {
	it.each<[string, unknown]>([
		['{"id":1445880548472328193}', { id: '1445880548472328193' }],
		['[9007199254740993,-9007199254740993]', ['9007199254740993', '-9007199254740993']],
		['{"a":"1445880548472328193"}', { a: '1445880548472328193' }],
		['{"a":"say \\"1445880548472328193\\" twice"}', { a: 'say "1445880548472328193" twice' }],
		['{"a":1445880548472328193.5}', { a: 1445880548472328193.5 }],
		['{"a":1e20,"b":12345678901234567890e1}', { a: 1e20, b: 12345678901234567890e1 }],
		[' \n{ "a" : 1445880548472328193 , "b" : [ 1 ] }\n', { a: '1445880548472328193', b: [1] }],
		['1445880548472328193', '1445880548472328193'],
		['"\\\\"', '\\'],
		['{"text":"\\u20ac \\\\\\" 12345678901234567"}', { text: '€ \\" 12345678901234567' }],
	])('%s', (text, value) => {
		expect(parseExact(text)).toEqual(value);
	});

	it.each(['', '{', '{"a":1445880548472328193', '<html>', '{"a":01}'])('refuses %j', (text) => {
		expect(() => parseExact(text)).toThrow(SyntaxError);
	});

	it('finds a long integer wherever it is', () => {
		const befores = ['', '1, ', '-12,', '1,\t', '1,\r', '"1234567890123456789",', '1.1234567890123456789,\n'];
		for (const before of befores)
			for (const written of ['1234567890123456', '-1234567890123456'])
				for (let length = 0; length < 40; length++) {
					const text = `["${'x'.repeat(length)}",${before}${written}]`;
					expect((parseExact(text) as unknown[]).at(-1)).toBe(written);
				}
		expect(parseExact('1234567890123456')).toBe('1234567890123456');
		for (const text of ['[1234567890123456]', '{"a":1234567890123456}'])
			expect(Object.values(parseExact(text) as object)).toEqual(['1234567890123456']);
	});

	const short = fc.jsonValue().filter((value) => !/\d{16}/.test(JSON.stringify(value)));
	it('reads everything else as JSON.parse does', () => {
		fc.assert(
			fc.property(short, (value) => {
				const text = JSON.stringify({ id: 0, value });
				const marked = text.replace('"id":0', '"id":1234567890123456789');
				expect(parseExact(marked)).toEqual({
					...(JSON.parse(text) as object),
					id: '1234567890123456789',
				});
			}),
		);
	});

	it.each([
		['strings that are not closed', (n: number) => `:1234567890123456${'"\\'.repeat(n)}`],
		['backslashes', (n: number) => `:1234567890123456"${'\\'.repeat(2 * n)}`],
		['digits', (n: number) => `:${'1'.repeat(2 * n)}.`],
	])('takes time that grows with the length of the text, not with its square: %s', async (_what, make) => {
		const text = make(16_000);
		// Some milliseconds; with the square of the length it would be seconds.
		expect(await effortOf(() => tryParseExact(text), 5)).toBeLessThan(5);
	});
});

describe('what a person is told', () => {
	it('counts equal facts, keeps three examples, and gives the advice as data', () => {
		const tally = new Tally();
		for (const line of [2, 3, 4, 5]) tally.add('no price', () => `line ${line}`);
		tally.add('no link', () => 'line 9');
		tally.add('no price', () => {
			throw new Error('a fourth example is not made');
		});
		tally.advise('no price', 'Set Currency');
		tally.advise('no link', '');
		expect(tally.toSentence()).toBe('no price (5); no link (1)');
		expect(tally.toJson('problem')).toEqual([
			{ problem: 'no price', count: 5, examples: ['line 2', 'line 3', 'line 4'], advice: 'Set Currency' },
			{ problem: 'no link', count: 1, examples: ['line 9'] },
		]);
		expect(tally.advice()).toEqual(['Set Currency']);
	});

	it('counts and lists in words of a bounded length', () => {
		expect([counted(1, 'item'), counted(1200, 'entry', 'entries')]).toEqual(['1 item', '1,200 entries']);
		expect([firstFew(['a', 'b'], 2), firstFew([1, 2, 3], 1)]).toEqual(['a, b', '1 and 2 more']);
	});
});

test.each([
	[[4], 'item 5'],
	[[3, 4], 'items 4 and 5'],
	[[5, 3, 4, 9, 7, 6, 12], 'items 4 to 8, 10 and 13'],
	[[0, 1, 2], 'items 1 to 3'],
	[[2, 2], 'item 3'],
	[
		Array.from({ length: 14 }, (_, index) => index * 2),
		'items 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25 and 27',
	],
	[[...Array.from({ length: 100 }, (_, index) => index * 2), 300, 301, 302], /, 199 and 3 more$/],
])('%j in words', (indexes, words) => {
	if (typeof words === 'string') expect(itemNames(indexes)).toBe(words);
	else expect(itemNames(indexes)).toMatch(words);
});

test('the verb agrees', () => {
	expect(itemsWere([1])).toBe('item 2 was');
	expect(itemsWere([1, 2])).toBe('items 2 and 3 were');
});
