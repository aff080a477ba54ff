/** Reads amounts as shops write them. */
import { trimEnd } from 'lodash';
import { ownValue } from '../../shared/util/lenient';
import { words } from '../../shared/util/text';
import { decimalsOf } from './price';

/** The mark that separates decimals. With `auto` it is detected if the amount is unambiguous. */
export type DecimalMark = 'auto' | 'comma' | 'point';

const SYMBOLS: Readonly<Record<string, string>> = Object.fromEntries(
	words('€:EUR £:GBP zł:PLN Kč:CZK ₽:RUB ₴:UAH ₹:INR ₺:TRY ₪:ILS ₩:KRW').map((pair) => pair.split(':')),
) as Record<string, string>;

/**
 * Converts a price to the form of X. Is undefined if it is ambiguous.
 *
 * @param text The price in the file, with or without a currency.
 * @param currency The currency of prices without one, or '' if it is not known.
 */
export function readPrice(text: string, currency: string, mark: DecimalMark): string | undefined {
	const plain = text.replace(/[\s\u00a0\u202f\u2009]+/g, ' ').trim();
	const [, before = '', amount = '', after = ''] =
		/^([^\d.,-]*?) ?(\d[\d.,' ’]*?) ?([^\d.,]*)$/.exec(plain) ?? [];
	const said = `${before}${after}`.trim().replace(/\.$/, '');
	const code =
		said === ''
			? currency
			: (ownValue(SYMBOLS, said) ?? (/^[a-z]{3}$/i.test(said) ? said.toUpperCase() : dollar(said, currency)));
	const number = amount === '' ? undefined : readNumber(amount, mark);
	if (number === undefined || code === '') return undefined;
	return `${cutZeros(number, decimalsOf(code))} ${code}`;
}

/** Several currencies use the dollar sign. It means the default currency if that is one of them. */
const dollar = (symbol: string, currency: string) =>
	symbol === '$' && /^(?:USD|CAD|AUD|NZD|SGD|HKD|MXN|TWD|ARS|CLP|COP|BRL)$/.test(currency) ? currency : '';

/** Writes a number with "." for decimals. Is undefined if it is not a number, or if it is ambiguous. */
export function readNumber(text: string, mark: DecimalMark): string | undefined {
	const digits = text.replace(/(?<=\d)['’ ](?=\d{3}(?!\d))/g, '');
	const chosen = mark === 'auto' ? decimalMarkOf(digits) : mark === 'comma' ? ',' : '.';
	if (chosen === undefined) return undefined;
	const grouping = chosen === ',' ? '.' : ',';
	const parts = digits.split(chosen);
	if (parts.length > 2 || (parts[1]?.includes(grouping) ?? false)) return undefined;
	const [whole = '', fraction] = parts;
	if (whole.includes(grouping) && !/^\d{1,3}(?:[.,]\d{3})+$/.test(whole)) return undefined;
	const plain = whole.replaceAll(grouping, '');
	if (!/^\d+$/.test(plain) || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
	return fraction === undefined ? plain : `${plain}.${fraction}`;
}

/**
 * If an amount has both marks, the last one separates decimals. A mark that repeats separates thousands. A single
 * comma before three digits may do either, so it is ambiguous.
 */
function decimalMarkOf(digits: string): '.' | ',' | undefined {
	const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
	if (point !== -1 && comma !== -1) return point > comma ? '.' : ',';
	const only = point !== -1 ? '.' : ',';
	if (digits.split(only).length > 2) return only === '.' ? ',' : '.';
	if (only === ',' && /,\d{3}$/.test(digits)) return undefined;
	return only;
}

/** Removes zeros beyond the decimals of the currency. Three decimals stay, because the mark may separate thousands. */
function cutZeros(number: string, decimals: number): string {
	const [whole = '', fraction] = number.split('.');
	if (fraction === undefined || fraction.length <= decimals || fraction.length === 3) return number;
	const rest = trimEnd(fraction, '0').padEnd(decimals, '0');
	return rest === '' ? whole : `${whole}.${rest}`;
}
