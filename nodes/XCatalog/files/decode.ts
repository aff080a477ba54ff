import { attempt, isError } from 'lodash';
import { FileProblem } from './row';

type Decoder = InstanceType<typeof TextDecoder>;

/**
 * Decodes a file chunk by chunk, even if a chunk ends inside a character. The encoding is UTF-8 unless a byte order
 * mark or an XML declaration names another one, or the user does.
 *
 * @throws FileProblem if the bytes are not valid in that encoding.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, encoding = ''): AsyncGenerator<string> {
	let decoder: Decoder | undefined;
	let held: Uint8Array = new Uint8Array(0);
	let line = 1;
	const decode = (stream: boolean) => {
		const known = (decoder ??= decoderFor(held, encoding));
		const text = attempt(() => known.decode(held, { stream }));
		if (isError(text))
			throw new FileProblem(
				`the file is not valid ${known.encoding}: save it as UTF-8, or set Encoding to what it has`,
				line,
			);
		held = held.subarray(held.length);
		for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line++;
		return text;
	};
	for await (const chunk of bytes) {
		held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
		if (decoder !== undefined || held.length >= 200) yield decode(true);
	}
	yield decode(false);
}

function decoderFor(start: Uint8Array, encoding: string): Decoder {
	const [first, second] = start;
	if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
	if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true });
	if (first === 0x50 && second === 0x4b)
		throw new FileProblem(
			'the file is a ZIP or Excel file: unpack a ZIP file with the Compression node, and read an Excel file with Extract From File and set Products From to Input Items',
			1,
		);
	const head = Buffer.from(start.subarray(0, 200)).toString('latin1');
	const declared =
		/^<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(head)?.[1] ?? (encoding === '' ? 'utf-8' : encoding);
	const decoder = attempt(() => new TextDecoder(declared, { fatal: true }));
	if (!isError(decoder)) return decoder;
	throw new FileProblem(`the encoding ${declared} is not known: save the file as UTF-8`, 1);
}
