/**
 * Product files as a stream of rows: CSV, TSV, XML and JSON lines, in the columns of X's feed.
 *
 * The parsers in this folder are our own. n8n ships parsers, but a community package may import neither them nor a
 * parser of the registry (no dependencies, a short list of modules), and a bundled one would be larger than the three
 * small formats need. What they must do is narrow: never hold more than one chunk and one record, keep line numbers,
 * and recognize a cut-off file, because a sync that trusts half a file would delete the other half.
 */
import { csvRows } from './csv';
import { decodeText } from './decode';
import { jsonRows } from './jsonLines';
import type { FileHead, FileRow } from './row';
import { xmlRows } from './xml';

export type FileFormat = 'csv' | 'tsv' | 'xml' | 'jsonl';

const READERS = {
	csv: (text: AsyncIterable<string>, head: FileHead) => csvRows(text, 'csv', head),
	tsv: (text: AsyncIterable<string>, head: FileHead) => csvRows(text, 'tsv', head),
	xml: xmlRows,
	jsonl: jsonRows,
};

/**
 * Reads a file record by record, some at a time.
 *
 * @param bytes The file's chunks, of any size, cut anywhere.
 * @param format What the file is.
 * @param head Receives what is found in the file.
 * @throws FileProblem when the file is not in that format, not readable as text, or cut off.
 */
export function fileRows(
	bytes: AsyncIterable<Uint8Array>,
	format: FileFormat,
	head: FileHead = { names: [] },
): AsyncGenerator<readonly FileRow[]> {
	return sniffed(decodeText(bytes), format, head);
}

/** Many shops name an XML feed .txt, and a maintenance page comes under any name. */
async function* sniffed(
	text: AsyncGenerator<string>,
	format: FileFormat,
	head: FileHead,
): AsyncGenerator<readonly FileRow[]> {
	let start = '';
	while (start.trim() === '') {
		const piece = await text.next();
		if (piece.done === true) break;
		start += piece.value;
	}
	const isNamedOtherwise = format !== 'jsonl' && /^\s*<[?!a-z]/i.test(start);
	head.isXml = format === 'xml' || isNamedOtherwise;
	yield* READERS[head.isXml ? 'xml' : format](from(start, text), head);
}

/** Ends with what it reads from: a reader may stop at the first piece. */
async function* from(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
	try {
		yield start;
		yield* rest;
	} finally {
		await rest.return(undefined);
	}
}

/** The format that the name or type of a file says, or undefined. `.txt` is what many shops name a TSV feed. */
export function formatOf(fileName = '', mimeType = ''): FileFormat | undefined {
	const extension = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
	return BY_EXTENSION[extension] ?? BY_TYPE[mimeType.split(';')[0]?.trim().toLowerCase() ?? ''];
}

const BY_EXTENSION: Partial<Record<string, FileFormat>> = {
	csv: 'csv',
	tsv: 'tsv',
	tab: 'tsv',
	txt: 'tsv',
	xml: 'xml',
	rss: 'xml',
	atom: 'xml',
	json: 'jsonl',
	jsonl: 'jsonl',
	ndjson: 'jsonl',
};
const BY_TYPE: Partial<Record<string, FileFormat>> = {
	'text/csv': 'csv',
	'text/tab-separated-values': 'tsv',
	'text/xml': 'xml',
	'application/xml': 'xml',
	'application/rss+xml': 'xml',
	'application/atom+xml': 'xml',
	'application/json': 'jsonl',
	'application/x-ndjson': 'jsonl',
	'application/jsonl': 'jsonl',
};
