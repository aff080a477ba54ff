/** A product of the input, and how messages say which one is meant. */
import type { IDataObject } from 'n8n-workflow';
import type { RawRow } from '../formats/sourceRow';
import type { Change } from '../prepare/settings';
import type { Product } from '../product/fields';
import { quoted, type ProductProblem } from '../product/violation';

/** One product of the input. */
export interface InputRow {
	/** Counted over the whole input, from 0. */
	readonly ordinal: number;
	readonly itemIndex: number;
	/** Line of the file, for products from files. */
	readonly line?: number;
	readonly product: Product;
	/** What is wrong with the row itself. */
	readonly problems: readonly ProductProblem[];
	/** What explains other problems: values that the line does not have. */
	readonly note?: string;
	/** Why it is no product to advertise, where it is none. */
	readonly leftOut?: string;
	/** What was done to values of it. */
	readonly changes: readonly Change[];
	/** Whether it may be any product, whatever its ID seems to be: its line is broken, or its ID is. */
	readonly idUncertain: boolean;
}

/** Where a row is in the input. */
export type InputPosition = Pick<InputRow, 'ordinal' | 'itemIndex' | 'line'>;

type InputPlace = Pick<RawRow, 'itemIndex' | 'line'>;

/** Where a product is in the input. */
export const location = ({ itemIndex, line }: InputPlace): IDataObject =>
	line === undefined ? { item: itemIndex } : { item: itemIndex, line };

/** The same for people. */
export const describeLocation = ({ itemIndex, line }: InputPlace): string =>
	line === undefined ? `Item ${itemIndex}` : `Line ${line}`;

/** Where a product is and its ID, where it has one. */
export const describeRow = (place: InputPlace, { id }: Pick<Product, 'id'>): string =>
	id ? `${describeLocation(place)} (${id})` : describeLocation(place);

/** A row with what is wrong with it, as an example of many. */
export function exampleOf(row: InputRow, { field, text }: ProductProblem): string {
	const value = field === undefined ? '' : (row.product[field] ?? '');
	const isSaid = value === '' || text.includes(quoted(value));
	return `${describeRow(row, row.product)}${isSaid ? '' : `: ${quoted(value)}`}`;
}

/** What was done to a value: `price "59,90" → "59.90 EUR"`. */
export const sentenceOfChange = ({ field, from, to }: Change): string =>
	`${field} ${from === '' ? '' : `${quoted(from)} `}→ ${quoted(to)}`;
