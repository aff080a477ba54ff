/** A webhook of X over days: what n8n missed is delivered again, once, or reported as lost once. */
import { compact } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import type { Api } from '../../../nodes/shared/http/connection';
import { Missed } from '../../../nodes/XWebhookTrigger/registration/missed';
import { cases } from '../../support/cases';
import { fc } from '../../support/properties';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 10, 2);

interface Replay {
	readonly job: string;
	readonly due: number[];
	isComplete: boolean;
}

/** X as its page on replays describes it, with an event each minute, and an n8n that may be killed at any of them. */
class World {
	now = START;
	/** What n8n's clock, and the dates of X's answers, show beyond the time of X. */
	skew = 0;
	gateway = 0;
	isUp = false;
	refusesUntil = 0;
	/** Until then, an answer has errors and no replay. */
	oddUntil = 0;
	readonly ran = new Map<number, number>();
	readonly lost: Array<{ from: number; to: number; at: number }> = [];
	private data: IDataObject = {};
	private missed: Missed | undefined;
	private away: Missed | undefined;
	private replay: Replay | undefined;
	private jobs = 0;
	private dueAt = Infinity;
	private readonly seen = new Set<number>();

	private readonly clocks = () => {
		const [own, ofX] = [this.now + this.skew, this.now + this.gateway];
		return [Math.min(own, ofX), Math.max(own, ofX)] as const;
	};

	/** @param isByPerson What came before is not wanted then. */
	start(isByPerson = false): void {
		this.isUp = true;
		const stored = JSON.parse(JSON.stringify(this.data)) as IDataObject;
		this.missed = this.away ?? Missed.of(`model ${scopes++}`, stored, this.clocks);
		this.away = undefined;
		this.missed.deliversBy('7');
		if (isByPerson) this.missed.hadEvent();
		else this.missed.owe('n8n was down');
		this.missed.keepIn(this.data);
		this.waitOn();
	}

	/** A person switches the workflow off: the process knows on. */
	leave(): void {
		this.away = this.missed;
		this.kill();
	}

	/** A proxy lets nothing through to an n8n that runs, or lets it through again. */
	reach(isReached: boolean): void {
		this.isUp = isReached;
		if (!isReached) return;
		this.missed?.owe('X could not reach n8n');
		this.waitOn();
	}

	kill(): void {
		this.isUp = false;
		this.missed = undefined;
	}

	async minute(isWanted = true, hasEvent = true): Promise<void> {
		this.now += MINUTE;
		if (this.replay !== undefined) this.deliverAgain(this.replay);
		if (hasEvent) this.made.push(this.now);
		if (hasEvent && isWanted) this.wanted.push(this.now);
		if (hasEvent && this.isUp) this.take(this.now);
		if (this.missed === undefined || this.now < this.dueAt) return;
		await this.missed.ask(
			{ send: async (request) => await this.answer(request.body) } as Api,
			(kind, message) => {
				if (kind === 'eventsLost') this.lost.push({ ...spanIn(message), at: this.now });
			},
		);
		this.waitOn();
	}

	/** Waits until the next attempt by the clocks as they are now, and for no longer than three hours. */
	private waitOn(): void {
		const left = (this.missed?.nextTry ?? Infinity) - (this.missed?.now ?? 0);
		this.dueAt = this.missed?.nextTry === undefined ? Infinity : this.now + Math.min(left, 3 * HOUR);
	}

	readonly made: number[] = [];
	readonly wanted: number[] = [];

	private take(event: number): void {
		if (!this.seen.has(event)) this.ran.set(event, (this.ran.get(event) ?? 0) + 1);
		this.seen.add(event);
		if (this.missed === undefined) return;
		this.missed.hadEvent();
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
		if (this.isUp) this.missed?.settle(replay.job, replay.isComplete);
	}

	private async answer(body: unknown): Promise<{ body: unknown }> {
		const { from_date, to_date } = body as Record<string, string>;
		const [from, to] = [read(from_date), read(to_date)];
		const refuse = (status: number) =>
			Object.assign(new Error(`status ${status}`), { context: { data: { kind: 'server', status } } });
		if (this.now < this.refusesUntil) throw refuse(503);
		if (this.now < this.oddUntil) return { body: { errors: [{ title: 'Over capacity' }] } };
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

const KINDS = ['run', 'down', 'restart', 'refuse', 'odd', 'switch', 'unreached'] as const;
const stepOf = (...more: string[]) =>
	fc.record({
		kind: fc.constantFrom<string>(...KINDS, ...more),
		minutes: fc.integer({ min: 1, max: 60 }),
		by: fc.constantFrom(...OFF),
	});
/** By how much a clock is wrong. */
const OFF = [0, 1_000, -25 * 1_000, 10 * MINUTE, -HOUR, 5 * HOUR, -DAY, 25 * HOUR, -3 * DAY, 3 * DAY];

type Step = { readonly kind: string; readonly minutes: number; readonly by: number };

async function lived(steps: readonly Step[], skew: number, gateway = 0): Promise<World> {
	const world = new World();
	Object.assign(world, { skew, gateway });
	world.start();
	for (const { kind, minutes, by } of steps) {
		const pass = async (count: number, isWanted = true) => {
			for (let left = count; left > 0; left--) await world.minute(isWanted);
		};
		if (kind === 'refuse') world.refusesUntil = world.now + minutes * MINUTE;
		else if (kind === 'odd') world.oddUntil = world.now + minutes * MINUTE;
		// n8n's clock is set, rightly or not, while it runs.
		else if (kind === 'clock') world.skew = by;
		else if (kind === 'run') await pass(minutes);
		else if (kind === 'unreached') {
			world.reach(false);
			await pass(minutes);
			world.reach(true);
		} else {
			if (kind === 'switch') world.leave();
			else world.kill();
			if (kind !== 'restart') await pass(kind === 'long down' ? 30 * minutes : minutes, kind !== 'switch');
			world.start(kind === 'switch');
		}
	}
	for (let left = 30 * 60; left > 0; left--) await world.minute(true, false);
	return world;
}

const LIVED = { events: 0, histories: 0 };
/** What was lost, doubled and reported. */
const found = ({ wanted, ran, lost }: World) => {
	LIVED.histories++;
	LIVED.events += wanted.length;
	return {
		lost: wanted.filter((event) => !ran.has(event)),
		doubled: [...ran].filter(([, times]) => times > 1).map(([event]) => event),
		said: lost,
	};
};
afterAll(() => process.stdout.write(`X Webhook Trigger, ${JSON.stringify(LIVED)}\n`));

const NOTHING = { lost: [], doubled: [], said: [] };
const runs = { numRuns: cases(12, 100, 400) };

it.each([
	...OFF.map((off) => [`that of n8n is ${off / MINUTE} minutes ahead`, off, 0]),
	...OFF.map((off) => [`a gateway, whose dates come with X’s answers, is ${off / MINUTE} ahead`, 0, off]),
	['that of n8n is set again and again', 0, 0, 'clock'],
] as Array<[string, number, number, string?]>)(
	'loses nothing that X still has, doubles nothing, and raises no alarm where the clock is wrong: %s',
	async (_name, skew, gateway, ...more) => {
		await fc.assert(
			fc.asyncProperty(fc.array(stepOf(...compact(more)), { maxLength: 12 }), async (steps) =>
				expect(found(await lived(steps, skew, gateway))).toEqual(NOTHING),
			),
			runs,
		);
	},
);

it('says of all that X no longer has that it is lost, and of nothing else', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(stepOf('long down'), { maxLength: 12 }), async (steps) => {
			const { lost, doubled, said } = found(await lived(steps, 0));
			const isSaid = (event: number) => said.some(({ from, to }) => from <= event && event <= to);
			expect({ doubled, unsaid: lost.filter((event) => !isSaid(event)) }).toEqual({
				doubled: [],
				unsaid: [],
			});
			// Clocks may differ, so that what X has for some minutes yet may be reported as lost.
			expect(said.filter(({ to, at }) => to > at - 23 * HOUR)).toEqual([]);
		}),
		runs,
	);
});
