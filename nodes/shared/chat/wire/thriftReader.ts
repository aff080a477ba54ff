/** Reads Thrift's binary protocol, within the bytes there are: https://github.com/apache/thrift/blob/master/doc/specs/thrift-binary-protocol.md */

/** The numbers of types on the wire. */
export const WIRE = {
	stop: 0,
	bool: 2,
	byte: 3,
	double: 4,
	i16: 6,
	i32: 8,
	i64: 10,
	binary: 11,
	struct: 12,
	map: 13,
	set: 14,
	list: 15,
} as const;

/** The bytes are not a Thrift structure. */
export class NotThrift extends Error {
	constructor() {
		super('The bytes are not a message of X Chat');
		this.name = 'NotThrift';
	}
}

/** The deepest nesting that is read: malicious bytes must not exhaust the stack. X Chat's structures have eight levels. */
const MAX_DEPTH = 32;

/**
 * The most bytes of a structure, and the most entries of all its lists. X Chat's largest structures, which hand a key
 * over to the members of a group, stay far below both. An empty entry has one byte, and becomes some dozens in memory
 * and in the output.
 */
const MAX_BYTES = 1_000_000;
const MAX_ENTRIES = 10_000;

const FIXED_SIZES: Readonly<Record<number, number>> = {
	[WIRE.bool]: 1,
	[WIRE.byte]: 1,
	[WIRE.double]: 8,
	[WIRE.i16]: 2,
	[WIRE.i32]: 4,
	[WIRE.i64]: 8,
};

export class ThriftReader {
	private position = 0;
	private depth = 0;
	private entries = 0;

	/** @throws NotThrift if there are more bytes than are read of one structure. */
	constructor(private readonly bytes: Buffer) {
		if (bytes.length > MAX_BYTES) throw new NotThrift();
	}

	byte = (): number => this.bytes.readUInt8(this.pass(1));
	i16 = (): number => this.bytes.readInt16BE(this.pass(2));
	i32 = (): number => this.bytes.readInt32BE(this.pass(4));
	i64 = (): bigint => this.bytes.readBigInt64BE(this.pass(8));
	binary = (): Buffer => Buffer.from(this.bytes.subarray(this.pass(this.size()), this.position));

	/** Reads the number of entries in a list, before memory is reserved for them. */
	entriesOf(most: number): number {
		const size = this.size();
		this.entries += size;
		if (size > most || this.entries > MAX_ENTRIES) throw new NotThrift();
		return size;
	}

	/** Reads a number of bytes, or of entries that have at least one each. Refuses it if fewer bytes remain. */
	private size(): number {
		const size = this.i32();
		if (size < 0 || size > this.bytes.length - this.position) throw new NotThrift();
		return size;
	}

	/** Calls `read` for every field of a structure; it must read or skip the value. */
	fields(read: (id: number, type: number) => void): void {
		if (++this.depth > MAX_DEPTH) throw new NotThrift();
		for (let type = this.byte(); type !== WIRE.stop; type = this.byte()) read(this.i16(), type);
		this.depth--;
	}

	skip(type: number): void {
		const size = FIXED_SIZES[type];
		if (size !== undefined) this.pass(size);
		else if (type === WIRE.binary) this.pass(this.size());
		else if (type === WIRE.struct) this.fields((_id, inner) => this.skip(inner));
		else if (type === WIRE.list || type === WIRE.set) this.skipEntries(this.byte());
		else if (type === WIRE.map) this.skipEntries(this.byte(), this.byte());
		else throw new NotThrift();
	}

	private skipEntries(...types: number[]): void {
		if (++this.depth > MAX_DEPTH) throw new NotThrift();
		for (let left = this.size(); left > 0; left--) types.forEach((type) => this.skip(type));
		this.depth--;
	}

	/** Goes past bytes, and returns where they begin. An object for each would be most of the work for empty entries. */
	private pass(length: number): number {
		this.position += length;
		if (this.position > this.bytes.length) throw new NotThrift();
		return this.position - length;
	}
}
