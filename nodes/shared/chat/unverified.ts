/** Messages that are not certainly by their sender, and what to do with them. */
import { oneOf } from '../fields';
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
 * Whether an event should be signed by its sender and is not certainly so. Forged, changed and unencrypted messages
 * are, but not changes that cannot be checked.
 */
export const isUnverified = ({ verified, verification }: Checked): boolean =>
	verified === false ||
	(verified === 'unknown' && verification !== UNSIGNED && verification !== NOT_FOR_READER);

export const unverifiedField = oneOf(
	{
		leaveOut: 'Leave Out',
		passOn: 'Pass On',
	},
	{
		label: 'Unverified Messages',
		default: 'leaveOut',
		description: 'What to do with messages that may be forged',
	},
);

/** How many IDs a sentence names. */
const NAMED = 5;

/** What was left out, as a sentence that says why. Undefined if nothing was. */
export function saidOfUnverified(left: readonly (Checked & { readonly id?: unknown })[]): string | undefined {
	if (left.length === 0) return undefined;
	const ids = left.slice(0, NAMED).map(({ id }) => asText(id) || 'without an ID');
	const more = left.length > NAMED ? ` and ${left.length - NAMED} more` : '';
	const reasons = [...new Set(left.map(({ verification }) => asText(verification)))].slice(0, NAMED);
	const [count, are] =
		left.length === 1 ? ['1 event was', 'it is'] : [`${left.length} events were`, 'they are'];
	return `${count} left out, as ${are} not verified: ${ids.join(', ')}${more} (${reasons.join('; ')}). Set Unverified Messages to Pass On to get such events`;
}
