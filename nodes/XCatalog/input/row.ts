/** A product of the input, and the texts that say where it is. */
import type { IDataObject } from 'n8n-workflow';
import type { RawRow } from '../formats/sourceRow';
import type { Change } from '../prepare/settings';
import type { Product } from '../product/fields';
import { quoted, type ProductProblem } from '../product/violation';

export interface InputRow {
	/** Its number in the whole input, from 0. */
	readonly ordinal: number;
	readonly itemIndex: number;
	/** The line, for products from files. */
	readonly line: number | undefined;
	readonly product: Product;
	/** What is wrong with the row as a whole. */
	readonly problems: readonly ProductProblem[];
	/** What may explain other problems, such as values missing in the line. */
	readonly note: string | undefined;
	/** Why it is not a product to advertise. Undefined if it is one. */
	readonly leftOut: string | undefined;
	/** What was changed in its values. */
	readonly changes: readonly Change[];
	/** Whether its ID cannot be trusted, because the line or the ID is broken. It may be any product. */
	readonly idUncertain: boolean;
}

export type InputPosition = Pick<InputRow, 'ordinal' | 'itemIndex'> & { readonly line?: number | undefined };

type InputPlace = Pick<RawRow, 'itemIndex'> & { readonly line?: number | undefined };

/** The location of a product, for output items. */
export const location = ({ itemIndex, line }: InputPlace): IDataObject =>
	line === undefined ? { item: itemIndex } : { item: itemIndex, line };

/** The same, for messages. */
export const describeLocation = ({ itemIndex, line }: InputPlace): string =>
	line === undefined ? `Item ${itemIndex}` : `Line ${line}`;

/** The location of a product and its ID, if it has one. */
export const describeRow = (place: InputPlace, { id }: Pick<Product, 'id'>): string =>
	id ? `${describeLocation(place)} (${id})` : describeLocation(place);

/** A row and its wrong value, as an example of a problem that many rows have. */
export function exampleOf(row: InputRow, { field, text }: ProductProblem): string {
	const value = field === undefined ? '' : (row.product[field] ?? '');
	const isSaid = value === '' || text.includes(quoted(value));
	return `${describeRow(row, row.product)}${isSaid ? '' : `: ${quoted(value)}`}`;
}

/** A change in words: `price "59,90" → "59.90 EUR"`. */
export const sentenceOfChange = ({ field, from, to }: Change): string =>
	`${field} ${from === '' ? '' : `${quoted(from)} `}→ ${quoted(to)}`;
