/** Reads the content of an unencrypted event, for which no keys are needed. */
import { isEmpty, omit, pick } from 'lodash';
import type { MessageSummary } from './contents';
import type { EventDetail } from '../wire/eventStructures';

/** https://docs.x.com/xchat/troubleshooting */
const FAILURES: Readonly<Record<number, string>> = {
	1: 'The event says nothing',
	2: 'An internal error of X',
	3: 'The message is too large',
	4: 'Too many messages',
	5: 'The signature of the sender is not valid',
	6: 'Written with an older key of the conversation than the newest',
	7: 'The recipient has not accepted the conversation',
	8: 'The key of the recipient has changed',
	9: 'Only encrypted messages are allowed',
	10: 'Only an admin may do this',
	11: 'Taken for spam',
	12: 'The limit of messages is reached; a higher one is for sale',
	13: 'The signature does not fit the public key',
	14: 'An error without a name',
	15: 'The sender is not a member of the group',
	16: 'The version of the signature is not valid',
	17: 'The request for the PIN is not valid',
	18: 'Too many pinned messages',
};

/**
 * The members of changes that are not covered by the signature. That of new members covers three lists as one, so where
 * one ends and the next begins is X's word.
 */
const UNSIGNED_OF_CHANGE: Readonly<Record<string, readonly string[]>> = {
	group_create: ['admin_ids', 'ttl_msec'],
	group_member_add: ['member_ids', 'current_member_ids', 'current_admin_ids', 'current_pending_member_ids'],
};

/** Summarizes what an event is about. An encrypted message is only reported as a message. */
export function summarizeDetail(detail: EventDetail): MessageSummary {
	const { key_change: keys, failure, message_delete: deleted, group_change: group } = detail;
	if (detail.message_create)
		return { kind: 'encrypted', key_version: detail.message_create.conversation_key_version };
	if (keys)
		return {
			kind: 'keyChange',
			key_version: keys.conversation_key_version,
			unsigned: { member_ids: (keys.conversation_participant_keys ?? []).map(({ user_id: id }) => id) },
		};
	if (deleted)
		return {
			kind: 'deletion',
			target_ids: deleted.sequence_ids ?? [],
			is_for_all: deleted.delete_message_action === 2,
		};
	if (group) return { kind: 'groupChange', ...changeOf(group.group_change) };
	if (failure)
		return { kind: 'failure', failure: FAILURES[failure.failure_type ?? 0] ?? 'A failure without a name' };
	return saySmall(detail);
}

function saySmall(detail: EventDetail): MessageSummary {
	if (detail.typing) return { kind: 'typing' };
	if (detail.conversation_delete) return { kind: 'conversationDeleted' };
	if (detail.metadata_change)
		return { kind: 'settingsChange', ...changeOf(detail.metadata_change.conversation_metadata_change) };
	if (detail.read) return { kind: 'read', seen_until_id: detail.read.seen_until_sequence_id };
	if (detail.unread) return { kind: 'unread', seen_until_id: detail.unread.seen_until_sequence_id };
	if (detail.member_account_delete)
		return { kind: 'accountDeleted', member_id: detail.member_account_delete.member_id };
	return { kind: 'unknown' };
}

/** Finds the member of a union that is set, with its name. */
function changeOf(union: object | undefined): Record<string, unknown> {
	const [change] = Object.entries(union ?? {}) as [string, Record<string, unknown>][];
	if (!change) return {};
	const [name, all] = change;
	const unsigned = pick(all, UNSIGNED_OF_CHANGE[name] ?? []);
	return {
		change: name,
		details: omit(all, Object.keys(unsigned)),
		...(!isEmpty(unsigned) && { unsigned }),
	};
}
