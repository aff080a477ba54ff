/** Keeps the people who asked a trigger to be left alone: in static data, and in the process while it runs. */
import { BoundedMap } from '../memory/boundedMap';

export const MOST_PEOPLE = 5000;

/** One entry: the ID of a user, and the second since 1970; negative for a request to begin again. */
const ENTRY = /^(\d{1,19}):(-?\d{1,12})$/;

export class OptOuts {
	private readonly people = new BoundedMap<string, number>(MOST_PEOPLE);

	/** Adds what was stored, and returns whether it was whole. Of two requests of a person, the later one counts. */
	merge(stored: unknown): boolean {
		if (stored === undefined || stored === null || stored === '') return true;
		if (typeof stored !== 'string') return false;
		let isWhole = true;
		for (const entry of stored.split(',')) {
			const [, person, second] = ENTRY.exec(entry) ?? [];
			if (person === undefined) isWhole = false;
			else this.take(person, Number(second));
		}
		return isWhole;
	}

	/** Notes a request, in any order of time, and returns whether another person was forgotten for it. */
	note(person: string, isStop: boolean, at: number): boolean {
		const isFull = this.people.size >= MOST_PEOPLE && !this.people.has(person);
		this.take(person, entryOf(isStop, at));
		return isFull;
	}

	/** Checks whether a request changes what is known of a person, or is the one that is known. */
	isNews(person: string, isStop: boolean, at: number): boolean {
		const known = this.people.get(person) ?? 0;
		const entry = entryOf(isStop, at);
		return entry === known || (known > 0 !== isStop && rank(entry) > rank(known));
	}

	has(person: string): boolean {
		return (this.people.get(person) ?? 0) > 0;
	}

	/** For static data; undefined if no one has asked. */
	get stored(): string | undefined {
		if (this.people.size === 0) return undefined;
		return [...this.people].map(([person, second]) => `${person}:${second}`).join(',');
	}

	private take(person: string, second: number): void {
		if (rank(second) > rank(this.people.get(person) ?? 0)) this.people.set(person, second);
	}
}

/** Within a second the order is not known, and a stop counts. */
const rank = (entry: number): number => Math.abs(entry) * 2 + Number(entry > 0);

const entryOf = (isStop: boolean, at: number): number =>
	Math.max(1, Math.floor(at / 1000)) * (isStop ? 1 : -1);
