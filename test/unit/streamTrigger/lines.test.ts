import { LineSplitter } from '../../../nodes/XStreamTrigger/stream/lines';
import { fc } from '../../support/properties';
import { growth } from '../../support/effort';

/** Cuts bytes at the given places, which may lie inside of a character. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
	const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
	return [...ends, bytes.length].map((end, index) => bytes.slice(index === 0 ? 0 : ends[index - 1], end));
}

const line = fc.string({ unit: 'binary' }).filter((text) => !/[\r\n\uFEFF]/.test(text));

describe('the lines of a stream', () => {
	it('are the same wherever the bytes are cut, with either line end', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n'))),
				fc.array(fc.nat()),
				(written, places) => {
					const bytes = new TextEncoder().encode(written.map(([text, end]) => text + end).join(''));
					const splitter = new LineSplitter();
					const read = cut(bytes, places).flatMap((chunk) => splitter.push(chunk));
					// What UTF-8 cannot hold (half a surrogate pair) is lost by the encoder, not by the splitter.
					const expected = written.map(([text]) => new TextDecoder().decode(new TextEncoder().encode(text)));
					expect(read).toEqual(expected);
				},
			),
		);
	});

	it('come only when they have ended', () => {
		const splitter = new LineSplitter();
		const push = (text: string) => splitter.push(new TextEncoder().encode(text));
		expect(push('{"data":')).toEqual([]);
		expect(push('1}\r')).toEqual([]);
		expect(push('\n\r\n{"')).toEqual(['{"data":1}', '']);
		expect(push('a":2}\n')).toEqual(['{"a":2}']);
	});

	it('may not go on for ever', () => {
		const splitter = new LineSplitter(10);
		splitter.push(new TextEncoder().encode('12345\n1234567890'));
		expect(() => splitter.push(new TextEncoder().encode('1'))).toThrow(
			/^A line of the stream takes more work than /,
		);
	});

	it('take time in proportion to their length, in however many pieces they come', async () => {
		const piece = new TextEncoder().encode('x'.repeat(20));
		const end = new TextEncoder().encode('\n');
		const read = (pieces: number) => {
			const splitter = new LineSplitter();
			for (let count = 0; count < pieces; count++) splitter.push(piece);
			splitter.push(end);
		};
		expect(await growth(read, 25_000, 30)).toBeLessThan(30);
	});
});
