import { trimEnd, trimStart } from 'lodash';
import { memoized } from '../../shared/memory/pureResults';
import { quoted, violation, type Violation } from './fields';
import { ownValue } from '../../shared/util/lenient';
import { words } from '../../shared/util/text';
import { DateTime } from 'luxon';

/** Currencies in use, from ISO 4217 list one. Funds, metals and test codes are no currencies of products. */
export const CODES =
	'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF ' +
	'CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG ' +
	'HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA ' +
	'MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD ' +
	'RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX ' +
	'USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG';
const CURRENCIES = new Set(CODES.split(' '));

/** An exact amount: `digits` divided by ten to the power of `scale`. */
export interface CurrencyAmount {
	readonly digits: bigint;
	readonly scale: number;
	readonly currency: string;
}

/** An amount such as `1,299`, whose comma may separate thousands or decimals. */
const AMBIGUOUS = /^\d{1,3},\d{3}(?: ?[A-Za-z]{3})?$/;

/** Reads a price: a number with a decimal point, one space, and a currency code. Returns what is wrong otherwise. */
export const parsePrice = memoized((text: string): CurrencyAmount | Violation => {
	const match = /^(\d+)(?:\.(\d+))? ([A-Z]{3})$/.exec(text);
	if (match === null) {
		const rule = AMBIGUOUS.test(text)
			? 'ambiguous'
			: /^-|\d\s*(?![A-Za-z]{3}$)[A-Za-z]+$/.test(text)
				? 'form'
				: 'price';
		return violation(rule, `${explain(text)} (it is ${quoted(text)})`);
	}
	const [, whole = '', fraction = '', currency = ''] = match;
	if (!CURRENCIES.has(currency))
		return violation(
			'currency',
			`has ${currency}, which is no currency code of ISO 4217 (it is ${quoted(text)})`,
		);
	const problem = decimalsProblem(whole, fraction, currency);
	return problem ?? { digits: BigInt(whole + fraction), scale: fraction.length, currency };
});

/** The number of decimals of currencies that do not have two: ISO 4217. */
const DECIMALS: Partial<Record<string, number>> = {
	...Object.fromEntries(
		'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
	),
	...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
};

const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2;

/**
 * Refuses more decimals than the currency has, because they are ambiguous: a German shop writes "1.299 EUR" for 1299.
 * Three decimals are refused even if they end in zeros. Other trailing zeros are fine, because databases print them.
 */
function decimalsProblem(whole: string, fraction: string, currency: string): Violation | undefined {
	const decimals = decimalsOf(currency);
	const isThousands = fraction.length === 3 && decimals !== 3;
	if (!isThousands && trimEnd(fraction, '0').length <= decimals) return undefined;
	const value = quoted(`${whole}.${fraction} ${currency}`);
	return violation(
		isThousands ? 'thousands' : 'decimals',
		isThousands
			? `has 3 decimals where ${currency} has ${decimals || 'none'} (it is ${value}): if the point separates thousands, set Decimals in Defaults to 1.299,00; if not, round it`
			: `has more decimals than ${currency} has (it is ${value}): round it`,
	);
}

function explain(text: string): string {
	const form = 'must be written like "59.90 EUR"';
	if (/^-/.test(text)) return 'must not be negative';
	if (/[\u00a0\u202f]/.test(text))
		return `${form}: it has a no-break space, which looks like a blank and is none`;
	if (AMBIGUOUS.test(text))
		return `${form}: the comma may separate thousands or decimals, so Decimals has to say which`;
	if (/\d,\d/.test(text)) return `${form}: the decimal point is ".", and there is no thousands separator`;
	if (/^[\d.]+$/.test(text)) return `${form}: the currency code is missing`;
	if (/[$€£¥₹]/.test(text)) return `${form}: a currency code instead of a symbol`;
	if (/^[\d.]+ +[a-zA-Z]{3}$/.test(text) && / {2}/.test(text)) return `${form}: exactly one space`;
	if (/^[\d.]+[a-zA-Z]{3}$/.test(text)) return `${form}: one space before the currency code`;
	if (/^\d+(?:\.\d+)? [a-zA-Z]{3}$/.test(text)) return `${form}: the currency code in capital letters`;
	if (/^[A-Z]{3} /.test(text)) return `${form}: the amount comes first`;
	return form;
}

/** Compares two amounts of one currency exactly: negative if `a` is lower, 0 if they are equal. */
export function compareAmounts(a: CurrencyAmount, b: CurrencyAmount): number {
	const scale = Math.max(a.scale, b.scale);
	const left = a.digits * 10n ** BigInt(scale - a.scale);
	const right = b.digits * 10n ** BigInt(scale - b.scale);
	return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns the same text for all ways to write a price: `20 USD`, `20.0 usd` and `020.00 USD` are equal. */
export const canonicalPrice = memoized((text: string): string => {
	const match = /^(\d+)(?:\.(\d*))?\s*([A-Za-z]{3})$/.exec(text);
	if (match === null) return text;
	const [, digits = '', decimals = '', currency = ''] = match;
	const whole = trimStart(digits, '0') || '0';
	const fraction = trimEnd(decimals, '0');
	return `${whole}${fraction === '' ? '' : `.${fraction}`} ${currency.toUpperCase()}`;
});

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

const DATE_TIME =
	/^\d{4}-?\d{2}-?\d{2}T\d{2}(?::?\d{2}(?::?\d{2}(?:[.,]\d+)?)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/;

/** Checks the period of a sale: a start and an end, both in ISO 8601 with an offset, separated by a slash. */
export function periodProblem(text: string): Violation | undefined {
	const parts = text.split('/');
	if (parts.length !== 2) return violation('period', 'must be a start and an end, separated by one slash');
	const [start = '', end = ''] = parts.map((part) => part.trim());
	for (const [which, part] of [
		['start', start],
		['end', end],
	] as const) {
		if (part === '') return violation('period', `has no ${which}`);
		if (instant(part) === undefined) {
			const offset =
				/T\d{2}:?\d{2}/.test(part) && !/(?:Z|[+-]\d{2}:?\d{0,2})$/.test(part)
					? ': the offset is missing'
					: '';
			return violation(
				'dateTime',
				`has ${which === 'end' ? 'an' : 'a'} ${which} that is no ISO 8601 date-time with offset, like 2026-03-01T00:00:00Z${offset}`,
			);
		}
	}
	if ((instant(start) ?? 0) >= (instant(end) ?? 0)) return violation('order', 'must end after its start');
	return undefined;
}

/** Returns both moments in milliseconds, so that one period in two time zones is equal. Other text stays as it is. */
export function canonicalPeriod(text: string): string {
	const parts = text.split('/').map((part) => instant(part.trim()));
	return parts.length === 2 && parts.every((part) => part !== undefined) ? parts.join('/') : text;
}

function instant(text: string): number | undefined {
	if (!DATE_TIME.test(text)) return undefined;
	const parsed = DateTime.fromISO(text, { setZone: true });
	return parsed.isValid ? parsed.toMillis() : undefined;
}
