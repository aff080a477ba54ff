/** What the reads of a day (UTC) cost by the published prices, and whether another one fits. */
import { uniq } from 'lodash';
import type { Price } from './prices';

export interface Spending {
	readonly day: string;
	readonly usd: number;
	/** Entities of the day, which are charged once: https://docs.x.com/x-api/getting-started/pricing */
	readonly read: readonly string[];
	/** That the limit was reached has been said. */
	readonly isTold: boolean;
}

/** More entities than these are counted again: the sum errs towards too much. */
const MEMORY = 2000;
/** Sums of cents in binary fractions are a little off. */
const ROUNDING = 1e-9;

/** The spending of a day: what is known of it, or nothing yet. */
export const spendingOf = (day: string, known: Spending | undefined): Spending =>
	known?.day === day ? known : { day, usd: 0, read: [], isTold: false };

/**
 * How many entities the next request may bring.
 *
 * @param wanted How many it would ask for.
 * @param max US dollars a day.
 * @returns 0 where the request would cost more than what is left.
 */
export function affordable(wanted: number, { usd }: Spending, price: Price, max: number | undefined): number {
	if (max === undefined || price.usd === 0) return wanted;
	const left = max - usd + ROUNDING;
	if (price.unit === 'request') return left >= price.usd ? wanted : 0;
	return Math.max(0, Math.min(wanted, Math.floor(left / (price.usd + price.joined))));
}

/**
 * The spending after an answer.
 *
 * @param keys What came.
 * @param users Whom the answer includes.
 */
export function charge(
	spending: Spending,
	price: Price,
	keys: readonly string[],
	users: readonly string[],
): Spending {
	if (price.unit === 'request') return { ...spending, usd: spending.usd + price.usd };
	const known = new Set(spending.read);
	const isNew = (key: string) => !known.has(key);
	const [added, joined] = [uniq(keys).filter(isNew), uniq(users).filter(isNew)];
	return {
		...spending,
		usd: spending.usd + added.length * price.usd + joined.length * price.joined,
		read: [...added, ...joined, ...spending.read].slice(0, MEMORY),
	};
}
