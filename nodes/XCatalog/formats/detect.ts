/** Recognizes the format of a file by its columns, and describes the columns of an unknown file. */
import type { FieldName } from '../product/fields';
import { fieldOfColumn } from '../product/normalize';
import { FORMATS, type FormatName } from './index';
import type { SourceRow } from './sourceRow';
import { feed } from './feed';
import type { Format } from './vocabulary';

export interface Detected {
	readonly format: Format;
	/** The reason, for messages. */
	readonly because: string;
}

/** Checks whether a row has a column. The columns of a feed may be spelled in several ways. */
const hasColumn = (row: SourceRow, columns: readonly string[], format: Format, name: string): boolean =>
	format.fields === 'feed'
		? columns.some((column) => (fieldOfColumn(column) ?? column) === name)
		: row.has(name);

const columnsOf = (row: SourceRow): readonly string[] => Object.keys(row.raw.values);

/** Finds the format of a row, or undefined if no format has such columns. */
export function detect(row: SourceRow, chosen?: FormatName): Detected | undefined {
	const candidates: readonly Format[] = FORMATS.filter(
		({ value }) => chosen === undefined || value === chosen,
	);
	const columns = columnsOf(row);
	for (const format of candidates)
		for (const wanted of format.recognizedBy)
			if (wanted.every((name) => hasColumn(row, columns, format, name)))
				return { format, because: `it has ${wanted.map((name) => `"${name}"`).join(', ')}` };
	for (const format of candidates) {
		const translated = format.inOtherLanguages?.(row, columns);
		if (translated !== undefined)
			return {
				format: { ...format, translated },
				because: 'its columns are those of the export in another language',
			};
	}
	const { root } = row.raw;
	const ofRoot = root === undefined ? undefined : candidates.find(({ roots }) => roots?.includes(root));
	if (root !== undefined && ofRoot !== undefined) return { format: ofRoot, because: `its root is <${root}>` };
	const [only] = candidates;
	if (chosen !== undefined && only !== undefined) return { format: only, because: 'it was chosen' };
	const fields = new Set(columns.flatMap((name) => fieldOfColumn(name) ?? []));
	return fields.has('id') && fields.size >= FEWEST_FIELDS
		? { format: feed, because: `it has "id" and ${fields.size - 1} more of the fields` }
		: undefined;
}

/** A file with fewer columns of a feed is another file that happens to have IDs. */
const FEWEST_FIELDS = 3;

/** The names of columns in other systems. */
const OTHER_NAMES: Readonly<Partial<Record<FieldName, RegExp>>> = {
	id: /\b(?:sku|article|artikel|item ?(?:id|number)|product ?id|offer id|custom ?label)\b|^(?:code|ref|reference|id)\b/,
	title: /^(?:name|title|product|product ?name|produkt ?name|nazev|nazwa|titel|nom|nombre)$/,
	description: /\b(?:body|desc|description|text|beschreibung|popis|opis)\b/,
	availability: /\b(?:avail|availab\w*|in ?stock|stock status|lieferbar)\b/,
	condition: /^(?:item ?)?(?:condition|zustand)\b/,
	sale_price: /^(?:sale|special|discount|discounted|offer|reduced) (?:[a-z]+ )?price\b/,
	price: /\b(?:price|preis|prix|precio|cena|amount)\b/,
	image_link: /\b(?:image|img|imgurl|picture|photo|bild|foto|pic)(?:\d*|\b)/,
	link: /\b(?:url|link|permalink|href)\b/,
	brand: /\b(?:brand|vendor|manufacturer|maker|marke|hersteller|producer|producent|marca|marque)\b/,
	gtin: /\b(?:gtin|ean|ean13|upc|barcode|isbn|jan)\b/,
	mpn: /\b(?:mpn|part ?number|model)\b/,
	inventory: /\b(?:stock|qty|quantity|inventory|bestand|menge|sklad)\b/,
	item_group_id: /\b(?:group|parent)\b/,
	product_type: /\b(?:category|categories|product type|kategorie)\b|^type$/,
	color: /\b(?:color|colour|farbe|barva|kolor)\b/,
	size: /\b(?:size|größe|groesse|velikost|rozmiar)\b/,
};

/** Columns with these words are about something else: the cost of shipping, the type of a variation. */
const OTHER_SUBJECTS = /\b(?:shipping|versand|delivery|tax|variation|option|attribute)\b/;

/** Finds the field that the column of another system most likely corresponds to. */
export function nearestField(column: string): FieldName | undefined {
	const exact = fieldOfColumn(column);
	if (exact !== undefined) return exact;
	const words = column
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
	if (OTHER_SUBJECTS.test(words)) return undefined;
	return Object.keys(OTHER_NAMES).find(
		(name): name is FieldName => OTHER_NAMES[name as FieldName]?.test(words) ?? false,
	);
}

/** Lists the columns of a file, each with its most likely field: `"SKU" → id`. */
export const describeColumns = (names: readonly string[]): string => {
	const known = names.filter((name) => nearestField(name) !== undefined);
	const others = names.filter((name) => !known.includes(name));
	const pairs = known.map((name) => `"${name}" → ${nearestField(name)}`);
	const more = others.length > 0 ? `; no field for ${others.map((name) => `"${name}"`).join(', ')}` : '';
	return `${pairs.join(', ')}${more}`;
};
