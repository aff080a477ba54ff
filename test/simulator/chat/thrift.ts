/** Thrift's binary protocol without descriptions: fields by their numbers. The nodes' own code is not used here. */

export type Value = Buffer | boolean | number | bigint | readonly Value[] | Fields;
export type Fields = ReadonlyMap<number, Value>;

/** Reads a structure; throws a RangeError for bytes that end too early. */
export function readFields(bytes: Buffer): Fields {
	let at = 0;
	const size = () => bytes.readInt32BE((at += 4) - 4);
	const value = (type: number): Value => {
		switch (type) {
			case 2:
				return bytes.readUInt8(at++) === 1;
			case 8:
				return size();
			case 10:
				return bytes.readBigInt64BE((at += 8) - 8);
			case 11: {
				const length = size();
				if (length < 0 || at + length > bytes.length) throw new RangeError('too short');
				return bytes.subarray(at, (at += length));
			}
			case 12:
				return fields();
			case 15: {
				const inner = bytes.readUInt8(at++);
				return Array.from({ length: size() }, () => value(inner));
			}
			default:
				throw new RangeError(`type ${type}`);
		}
	};
	const fields = (): Fields => {
		const read = new Map<number, Value>();
		for (let type = bytes.readUInt8(at++); type !== 0; type = bytes.readUInt8(at++)) {
			const id = bytes.readInt16BE((at += 2) - 2);
			read.set(id, value(type));
		}
		return read;
	};
	return fields();
}

/** Whether a value is a structure. Tests have another `Map` than the simulator, so `instanceof` says no there. */
export const isFields = (value: Value | undefined): value is Fields => value instanceof Map;

/** The text of a field. */
export const textAt = (fields: Fields | undefined, id: number): string | undefined => {
	const value = fields?.get(id);
	return Buffer.isBuffer(value) ? value.toString() : undefined;
};

/** The structure in a field. */
export const fieldsAt = (fields: Fields | undefined, id: number): Fields | undefined => {
	const value = fields?.get(id);
	return isFields(value) ? value : undefined;
};

/** The entries of a field. */
export const listAt = (fields: Fields | undefined, id: number): readonly Value[] => {
	const value = fields?.get(id);
	return Array.isArray(value) ? (value as readonly Value[]) : [];
};

const int = (bytes: number, value: number | bigint): Buffer =>
	Buffer.from(
		BigInt.asUintN(bytes * 8, BigInt(value))
			.toString(16)
			.padStart(bytes * 2, '0'),
		'hex',
	);
const sized = (bytes: Buffer): Buffer => Buffer.concat([int(4, bytes.length), bytes]);
const field = (type: number, id: number, value: Buffer): Buffer =>
	Buffer.concat([int(1, type), int(2, id), value]);

/** Writes fields; undefined leaves one out. */
export const write = {
	text: (id: number, value: string | undefined) =>
		value === undefined ? Buffer.alloc(0) : field(11, id, sized(Buffer.from(value))),
	bytes: (id: number, value: Buffer) => field(11, id, sized(value)),
	bool: (id: number, value: boolean) => field(2, id, int(1, value ? 1 : 0)),
	i32: (id: number, value: number) => field(8, id, int(4, value)),
	i64: (id: number, value: bigint) => field(10, id, int(8, value)),
	inner: (id: number, ...fields: Buffer[]) => field(12, id, structure(...fields)),
	/** A structure that is already written. */
	raw: (id: number, written: Buffer) => field(12, id, written),
	texts: (id: number, values: readonly string[]) =>
		field(
			15,
			id,
			Buffer.concat([int(1, 11), int(4, values.length), ...values.map((each) => sized(Buffer.from(each)))]),
		),
	structures: (id: number, values: readonly Buffer[]) =>
		field(15, id, Buffer.concat([int(1, 12), int(4, values.length), ...values])),
};

export const structure = (...fields: Buffer[]): Buffer => Buffer.concat([...fields, Buffer.alloc(1)]);
