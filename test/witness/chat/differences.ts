/** Where the nodes and X's SDK read an event differently, and why that is meant. */
import { fieldsAt, isFields, readFields, textAt, type Fields, type Value } from '../../simulator/chat/thrift';
import { REFUSED, type Compared } from './compared';
import { written } from './mutations';

/** An event that is read differently. */
export interface Difference {
	readonly event: Buffer;
	/** The contents of a message, where it opens. */
	readonly plain: Buffer | undefined;
	readonly ours: Compared;
	readonly theirs: Compared;
	/** The members that clients of X write, with their types. */
	readonly usual: ReadonlySet<string>;
}

interface Reason {
	readonly stricter: 'nodes' | 'SDK' | 'neither';
	readonly why: string;
	readonly holds: (difference: Difference) => boolean;
}

const fieldsOf = (event: Buffer): Fields | undefined => {
	try {
		return readFields(event);
	} catch {
		return undefined;
	}
};

/** The members of an event and of its contents, each with its type: `event.7.1.100 text`. */
export function membersOf({ event, plain }: Pick<Difference, 'event' | 'plain'>): string[] {
	const within = (value: Value, path: string): string[] => {
		if (Buffer.isBuffer(value)) return [`${path} text`];
		if (isFields(value))
			return [`${path} structure`, ...[...value].flatMap(([id, each]) => within(each, `${path}.${id}`))];
		if (!Array.isArray(value)) return [`${path} ${typeof value}`];
		return [`${path} list`, ...value.flatMap((each: Value) => within(each, `${path}[]`))];
	};
	try {
		return [...within(readFields(event), 'event'), ...(plain ? within(readFields(plain), 'contents') : [])];
	} catch (error) {
		// A type that X does not use at all.
		return String(error).startsWith('RangeError: type ') ? [String(error)] : [];
	}
}

/** Whether bytes hold more than one of each member. */
const hasMore = (bytes: Buffer): boolean => {
	const fields = fieldsOf(bytes);
	return fields !== undefined && written(fields).length < bytes.length;
};

const signatureVersion = (event: Buffer): string | undefined => textAt(fieldsAt(fieldsOf(event), 9), 3);
const createdOf = (event: Buffer): Fields | undefined => fieldsAt(fieldsAt(fieldsOf(event), 7), 1);

const isSame = (one: Compared, other: Compared): boolean => JSON.stringify(one) === JSON.stringify(other);

const hasLarge = (value: Value | undefined): boolean => {
	if (typeof value === 'bigint') return value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER;
	if (isFields(value)) return [...value.values()].some(hasLarge);
	return Array.isArray(value) && (value as readonly Value[]).some(hasLarge);
};

/** Both read the same, and only the nodes do not call it verified. */
const onlyUnverified = ({ ours, theirs }: Difference): boolean =>
	theirs.verified && !ours.verified && isSame({ ...ours, verified: true }, theirs);

export const REASONS: Readonly<Record<string, Reason>> = {
	'a member that no client writes, or writes with another type': {
		stricter: 'neither',
		why: 'The nodes pass over it, as the specification of Thrift has it; the SDK reads its bytes as the type that it expects.',
		holds: (difference) => membersOf(difference).some((each) => !difference.usual.has(each)),
	},
	'bytes that are no Thrift': {
		stricter: 'nodes',
		why: 'With the types that the bytes name they end too early; the SDK goes by the types that it expects.',
		holds: ({ event, plain, ours }) =>
			ours.kind === REFUSED && [event, ...(plain ? [plain] : [])].some((each) => !fieldsOf(each)),
	},
	'a key of another conversation': {
		stricter: 'nodes',
		why: 'A key opens messages only of the conversation that its signed event names.',
		holds: ({ event, ours, theirs }) =>
			ours.kind === REFUSED && !theirs.verified && textAt(fieldsOf(event), 4) !== '11:22',
	},
	'a member that comes twice': {
		stricter: 'neither',
		why: 'The nodes take the last one that has the right type; the SDK reads the others too, whatever their type.',
		holds: ({ event, plain }) => [event, ...(plain ? [plain] : [])].some(hasMore),
	},
	'a key for another version of the public key': {
		stricter: 'SDK',
		why: 'The key opens with the private key and is signed by its sender; the version beside it is not signed.',
		holds: ({ ours, theirs }) =>
			ours.kind === 'keyChange' && ours.verified && isSame(ours, { ...theirs, verified: true }),
	},
	'contents of no kind': {
		stricter: 'SDK',
		why: 'Kinds that are not known yet are shown as unknown, so that a newer client of X does not look like a forger.',
		holds: ({ ours, theirs }) => ours.kind === 'unknown' && theirs.kind === REFUSED,
	},
	'a key that the event itself does not hand over': {
		stricter: 'nodes',
		why: 'The nodes check a change of the key with the key in it, the SDK with one that it has already.',
		holds: (difference) => difference.ours.kind === 'keyChange' && onlyUnverified(difference),
	},
	'no version of the signature': {
		stricter: 'nodes',
		why: 'Signatures of older versions cover less, and one without a version may be any of them.',
		holds: (difference) =>
			onlyUnverified(difference) && !(Number(signatureVersion(difference.event) || NaN) >= 2),
	},
	'another spelling of Base64': {
		stricter: 'SDK',
		why: 'The 64 bytes of the signature are right; only their spelling is one that X does not write.',
		holds: ({ event, ours, theirs }) => {
			const written = textAt(fieldsAt(fieldsOf(event), 9), 1) ?? '';
			const usual = Buffer.from(written, 'base64').toString('base64').replace(/=+$/, '');
			return !theirs.verified && isSame(ours, { ...theirs, verified: true }) && written !== usual;
		},
	},
	'a number beyond those of JavaScript': {
		stricter: 'SDK',
		why: 'X gives lives of messages in milliseconds; one of 285,000 years is no reason to hide a message.',
		holds: ({ event, plain, theirs }) =>
			theirs.kind === REFUSED && [fieldsOf(event), plain && fieldsOf(plain)].some(hasLarge),
	},
	'an attachment of no kind': {
		stricter: 'neither',
		why: 'The nodes show that there is an attachment of a kind that is not known yet; the SDK leaves it out.',
		holds: ({ ours, theirs }) =>
			JSON.stringify(ours.said).includes('["unknown",null') &&
			isSame({ ...ours, said: [] }, { ...theirs, said: [] }),
	},
	'no contents': {
		stricter: 'nodes',
		why: 'A message without contents says nothing; the SDK calls it an unknown kind.',
		holds: ({ event, ours, theirs }) =>
			ours.kind === REFUSED && theirs.kind === 'unknown' && createdOf(event)?.get(100) === undefined,
	},
	'a stranger in a conversation of two': {
		stricter: 'nodes',
		why: 'Only the two that the conversation names can write in it.',
		holds: (difference) =>
			onlyUnverified(difference) && !['11', '22'].includes(String(difference.ours.names[2])),
	},
};

/** The name of the reason; undefined where there is none. */
export const reasonOf = (difference: Difference): string | undefined =>
	Object.entries(REASONS).find(([, { holds }]) => holds(difference))?.[0];
