/** The window of one endpoint against a server that counts: https://docs.x.com/x-api/fundamentals/rate-limits */
import { fc } from '../../support/properties';
import { RateLimits, type RateLimitWindow } from '../../../nodes/shared/http/rateLimits';
import { cases } from '../../support/cases';

const WINDOW_S = 900;
const seconds = () => Math.floor(Date.now() / 1000);
const later = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A server that lets so many requests through in a window and says with each answer what is left. */
class Server {
	readonly arrivals: { at: number; status: number }[] = [];
	windows = 0;
	private reset = 0;
	private left = 0;

	/** @param sizes What the windows take; the last one counts for all further ones. */
	constructor(private readonly sizes: readonly number[]) {}

	/** @param silent Whether the answer names no limit; the first one of a window, and the last, do. */
	take(silent = false) {
		const isFirst = seconds() >= this.reset;
		if (isFirst) {
			this.left = this.sizes[this.windows] ?? this.sizes.at(-1) ?? 0;
			this.windows++;
			this.reset = seconds() + WINDOW_S;
		}
		const status = this.left > 0 ? 200 : 429;
		if (this.left > 0) this.left--;
		this.arrivals.push({ at: Date.now(), status });
		const limits = { 'x-rate-limit-remaining': String(this.left), 'x-rate-limit-reset': String(this.reset) };
		const headers = silent && !isFirst && this.left > 0 ? {} : limits;
		return { status, headers, reset: new Date(this.reset * 1000) };
	}
}

interface Way {
	/** Milliseconds to the server and back. */
	there: number;
	back: number;
	/** The answer is lost. */
	lost: boolean;
	/** It names no limit. */
	silent: boolean;
}

const way = fc.record({
	there: fc.integer({ min: 1, max: 400 }),
	back: fc.integer({ min: 1, max: 400 }),
	lost: fc.boolean(),
	silent: fc.boolean(),
});

/** Sends a request as often as it is refused. */
async function send(window: RateLimitWindow, server: Server, way: Way): Promise<void> {
	const { there, back, lost, silent } = way;
	for (;;) {
		const admission = await window.admit(Infinity);
		if (!admission) throw new Error('The patience of this request has no end');
		await later(there);
		const { status, headers, reset } = server.take(silent);
		await later(back);
		if (status === 200) return window.done(admission, lost ? undefined : headers);
		window.refused(reset);
	}
}

/** Runs all timers until the work is done; work that never is done would leave none. */
async function inFakeTime(work: Promise<unknown>): Promise<void> {
	let isDone = false;
	const watched = work.finally(() => (isDone = true));
	watched.catch(() => undefined);
	while (!isDone) {
		await jest.advanceTimersByTimeAsync(0);
		if (isDone) break;
		if (jest.getTimerCount() === 0) throw new Error('Requests wait for ever');
		await jest.advanceTimersToNextTimerAsync();
	}
	await watched;
}

beforeEach(() => {
	jest.useFakeTimers({ now: new Date('2026-08-01T10:00:00Z') });
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const size = fc.integer({ min: 1, max: 12 });

it('is never passed where the answers name it, and no window is left half empty', async () => {
	const ways = fc.array(
		way.map((each) => ({ ...each, lost: false })),
		{ minLength: 1, maxLength: 40, size: 'max' },
	);
	await fc.assert(
		fc.asyncProperty(ways, fc.array(size, { minLength: 1, maxLength: 3 }), async (all, sizes) => {
			const server = new Server(sizes);
			const window = new RateLimits().of('GET /2/users/{id}');
			await inFakeTime(Promise.all(all.map((each) => send(window, server, each))));
			expect(server.arrivals.map(({ status }) => status)).toEqual(all.map(() => 200));
			let [windows, room] = [0, 0];
			while (room < all.length) room += sizes[windows++] ?? sizes.at(-1) ?? 0;
			expect(server.windows).toBe(windows);
		}),
		{ numRuns: cases(20, 200) },
	);
});

it('lets every request through once answers are lost or others use the window too', async () => {
	const ways = fc.array(way, { minLength: 1, maxLength: 40, size: 'max' });
	const others = fc.array(fc.integer({ min: 0, max: 2000 }), { maxLength: 20 });
	await fc.assert(
		fc.asyncProperty(ways, size, others, async (all, limit, times) => {
			const server = new Server([limit]);
			const window = new RateLimits().of('GET /2/users/{id}');
			const neighbours = times.map(async (time) => {
				await later(time);
				server.take();
			});
			await inFakeTime(Promise.all([...all.map((each) => send(window, server, each)), ...neighbours]));
			const answered = server.arrivals.filter(({ status }) => status === 200).length;
			expect(answered).toBeGreaterThanOrEqual(all.length);
		}),
		{ numRuns: cases(20, 200) },
	);
});

it('stops all requests with one refusal: none starts before the reset that it names', async () => {
	const ways = fc.array(way, { minLength: 2, maxLength: 40, size: 'max' });
	await fc.assert(
		fc.asyncProperty(ways, fc.nat({ max: 10 }), async (all, refusedAt) => {
			const window = new RateLimits().of('GET /2/users/{id}');
			const starts: number[] = [];
			let reset = 0;
			let arrived = 0;
			const one = async ({ there, back, lost }: Way) => {
				for (;;) {
					const admission = await window.admit(Infinity);
					if (!admission) throw new Error('The patience of this request has no end');
					starts.push(Date.now());
					await later(there);
					const isRefused = arrived++ === refusedAt;
					await later(back);
					if (!isRefused) return window.done(admission, lost ? undefined : {});
					reset = Date.now() + 600_000;
					window.refused(new Date(reset));
				}
			};
			await inFakeTime(Promise.all(all.map(one)));
			if (refusedAt >= all.length) return;
			const stoppedAt = reset - 600_000;
			expect(starts.filter((at) => at > stoppedAt && at < reset)).toEqual([]);
			// The wait is that of one window, however many requests have waited for it.
			expect(Date.now() - reset).toBeLessThan(60_000);
		}),
		{ numRuns: cases(20, 200) },
	);
});

it('is given up where the wait is longer than the patience, and left at once on cancelling', async () => {
	const window = new RateLimits().of('GET /2/users/me');
	const admission = await window.admit(0);
	if (!admission) throw new Error('Nothing forbids it');
	// The next one has its turn.
	await jest.advanceTimersByTimeAsync(1);
	window.refused(new Date(Date.now() + 60_000));
	expect(await window.admit(59_000)).toBeUndefined();
	const cancelled = new AbortController();
	const waiting = expect(window.admit(Infinity, cancelled.signal)).rejects.toMatchObject({
		name: 'ExecutionCancelledError',
	});
	cancelled.abort();
	await waiting;
});

it('counts what a request has waited behind another one', async () => {
	const window = new RateLimits().of('GET /2/users/me');
	const admission = await window.admit(0);
	if (!admission) throw new Error('Nothing forbids it');
	window.refused(new Date(Date.now() + 900_000));
	const [one, other] = [window.admit(1_200_000), window.admit(1_200_000)];
	await jest.advanceTimersByTimeAsync(901_500);
	expect((await one)?.waited).toBeGreaterThan(900_000);
	window.refused(new Date(Date.now() + 900_000));
	await jest.advanceTimersByTimeAsync(1);
	expect(await Promise.race([other, Promise.resolve('still waiting')])).toBeUndefined();
});
