/**
 * Reads product files as a stream of rows: CSV, TSV, XML and JSON, in the columns of X's feed. The readers hold one chunk
 * and one record in memory, keep line numbers, and recognize a file that is cut off: a sync that trusted half a file
 * would delete the other half of the catalog.
 */
import { startingWith } from '../../shared/util/gunzip';
import { ownValue } from '../../shared/util/lenient';
import { words } from '../../shared/util/text';
import { csvRows } from './csv';
import { decodeText, opened, type FileName } from './container';
import { jsonRows, listStart } from './jsonList';
import { MAX_RECORD, tooMuch, type FileHead, type FileRow } from './row';
import { xmlRows } from './xml';

export type FileFormat = 'csv' | 'tsv' | 'xml' | 'jsonl';

const READERS = {
	csv: (text: AsyncIterable<string>, head: FileHead) => csvRows(text, 'csv', head),
	tsv: (text: AsyncIterable<string>, head: FileHead) => csvRows(text, 'tsv', head),
	xml: xmlRows,
	json: (text: AsyncIterable<string>, head: FileHead) => jsonRows(text, head, true),
	jsonl: (text: AsyncIterable<string>, head: FileHead) => jsonRows(text, head, false),
};

/**
 * Reads a file, a few records at a time.
 *
 * @param bytes The chunks of the file, of any size.
 * @param format The format that the file should have. Undefined to find it by the content.
 * @param encoding The encoding, or '' to find it.
 * @param called What the file is called, for messages.
 * @throws FileProblem if the file has another format, is not valid text, or is cut off.
 */
export async function* fileRows(
	bytes: AsyncIterable<Uint8Array>,
	format: FileFormat | undefined,
	head: FileHead = { names: [] },
	encoding = '',
	called?: FileName,
): AsyncGenerator<readonly FileRow[]> {
	const file = await opened(bytes, called);
	try {
		yield* sniffed(decodeText(file.bytes, encoding), format, head);
	} finally {
		await file.close();
	}
}

/**
 * Finds the format by the content where the name does not say it, and checks whether a file is XML or a JSON list in
 * fact. Many shops name an XML feed .txt, and a maintenance page can have any name.
 */
async function* sniffed(
	text: AsyncGenerator<string>,
	named: FileFormat | undefined,
	head: FileHead,
): AsyncGenerator<readonly FileRow[]> {
	let start = '';
	for (let piece = await text.next(); piece.done !== true; piece = await text.next()) {
		start += piece.value;
		if (start.trim() !== '') break;
		// All of it is looked at again with each piece.
		if (start.length > MAX_RECORD) throw tooMuch('the blank beginning', MAX_RECORD, 'characters');
	}
	const format = formatIn(start, named);
	head.isXml = format === 'xml';
	// Most web pages cannot be read as XML up to their first element.
	if (PAGE.test(start)) head.names = ['html'];
	yield* READERS[format](startingWith(start, text), head);
}

const PAGE = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+)?html\b/i;

function formatIn(start: string, named: FileFormat | undefined): keyof typeof READERS {
	if (/^\s*<[?!a-z]/i.test(start)) return 'xml';
	if (named === undefined || named === 'jsonl') {
		if (listStart(start) !== undefined) return 'json';
		if (/^\s*\{/.test(start)) return 'jsonl';
	}
	const [header = ''] = start.trimStart().split('\n');
	if (named !== undefined && named !== 'tsv') return named;
	return header.includes('\t') ? 'tsv' : 'csv';
}

/** Finds the format that the name or type of a file suggests. Many shops name a TSV feed .txt. */
export function formatOf(fileName = '', mimeType = ''): FileFormat | undefined {
	const extension = /\.([a-z]+)(?:\.gz)?$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
	const type = mimeType.split(';')[0]?.trim().toLowerCase();
	return ownValue(BY_NAME, extension) ?? ownValue(BY_NAME, type);
}

const NAMES: Readonly<Record<FileFormat, string>> = {
	csv: 'csv text/csv',
	tsv: 'tsv tab txt text/tab-separated-values',
	xml: 'xml rss atom yml text/xml application/xml application/rss+xml application/atom+xml',
	jsonl: 'json jsonl ndjson application/json application/x-ndjson application/jsonl',
};
const BY_NAME = Object.fromEntries(
	Object.entries(NAMES).flatMap(([format, names]) =>
		words(names).map((name) => [name, format as FileFormat]),
	),
);
