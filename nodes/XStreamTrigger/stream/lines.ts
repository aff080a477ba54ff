/** A line that never ends: what sends it is no stream of X. */
export class LineTooLong extends Error {
	constructor(limit: number) {
		super(`A line of the stream is longer than ${limit} characters`);
	}
}

/** Longest line that is kept: a Post with everything that it refers to stays far below. */
const LONGEST = 8_000_000;

/**
 * Cuts the bytes of a stream into lines. A chunk may end within a line, within a line end and within a character:
 * https://docs.x.com/x-api/fundamentals/consuming-streaming-data
 */
export class LineSplitter {
	private readonly decoder = new TextDecoder();
	/** Pieces of the line that has not ended yet. */
	private pieces: string[] = [];
	private length = 0;

	/** @param longest Most characters of a line. */
	constructor(private readonly longest = LONGEST) {}

	/**
	 * @param chunk The next bytes.
	 * @returns The lines that ended in them, without their line ends; an empty line is a sign of life.
	 * @throws LineTooLong where a line does not end.
	 */
	push(chunk: Uint8Array): string[] {
		const parts = this.decoder.decode(chunk, { stream: true }).split('\n');
		const rest = parts.pop() ?? '';
		const lines = parts.map((part) => {
			const line = this.pieces.length > 0 ? this.pieces.join('') + part : part;
			this.pieces = [];
			return line.endsWith('\r') ? line.slice(0, -1) : line;
		});
		if (lines.length > 0) this.length = 0;
		if (rest !== '') this.pieces.push(rest);
		this.length += rest.length;
		if (this.length > this.longest) throw new LineTooLong(this.longest);
		return lines;
	}
}
