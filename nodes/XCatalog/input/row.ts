/** This file defines a product of the input, and the texts that say where it is. */
import type { IDataObject } from 'n8n-workflow';
import type { RawRow } from '../formats/sourceRow';
import type { Change } from '../prepare/settings';
import type { Product } from '../product/fields';
import { quoted, type ProductProblem } from '../product/violation';

export interface InputRow {
	/** Its number in the whole input, from 0. */
	readonly ordinal: number;
	readonly itemIndex: number;
	readonly line: number | undefined;
	readonly product: Product;
	/** The problems of the row as a whole. */
	readonly problems: readonly ProductProblem[];
	/** A note that may explain other problems, such as values missing in the line. */
	readonly note: string | undefined;
	/** The reason why it is not a product to advertise. Is undefined if it is one. */
	readonly leftOut: string | undefined;
	readonly changes: readonly Change[];
	/** Whether its ID cannot be trusted, because the line or the ID is broken. It may be any product. */
	readonly idUncertain: boolean;
}

export type InputPosition = Pick<InputRow, 'ordinal' | 'itemIndex'> & { readonly line?: number | undefined };

export type InputPlace = Pick<RawRow, 'itemIndex'> & { readonly line?: number | undefined };

/** Locates a product, for output items. */
export const location = ({ itemIndex, line }: InputPlace): IDataObject =>
	line === undefined ? { item: itemIndex } : { item: itemIndex, line };

/** Locates a product, for messages. */
export const describeLocation = ({ itemIndex, line }: InputPlace): string =>
	line === undefined ? `Item ${itemIndex + 1}` : `Line ${line}`;

/** Names the location of a product and its ID, if it has one. */
export const describeRow = (place: InputPlace, { id }: Pick<Product, 'id'>): string =>
	id ? `${describeLocation(place)} (${id})` : describeLocation(place);

/** Names a row and its wrong value, as an example of a problem that many rows have. */
export function exampleOf(row: InputRow, { field, text }: ProductProblem): string {
	const value = field === undefined ? '' : (row.product[field] ?? '');
	const isSaid = value === '' || text.includes(quoted(value));
	return `${describeRow(row, row.product)}${isSaid ? '' : `: ${quoted(value)}`}`;
}

/** Puts a change in words: `price "59,90" → "59.90 EUR"`. */
export const sentenceOfChange = ({ field, from, to }: Change): string =>
	`${field} ${from === '' ? '' : `${quoted(from)} `}→ ${quoted(to)}`;
