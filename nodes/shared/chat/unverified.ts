/** Finds and reports messages that are not certainly by their sender. */
import { pick } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { oneOf } from '../fields';
import { firstFew } from '../report/wording';
import { defined } from '../util/lenient';
import { asText } from '../util/text';

/** The reason where X's documentation names no signed text. Only X's word says who made such a change. */
export const UNSIGNED = 'Events of this kind carry no signature that can be checked';
/** The reason where a change of a key is not for the reader. */
export const NOT_FOR_READER = 'Only who holds the key can check its signature';

interface Checked {
	readonly verified?: unknown;
	readonly verification?: unknown;
}

/**
 * Returns whether an event should be signed by its sender and is not certainly so. Forged, changed and unencrypted
 * messages are, but not changes that cannot be checked.
 */
export const isUnverified = ({ verified, verification }: Checked): boolean =>
	verified === false ||
	(verified === 'unknown' && verification !== UNSIGNED && verification !== NOT_FOR_READER);

export const unverifiedField = oneOf(
	{
		leaveOut: ['Leave Out', 'Give nothing, and name them in a hint or in the log'],
		passOn: ['Pass On', 'Give all of them, marked with verified'],
		report: ['Report', 'Give who is said to have written and why it is not believed, but not what it says'],
	},
	{
		label: 'Unverified Messages',
		default: 'leaveOut',
		description: 'What to do with messages that may be forged',
	},
);

/** The treatment of messages that are not verified. */
export type Unverified = 'leaveOut' | 'passOn' | 'report';

/** Returns the choice of the form, or the default. */
export const chosenUnverified = (value: unknown): Unverified =>
	value === 'passOn' || value === 'report' ? value : 'leaveOut';

/** The members of a message that a report keeps. All may be forged too, except for the verdict. */
const REPORTED = [
	'id',
	'message_id',
	'conversation_id',
	'sender_id',
	'created_at',
	'verified',
	'verification',
	'identity',
	'fingerprint',
];

/** Reports an unverified message without anything that it says, so that a workflow can act on it unharmed. */
export const reportOf = (event: Checked): IDataObject =>
	defined<object>({ ...pick(event, REPORTED), kind: 'unverified', decrypted: false }) as IDataObject;

/** The most IDs that a sentence names. */
const NAMED = 5;

/** Writes a sentence on what was left out and why. Returns undefined if nothing was. */
export function saidOfUnverified(left: readonly (Checked & { readonly id?: unknown })[]): string | undefined {
	if (left.length === 0) return undefined;
	const ids = left.map(({ id }) => asText(id) || 'without an ID');
	const reasons = [...new Set(left.map(({ verification }) => asText(verification)))].slice(0, NAMED);
	const [count, are] =
		left.length === 1 ? ['1 event was', 'it is'] : [`${left.length} events were`, 'they are'];
	return `${count} left out, as ${are} not verified: ${firstFew(ids, NAMED)} (${reasons.join('; ')}). Set Unverified Messages to Pass On to get such events`;
}
