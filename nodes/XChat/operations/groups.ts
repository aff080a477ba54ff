/** Changes keys and members of conversations. https://docs.x.com/xchat/groups */
import { get, pick, uniq } from 'lodash';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isGroup } from '../../shared/chat/trust/conversationId';
import { readRoster } from '../../shared/chat/trust/session';
import { sealBox } from '../../shared/chat/cipher/boxes';
import { action } from '../../shared/chat/events/write';
import { isUnsure } from '../../shared/errors';
import { FOUND } from '../../shared/intent/look';
import type { Call } from '../../shared/operation/operation';
import { defined } from '../../shared/util/lenient';
import { asText } from '../../shared/util/text';
import { openConversation, addKey, keyToWrite, makeKey, rememberKey, type TrustChoice } from './writing';
import { pathOf, refuse, toolsOf } from './tools';

export async function rotateKeys(
	call: Call<TrustChoice & { readonly id: string }>,
): Promise<INodeExecutionData[]> {
	const { id } = call.values;
	const roster = isGroup(id) ? await readRoster(toolsOf(call).send, id) : undefined;
	const open = await openConversation(call, id);
	const { signedId, writer } = open;
	const members = roster ? uniq([...roster.members, writer.userId]) : signedId.split(':');
	const { version, acceptance } = await addKey(call, open, members);
	return [call.item({ conversation_id: signedId, key_version: version, member_ids: members, ...acceptance })];
}

interface NewGroup extends TrustChoice {
	readonly group_members: readonly string[];
	readonly group_admins?: readonly string[] | undefined;
	readonly group_name?: string | undefined;
	readonly group_avatar_url?: string | undefined;
	readonly group_description?: string | undefined;
	readonly ttl_msec?: string | undefined;
}

/**
 * Creates a group in two requests: one for its ID, and one with its key and the two signed changes that X requires
 * together.
 */
export async function createGroup(call: Call<NewGroup>): Promise<INodeExecutionData[]> {
	const { session, send } = toolsOf(call);
	const { group_members: others, group_admins: admins = [], ...about } = call.values;
	const writer = await session.writer(send);
	const members = uniq([writer.userId, ...others, ...admins]);
	const adminIds = uniq([writer.userId, ...admins]);
	// Members without a public key stop the run before the group exists on X.
	const { acceptance } = await makeKey(call, { signedId: 'g0', writer }, members);
	const begun = await call.send({ method: 'POST', path: '/2/chat/conversations/group/initialize' });
	const id = asText(get(begun, 'data.conversation_id'));
	if (id === '') throw refuse(call, 'X did not say which group it began', 'Try again');
	const made = await makeKey(call, { signedId: id, writer }, members);
	const creation = changeOf({
		group_create: defined<object>({
			member_ids: members,
			admin_ids: adminIds,
			title: about.group_name,
			avatar_url: about.group_avatar_url,
			conversation_key_version: made.version,
			ttl_msec: about.ttl_msec,
		}),
	});
	await call.send({
		method: 'POST',
		path: '/2/chat/conversations/group',
		body: {
			conversation_id: id,
			...made.body,
			...defined<object>(pick(about, ...CHANGEABLE, 'ttl_msec')),
			group_members: members,
			group_admins: adminIds,
			action_signatures: [made.action, action(writer, id, creation)],
		},
		idempotent: true,
	});
	rememberKey(call, { signedId: id, writer }, made.version);
	const people = { member_ids: members, admin_ids: adminIds };
	return [call.item({ conversation_id: id, key_version: made.version, ...people, ...acceptance })];
}

/** Adds members and gives the group a new key, which they can use. They cannot read earlier messages. */
export async function addMembers(
	call: Call<TrustChoice & { readonly id: string; readonly user_ids: readonly string[] }>,
): Promise<INodeExecutionData[]> {
	const { id, user_ids: added } = call.values;
	const roster = await readRoster(toolsOf(call).send, id);
	const newIds = uniq(added).filter((member) => !roster.members.includes(member));
	if (newIds.length === 0) {
		call.hint('All of these users are members already: nothing was sent');
		return [call.item({ conversation_id: id, added_ids: [] })];
	}
	const open = await openConversation(call, id);
	const { version, ...made } = await makeKey(call, open, [...roster.members, ...newIds]);
	// X requires all of this for new members: https://docs.x.com/xchat/cryptography-primer
	const addition = changeOf({
		group_member_add: defined<object>({
			member_ids: newIds,
			current_member_ids: roster.members,
			current_admin_ids: roster.admin_ids ?? [],
			current_title: roster.group_name,
			current_avatar_url: roster.group_avatar_url,
			conversation_key_version: version,
			current_ttl_msec: roster.message_ttl_ms,
			current_pending_member_ids: roster.pending_member_ids ?? [],
			screen_capture_blocking_enabled: roster.screen_capture_blocking_enabled,
		}),
	});
	await call
		.send({
			method: 'POST',
			path: pathOf(id, 'members'),
			body: {
				user_ids: newIds,
				...made.body,
				...defined<object>({
					encrypted_title: roster.group_name,
					encrypted_avatar_url: roster.group_avatar_url,
				}),
				action_signatures: [made.action, action(open.writer, id, addition)],
			},
			idempotent: true,
		})
		.catch(async (error: unknown) => {
			// X takes a version once. Where an answer was lost, the members show whether it was done.
			if (!isUnsure(error)) throw error;
			const { members } = await readRoster(toolsOf(call).send, id);
			if (newIds.some((member) => !members.includes(member))) throw error;
			call.hint(FOUND);
		});
	rememberKey(call, open, version);
	return [call.item({ conversation_id: id, key_version: version, added_ids: newIds, ...made.acceptance })];
}

const changeOf = (change: object) => ({
	group_change: { group_change: change, for_key_rotation: false },
});

const CHANGEABLE = ['group_name', 'group_avatar_url', 'group_description'] as const;

type GroupChange = TrustChoice & Pick<NewGroup, (typeof CHANGEABLE)[number]> & { readonly id: string };

/** Changes the name of a group, encrypted with its newest key. */
export async function updateGroup(call: Call<GroupChange>): Promise<INodeExecutionData[]> {
	const open = await openConversation(call, call.values.id);
	const { key, version, acceptance } = await keyToWrite(call, open);
	const changed = CHANGEABLE.filter((name) => call.values[name] !== undefined);
	const sealed = Object.fromEntries(
		changed.map((name) => [name, sealBox(key, Buffer.from(call.values[name] ?? '')).toString('base64')]),
	);
	const request = call.request();
	const body = { ...request.body, ...sealed, modified_fields: changed, conversation_key_version: version };
	const items = await call.sendAndOutput({ ...request, body });
	return items.map((item) => ({ ...item, json: { ...item.json, ...(acceptance as IDataObject) } }));
}
