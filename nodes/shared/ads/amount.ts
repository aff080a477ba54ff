/** Fields for amounts of money. The form takes currency units or micros; X takes micros. */
import { get } from 'lodash';
import { flag, formOnly, oneOf, options, text, type Appearance } from '../fields';
import { InvalidValue, type Field, type FieldContext } from '../operation/operation';
import { isOn, asText } from '../util/text';
import { fromMicros, toMicros, type AmountUnit } from './micros';

/** A larger amount, in currency units, is probably micros by mistake: the two differ by a factor of a million. */
const LARGE = 1_000_000;
/** Bids are for a click or a view, so that much smaller ones are already unlikely. */
const LARGE_BID = 10_000;

/** Amounts of Simplified output, which are in currency units. */
const IN_UNITS = /\b(?:bid|daily_budget|funded|total_budget)_amount\b|\bcredit_(?:limit|remaining)\b/i;

/**
 * An amount of money.
 *
 * @param label Name in the form.
 * @param description What the amount is for.
 * @param large From where on, in currency units, an amount needs Allow Large Amounts.
 */
export function amount(
	label: string,
	description: string,
	rest: Appearance = {},
	large = LARGE,
): Field<number> {
	const { property } = text({ label, placeholder: 'e.g. 12.50', description, ...rest });
	return {
		...(property && { property }),
		label,
		encode: (value, context) => {
			const written = asText(value).trim();
			if (written === '') return undefined;
			const unit = unitIn(context);
			if (unit === undefined) return undefined;
			if (unit === 'units' && /_local_micro(?![a-z])/i.test(context.expression?.() ?? ''))
				throw new InvalidValue(
					'unit',
					'names an amount in micros (_local_micro), and {amounts_in} is Currency Units: take the amount of Simplified output, whose name has no _local_micro, or set {amounts_in} to Micros',
				);
			if (unit === 'micros' && IN_UNITS.test(context.expression?.() ?? ''))
				throw new InvalidValue(
					'unit',
					'names an amount in currency units, and {amounts_in} is Micros: set {amounts_in} to Currency Units',
				);
			const micros = toMicros(written, unit);
			if (typeof micros !== 'number')
				throw new InvalidValue(micros.rule, `${micros.text}, and is "${written.slice(0, 40)}"`);
			if (unit === 'units' && micros > large * 1_000_000 && !allowsLarge(context))
				throw new InvalidValue(
					'large',
					`is more than ${large.toLocaleString('en')} currency units (${fromMicros(micros)}), as micros would be: where that is meant, switch {allow_large_amounts} on`,
				);
			return micros;
		},
	};
}

/** The unit that the form has chosen. Undefined for an invalid value, because the field of the unit reports that. */
function unitIn({ parameter }: FieldContext): AmountUnit | undefined {
	const unit = parameter?.('amounts_in') ?? 'units';
	return unit === 'units' || unit === 'micros' ? unit : undefined;
}

const ALLOW_LARGE = 'allow_large_amounts';

const allowsLarge = ({ parameter }: FieldContext) => isOn(get(parameter?.('options'), ALLOW_LARGE));

/** Fields of every operation with amounts: the unit, and whether very large amounts are allowed. */
export const amountsIn = {
	amounts_in: formOnly(
		oneOf(
			{
				micros: ['Micros', 'Millionths of the currency, as the API has them: 12.50 is 12500000'],
				units: ['Currency Units', 'Regular amounts, such as 12.50'],
			},
			{ label: 'Amounts In', default: 'units', description: 'The unit of all budgets and bids here' },
		),
	),
	...options({
		[ALLOW_LARGE]: formOnly(
			flag({
				label: 'Allow Large Amounts',
				description: `Whether to send budgets of more than ${LARGE.toLocaleString('en')} currency units, and bids of more than ${LARGE_BID.toLocaleString('en')}, as currencies of small units need them`,
			}),
		),
	}),
};

export const dailyBudget = () =>
	amount('Daily Budget', 'The most to spend in a day, in the currency that pays for the campaign');

export const totalBudget = () =>
	amount('Total Budget', 'The most to spend in all, in the currency that pays for the campaign');

export const bidAmount = () =>
	amount('Bid Amount', 'Needed for the bid strategies Max and Target', {}, LARGE_BID);
