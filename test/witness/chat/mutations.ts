/** What may happen to an event on its way, or be written by someone hostile: the events of the comparison. */
import type { Person } from '../../simulator/chat/person';
import { contents, relayed, type Key } from '../../simulator/chat/person';
import { isFields, readFields, structure, write, type Fields, type Value } from '../../simulator/chat/thrift';
import { fc } from '../../support/properties';

/** A change of bytes, for which something may be taken from other bytes of their kind. */
type Change = (bytes: Buffer, other: (index: number) => Buffer | undefined) => Buffer;

/** Members by their numbers: `7.1.100` is the contents of a message. */
export const pathsOf = (text: string): number[][] =>
	text.split(' ').map((path) => path.split('.').map(Number));

/** The members of an event that matter. */
const PATHS = pathsOf(
	'1 2 3 4 6 7 7.1.100 7.1.101 7.1.102 7.1.103 7.3.1 7.3.2 7.7.1 7.7.2 7.4.1 9 9.1 9.2 9.3 9.4',
);
/** Those of contents. */
const INNER = pathsOf('1 1.1 1.1.1 1.1.2 1.1.3 1.2.1 1.2.2 1.4.1 1.4.2');

const TEXTS = ['', ...'11 22 33 11:22 g7 1000 1001 5000 6000 7 2 1 x , \u0000'.split(' ')];

const values = fc.oneof(
	fc.constantFrom(...TEXTS).map((text) => Buffer.from(text)),
	fc.constant(Buffer.from([0xff, 0xfe])),
	fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
	fc.integer(),
	fc.boolean(),
);

const bytewise: fc.Arbitrary<Change>[] = [
	fc.nat(20_000).map((bit) => (bytes) => {
		const copy = Buffer.from(bytes);
		const place = bit % (copy.length * 8);
		copy[place >> 3] = (copy[place >> 3] ?? 0) ^ (1 << (place & 7));
		return copy;
	}),
	fc.nat(3000).map((length) => (bytes) => bytes.subarray(0, length % bytes.length)),
	fc.tuple(fc.nat(3000), fc.uint8Array({ maxLength: 9 })).map(([from, spliced]) => (bytes) => {
		const place = from % bytes.length;
		return Buffer.concat([bytes.subarray(0, place), spliced, bytes.subarray(place + spliced.length)]);
	}),
];

/** Changes of a member: another value, none, and that of another event. */
export const memberwise = (paths: readonly (readonly number[])[]): fc.Arbitrary<Change>[] => [
	fc.tuple(fc.constantFrom(...paths), values).map(
		([path, value]) =>
			(bytes) =>
				at(bytes, path, (fields, id) => void fields.set(id, value)),
	),
	fc.constantFrom(...paths).map((path) => (bytes) => at(bytes, path, (fields, id) => void fields.delete(id))),
	fc.tuple(fc.constantFrom(...paths), fc.nat(1000)).map(([path, index]) => (bytes, other) => {
		const foreign = other(index);
		const value = foreign && valueAt(foreign, path);
		return value === undefined ? bytes : at(bytes, path, (fields, id) => void fields.set(id, value));
	}),
];

/** Any change of an event. */
export const changes = fc.oneof(
	fc.constant<Change>((bytes) => bytes),
	...bytewise,
	...memberwise(PATHS),
	...memberwise(PATHS),
);

/** Changes one of the events, which a hostile member of the conversation may do with its key. */
type Mutation = (pool: readonly Written[], index: number, key: Key) => Buffer;

export const ofEvent =
	(change: Change): Mutation =>
	(pool, index) =>
		change(writtenAt(pool, index).event, (other) => writtenAt(pool, other).event);

const ofContents =
	(change: Change): Mutation =>
	(pool, index, key) => {
		const { by, plain = contents.text('Hello') } = writtenAt(pool, index);
		const changed = change(plain, (other) => writtenAt(pool, other).plain);
		return relayed(by.message('11:22', key, changed), by.userId, '11:22', '77', 1_700_000_000_000);
	};

/** Any change of an event or of its contents. */
export const mutations = fc.oneof(
	{ arbitrary: changes.map(ofEvent), weight: 10 },
	{
		arbitrary: fc.oneof(...bytewise, ...memberwise(INNER), ...memberwise(INNER)).map(ofContents),
		weight: 1,
	},
);

/** Writes members that were read, each with the type that it was read with. */
export function written(fields: Fields): Buffer {
	return structure(...[...fields].map(([id, value]) => member(id, value)));
}

function member(id: number, value: Value): Buffer {
	if (Buffer.isBuffer(value)) return write.bytes(id, value);
	if (typeof value === 'boolean') return write.bool(id, value);
	if (typeof value === 'number') return write.i32(id, value);
	if (typeof value === 'bigint') return write.i64(id, value);
	if (isFields(value)) return write.raw(id, written(value));
	const entries = value;
	return entries.some((each) => isFields(each))
		? write.structures(
				id,
				entries.map((each) => written(each as Fields)),
			)
		: write.texts(id, entries.map(String));
}

function at(
	bytes: Buffer,
	path: readonly number[],
	change: (fields: Map<number, Value>, id: number) => void,
): Buffer {
	const fields = new Map(readFields(bytes));
	const [id = 0, ...rest] = path;
	const inner = fields.get(id);
	if (rest.length === 0) change(fields, id);
	else if (isFields(inner)) fields.set(id, readFields(at(written(inner), rest, change)));
	return written(fields);
}

function valueAt(bytes: Buffer, path: readonly number[]): Value | undefined {
	return path.reduce<Value | undefined>(
		(value, id) => (isFields(value) ? value.get(id) : undefined),
		readFields(bytes),
	);
}

/** An event of a conversation, who sent it, and what it says. */
export interface Written {
	readonly event: Buffer;
	readonly by: Person;
	/** The plain text, where the event is a message. */
	readonly plain?: Buffer;
}

const writtenAt = (pool: readonly Written[], index: number): Written => pool[index % pool.length] as Written;
