/** As much of CBOR as the servers of a backup speak: https://www.rfc-editor.org/rfc/rfc8949 */

export type Cbor = number | string | Buffer | { readonly [name: string]: Cbor };

const head = (kind: number, size: number): Buffer => {
	if (size < 24) return Buffer.from([(kind << 5) | size]);
	if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
	return Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
};

export function encode(value: Cbor): Buffer {
	if (typeof value === 'number') return head(0, value);
	if (typeof value === 'string')
		return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
	if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
	const members = Object.entries(value);
	const written = members.flatMap(([name, member]) => [encode(name), encode(member)]);
	return Buffer.concat([head(5, members.length), ...written]);
}

export function decode(bytes: Buffer): Cbor {
	let at = 0;
	const read = (): Cbor => {
		const [kind, low] = [(bytes[at] ?? 0) >> 5, (bytes[at] ?? 0) & 31];
		at++;
		if (low > 25) throw new RangeError(`a length of the form ${low}`);
		const width = low < 24 ? 0 : low - 23;
		const size = width === 0 ? low : bytes.readUIntBE(at, width);
		at += width;
		if (kind === 0) return size;
		if (kind === 5) return Object.fromEntries(Array.from({ length: size }, () => [read() as string, read()]));
		const content = bytes.subarray(at, (at += size));
		if (kind !== 2 && kind !== 3) throw new RangeError(`the type ${kind}`);
		return kind === 2 ? Buffer.from(content) : content.toString();
	};
	return read();
}
