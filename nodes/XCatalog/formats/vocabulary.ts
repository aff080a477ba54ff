/**
 * The words in which a format is written. A format is a small table: the columns it is recognized by, where each field of
 * a product comes from and how it is read, and what a row is. The next shop system is one more file of this kind.
 */
import type { FieldName } from '../product/fields';
import type { SourceRow } from './sourceRow';

/** Reads the text of a field; undefined if the file does not have it at all, '' if it is empty. */
export type Getter = (row: SourceRow) => string | undefined;

/** What a first reading of a file remembers, by table and key: the parents of variants, names of categories. */
export class RowIndex {
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
export interface RowRules {
	/** Consecutive rows with the same text here are one product. */
	readonly together?: (row: SourceRow) => string;
	/** The products that rows are; by default one each. */
	readonly products?: (rows: readonly SourceRow[], index: RowIndex) => readonly SourceRow[];
	/** Why a row is no product to advertise. Such rows are counted, and never reported as wrong. */
	readonly leaveOut?: (row: SourceRow, index: RowIndex) => string | undefined;
	/** Notes what other rows need; then the file is read once more beforehand. */
	readonly learn?: (row: SourceRow, index: RowIndex) => void;
}

export interface Format<Value extends string = string> {
	/** Its value in the menu Source Format; saved workflows contain it. */
	readonly value: Value;
	/** Its name in the menu and in reports. */
	readonly label: string;
	/** What the menu says about it. */
	readonly description?: string;
	/** Whether it shares the entry of another format with the same value: rows of the same system from another place. */
	readonly isUnlisted?: true;
	/** The columns or paths it is recognized by: every one in any of these lists. */
	readonly recognizedBy: readonly (readonly string[])[];
	/** Where the fields come from; in a feed they have the names of the fields. */
	readonly fields: Readonly<Partial<Record<FieldName, Getter>>> | 'feed';
	/** In a feed: columns of other names that mean a field. */
	readonly aliases?: Readonly<Record<string, FieldName>>;
	readonly rows?: RowRules;
	/** The one currency of such files. */
	readonly currency?: string;
	/** What is sent anyway but has to be known. */
	readonly caution?: (row: SourceRow) => { readonly field: FieldName; readonly what: string } | undefined;
	/** What Link Pattern may look like, for files without addresses. */
	readonly linkPattern?: string;
}

/** A format whose type knows its value: the values of the menu are made of them. */
export const defineFormat = <const Value extends string>(format: Format<Value>): Format<Value> => format;

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

/**
 * The first value that a row has under one of several names.
 *
 * @param read Reads the text of a name, '' where the row has none.
 * @param names The names, e.g. those of an option in several languages.
 */
export const byAnyName =
	(read: (row: SourceRow, name: string) => string, names: readonly string[]): Getter =>
	(row) => {
		for (const name of names) {
			const text = read(row, name);
			if (text !== '') return text;
		}
		return undefined;
	};

/** The names of a variant's options in several languages. */
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
} as const;

/** The value of an option by its names. */
const option =
	(
		pairs: (row: SourceRow) => Iterable<readonly [name: string, value: string]>,
		names: readonly string[],
	): Getter =>
	(row) => {
		for (const [name, value] of pairs(row))
			if (names.includes(name.trim().toLowerCase())) return value.trim();
		return undefined;
	};

/** Color and size among the options of a variant. */
export const variantFields = (
	pairs: (row: SourceRow) => Iterable<readonly [name: string, value: string]>,
) => ({
	color: option(pairs, OPTION_NAMES.color),
	size: option(pairs, OPTION_NAMES.size),
});

/** A whole number where a text has one. */
export const quantityIn = (text: string): number =>
	/^-?\d+(?:[.,]0*)?$/.test(text) ? parseInt(text, 10) : NaN;

/** In stock by the number of pieces; `empty` is the answer where there is no number. */
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
 * A price with a discount, in cents and without a float: '' if there is no discount.
 *
 * @param price The full price.
 * @param discount The reduction, in the price's currency or in percent.
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
