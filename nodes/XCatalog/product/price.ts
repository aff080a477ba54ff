import { trimEnd, trimStart } from 'lodash';
import { memoized } from '../../shared/memory/pureResults';
import { quoted, violation, type Violation } from './violation';

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

export const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2;

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
