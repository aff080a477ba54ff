/**
 * Amounts of money. The wire has integers of micro units (a millionth of the currency's unit); the form takes currency
 * units or micros, as its Amounts In says. The arithmetic is done on the written digits: a binary float would turn
 * 1.1 into something else. Brief: resources, conventions.
 */
import { formOnly, oneOf, text, type Appearance } from '../../shared/fields';
import { InvalidValue, type Field, type FieldContext } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { LABELS } from '../labels';

export type Unit = 'units' | 'micros';

const DECIMALS = 6;
/** The platform's integers have 64 bits. */
const MOST = 2n ** 63n - 1n;

/**
 * An amount as written → micro units.
 *
 * @param written Digits with an optional fraction after a point; no sign, no grouping, no currency.
 * @param unit What the text is in.
 * @returns The micros, or what is wrong with the text, completing "<field>: …".
 */
export function toMicros(written: string, unit: Unit): number | string {
	const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(written.trim()) ?? [];
	if (whole === '') return `must be a plain number such as ${unit === 'units' ? '12.50' : '12500000'}`;
	const significant = fraction.replace(/0+$/, '');
	if (unit === 'micros' && significant !== '')
		return 'must be a whole number of micros; set Amounts In to Currency Units for fractions';
	if (significant.length > DECIMALS)
		return `has ${significant.length} decimals, and a millionth is the smallest part: round it`;
	const micros = unit === 'units' ? BigInt(whole + significant.padEnd(DECIMALS, '0')) : BigInt(whole);
	if (micros > MOST) return `must be at most ${withPoint(String(MOST))} in currency units`;
	// A number of JSON is not exact beyond 2^53; most round amounts are even there.
	if (String(Number(micros)) !== String(micros)) return 'has more digits than can be sent exactly: round it';
	return Number(micros);
}

/** Micros of an answer as a number: integers of 16 digits and more arrive as text. Undefined where none are set. */
export function microsOf(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** Micro units → currency units as text, without needless zeros: 12500000 → "12.5". */
export const fromMicros = (micros: number): string => withPoint(String(micros));

function withPoint(micros: string): string {
	const digits = micros.padStart(DECIMALS + 1, '0');
	const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
	return digits.slice(0, -DECIMALS) + (fraction && `.${fraction}`);
}

/** "12.5 USD"; without the currency where it is not known. */
export const money = (micros: number, currency: unknown): string =>
	[fromMicros(micros), asText(currency)].filter(Boolean).join(' ');

/** An amount: currency units or micros in the form, micros on the wire. @param label Name in the form. */
export function amount(label: string, rest: Appearance = {}): Field {
	const field = text({ label, placeholder: 'e.g. 12.50', ...rest });
	return {
		...field,
		encode: (value, context) => {
			const written = asText(value).trim();
			if (written === '') return value === undefined || value === null ? undefined : '';
			const read = toMicros(written, unitIn(context));
			if (typeof read === 'string')
				throw new InvalidValue('amount', `${read}, and is "${written.slice(0, 40)}"`);
			return read;
		},
	};
}

/** A guess would be wrong by a factor of a million. */
function unitIn({ parameter }: FieldContext): Unit {
	const unit = parameter?.('amounts_in') ?? 'units';
	if (unit === 'units' || unit === 'micros') return unit;
	throw new InvalidValue('unit', 'depends on {amounts_in}, which is neither units nor micros');
}

/** The switch for all amounts of an operation. */
export const amountsIn: Record<string, Field> = {
	amounts_in: formOnly(
		oneOf(
			{
				micros: ['Micros', 'Millionths of the currency, as the API has them: 12.50 is 12500000'],
				units: ['Currency Units', 'As one writes prices: 12.50'],
			},
			{ label: 'Amounts In', default: 'units', description: 'What the amounts of this operation are in' },
		),
	),
};

export const dailyBudget = () =>
	amount(LABELS.daily_budget_amount_local_micro, {
		description: 'The most to spend in a day, in the currency that pays for the campaign',
	});

export const totalBudget = () =>
	amount(LABELS.total_budget_amount_local_micro, {
		description: 'The most to spend in all, in the currency that pays for the campaign',
	});

export const bidAmount = () =>
	amount(LABELS.bid_amount_local_micro, { description: 'Needed for the bid strategies Max and Target' });
