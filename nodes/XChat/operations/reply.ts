/** Sends replies. A reply contains the quoted message with its signature, which proves that its author wrote it. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { OpenedEvent } from '../../shared/chat/events/readEvent';
import { readPage } from '../../shared/chat/events/page';
import { formOnly, number, options, text } from '../../shared/fields';
import { token, type ValuesOf } from '../../shared/operation/operation';
import { pages } from '../../shared/engine/paging';
import type { OpenConversation } from './conversation';
import { sendContents, sendFields } from './message';
import { pathOf, refuse, toolsOf, type AnyCall } from './tools';

export const replyFields = {
	...sendFields,
	target: formOnly(
		text({
			label: 'Message ID',
			placeholder: 'e.g. 1880028106020515840',
			description: 'The message to reply to: its ID or message ID, as Get Events shows it',
		}),
	),
	...options({
		lookBack: formOnly(
			number({
				label: 'Look Back',
				min: 1,
				default: 100,
				description: 'How many of the latest events to search for the message; each event read is billed',
			}),
		),
	}),
};

type ReplyCall = AnyCall & { readonly values: ValuesOf<typeof replyFields> & { readonly id: string } };

export async function reply(call: ReplyCall): Promise<INodeExecutionData[]> {
	return await sendContents(call, async (open) => {
		const { event, contents } = await find(call, open);
		const { message_text: said, attachments } = contents?.message ?? {};
		return {
			message: {
				message_text: call.values.text,
				replying_to_preview: {
					sender_id: event.sender_id,
					message_text: said,
					attachments,
					replying_to_message_sequence_id: event.sequence_id,
					replying_to_message_id: event.message_id,
					raw_event_message_create: event,
				},
			},
		};
	});
}

async function find(call: ReplyCall, open: OpenConversation): Promise<OpenedEvent> {
	const { target, lookBack = 100 } = call.values;
	const wanted = ({ event }: OpenedEvent) => event.sequence_id === target || event.message_id === target;
	const known = open.page.rows.flatMap(({ opened }) => opened ?? []).find(wanted);
	return checked(call, known ?? (await search(call, open, wanted, lookBack)));
}

function checked(call: ReplyCall, found: OpenedEvent | undefined): OpenedEvent {
	const { target, lookBack = 100 } = call.values;
	if (!found)
		throw refuse(
			call,
			`The conversation has no message "${target}" among its latest ${lookBack} events`,
			'Check the ID, or raise Look Back',
		);
	if (!found.contents?.message)
		throw refuse(
			call,
			`"${target}" cannot be answered: ${found.readable.problem ?? 'it is no message'}`,
			'Choose a message that can be read',
		);
	return found;
}

async function search(
	call: ReplyCall,
	open: OpenConversation,
	wanted: (opened: OpenedEvent) => boolean,
	limit: number,
): Promise<OpenedEvent | undefined> {
	const { session, send } = toolsOf(call);
	const request = { method: 'GET', path: pathOf(open.id, 'events') } as const;
	let count = 0;
	for await (const { body } of pages(call.api, request, token(100), limit, () => count)) {
		const { rows } = await readPage(session, send, body, open.id);
		const found = rows.flatMap(({ opened }) => opened ?? []).find(wanted);
		if (found) return found;
		count = rows.length;
	}
	return undefined;
}
