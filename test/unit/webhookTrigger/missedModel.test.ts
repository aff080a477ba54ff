/** A webhook of X over days: what n8n missed is delivered again, once, or reported as lost once. */
import type { IDataObject } from 'n8n-workflow';
import type { Api } from '../../../nodes/shared/http/connection';
import { Missed } from '../../../nodes/XWebhookTrigger/registration/missed';
import { fc } from '../../support/properties';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 10, 2);

interface Replay {
	readonly job: string;
	readonly due: number[];
	isComplete: boolean;
}

/** X as its page on replays describes it, with an event each minute, and an n8n that may be killed at any of them. */
class World {
	now = START;
	/** What n8n's clock shows beyond that of X. */
	skew = 0;
	isUp = false;
	refusesUntil = 0;
	readonly ran = new Map<number, number>();
	readonly lost: Array<{ from: number; to: number }> = [];
	private data: IDataObject = {};
	private missed: Missed | undefined;
	private replay: Replay | undefined;
	private jobs = 0;
	private readonly seen = new Set<number>();

	get clock(): number {
		return this.now + this.skew;
	}

	start(): void {
		this.isUp = true;
		const stored = JSON.parse(JSON.stringify(this.data)) as IDataObject;
		this.missed = Missed.of(`model ${scopes++}`, stored, this.clock);
		this.missed.deliversBy('7');
		this.missed.owe('n8n was down', this.clock);
		this.missed.keepIn(this.data);
	}

	kill(): void {
		this.isUp = false;
		this.missed = undefined;
	}

	async minute(hasEvent = true): Promise<void> {
		this.now += MINUTE;
		if (this.replay !== undefined) this.deliverAgain(this.replay);
		if (hasEvent) this.made.push(this.now);
		if (hasEvent && this.isUp) this.take(this.now);
		if (this.missed === undefined || (this.missed.nextTry ?? Infinity) > this.clock) return;
		await this.missed.ask(
			{ send: async (request) => await this.answer(request.body) } as Api,
			(kind, message) => {
				if (kind === 'eventsLost') this.lost.push(spanIn(message));
			},
			() => this.clock,
		);
	}

	readonly made: number[] = [];

	private take(event: number): void {
		if (!this.seen.has(event)) this.ran.set(event, (this.ran.get(event) ?? 0) + 1);
		this.seen.add(event);
		if (this.missed === undefined) return;
		this.missed.lastEventAt = this.clock;
		this.missed.keepIn(this.data);
	}

	/** A hundred events a minute, each once; those that n8n does not take are gone. */
	private deliverAgain(replay: Replay): void {
		for (const event of replay.due.splice(0, 100)) {
			if (this.isUp) this.take(event);
			else replay.isComplete = false;
		}
		if (replay.due.length > 0) return;
		this.replay = undefined;
		if (this.isUp) this.missed?.settle(replay.job, replay.isComplete, this.clock);
	}

	private async answer(body: unknown): Promise<{ body: unknown }> {
		const { from_date, to_date } = body as Record<string, string>;
		const [from, to] = [read(from_date), read(to_date)];
		const refuse = (status: number) =>
			Object.assign(new Error(`status ${status}`), { context: { data: { kind: 'server', status } } });
		if (this.now < this.refusesUntil) throw refuse(503);
		if (this.replay !== undefined) throw refuse(409);
		if (from < this.now - DAY || from > this.now - 31 * MINUTE || to > this.now - 10 * MINUTE || from >= to)
			throw refuse(400);
		const job = String(++this.jobs);
		this.replay = { job, due: this.made.filter((event) => from <= event && event < to), isComplete: true };
		return await Promise.resolve({ body: { data: { job_id: job } } });
	}
}

let scopes = 0;
const read = (twelve = '') => Date.parse(twelve.replace(/^(....)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:00Z'));
const spanIn = (message: string) => {
	const [from, to] = [...message.matchAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g)].map(([moment]) =>
		Date.parse(`${moment.replace(' ', 'T')}:00Z`),
	);
	return { from: from ?? 0, to: (to ?? 0) + MINUTE };
};

const step = fc.record({
	kind: fc.constantFrom('run', 'down', 'restart', 'refuse', 'long down'),
	minutes: fc.integer({ min: 1, max: 90 }),
});

it.each([
	['equal', 0],
	['ten minutes ahead', 10 * MINUTE],
	['ten minutes behind', -10 * MINUTE],
])('loses nothing in silence and doubles nothing, with clocks that are %s', async (_what, skew) => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
			const world = new World();
			world.skew = skew;
			world.start();
			for (const { kind, minutes } of steps) {
				if (kind === 'refuse') world.refusesUntil = world.now + 10 * minutes * MINUTE;
				else if (kind === 'restart') {
					world.kill();
					world.start();
				} else {
					if (kind !== 'run') world.kill();
					const lasts = kind === 'long down' ? 20 * minutes : minutes;
					for (let left = lasts; left > 0; left--) await world.minute();
					if (kind !== 'run') world.start();
				}
			}
			for (let left = 30 * 60; left > 0; left--) await world.minute(false);
			const isLost = (event: number) =>
				world.lost.some(({ from, to }) => from <= event + skew && event + skew <= to);
			expect(world.made.filter((event) => !world.ran.has(event) && !isLost(event))).toEqual([]);
			expect([...world.ran.values()].filter((times) => times > 1)).toEqual([]);
			// What X no longer has is older than a day at the start that found it.
			expect(world.lost.filter(({ to }) => to > world.now)).toEqual([]);
		}),
		{ numRuns: 12 },
	);
});
