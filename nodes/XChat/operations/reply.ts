/** Sends replies. A reply contains the quoted message with its signature, which proves that its author wrote it. */
import { uniqBy } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { isEditOf, type OpenedEvent } from '../../shared/chat/events/readEvent';
import type { ReadPage } from '../../shared/chat/events/page';
import type { ReplyPreview, MessageEvent } from '../../shared/chat/wire/eventStructures';
import { formNumber, formText, options } from '../../shared/fields';
import type { ValuesOf } from '../../shared/operation/operation';
import { eventPages, type OpenConversation } from './writing';
import { contentFields, writtenMessage } from './attachments';
import { sendContents } from './message';
import { refuse, type AnyCall } from './tools';

export const replyFields = {
	...contentFields,
	target: formText({
		label: 'Message ID',
		placeholder: 'e.g. 1880028106020515840',
		description: 'The message to reply to: its ID or message ID, as Get Events shows it',
	}),
	...options({
		lookBack: formNumber({
			min: 1,
			default: 100,
			description: 'How many of the latest events to search for the message; each event read is billed',
		}),
	}),
};

type ReplyCall = AnyCall & { readonly values: ValuesOf<typeof replyFields> & { readonly id: string } };

export async function reply(call: ReplyCall): Promise<INodeExecutionData[]> {
	return await sendContents(call, async (open, key, about) => {
		const found = checked(call, await find(call, open));
		const message = await writtenMessage(call, open, key.key, about);
		return { message: { ...message, replying_to_preview: quotationOf(found, key.version) } };
	});
}

/** The message to reply to, with what was seen on the way to it. */
interface Found {
	readonly target: OpenedEvent;
	/** The newest text that its author gave it. */
	readonly edit: OpenedEvent | undefined;
	readonly keyChanges: readonly MessageEvent[];
}

/**
 * Quotes the text as it is now, and the signed events that prove it. Readers who know only the newest
 * key of the conversation need the older one as well.
 */
function quotationOf({ target, edit, keyChanges }: Found, newest: string): ReplyPreview {
	const { event, contents } = target;
	const { message_text: text, entities } = contents?.message ?? {};
	const { updated_text: newText, entities: newEntities } = edit?.contents?.message_edit ?? {};
	const versions = [target.key?.version, edit?.key?.version].filter((version) => version !== newest);
	const older = keyChanges.filter(({ detail }) =>
		versions.includes(detail?.key_change?.conversation_key_version),
	);
	return {
		sender_id: event.sender_id,
		message_text: edit ? newText : text,
		entities: edit ? newEntities : entities,
		attachments: contents?.message?.attachments,
		replying_to_message_sequence_id: event.sequence_id,
		replying_to_message_id: event.message_id,
		raw_event_message_create: event,
		...(edit && { raw_event_edit_message: edit.event }),
		...(older.length > 0 && { raw_event_ckces: uniqBy(older, 'message_id') }),
	};
}

/** Reads from the newest event backwards, so that every edit of the message is seen before the message. */
async function find(call: ReplyCall, open: OpenConversation): Promise<Found | undefined> {
	const { target: wanted, lookBack = 100 } = call.values;
	const seen: OpenedEvent[] = [];
	const keyChanges: MessageEvent[] = [];
	const take = ({ rows, keyChanges: changes }: ReadPage): Found | undefined => {
		seen.push(...rows.flatMap(({ opened }) => opened ?? []));
		keyChanges.push(...changes);
		const target = seen.find(({ event }) => event.sequence_id === wanted || event.message_id === wanted);
		return target && { target, edit: seen.find((each) => isEditOf(target.event, each)), keyChanges };
	};
	const known = take(open.page);
	if (known) return known;
	for await (const page of eventPages(call, open.id, lookBack)) {
		const found = take(page);
		if (found) return found;
	}
	return undefined;
}

function checked(call: ReplyCall, found: Found | undefined): Found {
	const { target, lookBack = 100 } = call.values;
	if (!found)
		throw refuse(
			call,
			`The conversation has no message "${target}" among its latest ${lookBack} events`,
			'Check the ID, or raise Look Back',
		);
	const { contents, readable } = found.target;
	if (!contents?.message)
		throw refuse(
			call,
			`"${target}" cannot be answered: ${readable.problem ?? 'it is no message'}`,
			'Choose a message that can be read',
		);
	return found;
}
