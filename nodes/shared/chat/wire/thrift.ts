/** Structures of Thrift as data: one description reads and writes them, and is their type. */
import { NotThrift, ThriftReader, WIRE } from './thriftReader';

export { NotThrift } from './thriftReader';

/** How a value of a type is read and written. */
export interface ThriftType<T> {
	readonly wire: number;
	read(from: ThriftReader): T;
	write(value: T): Buffer;
}

type Members = Readonly<Record<string, readonly [id: number, type: ThriftType<unknown>]>>;

/** The values of a structure: any of them may be missing. */
export type StructOf<M> = {
	readonly [Name in keyof M]?: M[Name] extends readonly [number, ThriftType<infer T>] ? T | undefined : never;
};

/** The value that a type reads. */
export type ValueOf<T> = T extends ThriftType<infer V> ? V : never;

export const text: ThriftType<string> = {
	wire: WIRE.binary,
	read: (from) => from.binary().toString('utf8'),
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

/** 64 bits, as decimal digits: they do not fit into a number. */
export const i64: ThriftType<string> = {
	wire: WIRE.i64,
	read: (from) => from.i64().toString(),
	write: (value) => {
		const bytes = Buffer.alloc(8);
		bytes.writeBigInt64BE(BigInt(value));
		return bytes;
	},
};

/** A list of values of a type. */
export const list = <T>(type: ThriftType<T>): ThriftType<readonly T[]> => ({
	wire: WIRE.list,
	read: (from) => {
		const wire = from.byte();
		const size = from.size(1);
		// An empty list may be of any type.
		if (size > 0 && wire !== type.wire) throw new NotThrift();
		return Array.from({ length: size }, () => type.read(from));
	},
	write: (values) =>
		Buffer.concat([Buffer.of(type.wire), int32(values.length), ...values.map((value) => type.write(value))]),
});

/** A structure, or a union: of a union one member is there. Members that it does not name are passed over. */
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

/**
 * Reads a structure.
 *
 * @param type Its description.
 * @param bytes Its bytes.
 * @throws NotThrift where the bytes are no structure or end too early.
 */
export const decode = <T>(type: ThriftType<T>, bytes: Buffer): T => type.read(new ThriftReader(bytes));

/**
 * Writes a structure, its members in the order of the description.
 *
 * @param type Its description.
 * @param value Its members.
 */
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

const sized = (bytes: Buffer): Buffer => Buffer.concat([int32(bytes.length), bytes]);
