/** Amounts as shops write them. */
import { decimalsOf } from './price';

/** How amounts are written: as the amount itself shows where that is certain, or as the user says. */
export type DecimalMark = 'auto' | 'comma' | 'point';

const SYMBOLS: Readonly<Record<string, string>> = {
	'€': 'EUR',
	'£': 'GBP',
	zł: 'PLN',
	Kč: 'CZK',
	'₽': 'RUB',
	'₴': 'UAH',
	'₹': 'INR',
	'₺': 'TRY',
	'₪': 'ILS',
	'₩': 'KRW',
};

/**
 * A price as X writes it; undefined where it is not certain what is meant.
 *
 * @param text The price as the file has it, with or without currency.
 * @param currency The currency of prices without one; '' where none is known.
 * @param mark How decimals are written.
 */
export function readPrice(text: string, currency: string, mark: DecimalMark): string | undefined {
	const plain = text.replace(/[\s\u00a0\u202f\u2009]+/g, ' ').trim();
	const [, before = '', amount = '', after = ''] =
		/^([^\d.,-]*?) ?(\d[\d.,' ’]*?) ?([^\d.,]*)$/.exec(plain) ?? [];
	const said = `${before}${after}`.trim().replace(/\.$/, '');
	const code =
		said === ''
			? currency
			: (SYMBOLS[said] ?? (/^[a-z]{3}$/i.test(said) ? said.toUpperCase() : dollar(said, currency)));
	const number = amount === '' ? undefined : readNumber(amount, mark);
	if (number === undefined || code === '') return undefined;
	return `${cutZeros(number, decimalsOf(code))} ${code}`;
}

/** A dollar sign says which dollar only beside a currency of that sign. */
const dollar = (symbol: string, currency: string) =>
	symbol === '$' && /^(?:USD|CAD|AUD|NZD|SGD|HKD|MXN|TWD|ARS|CLP|COP|BRL)$/.test(currency) ? currency : '';

/**
 * A number with "." for decimals. One mark before three last digits is left alone, as it may part thousands.
 *
 * @returns Undefined where it is no number.
 */
function readNumber(text: string, mark: DecimalMark): string | undefined {
	const digits = text.replace(/['’ ]/g, '');
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

/** The last of two different marks; a mark that repeats parts thousands; a comma before three digits may be either. */
function decimalMarkOf(digits: string): '.' | ',' | undefined {
	const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
	if (point !== -1 && comma !== -1) return point > comma ? '.' : ',';
	const only = point !== -1 ? '.' : ',';
	if (digits.split(only).length > 2) return only === '.' ? ',' : '.';
	if (only === ',' && /,\d{3}$/.test(digits)) return undefined;
	return only;
}

/** Zeros beyond the decimals of the currency say nothing; three decimals stay, as the mark may part thousands. */
function cutZeros(number: string, decimals: number): string {
	const [whole = '', fraction] = number.split('.');
	if (fraction === undefined || fraction.length <= decimals || fraction.length === 3) return number;
	const rest = fraction.replace(/0+$/, '').padEnd(decimals, '0');
	return rest === '' ? whole : `${whole}.${rest}`;
}
