/**
 * This file defines the vocabulary of formats. A format is a small table: the columns it is recognized by, where the
 * fields of a product come from, and how rows form products. To support another shop system, add one such file.
 */
import type { FieldName } from '../product/fields';
import { ownValue } from '../../shared/util/lenient';
import { memoized } from '../../shared/memory/pureResults';
import { asText, trimmed } from '../../shared/util/text';
import { Columns, type ExtraColumns, type SourceRow } from './sourceRow';

/** Reads the text of a field: undefined if the file does not have it, '' if it is empty. */
export type Getter = ((row: SourceRow) => string | undefined) & {
	/** The columns that it reads, if it does nothing else. A file without them does not have the field. */
	readonly columns?: Columns;
	/**
	 * Whether this sale price is what customers pay now. Where it is not lower than the price, it is the price: shops
	 * keep the former price in a column of its own, also when there is no sale.
	 */
	readonly isPaid?: true;
};

/** Rows that other rows refer to, by table and key: the parents of variants, the categories of products. */
export class RowIndex {
	private readonly tables = new Map<string, Map<string, SourceRow>>();
	private readonly counts = new Map<string, number>();

	note(table: string, key: string, row: SourceRow): void {
		const known = this.tables.get(table) ?? new Map<string, SourceRow>();
		this.tables.set(table, known.set(key, row));
	}

	count(table: string, key: string): void {
		const name = `${table} ${key}`;
		this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
	}

	isRepeated(table: string, key: string): boolean {
		return (this.counts.get(`${table} ${key}`) ?? 0) > 1;
	}

	find(table: string, key: string): SourceRow | undefined {
		return this.tables.get(table)?.get(key);
	}
}

export interface RowRules {
	/** Consecutive rows with the same result form one product. */
	readonly together?: (row: SourceRow) => string;
	/** Returns the products that the rows form. By default, each row is a product. */
	readonly products?: (rows: readonly SourceRow[], index: RowIndex) => readonly SourceRow[];
	/** Returns the reason why a row is not a product to advertise. Such rows are counted, but they are not mistakes. */
	readonly leaveOut?: (row: SourceRow, index: RowIndex) => string | undefined;
	/** Collects what other rows need from this one. A format with `learn` reads the file twice. */
	readonly learn?: (row: SourceRow, index: RowIndex) => void;
}

/** Something to know about a product that is sent. */
export interface Caution {
	readonly field: FieldName;
	/** The text under which the report counts it. */
	readonly what: string;
	/** Advice for the user. With it, the run shows a warning. */
	readonly advice?: string;
	/** The value to send if the source and Defaults have none. The caution then holds only for such products. */
	readonly assumed?: string;
}

/** The sources of IDs among which the user can choose. */
export interface IdGetters {
	readonly sku?: Getter;
	/** The number that the shop system gave. */
	readonly shopId?: Getter;
	readonly handle?: Getter;
	/** As Shopify's Google channel makes them. Needs the country of the channel. */
	readonly google?: (country: string) => Getter;
}

export interface Format<Value extends string = string> {
	/** Its value in the menu Source Format. Saved workflows contain it. */
	readonly value: Value;
	/** Its name in the menu and in reports. */
	readonly label: string;
	readonly description?: string;
	/** Whether it was made by public documentation alone, and no file of a shop was seen. The form and its page say so. */
	readonly isOfDocumentation?: true;
	/** Whether it shares the menu entry of another format: rows of the same system from another place. */
	readonly isUnlisted?: true;
	/** Lists of columns or paths. The format is recognized if the file has all columns of one list. */
	readonly recognizedBy: readonly (readonly string[])[];
	/** The root elements of its XML files. */
	readonly roots?: readonly string[];
	/** The columns of a file in another language, by the English names. Is undefined if it is no such file. */
	readonly inOtherLanguages?: (
		row: SourceRow,
		columns: readonly string[],
	) => ReadonlyMap<string, string> | undefined;
	/** The columns of a file in another language, by the names that `fields` has for them. */
	readonly translated?: ReadonlyMap<string, string>;
	/** The source of each field. The columns of a feed have the names of the fields. */
	readonly fields: Readonly<Partial<Record<FieldName, Getter>>> | 'feed';
	readonly ids?: IdGetters;
	/** Fields that the user mapped. They replace those that `fields` finds. */
	readonly mapped?: Readonly<Partial<Record<FieldName, Getter>>>;
	/** Other names of fields in a feed. */
	readonly aliases?: Readonly<Record<string, FieldName>>;
	readonly rows?: RowRules;
	/** The currency of all such files. */
	readonly currency?: string;
	/** The source of IDs where variants of a product share a SKU, in words. */
	readonly idsWithoutSku?: string;
	/** Returns the cautions about a product that is sent. */
	readonly cautions?: (row: SourceRow) => readonly Caution[];
	/** An example for Link Pattern, for files without addresses. */
	readonly linkPattern?: string;
}

/** Defines a format. The type keeps its value as a literal, from which the values of the menu are derived. */
export const defineFormat = <const Value extends string>(format: Format<Value>): Format<Value> => format;

/** Reads the first of these columns that has a value. */
export function column(...names: string[]): Getter {
	const columns = new Columns(names);
	return Object.assign((row: SourceRow) => row.first(columns), { columns });
}

/** Matches columns by a pattern of their names, which is asked once for each name. */
export const columnsLike = (pattern: RegExp): ((name: string) => boolean) =>
	memoized((name) => pattern.test(name));

/** Asks these getters until one has a value. */
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

/** Finds the values that several rows have in common, such as one SKU for all sizes. */
export function sharedValues(rows: readonly SourceRow[], getter: Getter): ReadonlySet<string> {
	if (rows.length < 2) return NO_VALUES;
	// One row after the other has a value of its own in most products, and that is seen without a set.
	if (rows.length <= FEW_ROWS) {
		const texts = rows.map((row) => getter(row) ?? '');
		const isShared = texts.some((text, at) => text !== '' && texts.indexOf(text) < at);
		if (!isShared) return NO_VALUES;
	}
	const seen = new Set<string>();
	let shared: Set<string> | undefined;
	for (const row of rows) {
		const text = getter(row) ?? '';
		if (text !== '' && seen.has(text)) (shared ??= new Set()).add(text);
		seen.add(text);
	}
	return shared ?? NO_VALUES;
}

const NO_VALUES: ReadonlySet<string> = new Set();
const FEW_ROWS = 10;

/** A column that formats add to variants whose SKU other variants of the product have too. */
export const SHARED_SKU = 'Shared SKU';

/** Skips the getter if the row shares its SKU with other variants. */
export const unlessShared =
	(getter: Getter): Getter =>
	(row) =>
		row.text(SHARED_SKU) === '' ? getter(row) : '';

interface VariantRules {
	/** Whether a variant never takes a column from its product. */
	readonly isOwn: (column: string) => boolean;
	readonly sku: Getter;
	/** Columns that the format adds. One that is empty is found at once, one that is absent is looked for in the product. */
	readonly extra: ExtraColumns;
}

/** Returns the variants of a product, which take from it what they lack. Those that share a SKU are marked. */
export function variantsOver(
	product: SourceRow,
	variants: readonly SourceRow[],
	{ isOwn, sku, extra }: VariantRules,
): SourceRow[] {
	const shared = sharedValues(variants, sku);
	const marked = shared.size === 0 ? extra : { ...extra, [SHARED_SKU]: 'yes' };
	return variants.map((row) => row.over(product, isOwn, shared.has(sku(row) ?? '') ? marked : extra));
}

/** Lists what the user should know about a product, although it is sent. */
export function cautionsOf({ idsWithoutSku, cautions }: Format, row: SourceRow): readonly Caution[] {
	const found = cautions?.(row) ?? NO_CAUTIONS;
	if (idsWithoutSku === undefined || row.text(SHARED_SKU) === '') return found;
	const what = `Variants that share a SKU got IDs made of ${idsWithoutSku}`;
	const advice = 'Give every variant a SKU of its own in the shop if its IDs are to be SKUs';
	return [{ field: 'id', what, advice }, ...found];
}

/** No caution: the same list for all rows. */
export const NO_CAUTIONS: readonly Caution[] = [];

/** The caution about prices without tax. */
export const WITHOUT_TAX: Caution = {
	field: 'price',
	what: 'Prices were taken without tax, as the source has no others',
};

/** Translates the words of a shop system, in upper or lower case. Unknown words stay as they are. */
export const words =
	(getter: Getter, table: Readonly<Record<string, string>>, empty?: string): Getter =>
	(row) => {
		const text = getter(row);
		if (text === undefined || text === '') return empty ?? text;
		return ownValue(table, text.toLowerCase()) ?? text;
	};

/** Reads an amount, or '' if it is 0, which means that there is no sale price. */
export const positive =
	(getter: Getter): Getter =>
	(row) => {
		const text = getter(row);
		return text !== undefined && text !== '' && /^[0.,\s]*(?:[A-Z]{3})?$/.test(text) ? '' : text;
	};

/** Reads one of several values in a cell. */
export const entry =
	(getter: Getter, separator: RegExp, index: number): Getter =>
	(row) =>
		getter(row)?.split(separator)[index]?.trim() ?? getter(row);

/** Reads a path of categories, with the separators that X expects. */
export const path =
	(getter: Getter, separator: RegExp): Getter =>
	(row) =>
		getter(row)?.split(separator).map(trimmed).filter(Boolean).join(' > ');

/** Gives the products of a feed the column Category: the names of their category and of those above it, by their IDs. */
export const withCategories = (id: string, name: string, parent: string, ofProduct: string): RowRules => ({
	learn: (row, index) => {
		if (row.raw.element === 'category') index.note('category', row.text(id), row);
	},
	products: (group, index) =>
		group.map((row) => {
			const names: string[] = [];
			for (let at = row.text(ofProduct); at !== '' && names.length < 10;) {
				const category = index.find('category', at);
				if (category === undefined) break;
				names.unshift(trimmed(asText(category.raw.values[name])));
				at = category.text(parent);
			}
			return row.with({ Category: names.join(' > ') });
		}),
});

/** Finds the first value under one of several names. `read` returns '' if the row has none. */
export const byAnyName =
	(read: (row: SourceRow, name: string) => string, names: readonly string[]): Getter =>
	(row) => {
		for (const name of names) {
			const text = read(row, name);
			if (text !== '') return text;
		}
		return undefined;
	};

/** Names of options in several languages. */
export const OPTION_NAMES = {
	color: 'color|colour|farbe|couleur|colore|kleur|cor|barva|kolor|цвет|колір|färg|renk'.split('|'),
	size: 'size|größe|groesse|taille|taglia|talla|maat|tamanho|velikost|veľkosť|rozmiar|размер|розмір|storlek|beden|shoe size'.split(
		'|',
	),
};

/** Reads the color and size of a product from parameters with any of these names. */
export const optionsByName = (read: (row: SourceRow, name: string) => string) => ({
	color: byAnyName(read, OPTION_NAMES.color),
	size: byAnyName(read, OPTION_NAMES.size),
});

type Pair = readonly [name: string, value: string];

/** Checks whether an option has one of these names. The products of a shop have the same few options. */
const isNamed = (names: readonly string[]) => memoized((name) => names.includes(name.trim().toLowerCase()));

const IS_OPTION = { color: isNamed(OPTION_NAMES.color), size: isNamed(OPTION_NAMES.size) };

function option(pairs: readonly Pair[], kind: keyof typeof IS_OPTION): string | undefined {
	for (const [name, value] of pairs) if (IS_OPTION[kind](name)) return trimmed(value);
	return undefined;
}

/** Reads the options of a row. All fields of a product ask one after the other, so the last answer is kept. */
export function pairsOf(pairs: (row: SourceRow) => Iterable<Pair>): (row: SourceRow) => readonly Pair[] {
	let last: { readonly row: SourceRow; readonly found: readonly Pair[] } | undefined;
	return (row) => {
		if (last?.row === row) return last.found;
		const found = pairs(row);
		last = { row, found: Array.isArray(found) ? found : [...found] };
		return last.found;
	};
}

/** Reads the color and size of a variant from its options. */
export function variantFields(pairs: (row: SourceRow) => Iterable<Pair>) {
	const found = pairsOf(pairs);
	return {
		color: (row: SourceRow) => option(found(row), 'color'),
		size: (row: SourceRow) => option(found(row), 'size'),
	};
}

/** Reads the whole number in a text, or NaN. */
export const quantityIn = (text: string): number =>
	/^-?\d+(?:[.,]0*)?$/.test(text) ? parseInt(text, 10) : NaN;

/** Derives the availability from a quantity, or `empty` if there is none. */
export const byStock =
	(getter: Getter, empty: string): Getter =>
	(row) => {
		const text = getter(row) ?? '';
		if (text === '') return empty;
		const count = quantityIn(text);
		return Number.isNaN(count) ? text : count > 0 ? 'in stock' : 'out of stock';
	};
