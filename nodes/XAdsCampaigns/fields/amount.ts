/**
 * Amounts of money. The wire has integers of micro units (a millionth of the currency's unit); the form takes currency
 * units or micros, as its Amounts In says. The arithmetic is done on the written digits: a binary float would turn
 * 1.1 into something else. Brief: resources, conventions.
 */
import { choice, form, text, type Look } from '../../shared/fields';
import { FieldProblem, type Field } from '../../shared/operation';
import { asText } from '../../shared/text';
import { LABELS } from '../labels';

export type Unit = 'units' | 'micros';

const DECIMALS = 6;
/** Beyond this a JSON number is no longer exact. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER);

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
	if (micros > MOST) return `must be at most ${fromMicros(Number(MOST))} in currency units`;
	return Number(micros);
}

/** Micro units → currency units as text, without needless zeros: 12500000 → "12.5". */
export function fromMicros(micros: number): string {
	const digits = String(micros).padStart(DECIMALS + 1, '0');
	const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
	return digits.slice(0, -DECIMALS) + (fraction && `.${fraction}`);
}

/** "12.5 USD"; without the currency where it is not known. */
export const money = (micros: number, currency: unknown): string =>
	[fromMicros(micros), asText(currency)].filter(Boolean).join(' ');

/** An amount: currency units or micros in the form, micros on the wire. @param label Name in the form. */
export function amount(label: string, rest: Look = {}): Field {
	const field = text({ label, placeholder: 'e.g. 12.50', ...rest });
	return {
		...field,
		encode: (value, context) => {
			const written = asText(value).trim();
			if (written === '') return value === undefined || value === null ? undefined : '';
			const unit = context.parameter?.('amounts_in') === 'micros' ? 'micros' : 'units';
			const read = toMicros(written, unit);
			if (typeof read === 'string')
				throw new FieldProblem(context.label, `${read}, and is "${written.slice(0, 40)}"`);
			return read;
		},
	};
}

/** The switch for all amounts of an operation. */
export const amountsIn: Record<string, Field> = {
	amounts_in: form(
		choice(
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
