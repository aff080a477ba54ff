/** Bodies that come in parts, against the decoder of Node.js for whole texts. */
import { Readable } from 'node:stream';
import { readBytes, readText } from '../../../nodes/shared/errors/readBody';
import { fc } from '../../support/properties';

/** Bytes in parts that may end within a character. */
const inParts = fc
	.tuple(
		fc.oneof(
			fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
			// With the sign that some programs put first, and with bytes that are no UTF-8.
			fc.string({ unit: 'binary' }).map((text) => Buffer.from(`\uFEFF${text}`)),
			fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
		),
		fc.array(fc.nat(12), { maxLength: 12 }),
	)
	.map(([bytes, sizes]) => {
		const parts: Buffer[] = [];
		let at = 0;
		for (const size of sizes) parts.push(bytes.subarray(at, (at += size)));
		return { bytes, parts: [...parts, bytes.subarray(at)] };
	});

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');

describe('a body', () => {
	it('is the same text, wherever its parts end', async () => {
		await fc.assert(
			fc.asyncProperty(inParts, async ({ bytes, parts }) => {
				const text = new TextDecoder().decode(bytes);
				expect(await readText(Readable.from(parts), 'short')).toBe(text);
				expect(await readText(bytes, 'short')).toBe(text);
				expect(await readBytes(Readable.from(parts), 'file')).toEqual(bytes);
			}),
		);
	});

	it('that is too long is not read on, and its stream is closed', async () => {
		const long = Readable.from([MEGABYTE, Buffer.from('x'), MEGABYTE]);
		expect(await readText(long, 'short')).toBeUndefined();
		expect(long.destroyed).toBe(true);
		expect(await readText(Readable.from([MEGABYTE]), 'short')).toHaveLength(MEGABYTE.length);
	});

	it('that is given up is an error with the code of a timeout', async () => {
		const given = new AbortController();
		const endless = new Readable({ read: () => undefined });
		const reading = readText(endless, 'short', given.signal);
		given.abort();
		await expect(reading).rejects.toMatchObject({ code: 'ETIMEDOUT' });
		expect(endless.destroyed).toBe(true);
	});
});
