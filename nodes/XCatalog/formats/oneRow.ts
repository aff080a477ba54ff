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
