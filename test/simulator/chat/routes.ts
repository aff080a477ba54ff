/** What X answers: https://docs.x.com/x-api/chat/introduction */
import { createHash } from 'node:crypto';
import { core } from '../core/area';
import type { SimRequest, SimResponse } from '../exchange';
import { forbidden, isRecord, notFound, ok, Refusal, wrongParameter, type Platform } from '../frame';
import { textOf, textsOf } from '../core/call';
import { tokenPage } from '../frame/pages';
import { Registered } from './person';
import { Conversation, keyVersionOf, signedId, type ChatState, type StoredEvent } from './state';
import { checkActions, readMessage, type Body } from './writing';

type Handler = (state: ChatState, request: SimRequest, platform: Platform) => SimResponse;

const bodyOf = ({ body }: SimRequest): Body => (isRecord(body) ? body : {});

/** The conversation that the path names, if the caller is in it. */
function own(state: ChatState, { params, caller }: SimRequest): Conversation {
	const id = params['id'] ?? '';
	const found = state.find(id, caller.userId);
	if (!found) throw new Refusal(notFound('id', id, 'conversation'));
	if (!found.members.has(caller.userId)) throw forbidden('You are not a member of this conversation.');
	return found;
}

const eventRow = (conversation: Conversation, { id, senderId, createdAt, bytes }: StoredEvent) => ({
	id,
	conversation_id: conversation.id.replace(':', '-'),
	sender_id: senderId,
	created_at: new Date(createdAt).toISOString(),
	encoded_event: bytes.toString('base64'),
	is_trusted: true,
});

const conversationRow = (conversation: Conversation) => {
	const isGroup = conversation.id.startsWith('g');
	return {
		id: conversation.id.replace(':', '-'),
		type: isGroup ? 'group' : 'direct',
		participant_ids: [...conversation.members],
		...(isGroup && { member_ids: [...conversation.members], admin_ids: [...conversation.admins] }),
		...(conversation.title !== undefined && { group_name: conversation.title }),
		...(conversation.avatarUrl !== undefined && { group_avatar_url: conversation.avatarUrl }),
		is_muted: false,
		updated_at: new Date(conversation.updatedAt).toISOString(),
	};
};

const encoded = (events: readonly StoredEvent[]) => events.map(({ bytes }) => bytes.toString('base64'));

const keyRows = (state: ChatState, userId: string) => {
	const backup = state.backups.get(userId);
	return (state.people.get(userId) ?? []).map(({ row }) => ({
		...row,
		...(backup && { juicebox_config: backup }),
	}));
};

const page = (
	platform: Platform,
	request: SimRequest,
	rows: readonly object[],
	more: object = {},
): SimResponse => {
	const { items, meta } = tokenPage(platform.pages, request, rows, { default: 10 });
	const hasMore = 'next_token' in meta;
	return ok({ ...(items.length > 0 && { data: items }), meta: { ...meta, has_more: hasMore, ...more } });
};

/** Registers a new key of a conversation, which all its members get. */
function takeKey(
	state: ChatState,
	platform: Platform,
	conversation: Conversation,
	request: SimRequest,
): StoredEvent {
	const body = bodyOf(request);
	const [keyChange] = checkActions(state, request.caller.userId, conversation, body, platform);
	if (!keyChange) throw wrongParameter('action_signatures must hold the change of the key', 'body');
	const version = textOf(body['conversation_key_version']);
	if (Number(version) <= Number(conversation.keyVersion ?? 0))
		throw wrongParameter(
			'conversation_key_version is not newer than the present one',
			'conversation_key_version',
		);
	const rows = Array.isArray(body['conversation_participant_keys'])
		? body['conversation_participant_keys']
		: [];
	const given = new Map(rows.filter(isRecord).map((row) => [textOf(row['user_id']), row]));
	for (const member of conversation.members) {
		const person = state.person(member);
		if (given.get(member)?.['public_key_version'] !== person?.version)
			throw wrongParameter(
				`there is no key for the newest public key of ${member}`,
				'conversation_participant_keys',
			);
	}
	conversation.keyVersion = version;
	return state.add(platform, conversation, request.caller.userId, keyChange, JSON.stringify(body));
}

const known = (conversation: Conversation, request: SimRequest): StoredEvent | undefined => {
	const body = JSON.stringify(request.body);
	return conversation.events.find((event) => event.body === body);
};

const noted: Handler = (state, request) => {
	own(state, request);
	return ok({ data: { success: true } });
};

/** Registers public keys, or knows them again; the version under which X has them. */
function takePublicKey(state: ChatState, userId: string, body: Body): string {
	const given = isRecord(body['public_key']) ? body['public_key'] : {};
	const [identity, signing, proof] = [
		'public_key',
		'signing_public_key',
		'identity_public_key_signature',
	].map((name) => textOf(given[name]));
	const row = {
		public_key: identity ?? '',
		signing_public_key: signing ?? '',
		identity_public_key_signature: proof ?? '',
	};
	const known = state.people.get(userId)?.find((each) => each.row.public_key === row.public_key);
	if (known) return known.version;
	const version = textOf(body['version']);
	const person = new Registered(userId, version, row);
	if (!person.isBound) throw wrongParameter('The signing key did not sign the identity key', 'public_key');
	state.people.set(userId, [...(state.people.get(userId) ?? []), person]);
	return version;
}

export const routes: Readonly<Record<string, Handler>> = {
	'GET /2/users/{id}/public_keys': (state, { params }) => {
		const data = keyRows(state, params['id'] ?? '');
		return ok(data.length > 0 ? { data } : {});
	},
	'POST /2/users/{id}/public_keys': (state, request) => {
		const { userId } = request.caller;
		if (request.params['id'] !== userId) throw forbidden('You may register only your own keys.');
		return ok({ data: { public_key_version: takePublicKey(state, userId, bodyOf(request)) } });
	},
	'GET /2/users/public_keys': (state, { query }) => {
		const ids = (query.get('ids') ?? '').split(',');
		return ok({ data: ids.flatMap((id) => keyRows(state, id).map((row) => ({ user_id: id, ...row }))) });
	},
	'GET /2/chat/conversations': (state, request, platform) => {
		const me = request.caller.userId;
		const mine = [...state.conversations.values()].filter(({ members }) => members.has(me));
		const shown = mine.filter(({ requestTo }) => requestTo !== me);
		const newest = shown.sort((a, b) => b.updatedAt - a.updatedAt).map(conversationRow);
		const asked = request.query.get('expansions')?.split(',') ?? [];
		const { users } = core.state(platform);
		const people = new Set(shown.flatMap(({ members }) => [...members]));
		const included = [...people].flatMap((id) => {
			const user = users.get(id);
			return user ? { id, name: user.name, username: user.username } : [];
		});
		const answer = page(platform, request, newest, { has_message_requests: mine.length > shown.length });
		const isAsked = asked.includes('participant_ids') && included.length > 0;
		return isAsked
			? { ...answer, body: { ...(answer.body as object), includes: { users: included } } }
			: answer;
	},
	'GET /2/chat/conversations/{id}': (state, request) => ok({ data: conversationRow(own(state, request)) }),
	'GET /2/chat/conversations/{id}/events': (state, request, platform) => {
		const conversation = own(state, request);
		const newest = [...conversation.events].reverse();
		const { items, meta } = tokenPage(platform.pages, request, newest, { default: 10 });
		const keys = encoded(conversation.keysFor(items));
		return ok({
			...(items.length > 0 && { data: items.map((event) => eventRow(conversation, event)) }),
			meta: { ...meta, has_more: 'next_token' in meta, conversation_key_events: keys },
		});
	},
	'POST /2/chat/conversations/{id}/keys': (state, request, platform) => {
		const id = request.params['id'] ?? '';
		const me = request.caller.userId;
		const [other] = signedId(id, me)
			.split(':')
			.filter((each) => each !== me);
		const conversation = id.startsWith('g') ? own(state, request) : state.between(me, other ?? me);
		const event = known(conversation, request) ?? takeKey(state, platform, conversation, request);
		return ok({ data: { conversation_id: conversation.id, sequence_id: event.id } });
	},
	'POST /2/chat/conversations/{id}/messages': (state, request, platform) => {
		const conversation = own(state, request);
		const again = known(conversation, request);
		const body = bodyOf(request);
		if (!again && conversation.events.some(({ messageId }) => messageId === body['message_id']))
			throw wrongParameter('message_id was used for another message', 'message_id');
		const { userId } = request.caller;
		const read = () => readMessage(state, userId, conversation, body);
		const event = again ?? state.add(platform, conversation, userId, read(), JSON.stringify(body));
		return ok({ data: { encoded_message_event: event.bytes.toString('base64') } }, 201);
	},
	'POST /2/chat/conversations/{id}/messages/delete': (state, request, platform) => {
		const conversation = own(state, request);
		const body = bodyOf(request);
		const ids = textsOf(body['sequence_ids']);
		const unknown = ids.find((id) => !conversation.events.some((event) => event.id === id));
		if (unknown !== undefined) throw wrongParameter(`there is no message ${unknown}`, 'sequence_ids');
		const [deletion] = checkActions(state, request.caller.userId, conversation, body, platform);
		if (!deletion) throw wrongParameter('action_signatures must hold the deletion', 'action_signatures');
		state.add(platform, conversation, request.caller.userId, deletion);
		return ok({ data: { deleted: true } });
	},
	'POST /2/chat/conversations/{id}/read': noted,
	'POST /2/chat/conversations/{id}/typing': noted,
	'GET /2/chat/conversations/{id}/pinned_messages': (state, request, platform) => {
		const conversation = own(state, request);
		const rows = conversation.events
			.slice(-1)
			.map(({ bytes }) => ({ encoded_event: bytes.toString('base64') }));
		return page(platform, request, rows);
	},
	'POST /2/chat/conversations/group/initialize': (state, _request, platform) => {
		const id = `g${platform.newId()}`;
		state.groups.add(id);
		return ok({ data: { conversation_id: id } });
	},
	'POST /2/chat/conversations/group': (state, request, platform) => {
		const body = bodyOf(request);
		const id = textOf(body['conversation_id']);
		if (!state.groups.has(id)) throw wrongParameter('the group was not initialized', 'conversation_id');
		const group = new Conversation(id, textsOf(body['group_members']));
		for (const admin of textsOf(body['group_admins'])) group.admins.add(admin);
		group.title = textOf(body['group_name']) || undefined;
		const event = takeKey(state, platform, group, request);
		state.conversations.set(id, group);
		const data = { conversation_id: id, conversation_key_change_sequence_id: event.id };
		return ok({ data }, 201);
	},
	'POST /2/chat/conversations/{id}/members': (state, request, platform) => {
		const group = own(state, request);
		if (!group.admins.has(request.caller.userId)) throw forbidden('Only an admin may add members.');
		const added = textsOf(bodyOf(request)['user_ids']).filter((id) => !group.members.has(id));
		for (const id of added) group.members.add(id);
		try {
			takeKey(state, platform, group, request);
		} catch (error) {
			for (const id of added) group.members.delete(id);
			throw error;
		}
		return ok({ data: { added: true } });
	},
	'POST /2/chat/conversations/{id}/members/remove': (state, request) => {
		const group = own(state, request);
		for (const id of textsOf(bodyOf(request)['user_ids'])) group.members.delete(id);
		return ok({ data: { removed: true } });
	},
	'GET /2/chat/message_requests': (state, request, platform) => {
		const me = request.caller.userId;
		const rows = [...state.conversations.values()]
			.filter(({ requestTo }) => requestTo === me)
			.map((conversation) => requestRow(conversation, me));
		return page(platform, request, rows);
	},
	'GET /2/chat/message_requests/{id}': (state, request) =>
		ok({ data: requestRow(own(state, request), request.caller.userId) }),
	'POST /2/chat/message_requests/{id}/accept': (state, request) => {
		own(state, request).requestTo = undefined;
		return ok({ data: { accepted: true } });
	},
	'POST /2/chat/media/upload/initialize': (state, request, platform) => {
		const session = platform.newId();
		const hash = createHash('sha256').update(session).digest('hex').slice(0, 20);
		const conversation = textOf(bodyOf(request)['conversation_id']);
		state.files.set(hash, { conversation, parts: new Map(), isFinal: false });
		return ok({ data: { conversation_id: conversation, session_id: session, media_hash_key: hash } });
	},
	'POST /2/chat/media/upload/{id}/append': (state, request) => {
		const body = bodyOf(request);
		const file = state.files.get(textOf(body['media_hash_key']));
		if (!file || file.isFinal) throw wrongParameter('there is no such upload', 'media_hash_key');
		file.parts.set(Number(body['segment_index']), Buffer.from(textOf(body['media']), 'base64'));
		return ok({ data: { expires_at: 1 } });
	},
	'POST /2/chat/media/upload/{id}/finalize': (state, request) => {
		const body = bodyOf(request);
		const hash = textOf(body['media_hash_key']);
		const file = state.files.get(hash);
		if (!file) throw wrongParameter('there is no such upload', 'media_hash_key');
		if (file.parts.size !== Number(body['num_parts'])) throw wrongParameter('parts are missing', 'num_parts');
		file.isFinal = true;
		// Seen in the wild: with the hyphen X answers with success and keeps nothing.
		if (file.conversation.includes('-')) state.files.delete(hash);
		return ok({ data: { success: true } });
	},
	'GET /2/chat/media/{id}/{media_hash_key}': (state, request) => {
		const conversation = own(state, request);
		const hash = request.params['media_hash_key'] ?? '';
		const file = state.files.get(hash);
		if (!file?.isFinal || file.conversation !== conversation.id)
			throw new Refusal(notFound('media_hash_key', hash, 'media'));
		const parts = [...file.parts].sort(([a], [b]) => a - b).map(([, part]) => part);
		return {
			status: 200,
			body: Buffer.concat(parts),
			headers: { 'content-type': 'application/octet-stream' },
		};
	},
};

function requestRow(conversation: Conversation, me: string) {
	const [senderId] = [...conversation.members].filter((id) => id !== me);
	const messages = conversation.events.filter(({ bytes }) => keyVersionOf(bytes) !== undefined).slice(-10);
	return {
		conversation_id: conversation.id.replace(':', '-'),
		sender_id: senderId,
		message_events: encoded(messages),
		conversation_key_events: encoded(conversation.keysFor(messages)),
		has_more_events: false,
	};
}
