/** Fields for amounts of money. The form takes currency units or micros; X takes micros. */
import { formChoice, formFlag, options, text, type Appearance } from '../fields';
import { InvalidValue, type Field, type FieldContext } from '../operation/operation';
import { isOn, asText } from '../util/text';
import { fromMicros, toMicros, type AmountUnit } from './micros';

/**
 * Currencies whose unit is worth much less than a US dollar, by the power of ten that is nearest to the price of one. It
 * says which amounts are plausible, so that only the order of magnitude matters.
 *
 * The currencies are those that X documents (https://docs.x.com/x-ads-api/fundamentals/currency, read on 2026-11-23)
 * and others of countries where ads are sold. Rates change, but hardly by a power of ten: on 2024-08-22 the IMF had 145
 * JPY, 1,332 KRW, 919 CLP and 84 INR for one USD (https://www.brecorder.com/news/40319001, read on 2026-11-23).
 */
const UNITS = `
10 BRL CNY CZK DKK GTQ HKD HNL MAD MXN NOK SEK UAH ZAR;
100 BDT DOP DZD EGP INR ISK JMD JPY KES NPR PHP PKR RSD RUB THB TRY TWD UYU;
1000 AMD ARS CLP CRC HUF IQD KRW KZT LKR MMK NGN RWF TZS;
10000 COP IDR PYG UGX UZS VND;
100000 IRR LBP VEF`;

const UNITS_OF: ReadonlyMap<string, number> = new Map(
	UNITS.split(';').flatMap((row) => {
		const [units = '', ...currencies] = row.trim().split(/\s+/);
		return currencies.map((currency): [string, number] => [currency, Number(units)]);
	}),
);

/** The power of ten of the currency with the smallest unit. */
const MOST_UNITS = Math.max(...UNITS_OF.values());

/** About how many units of a currency are worth one US dollar. */
export const unitsOf = (currency: string): number => UNITS_OF.get(currency.toUpperCase()) ?? 1;

/** A larger amount, in units of a currency like the US dollar, is probably micros by mistake. */
const LARGE = 1_000_000;
/**
 * Bids are for a click or a view. X's sample of a bidding rule has 1,000 USD as the largest, and 0.01 as the smallest,
 * which is 10,000 in micros: https://docs.x.com/x-ads-api/campaign-management/reference#bidding-rules
 */
const LARGE_BID = 1_000;

/** From where on an amount needs Allow Large Amounts, in units of a currency like the US dollar. */
export const largeFor = (name: string): number => (name.startsWith('bid_') ? LARGE_BID : LARGE);

/** Amounts of Simplified output, which are in currency units. */
const IN_UNITS = /\b(?:bid|daily_budget|funded|total_budget)_amount\b|\bcredit_(?:limit|remaining)\b/i;

/** Makes a field for money. From `large` on, in units of any currency, it needs Allow Large Amounts. */
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
				throw new InvalidValue('large', tooLarge(large, 'currency units', micros));
			return micros;
		},
	};
}

/** Returns the end of a sentence about an amount that is probably meant as micros. */
export const tooLarge = (large: number, currency: string, micros: number): string =>
	`is more than ${large.toLocaleString('en')} ${currency} (${fromMicros(micros)}), as micros would be: where that is meant, switch {allow_large_amounts} on`;

/** The unit that the form has chosen. Undefined for an invalid value, because the field of the unit reports that. */
function unitIn({ parameter }: FieldContext): AmountUnit | undefined {
	const unit = parameter?.('options.amounts_in') ?? 'units';
	return unit === 'units' || unit === 'micros' ? unit : undefined;
}

const ALLOW_LARGE = 'allow_large_amounts';

const allowsLarge = ({ parameter }: FieldContext) => isOn(parameter?.(`options.${ALLOW_LARGE}`));

/** Fields of every operation with amounts: the unit, and whether very large amounts are allowed. */
export const amountsIn = options({
	[ALLOW_LARGE]: formFlag({
		label: 'Allow Large Amounts',
		description: `Whether to send budgets of more than ${LARGE.toLocaleString('en')} USD, and bids of more than ${LARGE_BID.toLocaleString('en')}, or about as much in another currency, and updates by more than 20 times`,
	}),
	amounts_in: formChoice(
		{
			micros: ['Micros', 'Millionths of the currency, as the API has them: 12.50 is 12500000'],
			units: ['Currency Units', 'Regular amounts, such as 12.50'],
		},
		{ default: 'units', description: 'The unit of all budgets and bids here' },
	),
});

/** Bounds before the currency is known: those of the currency with the smallest unit. */
const ofAnyCurrency = (large: number) => large * MOST_UNITS;

export const dailyBudget = (
	description = 'The most to spend in a day, in the currency that pays for the campaign',
) => amount('Daily Budget', description, {}, ofAnyCurrency(LARGE));

export const totalBudget = () =>
	amount(
		'Total Budget',
		'The most to spend in all, in the currency that pays for the campaign',
		{},
		ofAnyCurrency(LARGE),
	);

export const bidAmount = () =>
	amount('Bid Amount', 'Needed for the bid strategies Max and Target', {}, ofAnyCurrency(LARGE_BID));
