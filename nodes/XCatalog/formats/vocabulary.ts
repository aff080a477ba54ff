/**
 * The words in which a format is written. A format is a small table: which columns tell it, where each field of a
 * product comes from and how it is read, and what a row is. The next shop system is one more file of this kind.
 */
import type { FieldName } from '../product/fields';
import type { SourceRow } from './sourceRow';

/** Reads the text of a field; undefined where the file does not have it at all, '' where it is empty. */
export type Getter = (row: SourceRow) => string | undefined;

/** What a first reading of a file remembers, by table and key: the parents of variants, names of categories. */
export class Book {
	private readonly tables = new Map<string, Map<string, SourceRow>>();

	note(table: string, key: string, row: SourceRow): void {
		const known = this.tables.get(table) ?? new Map<string, SourceRow>();
		this.tables.set(table, known.set(key, row));
	}

	find(table: string, key: string): SourceRow | undefined {
		return this.tables.get(table)?.get(key);
	}
}

/** What the rows of a file are. */
export interface Rows {
	/** The rows of a product stand one after the other: those with the same text here. */
	readonly together?: (row: SourceRow) => string;
	/** The products that rows are: one each unless said. */
	readonly products?: (rows: readonly SourceRow[], book: Book) => readonly SourceRow[];
	/** Why a row is no product to advertise. Such rows are counted, never told as wrong. */
	readonly leaveOut?: (row: SourceRow, book: Book) => string | undefined;
	/** Notes what other rows need; then the file is read once more beforehand. */
	readonly learn?: (row: SourceRow, book: Book) => void;
}

/** The menu's value of each format; saved workflows hold them. */
export type FormatName =
	| 'bigCommerce'
	| 'ceneo'
	| 'feed'
	| 'googleRetail'
	| 'heureka'
	| 'magento'
	| 'meta'
	| 'own'
	| 'prestaShop'
	| 'shopify'
	| 'shoptet'
	| 'wix'
	| 'wooCommerce'
	| 'yml';

export interface Format {
	readonly value: FormatName;
	/** How messages name it. */
	readonly label: string;
	/** Columns or paths that tell it: all of one of these lists are there. */
	readonly tells: readonly (readonly string[])[];
	/** Where the fields come from; in a feed they have the names of the fields. */
	readonly fields: Readonly<Partial<Record<FieldName, Getter>>> | 'feed';
	/** In a feed: columns of other names that mean a field. */
	readonly aliases?: Readonly<Record<string, FieldName>>;
	readonly rows?: Rows;
	/** The one currency of such files. */
	readonly currency?: string;
	/** What is sent all the same but has to be known. */
	readonly caution?: (row: SourceRow) => { readonly field: FieldName; readonly what: string } | undefined;
	/** What Link Pattern may look like, for files without addresses. */
	readonly linkPattern?: string;
}

/** The first of some columns that has a value. */
export const column =
	(...names: string[]): Getter =>
	(row) => {
		let isThere = false;
		for (const name of names) {
			const text = row.text(name);
			if (text !== '') return text;
			isThere ||= row.has(name);
		}
		return isThere ? '' : undefined;
	};

/** The first of some getters that has a value. */
export const firstOf =
	(...getters: Getter[]): Getter =>
	(row) => {
		let found: string | undefined;
		for (const getter of getters) {
			found = getter(row) ?? found;
			if (found !== undefined && found !== '') return found;
		}
		return found;
	};

/** Puts values in place of the names in braces. */
export const fill = (text: string, valueOf: (name: string) => string): string =>
	text.replace(/\{([^{}]+)\}/g, (_whole, name: string) => valueOf(name.trim()));

/** The values of several columns, those that are empty left out. */
export const joined =
	(separator: string, ...getters: Getter[]): Getter =>
	(row) =>
		getters
			.map((getter) => getter(row) ?? '')
			.filter((text) => text !== '')
			.join(separator);

/** Another word for the words of the shop system, whatever their capitals; one that is not known stays as it is. */
export const words =
	(getter: Getter, table: Readonly<Record<string, string>>, empty?: string): Getter =>
	(row) => {
		const text = getter(row);
		if (text === undefined || text === '') return empty ?? text;
		return table[text.toLowerCase()] ?? text;
	};

/** An amount that says something: of a sale price 0 means none. */
export const positive =
	(getter: Getter): Getter =>
	(row) => {
		const text = getter(row);
		return text !== undefined && /^[0.,\s]*$/.test(text) ? '' : text;
	};

/** One of several values in a cell. */
export const entry =
	(getter: Getter, separator: RegExp, index: number): Getter =>
	(row) =>
		getter(row)?.split(separator)[index]?.trim() ?? getter(row);

/** A path of categories with the separators that X expects. */
export const path =
	(getter: Getter, separator: RegExp): Getter =>
	(row) =>
		getter(row)
			?.split(separator)
			.map((level) => level.trim())
			.filter((level) => level !== '')
			.join(' > ');

/** What an option of a variant is called in some languages. */
export const OPTION_NAMES = {
	color: [
		'color',
		'colour',
		'farbe',
		'couleur',
		'colore',
		'kleur',
		'cor',
		'barva',
		'kolor',
		'цвет',
		'färg',
		'renk',
	],
	size: [
		'size',
		'größe',
		'groesse',
		'taille',
		'taglia',
		'talla',
		'maat',
		'tamanho',
		'velikost',
		'veľkosť',
		'rozmiar',
		'размер',
		'storlek',
		'beden',
		'shoe size',
	],
	material: ['material'],
} as const;

/** The value of an option by what it is called. */
export const option =
	(
		pairs: (row: SourceRow) => Iterable<readonly [name: string, value: string]>,
		names: readonly string[],
	): Getter =>
	(row) => {
		for (const [name, value] of pairs(row))
			if (names.includes(name.trim().toLowerCase())) return value.trim();
		return undefined;
	};

/** Color and size out of the options of a variant. */
export const variantFields = (
	pairs: (row: SourceRow) => Iterable<readonly [name: string, value: string]>,
) => ({
	color: option(pairs, OPTION_NAMES.color),
	size: option(pairs, OPTION_NAMES.size),
});

/** A whole number where a text has one. */
export const quantityIn = (text: string): number =>
	/^-?\d+(?:[.,]0*)?$/.test(text) ? parseInt(text, 10) : NaN;

/** In stock by the number of pieces; what stands for an empty number is said. */
export const byStock =
	(getter: Getter, empty: string): Getter =>
	(row) => {
		const text = getter(row) ?? '';
		if (text === '') return empty;
		const count = quantityIn(text);
		return Number.isNaN(count) ? text : count > 0 ? 'in stock' : 'out of stock';
	};

const UNITS = 10_000n;

/** A decimal number in ten-thousandths; undefined where it is none. */
function exact(text: string): bigint | undefined {
	const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d{0,4})0*)?$/.exec(text) ?? [];
	return whole === undefined ? undefined : BigInt(whole) * UNITS + BigInt(fraction.padEnd(4, '0'));
}

/**
 * A price with a discount, in cents and without a float: '' where there is no discount.
 *
 * @param price The full price.
 * @param discount How much of it is let off, in its currency or in percent.
 * @param isPercent Whether it is in percent.
 */
export function reducedPrice(price: string, discount: string, isPercent: boolean): string {
	const [full, off] = [exact(price), exact(discount)];
	if (full === undefined || off === undefined || off === 0n) return '';
	const left = isPercent ? full - (full * off) / (100n * UNITS) : full - off;
	if (left <= 0n) return '';
	const cents = (left + 50n) / 100n;
	return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}
