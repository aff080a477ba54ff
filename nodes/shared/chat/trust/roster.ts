/** Asks X who is in a group. https://docs.x.com/x-api/chat/get-chat-conversation */
import { uniq } from 'lodash';
import { z } from 'zod';
import type { ApiRequest } from '../../http/connection';
import { fillPath } from '../../engine/request';
import { conversationInPath } from './conversationId';

const optional = <T extends z.ZodTypeAny>(type: T) =>
	type
		.nullish()
		.catch(undefined)
		.transform((value) => value ?? undefined);
const list = optional(z.array(z.string()));
const optionalText = optional(z.string());

const CONVERSATION = z.object({
	data: z.object({
		participant_ids: list,
		member_ids: list,
		admin_ids: list,
		pending_member_ids: list,
		group_name: optionalText,
		group_avatar_url: optionalText,
		message_ttl_ms: optional(z.coerce.string()),
		screen_capture_blocking_enabled: optional(z.boolean()),
	}),
});

type Roster = z.infer<typeof CONVERSATION>['data'] & { readonly members: readonly string[] };

/** Reads the members and settings of a conversation. */
export async function readRoster(
	send: (request: ApiRequest) => Promise<unknown>,
	id: string,
): Promise<Roster> {
	const template = '/2/chat/conversations/{id}';
	const path = fillPath(template, { id: conversationInPath(id) });
	const { data } = CONVERSATION.parse(await send({ method: 'GET', template, path }));
	const members = uniq([...(data.member_ids ?? []), ...(data.participant_ids ?? [])]);
	return { ...data, members };
}
