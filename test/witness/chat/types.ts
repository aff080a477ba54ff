/** The types of the members of events and contents, as X publishes them: https://github.com/xdevplatform/chat-xdk/tree/main/thrift */
import { isFields, readFields, type Fields, type Value } from '../../simulator/chat/thrift';

/** Members by their numbers: the type of the wire, the members of a structure, or those of the entries of a list. */
interface Members {
	readonly [id: number]: string | Members | readonly [string | Members];
}

/** Members that have the same type. */
const all = <T>(type: T, ...ids: readonly number[]): Readonly<Record<number, T>> =>
	Object.fromEntries(ids.map((id) => [id, type]));

const TEXTS: Members = all('text', 1, 2, 3, 4, 5);
const ENTITIES: readonly [Members] = [{ ...all('i32', 1, 2), 3: {} }];
const SIGNATURE: Members = { ...all('text', 1, 2, 3, 4), 5: [TEXTS] };
const GROUP: Members = all({}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);

const DETAIL: Members = {
	1: {
		...all('text', 100, 101),
		...all('i64', 103, 104),
		...all('bool', 102, 105, 109),
		106: 'i32',
		107: ['i32'],
		108: {},
	},
	3: { 1: 'text', 2: [TEXTS], 4: {}, 5: 'bool' },
	4: { 1: GROUP, 2: 'bool' },
	5: all('i32', 1, 2),
	...all(TEXTS, 6, 10, 13, 14),
	7: { 1: ['text'], 2: 'i32' },
	8: { 1: 'text', 2: {} },
	9: { 1: {} },
	12: { 1: 'text', 2: 'i64' },
};

const EVENT: Members = {
	...all('text', 1, 2, 3, 4, 5, 6, 10),
	7: DETAIL,
	8: 'i32',
	9: SIGNATURE,
	11: 'bool',
};

const SIZES: Members = all('i64', 1, 2);
const IMAGE: Members = { ...all('text', 1, 3), 2: 'i64', 4: SIZES };
const ATTACHMENTS: readonly [Members] = [
	{
		1: { ...all('text', 1, 6, 7, 8, 9, 10), 2: SIZES, 3: 'i32', ...all('i64', 4, 5) },
		3: { ...all('text', 1, 4, 5), ...all(IMAGE, 2, 3) },
		...all(TEXTS, 2, 4, 5),
		6: { 2: 'i32', ...all('text', 3, 4) },
	},
];
const PREVIEW: Members = {
	1: 'i64',
	...all('text', 2, 5, 6, 7, 12),
	3: ENTITIES,
	4: ATTACHMENTS,
	...all(EVENT, 8, 9),
	10: [EVENT],
	11: {},
};
const MESSAGE: Members = {
	1: 'text',
	2: ENTITIES,
	3: ATTACHMENTS,
	4: PREVIEW,
	6: { 1: 'text', 2: ENTITIES },
	7: 'i32',
	8: {},
	9: [TEXTS],
};
const CONTENTS: Members = {
	1: {
		1: MESSAGE,
		...all(TEXTS, 2, 3, 6, 7, 8, 12),
		4: { ...all('text', 1, 2), 3: ENTITIES },
		5: { 1: 'text', 2: 'i64' },
		9: { 1: 'i32' },
		10: { ...all('i64', 1, 2), 3: 'bool', 5: 'text' },
		11: { 1: 'i64', 2: 'bool' },
		13: {},
		14: { 1: 'i64', 2: 'text' },
		15: { 1: 'i64', 2: 'bool' },
		16: { 1: 'bool', 3: 'text' },
	},
};

function typeOf(value: Value): string {
	if (Buffer.isBuffer(value)) return 'text';
	if (isFields(value)) return 'structure';
	if (Array.isArray(value)) return 'list';
	return { boolean: 'bool', number: 'i32', bigint: 'i64' }[typeof value as string] ?? 'other';
}

const isList = (type: Members | readonly [string | Members]): type is readonly [string | Members] =>
	Array.isArray(type);

const isAs = (value: Value, type: string | Members | readonly [string | Members]): boolean => {
	if (typeof type === 'string') return typeOf(value) === type;
	if (!isList(type)) return isFields(value) && areAs(value, type);
	const [entry] = type;
	return Array.isArray(value) && (value as readonly Value[]).every((each) => isAs(each, entry));
};

const areAs = (fields: Fields, members: Members): boolean =>
	[...fields].every(([id, value]) => members[id] === undefined || isAs(value, members[id]));

/** Whether a member that X describes has another type, or bytes are of a type that X does not use. */
function isOther(bytes: Buffer, members: Members): boolean {
	try {
		return !areAs(readFields(bytes), members);
	} catch (error) {
		return String(error).startsWith('RangeError: type ');
	}
}

export const hasOtherType = (event: Buffer): boolean => isOther(event, EVENT);
export const contentsHaveOtherType = (plain: Buffer): boolean => isOther(plain, CONTENTS);
