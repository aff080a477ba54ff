/** This file keeps X's time. The clock of the machine that runs n8n may be wrong by minutes; X's answers have a date. */
import { remembered } from '../memory/process';
import { MINUTE, SECOND } from '../util/time';

/** The date of an answer, when it came. It has whole seconds, so X is never behind it. */
interface Noted {
	/** X's time above that of a clock that is never set, in milliseconds. */
	readonly aboveSteady: number;
	/** By how much X's clock is ahead of n8n's. */
	readonly ahead: number;
}

const clocks = remembered<Noted>({ name: "X's clock", of: 'address' });

/** How far n8n's clock may be off while X has answered nothing. */
export const MOST_OFF = 10 * MINUTE;

/** The clocks of X's own servers, in comparison with each other. */
const SKEW = SECOND;

/** Keeps the date of an answer. */
export function noteDate(baseUrl: string, date: string | undefined): void {
	const at = Date.parse(date ?? '');
	if (!Number.isNaN(at)) clocks.set(baseUrl, { aboveSteady: at - performance.now(), ahead: at - Date.now() });
}

/**
 * Returns a moment on X's clock that is certainly not later than now, in milliseconds, also if n8n's clock is set anew. A
 * date that a gateway sets may be ahead, so n8n's own clock bounds it: a search from a later moment would miss a write.
 */
export function xTime(baseUrl: string): number {
	const noted = clocks.get(baseUrl);
	const now = noted === undefined ? Date.now() - MOST_OFF : performance.now() + noted.aboveSteady;
	return Math.floor(Math.min(now, Date.now())) - SKEW;
}

/** The least and the most that the present time may be, in milliseconds, where two clocks differ. */
export type Clocks = () => readonly [least: number, most: number];

/** Holds n8n's clock against X's dates. Both may be wrong: a person sets the one, a gateway the other. */
export const bothClocks =
	(baseUrl: string): Clocks =>
	() => {
		const own = Date.now();
		const noted = clocks.get(baseUrl);
		const ofX = noted === undefined ? own : performance.now() + noted.aboveSteady;
		// A date has whole seconds, so that a smaller difference is none.
		return Math.abs(ofX - own) < 2 * SKEW ? [own, own] : [Math.min(own, ofX), Math.max(own, ofX)];
	};

/** Returns by how much X's clock is ahead of n8n's, in milliseconds. Is undefined while X has answered nothing. */
export const xAhead = (baseUrl: string): number | undefined => clocks.get(baseUrl)?.ahead;
