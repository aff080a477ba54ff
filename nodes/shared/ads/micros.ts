/**
 * Amounts of money. X has integers in micros, millionths of a currency unit
 * (https://docs.x.com/x-ads-api/fundamentals/currency). Calculations use the decimal digits, because a binary float
 * cannot represent 1.1 exactly.
 */
import { mapValues, trimEnd } from 'lodash';
import { memoized } from '../memory/pureResults';
import { asText, words } from '../util/text';
import type { Shape } from '../operation/operation';

export type AmountUnit = 'units' | 'micros';

const DECIMALS = 6;
/** X's integers are signed and 64 bits long. */
const MOST = 2n ** 63n - 1n;

interface NoAmount {
	readonly rule: 'amount' | 'wholeMicros' | 'decimals' | 'maximum' | 'exact';
	/** The end of a sentence that starts with the field's label. */
	readonly text: string;
}

/** Converts digits with an optional fraction to micros, or says what is wrong with them. */
export function toMicros(written: string, unit: AmountUnit): number | NoAmount {
	const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(written.trim()) ?? [];
	if (whole === '') {
		const example = unit === 'units' ? '12.50' : '12500000';
		return { rule: 'amount', text: `must be a plain number such as ${example}` };
	}
	const significant = trimEnd(fraction, '0');
	if (unit === 'micros' && significant !== '')
		return {
			rule: 'wholeMicros',
			text: 'must be a whole number of micros; set Amounts In to Currency Units for fractions',
		};
	if (significant.length > DECIMALS)
		return {
			rule: 'decimals',
			text: `has ${significant.length} decimals, and a millionth is the smallest part: round it`,
		};
	const micros = unit === 'units' ? BigInt(whole + significant.padEnd(DECIMALS, '0')) : BigInt(whole);
	if (micros > MOST)
		return { rule: 'maximum', text: `must be at most ${withPoint(String(MOST))} in currency units` };
	// Beyond 2^53 a JSON number may be rounded, but most round amounts are still exact.
	if (String(Number(micros)) !== String(micros))
		return { rule: 'exact', text: 'has more digits than can be sent exactly: round it' };
	return Number(micros);
}

/** Reads micros from an answer. Integers with 16 or more digits arrive as text. Is undefined if no amount is set. */
export function microsOf(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** Micros → currency units as text, without trailing zeros: 12500000 → "12.5". */
export const fromMicros = (micros: number | string): string => withPoint(String(micros));

function withPoint(micros: string): string {
	const digits = micros.padStart(DECIMALS + 1, '0');
	const fraction = trimEnd(digits.slice(-DECIMALS), '0');
	return digits.slice(0, -DECIMALS) + (fraction && `.${fraction}`);
}

/** "12.5 USD", or "12.5" if the currency is unknown. */
export const money = (micros: number, currency: unknown): string =>
	[fromMicros(micros), asText(currency)].filter(Boolean).join(' ');

const MICROS = '_local_micro';

/** X has a few dozen amounts. A name that is made anew for each entity costs more than the rest of it. */
const nameInUnits = memoized((name) => name.slice(0, -MICROS.length));

/** Converts all micros in an answer to currency units, at any depth. An amount becomes a number if that is exact. */
export function inUnits(value: unknown, others: readonly string[] = []): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((each) => inUnits(each, others));
	const converted: Record<string, unknown> = {};
	for (const key in value) {
		const inner = (value as Record<string, unknown>)[key];
		// Most fields are texts, numbers or null, and lists have many entities.
		if (key.endsWith(MICROS)) converted[nameInUnits(key)] = amountInUnits(inner);
		else if (others.length > 0 && others.includes(key)) converted[key] = amountInUnits(inner);
		else converted[key] = typeof inner === 'object' && inner !== null ? inUnits(inner, others) : inner;
	}
	return converted;
}

/** Converts all amounts below a name: the history has several of them under the name of the changed field. */
function amountInUnits(value: unknown): unknown {
	if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return unitsOf(value);
	if (Array.isArray(value)) return value.map(amountInUnits);
	if (typeof value === 'object' && value !== null) return mapValues(value, amountInUnits);
	if (typeof value !== 'string' || !/^\d+$/.test(value)) return value;
	const units = fromMicros(value);
	return String(Number(units)) === units ? Number(units) : units;
}

const MILLION = 10 ** DECIMALS;

/** Up to this many micros the quotient has at most 15 digits, which a binary float keeps: IEEE 754, DBL_DIG. */
const EXACT = 1e15;

function unitsOf(micros: number): number | string {
	if (micros < EXACT || micros % MILLION === 0) return micros / MILLION;
	const units = fromMicros(micros);
	return String(Number(units)) === units ? Number(units) : units;
}

/** Makes the shape of an entity. `amounts` are those in micros that do not end in `_local_micro`. */
export const adsShape = (fields: string, ...amounts: string[]): Shape => ({
	simplifiedFields: words(fields),
	present: (entity) => inUnits(entity, amounts) as typeof entity,
});
