/** Waits of our nodes, without the time that they take. */
import { ClientRequest } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGE_ROOT } from './registry';

interface WaitModule {
	wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Waits in the background that tests neither skip nor wait for: the pause of a trigger that looks after its webhook for
 * as long as the workflow is published, and the time until it leaves X after that.
 */
const IN_BACKGROUND = new Set([4 * 60_000, 12_000]);

/** No test takes its time for a wait of so many milliseconds. */
const ENDLESS = 60_000;

/** The longest wait of a node that a test may take its time for, in milliseconds. */
const LONGEST_WAIT = 100;

/** The longer waits that have begun and ended since `noteWaits`, in milliseconds. */
let waitedFor: number[] = [];

/** Begins to note waits; gives those that end from now on, if they have begun after this. */
export const noteWaits = (): readonly number[] => (waitedFor = []);

/**
 * Lets the process of the tests end although a trigger would do something in the background later, or a wait was
 * cancelled: the timer of n8n's `sleep`, by which the nodes wait, goes on for its whole time then.
 */
export function letEndlessWaitsGo(): void {
	const load = createRequire(join(PACKAGE_ROOT, 'package.json'));
	const module = load('./dist/nodes/shared/util/wait.js') as WaitModule;
	const { wait } = module;
	module.wait = async (milliseconds, signal) => {
		const noted = waitedFor;
		const [waiting, timers] = withTimers(async () => await wait(milliseconds, signal));
		const letGo = () => timers.forEach((timer) => timer.unref());
		if (IN_BACKGROUND.has(milliseconds) || milliseconds >= ENDLESS) letGo();
		signal?.addEventListener('abort', letGo, { once: true });
		await waiting.finally(() => signal?.removeEventListener('abort', letGo));
		if (milliseconds > LONGEST_WAIT && !IN_BACKGROUND.has(milliseconds)) noted.push(milliseconds);
	};
}

/** What a function gives, and the timers that it starts before it first waits. */
function withTimers<T>(work: () => T): [T, NodeJS.Timeout[]] {
	const timers: NodeJS.Timeout[] = [];
	const usual = globalThis.setTimeout;
	const noting = (...of: Parameters<typeof usual>) => {
		const timer = usual(...of);
		timers.push(timer);
		return timer;
	};
	globalThis.setTimeout = Object.assign(noting, usual);
	try {
		return [work(), timers];
	} finally {
		globalThis.setTimeout = usual;
	}
}

/**
 * From now on every wait of our nodes ends immediately. Waits in the background keep their length, as endless
 * loops would spin without it.
 *
 * @param meanwhile What happens instead of waiting.
 * @returns What makes the nodes wait again.
 */
export function skipWaits(meanwhile: (milliseconds: number) => Promise<void>): () => void {
	const load = createRequire(join(PACKAGE_ROOT, 'package.json'));
	const module = load('./dist/nodes/shared/util/wait.js') as WaitModule;
	const { wait } = module;
	module.wait = async (milliseconds, signal) => {
		if (IN_BACKGROUND.has(milliseconds)) return await wait(milliseconds, signal);
		await meanwhile(milliseconds);
		await wait(0, signal);
	};
	return () => {
		module.wait = wait;
	};
}

/**
 * Lets our nodes, and n8n around them, read another clock: `Date.now()` and `new Date()` alike.
 *
 * @param clock Gives milliseconds since the epoch.
 * @returns What gives them the machine's clock again.
 */
export function readClock(clock: () => number): () => void {
	const machines = globalThis.Date;
	const construct = (target: DateConstructor, values: unknown[], asked: NewableFunction): object =>
		Reflect.construct(target, values.length === 0 ? [machines.now()] : values, asked) as object;
	globalThis.Date = new Proxy(machines, { construct });
	const { now } = machines;
	machines.now = clock;
	return () => {
		globalThis.Date = machines;
		machines.now = now;
	};
}

/**
 * Moves the clock of our nodes ahead.
 *
 * @returns What moves it back.
 */
export function moveClock(milliseconds: number): () => void {
	const now = Date.now;
	Date.now = () => now.call(Date) + milliseconds;
	return () => {
		Date.now = now;
	};
}

/** Turns of the event loop after which an answer of the simulator, which is in this process, has come. */
const TURNS_OF_AN_ANSWER = 1_000;

/** A limit for answers by which its requests are known, in milliseconds. */
const LIMIT = 299_999;

/** The longest that the nodes wait for the end of an answer that is no file, in milliseconds. */
const END_OF_ANSWER = 300_000;

/**
 * Lets n8n and the nodes give up an answer that does not come, for which they wait five minutes otherwise. No time is measured: an
 * answer that is late because the machine is busy is still waited for.
 *
 * @returns What makes n8n wait again.
 */
export function giveUpAnswers(): () => void {
	const { defaults } = createRequire(__filename)('axios') as { defaults: { timeout?: number } };
	const { timeout } = defaults;
	const requests = ClientRequest.prototype as { setTimeout: SetTimeout };
	const usual = requests.setTimeout;
	defaults.timeout = LIMIT;
	requests.setTimeout = function (milliseconds, giveUp) {
		if (milliseconds !== LIMIT) return usual.call(this, milliseconds, giveUp);
		void turns(TURNS_OF_AN_ANSWER).then(() => {
			if (!this.destroyed) giveUp?.();
		});
		return this;
	};
	const usualSignal = AbortSignal.timeout.bind(AbortSignal);
	AbortSignal.timeout = (milliseconds) => {
		if (milliseconds > END_OF_ANSWER) return usualSignal(milliseconds);
		const controller = new AbortController();
		void turns(TURNS_OF_AN_ANSWER).then(() => controller.abort());
		return controller.signal;
	};
	return () => {
		AbortSignal.timeout = usualSignal;
		if (timeout !== undefined) defaults.timeout = timeout;
		requests.setTimeout = usual;
	};
}

/** Between the requests of a guest to the owner of a webhook, in milliseconds: work in progress comes to its end. */
const JOIN_PAUSE = 250;
const TURNS_OF_A_PAUSE = 100;

/**
 * Lets the pauses of a guest take turns of the event loop in place of time.
 *
 * @returns What gives them their time again.
 */
export function skipJoinPauses(): () => void {
	const load = createRequire(join(PACKAGE_ROOT, 'package.json'));
	const workflow = load('n8n-workflow') as { sleep: (milliseconds: number) => Promise<void> };
	const usual = Object.getOwnPropertyDescriptor(workflow, 'sleep') ?? {};
	const { sleep } = workflow;
	const inTurns = async (milliseconds: number) =>
		await (milliseconds === JOIN_PAUSE ? turns(TURNS_OF_A_PAUSE) : sleep(milliseconds));
	Object.defineProperty(workflow, 'sleep', { ...usual, get: () => inTurns });
	return () => void Object.defineProperty(workflow, 'sleep', usual);
}

type SetTimeout = (this: ClientRequest, milliseconds: number, giveUp?: () => void) => ClientRequest;

async function turns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Time that does not move until a test moves it. */
export interface HeldTime {
	/** Milliseconds until the next wait of our nodes ends; undefined where none waits. */
	next(): number | undefined;
	/** Moves time ahead; the waits that end within it end in their order, each followed by `settle`. */
	advance(milliseconds: number): Promise<void>;
	/** Lets time run again. */
	release(): void;
}

interface HeldWait {
	readonly due: number;
	readonly end: () => void;
}

/**
 * Holds the time of our nodes: their clocks do not move, and a wait ends when a test has moved the time that far.
 *
 * @param settle What happens after each move: other clocks move along, and what was set off comes to an end.
 */
export function holdTime(settle: (milliseconds: number) => Promise<void>): HeldTime {
	const load = createRequire(join(PACKAGE_ROOT, 'package.json'));
	const module = load('./dist/nodes/shared/util/wait.js') as WaitModule & { CancelledError: new () => Error };
	const { wait, CancelledError } = module;
	const ticks = performance.now.bind(performance);
	const start = Date.now();
	let passed = 0;
	const waiting = new Set<HeldWait>();
	const readAgain = readClock(() => start + passed);
	performance.now = () => passed;
	module.wait = async (milliseconds, signal) =>
		await new Promise<void>((resolve, reject) => {
			if (signal?.aborted) return reject(new CancelledError());
			const stop = () => {
				waiting.delete(held);
				reject(new CancelledError());
			};
			const held: HeldWait = {
				due: passed + Math.max(0, milliseconds),
				end: () => {
					waiting.delete(held);
					signal?.removeEventListener('abort', stop);
					resolve();
				},
			};
			waiting.add(held);
			signal?.addEventListener('abort', stop, { once: true });
		});
	const first = () => [...waiting].sort((a, b) => a.due - b.due)[0];
	const moveTo = async (moment: number) => {
		const step = Math.max(0, moment - passed);
		passed += step;
		await settle(step);
	};
	return {
		next: () => {
			const held = first();
			return held && Math.max(0, held.due - passed);
		},
		advance: async (milliseconds) => {
			const end = passed + milliseconds;
			await settle(0);
			for (let held = first(); held && held.due <= end; held = first()) {
				await moveTo(held.due);
				// What `settle` has set off may have ended the wait.
				if (!waiting.has(held)) continue;
				held.end();
				await settle(0);
			}
			await moveTo(end);
		},
		release: () => {
			module.wait = wait;
			readAgain();
			performance.now = ticks;
		},
	};
}
