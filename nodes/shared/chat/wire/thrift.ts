/**
 * Describes Thrift structures as data: one description reads them, writes them and gives their type. They are read within
 * the bytes there are: https://github.com/apache/thrift/blob/master/doc/specs/thrift-binary-protocol.md
 */

/** The numbers of types on the wire. */
const WIRE = {
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

class ThriftReader {
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

/** Reads and writes values of a type. */
export interface ThriftType<T> {
	readonly wire: number;
	read(from: ThriftReader): T;
	write(value: T): Buffer;
}

type Members = Readonly<Record<string, readonly [id: number, type: ThriftType<unknown>]>>;

/** The values of a structure. Each of them may be missing. */
type StructOf<M> = {
	readonly [Name in keyof M]?: M[Name] extends readonly [number, ThriftType<infer T>] ? T | undefined : never;
};

/** The type of the values that a description reads. */
export type ThriftValue<T> = T extends ThriftType<infer V> ? V : never;

export const text: ThriftType<string> = {
	wire: WIRE.binary,
	read: (from) => utf8(from.binary()),
	write: (value) => sized(Buffer.from(value, 'utf8')),
};

export const binary: ThriftType<Buffer> = {
	wire: WIRE.binary,
	read: (from) => from.binary(),
	write: (value) => sized(value),
};

export const bool: ThriftType<boolean> = {
	wire: WIRE.bool,
	read: (from) => from.byte() !== 0,
	write: (value) => Buffer.of(value ? 1 : 0),
};

export const i32: ThriftType<number> = {
	wire: WIRE.i32,
	read: (from) => from.i32(),
	write: (value) => int32(value),
};

/** 64-bit integers as decimal text, because a number cannot represent them exactly. */
export const i64: ThriftType<string> = {
	wire: WIRE.i64,
	read: (from) => from.i64().toString(),
	write: (value) => {
		const bytes = Buffer.alloc(8);
		bytes.writeBigInt64BE(BigInt(value));
		return bytes;
	},
};

/** A list. Entries beyond `most` are an error. */
export const list = <T>(type: ThriftType<T>, most = Infinity): ThriftType<readonly T[]> => ({
	wire: WIRE.list,
	read: (from) => {
		const wire = from.byte();
		const size = from.entriesOf(most);
		// Some writers give an empty list any element type.
		if (size > 0 && wire !== type.wire) throw new NotThrift();
		return Array.from({ length: size }, () => type.read(from));
	},
	write: (values) =>
		Buffer.concat([Buffer.of(type.wire), int32(values.length), ...values.map((value) => type.write(value))]),
});

/** A structure. Members that are not described are ignored. */
export function struct<const M extends Members>(members: M): ThriftType<StructOf<M>> {
	const byId = new Map(Object.entries(members).map(([name, [id, type]]) => [id, { name, type }]));
	return {
		wire: WIRE.struct,
		read: (from) => {
			const values: Record<string, unknown> = {};
			from.fields((id, wire) => {
				const member = byId.get(id);
				if (member?.type.wire === wire) values[member.name] = member.type.read(from);
				else from.skip(wire);
			});
			return values as StructOf<M>;
		},
		write: (values) => {
			const parts: Buffer[] = [];
			for (const [name, [id, type]] of Object.entries(members)) {
				const value: unknown = values[name];
				if (value !== undefined) parts.push(Buffer.of(type.wire, id >> 8, id & 255), type.write(value));
			}
			return Buffer.concat([...parts, Buffer.of(WIRE.stop)]);
		},
	};
}

/** A union: one member is set. With two, each reader could show another one. */
export function union<const M extends Members>(members: M): ThriftType<StructOf<M>> {
	const type = struct(members);
	return {
		...type,
		read: (from) => {
			const values = type.read(from);
			if (Object.keys(values).length > 1) throw new NotThrift();
			return values;
		},
	};
}

/**
 * Decodes a structure.
 *
 * @throws NotThrift if the bytes are not a structure, end too early, or are more than is read of one.
 */
export const decode = <T>(type: ThriftType<T>, bytes: Buffer): T => type.read(new ThriftReader(bytes));

/** Encodes a structure, with its members in the order of the description. */
export const encode = <T>(type: ThriftType<T>, value: T): Buffer => type.write(value);

function int32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeInt32BE(value);
	return bytes;
}

/** A text whose bytes are no UTF-8 could be read as another one that was signed. */
function utf8(bytes: Buffer): string {
	const read = bytes.toString('utf8');
	if (read.includes('\uFFFD') && !Buffer.from(read, 'utf8').equals(bytes)) throw new NotThrift();
	return read;
}

const sized = (bytes: Buffer): Buffer => Buffer.concat([int32(bytes.length), bytes]);
