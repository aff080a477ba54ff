/** A line that does not end, which cannot come from a stream of X. */
export class LineTooLong extends Error {
	constructor(limit: number) {
		super(`A line of the stream takes more work than ${limit.toLocaleString('en')} characters`);
	}
}

const LONGEST = 8_000_000;

/**
 * Cuts the bytes of a stream into lines. A chunk may end within a line, a line end or a character:
 * https://docs.x.com/x-api/fundamentals/consuming-streaming-data
 */
export class LineSplitter {
	private readonly decoder = new TextDecoder();
	private pieces: string[] = [];
	private length = 0;

	constructor(private readonly longest = LONGEST) {}

	/**
	 * Returns the lines that ended in the chunk, without line ends. An empty line is a keep-alive signal.
	 *
	 * @throws LineTooLong if a line does not end.
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
