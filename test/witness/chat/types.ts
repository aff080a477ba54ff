/** The types of the members of events and contents, as X publishes them: https://github.com/xdevplatform/chat-xdk/tree/main/thrift */
import { isFields, readFields, type Fields, type Value } from '../../simulator/chat/thrift';

/** Members by their numbers: the type of the wire, the members of a structure, or those of the entries of a list. */
interface Members {
	readonly [id: number]: string | Members | readonly [string | Members];
}

const TEXTS: Members = { 1: 'text', 2: 'text', 3: 'text', 4: 'text', 5: 'text' };
const ENTITIES: readonly [Members] = [{ 1: 'i32', 2: 'i32', 3: {} }];
const SIGNATURE: Members = { 1: 'text', 2: 'text', 3: 'text', 4: 'text', 5: [TEXTS] };
const GROUP: Members = {
	1: {},
	2: {},
	3: {},
	4: {},
	5: {},
	6: {},
	7: {},
	8: {},
	9: {},
	10: {},
	11: {},
	12: {},
};

const DETAIL: Members = {
	1: {
		100: 'text',
		101: 'text',
		102: 'bool',
		103: 'i64',
		104: 'i64',
		105: 'bool',
		106: 'i32',
		107: ['i32'],
		108: {},
		109: 'bool',
	},
	3: { 1: 'text', 2: [TEXTS], 4: {}, 5: 'bool' },
	4: { 1: GROUP, 2: 'bool' },
	5: { 1: 'i32', 2: 'i32' },
	6: TEXTS,
	7: { 1: ['text'], 2: 'i32' },
	8: { 1: 'text', 2: {} },
	9: { 1: {} },
	10: TEXTS,
	12: { 1: 'text', 2: 'i64' },
	13: TEXTS,
	14: TEXTS,
};

const EVENT: Members = {
	1: 'text',
	2: 'text',
	3: 'text',
	4: 'text',
	5: 'text',
	6: 'text',
	7: DETAIL,
	8: 'i32',
	9: SIGNATURE,
	10: 'text',
	11: 'bool',
};

const SIZES: Members = { 1: 'i64', 2: 'i64' };
const IMAGE: Members = { 1: 'text', 2: 'i64', 3: 'text', 4: SIZES };
const ATTACHMENTS: readonly [Members] = [
	{
		1: {
			1: 'text',
			2: SIZES,
			3: 'i32',
			4: 'i64',
			5: 'i64',
			6: 'text',
			7: 'text',
			8: 'text',
			9: 'text',
			10: 'text',
		},
		2: TEXTS,
		3: { 1: 'text', 2: IMAGE, 3: IMAGE, 4: 'text', 5: 'text' },
		4: TEXTS,
		5: TEXTS,
		6: { 2: 'i32', 3: 'text', 4: 'text' },
	},
];
const PREVIEW: Members = {
	1: 'i64',
	2: 'text',
	3: ENTITIES,
	4: ATTACHMENTS,
	5: 'text',
	6: 'text',
	7: 'text',
	8: EVENT,
	9: EVENT,
	10: [EVENT],
	11: {},
	12: 'text',
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
		2: TEXTS,
		3: TEXTS,
		4: { 1: 'text', 2: 'text', 3: ENTITIES },
		5: { 1: 'text', 2: 'i64' },
		6: TEXTS,
		7: TEXTS,
		8: TEXTS,
		9: { 1: 'i32' },
		10: { 1: 'i64', 2: 'i64', 3: 'bool', 5: 'text' },
		11: { 1: 'i64', 2: 'bool' },
		12: TEXTS,
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
