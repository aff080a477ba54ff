import { isCurrency } from './currencies';
import { quoted, violation, type Violation } from './violation';

/** An amount kept exact: `digits` scaled by ten to the power of minus `scale`. */
export interface Price {
	readonly digits: bigint;
	readonly scale: number;
	readonly currency: string;
}

/**
 * Reads a price: a number with '.' as decimal point, one space, a currency code of ISO 4217.
 *
 * @see https://docs.x.com/x-ads-api/catalog-management/reference#put-product_catalogs/product_catalog_id/products (field
 *   `price`)
 * @returns The price, or what is wrong with the text.
 */
export function parsePrice(text: string): Price | Violation {
	const match = /^(\d+)(?:\.(\d+))? ([A-Z]{3})$/.exec(text);
	if (match === null) return violation('price', `${explain(text)} (it is ${quoted(text)})`);
	const [, whole = '', fraction = '', currency = ''] = match;
	if (!isCurrency(currency))
		return violation(
			'currency',
			`has ${currency}, which is no currency code of ISO 4217 (it is ${quoted(text)})`,
		);
	return { digits: BigInt(whole + fraction), scale: fraction.length, currency };
}

function explain(text: string): string {
	const form = 'must be written like "59.90 EUR"';
	if (/^-/.test(text)) return 'must not be negative';
	if (/\d,\d/.test(text)) return `${form}: the decimal point is ".", and there is no thousands separator`;
	if (/^[\d.]+$/.test(text)) return `${form}: the currency code is missing`;
	if (/[$€£¥₹]/.test(text)) return `${form}: a currency code instead of a symbol`;
	if (/^[\d.]+ +[a-zA-Z]{3}$/.test(text) && / {2}/.test(text)) return `${form}: exactly one space`;
	if (/^[\d.]+[a-zA-Z]{3}$/.test(text)) return `${form}: one space before the currency code`;
	if (/^\d+(?:\.\d+)? [a-zA-Z]{3}$/.test(text)) return `${form}: the currency code in capital letters`;
	if (/^[A-Z]{3} /.test(text)) return `${form}: the amount comes first`;
	return form;
}

/** Orders two amounts of one currency: negative when `a` is lower, 0 when equal. Exact, whatever the number of decimals. */
export function compareAmounts(a: Price, b: Price): number {
	const scale = Math.max(a.scale, b.scale);
	const left = a.digits * 10n ** BigInt(scale - a.scale);
	const right = b.digits * 10n ** BigInt(scale - b.scale);
	return left < right ? -1 : left > right ? 1 : 0;
}

/** One text for all ways to write the same price: `20 USD`, `20.0 usd` and `020.00 USD` are one. */
export function canonicalPrice(text: string): string {
	const match = /^0*(\d+)(?:\.(\d*?)0*)?\s*([A-Za-z]{3})$/.exec(text);
	if (match === null) return text;
	const [, whole = '', fraction = '', currency = ''] = match;
	return `${whole}${fraction === '' ? '' : `.${fraction}`} ${currency.toUpperCase()}`;
}
