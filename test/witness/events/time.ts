/**
 * The only time that the model of X and the nodes know. It passes from one thing that is due to the next, and in
 * between everything comes to its end that has been set off: so a week takes as long as what happens in it.
 */
import { host } from '../../support';

interface Due {
	at: number;
	readonly order: number;
	readonly happen: () => unknown;
	/** Whether it does not come nearer while the machine of n8n sleeps. */
	readonly isOfMachine: boolean;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** When each history begins. */
export const START = Date.UTC(2026, 10, 2, 9, 30);

/** Turns of the event loop in which what was set off, without a network, comes to its end. */
const TURNS = 12;

export class Time {
	/** Called before each thing that happens: whatever waits for something waits at one of these moments. */
	atMoment: () => void = () => undefined;
	/** By how much the clock of n8n's machine is ahead of the true time. */
	ahead = 0;
	private due: Due[] = [];
	private order = 0;
	private slept = 0;
	private waking: Promise<void> | undefined;
	private readonly stopReading: ReadonlyArray<() => void>;

	constructor(public now: number) {
		const clock = () => this.now + this.ahead;
		const ticks = () => this.now - this.slept;
		this.stopReading = [host().readClock(clock), host().readTicks(ticks)];
	}

	/**
	 * Calls `happen` after that many milliseconds; it returns false if it set nothing off.
	 *
	 * @returns What makes it not happen.
	 */
	after(milliseconds: number, happen: () => unknown, isOfMachine = false): () => void {
		const due = { at: this.now + milliseconds, order: this.order++, happen, isOfMachine };
		let place = this.due.length;
		while (place > 0 && isAfter(this.due[place - 1], due)) place--;
		this.due.splice(place, 0, due);
		return () => {
			const found = this.due.indexOf(due);
			if (found >= 0) this.due.splice(found, 1);
		};
	}

	async pause(milliseconds: number): Promise<void> {
		await new Promise<void>((resolve) => this.after(milliseconds, resolve));
	}

	/** The machine of n8n sleeps: the world goes on, and none of its timers. */
	async sleep(milliseconds: number): Promise<void> {
		let wake: () => void = () => undefined;
		this.waking = new Promise((resolve) => (wake = resolve));
		for (const due of this.due) if (due.isOfMachine) due.at += milliseconds;
		this.due.sort((one, other) => one.at - other.at || one.order - other.order);
		await this.reach(this.now + milliseconds);
		this.slept += milliseconds;
		this.waking = undefined;
		wake();
		await settle();
	}

	/** Resolves as soon as the machine of n8n does not sleep. */
	async awake(): Promise<void> {
		await this.waking;
	}

	/** Lets time pass up to a moment. */
	async reach(moment: number): Promise<void> {
		await settle();
		while (await this.step(moment));
		this.now = Math.max(this.now, moment);
	}

	/** Lets time pass until a promise has settled, but no further than a moment. Says whether it has. */
	async until(promise: Promise<unknown>, moment: number): Promise<boolean> {
		let isDone = false;
		const done = () => void (isDone = true);
		promise.then(done, done);
		await settle(() => isDone);
		while (!isDone && (await this.step(moment, () => isDone)));
		return isDone;
	}

	/** Nothing of what was to happen happens any more, as when a test begins anew. */
	end(): void {
		this.due = [];
		for (const stop of this.stopReading) stop();
	}

	private async step(moment: number, isDone?: () => boolean): Promise<boolean> {
		const [first] = this.due;
		if (!first || first.at > moment) return false;
		this.due.shift();
		this.now = Math.max(this.now, first.at);
		this.atMoment();
		if (first.happen() !== false) await settle(isDone);
		return true;
	}
}

const isAfter = (one: Due | undefined, other: Due): boolean =>
	one !== undefined && (one.at > other.at || (one.at === other.at && one.order > other.order));

async function settle(isDone: () => boolean = () => false): Promise<void> {
	await new Promise<void>((resolve) => {
		const turn = (left: number): void =>
			void (left === 0 || isDone() ? resolve() : setImmediate(turn, left - 1));
		turn(TURNS);
	});
}
