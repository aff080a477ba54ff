/** Reads the entries of an answer. A result file is parsed in pieces, so that only one of them is in memory. */
import { partialErrors, type Problem } from '../../shared/errors';
import { isObject } from '../../shared/util/lenient';
import { WrongAnswer, type SegmentMetrics } from './rows';

/** The longest entry, in characters. A year of hours with a hundred metrics takes a tenth of it. */
const LONGEST = 64_000_000;

/** Returns the entries of a synchronous answer. */
export function entriesOf(body: unknown): SegmentMetrics[] {
	if (!isObject(body) || !Array.isArray(body.data)) throw new WrongAnswer(NO_STATISTICS);
	return body.data
		.filter(isObject)
		.flatMap(({ id, id_data: segments }) =>
			(Array.isArray(segments) ? segments : []).filter(isObject).map((segment) => toEntry(id, segment)),
		);
}

const NO_STATISTICS = 'The answer holds no statistics';

function toEntry(id: unknown, { segment, metrics }: Record<string, unknown>): SegmentMetrics {
	if (typeof id !== 'string' || id === '') throw new WrongAnswer('The answer does not say what it is about');
	return { id, segment: segment ?? null, metrics: isObject(metrics) ? metrics : {} };
}

/**
 * Yields the entries of a result file as they arrive. `problems` gets what X says beside them.
 *
 * @throws WrongAnswer if the file is something else, or ends too early.
 */
export async function* entriesIn(text: AsyncIterable<string>, problems: Problem[] = []) {
	const scanner = new Scanner(problems);
	for await (const piece of text) yield* scanner.push(piece);
	scanner.end();
}

/** The depth of each level: `{"data": [{"id": …, "id_data": [{…}]}]}`. */
const ROOT = 1;
const ENTITY = 3;
const SEGMENT = 5;

/** Looks only for quotation marks and brackets, and parses each object at the depth of segments. */
class Scanner {
	private readonly mark = /["{}[\]]/g;
	private text = '';
	private place = 0;
	private depth = 0;
	private start = -1;
	/** The latest string at the depth of the root or of an entity. If a bracket follows, it is a key. */
	private last = '';
	private id = '';
	private isInData = false;
	private isInSegments = false;
	private hasData = false;
	/** The start of what X says beside the entries; -1 outside of it. */
	private errors = -1;

	constructor(private readonly problems: Problem[]) {}

	push(piece: string): SegmentMetrics[] {
		this.text += piece;
		const found: SegmentMetrics[] = [];
		for (;;) {
			this.mark.lastIndex = this.place;
			const mark = this.mark.exec(this.text);
			if (!mark) {
				this.place = this.text.length;
				break;
			}
			const at = mark.index;
			if (mark[0] === '"') {
				const end = closing(this.text, at);
				if (end < 0) {
					this.place = at;
					break;
				}
				if (this.depth === ROOT || this.depth === ENTITY) this.name(this.text.slice(at + 1, end));
				this.place = end + 1;
				continue;
			}
			this.place = at + 1;
			if (mark[0] === '{' || mark[0] === '[') this.open(at);
			else found.push(...this.close(at));
		}
		this.forget();
		return found;
	}

	end(): void {
		if (this.depth > 0) throw new WrongAnswer('The file ends too early');
		if (!this.hasData) throw new WrongAnswer(NO_STATISTICS);
	}

	private name(text: string): void {
		const isId = this.depth === ENTITY && this.last === 'id';
		if (isId) this.id = text;
		this.last = isId ? '' : text;
	}

	private open(at: number): void {
		if (this.depth === ROOT) {
			this.isInData = this.last === 'data';
			if (this.last === 'errors') this.errors = at;
		}
		if (this.depth === ENTITY) this.isInSegments = this.last === 'id_data';
		this.depth++;
		this.hasData ||= this.isInData;
		if (this.depth === ENTITY) [this.id, this.last] = ['', ''];
		if (this.depth === SEGMENT && this.isInData && this.isInSegments) this.start = at;
	}

	private close(at: number): SegmentMetrics[] {
		const isSegment = this.depth === SEGMENT && this.start >= 0;
		this.depth--;
		if (this.depth === ROOT && this.errors >= 0) {
			const errors: unknown = JSON.parse(this.text.slice(this.errors, at + 1));
			this.problems.push(...partialErrors({ errors }));
			this.errors = -1;
		}
		if (!isSegment) return [];
		const segment: unknown = JSON.parse(this.text.slice(this.start, at + 1));
		this.start = -1;
		return isObject(segment) ? [toEntry(this.id, segment)] : [];
	}

	private forget(): void {
		const kept = Math.max(this.start, this.errors);
		const from = kept < 0 ? this.place : kept;
		this.text = this.text.slice(from);
		this.place -= from;
		if (this.start >= 0) this.start = 0;
		if (this.errors >= 0) this.errors = 0;
		if (this.text.length > LONGEST)
			throw new WrongAnswer(
				`An entry of the file takes more work than ${LONGEST.toLocaleString('en')} characters`,
			);
	}
}

/** The position of the closing quotation mark; -1 if it is in a later piece. */
function closing(text: string, quote: number): number {
	for (let at = text.indexOf('"', quote + 1); at >= 0; at = text.indexOf('"', at + 1)) {
		let backslashes = 0;
		while (text[at - 1 - backslashes] === '\\') backslashes++;
		if (backslashes % 2 === 0) return at;
	}
	return -1;
}
