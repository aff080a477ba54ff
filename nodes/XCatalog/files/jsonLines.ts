import { tryParseExact } from '../../shared/util/exactJson';
import { FileProblem, MAX_RECORD, type FileHead, type FileRow } from './row';

/** Reads the rows of a JSON Lines file: one object per line. Blank lines are skipped. */
export async function* jsonRows(
	text: AsyncIterable<string>,
	head: FileHead,
): AsyncGenerator<readonly FileRow[]> {
	let rest = '';
	let line = 1;
	for await (const chunk of text) {
		const lines = (rest + chunk).split('\n');
		rest = lines.pop() ?? '';
		if (rest.length > MAX_RECORD)
			throw new FileProblem(`the line is longer than ${MAX_RECORD} characters`, line);
		const rows = lines.flatMap((record, index) => rowOf(record, line + index));
		line += lines.length;
		if (head.names.length === 0) head.names = Object.keys(rows[0]?.values ?? {});
		if (rows.length > 0) yield rows;
	}
	yield rowOf(rest, line);
}

function rowOf(record: string, line: number): FileRow[] {
	const text = record.trim();
	if (text === '') return [];
	const parsed = tryParseExact(text);
	if (parsed === undefined) throw new FileProblem(`this is not JSON: ${text.slice(0, 60)}`, line);
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		throw new FileProblem('a JSON object is expected on every line', line);
	}
	return [{ line, values: { ...parsed } }];
}
