/** Describes Thrift structures as data: one description reads them, writes them and gives their type. */
import { NotThrift, ThriftReader, WIRE } from './thriftReader';

export { NotThrift } from './thriftReader';

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
				if (value !== undefined) parts.push(header(type.wire, id), type.write(value));
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

function header(wire: number, id: number): Buffer {
	const bytes = Buffer.alloc(3);
	bytes.writeUInt8(wire, 0);
	bytes.writeInt16BE(id, 1);
	return bytes;
}

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
