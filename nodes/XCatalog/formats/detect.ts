/** Recognizes the format of a file by its columns. */
import type { IDataObject } from 'n8n-workflow';
import { fieldOfColumn } from '../product/normalize';
import { FORMATS, type FormatName } from './index';
import type { OwnMapping } from './ownMapping';
import type { SourceRow } from './sourceRow';
import { feed } from './feed';
import type { Format } from './vocabulary';

export interface Detected {
	readonly format: Format;
	readonly because: string;
	/** The mapping that was guessed for a file with other columns, and what each of them has in the first row. */
	readonly guess?: { readonly mapping: OwnMapping; readonly columns: readonly IDataObject[] };
}

/** Checks whether a row has a column. The columns of a feed may be spelled in several ways. */
const hasColumn = (row: SourceRow, columns: readonly string[], format: Format, name: string): boolean =>
	format.fields === 'feed'
		? columns.some((column) => (fieldOfColumn(column) ?? column) === name)
		: row.has(name);

/** Finds the format of a row, or undefined if no format has such columns. */
export function detect(row: SourceRow, chosen?: FormatName): Detected | undefined {
	const candidates: readonly Format[] = FORMATS.filter(
		({ value }) => chosen === undefined || value === chosen,
	);
	const columns = Object.keys(row.raw.values);
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
