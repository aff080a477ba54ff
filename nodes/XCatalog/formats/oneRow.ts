/** These functions describe formats in which a product is one row: each field names the columns it comes from. */
import type { FieldName } from '../product/fields';
import type { SourceRow } from './sourceRow';
import { column, entry, firstOf, positive, type Getter } from './vocabulary';

/** Makes getters for fields from the names of columns, separated by `|` where files differ. */
export const fieldsFrom = (
	fields: Readonly<Partial<Record<FieldName, string | Getter>>>,
): Readonly<Partial<Record<FieldName, Getter>>> =>
	Object.fromEntries(
		Object.entries(fields).map(([name, source]) => [
			name,
			typeof source === 'string' ? column(...source.split('|')) : source,
		]),
	);

/** Reads a price in the currency of another column. */
export const priceIn =
	(price: Getter, currency: string): Getter =>
	(row) => {
		const text = price(row);
		const code = row.text(currency);
		return text === undefined || text === '' || code === '' || /[A-Z]{3}/.test(text)
			? text
			: `${text} ${code}`;
	};

/** Joins the texts of numbered columns: `IMAGE2`, `IMAGE3` … */
export const numbered =
	(name: string, first: number, last: number): Getter =>
	(row) =>
		Array.from({ length: last - first + 1 }, (_, index) => row.text(`${name}${first + index}`))
			.filter((text) => text !== '')
			.join(', ');

/** The first of several addresses in a cell is the main image. */
export const imagesIn = (getter: Getter, separator: RegExp) => ({
	image_link: entry(getter, separator, 0),
	additional_image_link: (row: SourceRow) => (getter(row) ?? '').split(separator).slice(1).join(', '),
});

/** Reads the period of a sale. One of its ends may be open. */
export const period =
	(start: Getter, end: Getter): Getter =>
	(row) => {
		const text = `${start(row) ?? ''}/${end(row) ?? ''}`;
		return text === '/' ? '' : text;
	};

/** Makes the price to pay that of a sale if there is a former price. */
export function withFormer(price: Getter, former: Getter) {
	const full = positive(former);
	const paid = (row: SourceRow) => ((full(row) ?? '') === '' ? '' : price(row));
	return { price: firstOf(full, price), sale_price: isPaid(paid) };
}

/** Marks a sale price that is what customers pay now. */
export const isPaid = (getter: Getter): Getter => Object.assign(getter, { isPaid: true as const });

export const pairs = (names: readonly (readonly [string, string])[]) => (row: SourceRow) =>
	names.map(([name, value]) => [row.text(name), row.text(value)] as const);

export const isNo = (text: string) => /^(?:0|n|no|false|hidden|inactive)$/i.test(text);

/** Prices of sales and variants, which have no columns of their own in some exports, are calculated in these units. */
const UNITS = 10_000n;

/** Reads a decimal number in ten-thousandths. Is undefined if the text is not a number. */
function exact(text: string): bigint | undefined {
	const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d{0,4})0*)?$/.exec(text) ?? [];
	return whole === undefined ? undefined : BigInt(whole) * UNITS + BigInt(fraction.padEnd(4, '0'));
}

/**
 * Raises or lowers a price without floating-point errors, rounded to cents. Is undefined if a text is not a number, or
 * if nothing is left of the price.
 *
 * @param sign 1n to raise the price, -1n to lower it.
 */
export function changedPrice(
	price: string,
	amount: string,
	isPercent: boolean,
	sign: 1n | -1n,
): string | undefined {
	const [full, by] = [exact(price), exact(amount)];
	if (full === undefined || by === undefined) return undefined;
	const changed = full + sign * (isPercent ? (full * by) / (100n * UNITS) : by);
	if (changed <= 0n) return undefined;
	const cents = (changed + 50n) / 100n;
	return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/**
 * Reduces a price. Returns '' if there is no discount.
 *
 * @param discount The reduction, in the price's currency or in percent.
 * @param isPercent Whether the reduction is in percent.
 */
export const reducedPrice = (price: string, discount: string, isPercent: boolean): string =>
	exact(discount) === 0n ? '' : (changedPrice(price, discount, isPercent, -1n) ?? '');
