/** What may happen to an event on its way, or be written by someone hostile: the events of the comparison. */
import type { Person } from '../../simulator/chat/person';
import { contents, relayed, type Key } from '../../simulator/chat/person';
import { isFields, readFields, structure, write, type Fields, type Value } from '../../simulator/chat/thrift';
import { fc } from '../../support/properties';

/** How an event is changed. */
export type Mutation =
	| { readonly kind: 'none' }
	| { readonly kind: 'flip'; readonly bit: number }
	| { readonly kind: 'cut'; readonly length: number }
	| { readonly kind: 'splice'; readonly at: number; readonly bytes: Uint8Array }
	| { readonly kind: 'set'; readonly path: readonly number[]; readonly value: Buffer | number | boolean }
	| { readonly kind: 'drop'; readonly path: readonly number[] }
	| { readonly kind: 'graft'; readonly path: readonly number[]; readonly other: number }
	| { readonly kind: 'contents'; readonly inner: Mutation };

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

const bytewise: fc.Arbitrary<Mutation>[] = [
	fc.record({ kind: fc.constant('flip' as const), bit: fc.nat(20_000) }),
	fc.record({ kind: fc.constant('cut' as const), length: fc.nat(3000) }),
	fc.record({
		kind: fc.constant('splice' as const),
		at: fc.nat(3000),
		bytes: fc.uint8Array({ maxLength: 9 }),
	}),
];

export const memberwise = (paths: readonly (readonly number[])[]): fc.Arbitrary<Mutation>[] => [
	fc.record({ kind: fc.constant('set' as const), path: fc.constantFrom(...paths), value: values }),
	fc.record({ kind: fc.constant('drop' as const), path: fc.constantFrom(...paths) }),
	fc.record({ kind: fc.constant('graft' as const), path: fc.constantFrom(...paths), other: fc.nat(1000) }),
];

/** Any change. */
export const mutations: fc.Arbitrary<Mutation> = fc.oneof(
	fc.constant<Mutation>({ kind: 'none' }),
	...bytewise,
	...memberwise(PATHS),
	...memberwise(PATHS),
	fc.record({
		kind: fc.constant('contents' as const),
		inner: fc.oneof(...bytewise, ...memberwise(INNER), ...memberwise(INNER)),
	}),
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

/**
 * Changes an event.
 *
 * @param pool All events, for what is taken from another one.
 * @param key The key of the conversation, with which a hostile member writes.
 */
export function mutate(pool: readonly Written[], index: number, mutation: Mutation, key: Key): Buffer {
	const { event, by, plain } = pool[index % pool.length] as Written;
	if (mutation.kind !== 'contents')
		return changed(event, mutation, (other) => pool[other % pool.length]?.event);
	const inner = changed(
		plain ?? contents.text('Hello'),
		mutation.inner,
		(other) => pool[other % pool.length]?.plain,
	);
	return relayed(by.message('11:22', key, inner), by.userId, '11:22', '77', 1_700_000_000_000);
}

function changed(bytes: Buffer, mutation: Mutation, other: (index: number) => Buffer | undefined): Buffer {
	const copy = Buffer.from(bytes);
	switch (mutation.kind) {
		case 'flip': {
			const bit = mutation.bit % (copy.length * 8);
			copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
			return copy;
		}
		case 'cut':
			return copy.subarray(0, mutation.length % copy.length);
		case 'splice': {
			const place = mutation.at % copy.length;
			return Buffer.concat([
				copy.subarray(0, place),
				mutation.bytes,
				copy.subarray(place + mutation.bytes.length),
			]);
		}
		case 'set':
			return at(copy, mutation.path, (fields, id) => void fields.set(id, mutation.value));
		case 'drop':
			return at(copy, mutation.path, (fields, id) => void fields.delete(id));
		case 'graft': {
			const foreign = other(mutation.other);
			const value = foreign && valueAt(foreign, mutation.path);
			return value === undefined ? copy : at(copy, mutation.path, (fields, id) => void fields.set(id, value));
		}
		default:
			return copy;
	}
}
