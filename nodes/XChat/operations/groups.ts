/** Keys and members of conversations. https://docs.x.com/xchat/groups */
import { get, uniq } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { signedConversation } from '../../shared/chat/conversationId';
import { sealBox } from '../../shared/chat/secretbox';
import { signedText } from '../../shared/chat/signatures';
import { action } from '../../shared/chat/write';
import type { Call } from '../../shared/operation/operation';
import { defined } from '../../shared/util/defined';
import { asText } from '../../shared/util/text';
import {
	addKey,
	keyToWrite,
	makeKey,
	openConversation,
	pathOf,
	refuse,
	toolsOf,
	type AnyCall,
} from './conversation';

const list = z.array(z.string()).nullish().catch(undefined);
const optionalText = z.string().nullish().catch(undefined);

const CONVERSATION = z.object({
	data: z.object({
		participant_ids: list,
		member_ids: list,
		admin_ids: list,
		pending_member_ids: list,
		group_name: optionalText,
		group_avatar_url: optionalText,
		message_ttl_ms: z.coerce.string().nullish().catch(undefined),
		screen_capture_blocking_enabled: z.boolean().nullish().catch(undefined),
	}),
});

/** Who is in a conversation, and how it is set. */
async function rosterOf(call: AnyCall, id: string) {
	const path = pathOf(id, '').replace(/\/$/, '');
	const { data } = CONVERSATION.parse(await call.send({ method: 'GET', path }));
	const members = uniq([...(data.member_ids ?? []), ...(data.participant_ids ?? [])]);
	return { ...data, members };
}

/** Gives a conversation a new key. */
export async function rotateKeys(call: Call<{ readonly id: string }>): Promise<INodeExecutionData[]> {
	const { id } = call.values;
	const { session, send } = toolsOf(call);
	const roster = id.startsWith('g') ? await rosterOf(call, id) : undefined;
	const writer = await session.writer(send);
	const signedId = signedConversation(id, writer.userId);
	const members = roster ? uniq([...roster.members, writer.userId]) : signedId.split(':');
	const made = await addKey(call, { id, signedId, writer }, members);
	return [call.item({ conversation_id: signedId, key_version: made.version, member_ids: members })];
}

interface NewGroup {
	readonly group_members: readonly string[];
	readonly group_admins?: readonly string[] | undefined;
	readonly group_name?: string | undefined;
	readonly group_avatar_url?: string | undefined;
	readonly group_description?: string | undefined;
	readonly ttl_msec?: string | undefined;
}

/** Makes a group: its ID, its key, and the two signed changes that X wants together. */
export async function createGroup(call: Call<NewGroup>): Promise<INodeExecutionData[]> {
	const { session, send } = toolsOf(call);
	const { group_members: others, group_admins: admins = [], group_name: title, ttl_msec: ttl } = call.values;
	const { group_avatar_url: avatarUrl, group_description: description } = call.values;
	const writer = await session.writer(send);
	const members = uniq([writer.userId, ...others, ...admins]);
	const adminIds = uniq([writer.userId, ...admins]);
	// Who has no keys is known before there is a group.
	await makeKey(call, { signedId: 'g0', writer }, members);
	const begun = await call.send({ method: 'POST', path: '/2/chat/conversations/group/initialize' });
	const id = asText(get(begun, 'data.conversation_id'));
	if (id === '') throw refuse(call, 'X did not say which group it began', 'Try again');
	const made = await makeKey(call, { signedId: id, writer }, members);
	const detail = {
		group_change: {
			group_change: {
				group_create: defined<object>({
					member_ids: members,
					admin_ids: adminIds,
					title,
					avatar_url: avatarUrl,
					conversation_key_version: made.version,
					ttl_msec: ttl,
				}),
			},
			for_key_rotation: false,
		},
	};
	const signed = action(writer, id, detail, (name) =>
		signedText.groupCreate(name, { keyVersion: made.version, memberIds: members, title, avatarUrl }),
	);
	await call.send({
		method: 'POST',
		path: '/2/chat/conversations/group',
		body: {
			conversation_id: id,
			...made.body,
			...defined<object>({
				group_members: members,
				group_admins: adminIds,
				group_name: title,
				group_avatar_url: avatarUrl,
				group_description: description,
				ttl_msec: ttl,
			}),
			action_signatures: [made.action, signed],
		},
		idempotent: true,
	});
	return [
		call.item({ conversation_id: id, key_version: made.version, member_ids: members, admin_ids: adminIds }),
	];
}

/** Adds members, and gives the group a key that they know too. */
export async function addMembers(
	call: Call<{ readonly id: string; readonly user_ids: readonly string[] }>,
): Promise<INodeExecutionData[]> {
	const { id, user_ids: added } = call.values;
	const { session, send } = toolsOf(call);
	const roster = await rosterOf(call, id);
	const writer = await session.writer(send);
	const { group_name: title, group_avatar_url: avatarUrl, message_ttl_ms: ttl } = roster;
	const { screen_capture_blocking_enabled: isCaptureBlocked } = roster;
	const newMemberIds = uniq(added).filter((member) => !roster.members.includes(member));
	if (newMemberIds.length === 0)
		throw refuse(call, 'All of these users are members already', 'Name users who are not in the group');
	const made = await makeKey(call, { signedId: id, writer }, [...roster.members, ...newMemberIds]);
	const adminIds = roster.admin_ids ?? [];
	const detail = {
		group_change: {
			group_change: {
				group_member_add: defined<object>({
					member_ids: newMemberIds,
					current_member_ids: roster.members,
					current_admin_ids: adminIds,
					current_title: title ?? undefined,
					current_avatar_url: avatarUrl ?? undefined,
					conversation_key_version: made.version,
					current_ttl_msec: ttl ?? undefined,
					current_pending_member_ids: roster.pending_member_ids ?? [],
					screen_capture_blocking_enabled: isCaptureBlocked ?? undefined,
				}),
			},
			for_key_rotation: false,
		},
	};
	const signed = action(writer, id, detail, (name) =>
		signedText.memberAdd(name, {
			keyVersion: made.version,
			newMemberIds,
			memberIds: roster.members,
			adminIds,
			title: title ?? undefined,
			avatarUrl: avatarUrl ?? undefined,
			ttl: ttl ?? undefined,
			isCaptureBlocked: isCaptureBlocked ?? undefined,
		}),
	);
	await call.send({
		method: 'POST',
		path: pathOf(id, 'members'),
		body: {
			user_ids: newMemberIds,
			...made.body,
			...defined<object>({
				encrypted_title: title ?? undefined,
				encrypted_avatar_url: avatarUrl ?? undefined,
			}),
			action_signatures: [made.action, signed],
		},
		idempotent: true,
	});
	return [call.item({ conversation_id: id, key_version: made.version, added_ids: newMemberIds })];
}

interface GroupChange {
	readonly id: string;
	readonly group_name?: string | undefined;
	readonly group_description?: string | undefined;
	readonly group_avatar_url?: string | undefined;
}

const CHANGEABLE = ['group_name', 'group_avatar_url', 'group_description'] as const;

/** Changes what a group is called, encrypted with its newest key. */
export async function updateGroup(call: Call<GroupChange>): Promise<INodeExecutionData[]> {
	const open = await openConversation(call, call.values.id);
	const { key, version } = await keyToWrite(call, open);
	const changed = CHANGEABLE.filter((name) => call.values[name] !== undefined);
	const sealed = Object.fromEntries(
		changed.map((name) => [name, sealBox(key, Buffer.from(call.values[name] ?? '')).toString('base64')]),
	);
	const request = call.request();
	const body = { ...request.body, ...sealed, modified_fields: changed, conversation_key_version: version };
	return await call.sendAndOutput({ ...request, body });
}
