import { lastResult, memoized } from '../../shared/memory/pureResults';
import { trimmed } from '../../shared/util/text';
import { canonicalPeriod, canonicalPrice } from './price';
import {
	fieldOf,
	FIELDS,
	violation,
	type FieldName,
	type Product,
	type ProductField,
	type ProductProblem,
} from './fields';
import { isPlainAddress, splitImages } from './links';

/** Finds the field that a column corresponds to. Feeds write `id`, `g:id`, `ID`, `Image Link` or `image-link`. */
export const fieldOfColumn = (column: string): FieldName | undefined => fieldAt(column)?.name;

/** All rows of a file have the same few columns. */
const fieldAt = memoized((column) => {
	const name = column.trim().replace(/^g:/i, '');
	return fieldOf(name.replace(/[\s-]+/g, '_').toLowerCase()) ?? null;
});

export interface GivenProduct {
	readonly product: Product;
	readonly unknown: readonly string[];
	/** The problems of the row: a value that is not text, or two columns with different values for one field. */
	readonly problems: readonly ProductProblem[];
}

/**
 * Makes a product from a row. Values are trimmed, numbers and lists become text, and choices are spelled as X spells
 * them (`in_stock`, `In Stock`). A column that is null or blank becomes '', because an empty column clears a field and
 * a missing one does not. Of a repeated column nothing says which value counts.
 */
export function toProduct(row: Readonly<Record<string, unknown>>, twice?: readonly string[]): GivenProduct {
	const product: Product = {};
	const unknown: string[] = [];
	const problems: ProductProblem[] = [];
	for (const [column, value] of Object.entries(row)) {
		const name = fieldOfColumn(column);
		if (name === undefined) {
			unknown.push(column);
		} else if (value !== undefined) {
			const text = asText(value);
			if (text === undefined) problems.push({ field: name, ...notText(value) });
			else put(product, name, tidierOf(name)(text), column, problems);
		}
	}
	for (const column of twice ?? [])
		problems.push({ field: fieldOfColumn(column) ?? 'id', ...differs(column) });
	return { product, unknown, problems };
}

function put(product: Product, name: FieldName, text: string, column: string, problems: ProductProblem[]) {
	if ((product[name] ?? text) === text) product[name] = text;
	else problems.push({ field: name, ...differs(column) });
}

/** Makes products from the rows of a table: what its columns are is found out once. */
export class ProductTable {
	private readonly fields: readonly (FieldName | undefined)[];
	private readonly tidiers: readonly ((text: string) => string)[];
	private readonly unknown: readonly string[];

	constructor(private readonly header: readonly string[]) {
		this.fields = header.map(fieldOfColumn);
		this.tidiers = this.fields.map((name) => tidierOf(name ?? 'id'));
		this.unknown = header.filter((name) => name !== '' && fieldOfColumn(name) === undefined);
	}

	/** Returns the same as `toProduct` for the row. */
	read(cells: readonly string[]): GivenProduct {
		const { fields, header, unknown } = this;
		const product: Product = {};
		const problems: ProductProblem[] = [];
		for (let at = 0; at < fields.length; at++) {
			const name = fields[at];
			if (name === undefined) continue;
			const text = this.tidiers[at]?.(cells[at] ?? '') ?? '';
			put(product, name, text, header[at] ?? '', problems);
		}
		return { product, unknown, problems };
	}
}

const notText = (value: unknown) =>
	violation(
		'text',
		typeof value === 'number'
			? 'must be text: a number of this length has lost its last digits'
			: 'must be text, not an object',
	);

const differs = (column: string) =>
	violation('twoColumns', `stands in two columns that differ, "${column}" is one of them`);

function asText(value: unknown): string | undefined {
	if (value === null) return '';
	if (typeof value === 'string') return value;
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
	if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
		return String(value);
	if (Array.isArray(value)) return value.map((entry) => asText(entry) ?? '').join(',');
	return undefined;
}

/** Returns the function that removes from the values of a field what makes no difference to X. */
export const tidierOf = (name: FieldName): ((text: string) => string) => TIDIERS.get(name) ?? trimmed;

function tidierFor({ kind, choices = [] }: ProductField): (text: string) => string {
	switch (kind) {
		case 'images':
			return (text) => (/[,\s]/.test(text) ? splitImages(text.trim()).join(',') : text);
		case 'interval':
			return (text) => text.split('/').map(trimmed).join('/').trim();
		case 'choice':
			return lastResult((text) => chosen(choices, text.trim()));
		default:
			return trimmed;
	}
}

const TIDIERS = new Map(FIELDS.map((field) => [field.name, tidierFor(field)]));

function chosen(choices: readonly string[], text: string): string {
	if (choices.includes(text)) return text;
	const spelled = text.toLowerCase().replace(/[_\s]+/g, ' ');
	return choices.includes(spelled) ? spelled : text;
}

/**
 * Returns the product for a request. Empty values are left out, except for the fields of `clear`: X's answers have
 * '' for an empty text, and null for an empty number or choice.
 */
export function toWire(
	product: Product,
	clear: readonly FieldName[] = [],
): Record<string, string | number | null> {
	const wire: Record<string, string | number | null> = {};
	for (const field of FIELDS) {
		const value = product[field.name] ?? '';
		if (value !== '') wire[field.name] = field.kind === 'integer' ? Number(value) : value;
		else if (clear.includes(field.name)) wire[field.name] = isText(field) ? '' : null;
	}
	return wire;
}

const isText = ({ kind }: ProductField) => kind !== 'integer' && kind !== 'choice';

/**
 * Makes a value comparable: prices without trailing zeros, single spaces, sorted images, periods as
 * moments. Two values mean the same to X exactly if these texts are equal.
 */
export function canonicalValue(field: ProductField, value: string): string {
	if (value === '') return '';
	switch (field.kind) {
		case 'price':
			return canonicalPrice(value);
		case 'integer':
			return value.replace(/^0+(?=\d)/, '');
		case 'images':
			return splitImages(value).map(canonicalUrl).sort().join(',');
		case 'url':
		case 'image':
			return canonicalUrl(value);
		case 'interval':
			return canonicalPeriod(value);
		case 'path':
			return value.includes('>') ? value.split('>').map(collapse).join(' > ') : collapse(value);
		case 'choice':
			return value.toLowerCase();
		case 'text':
			return field.name === 'gtin' ? value.replace(/[\s-]/g, '') : collapse(value);
	}
}

/** The same for each field, by its place in `FIELDS`. It remembers the last value of each. */
export const CANONICAL: readonly ((value: string) => string)[] = FIELDS.map((field) =>
	lastResult((value) => canonicalValue(field, value)),
);

const collapse = (text: string) =>
	UNEVEN.test(text) ? text.replace(/\s+/g, ' ').trim().normalize('NFC') : text;

/** Characters that a text of letters and single blanks lacks. */
const UNEVEN = /[^ -~]| {2}|^ | $/;

const canonicalUrl = (text: string) =>
	isPlainAddress(text) ? text : URL.canParse(text) ? new URL(text).href : text;
