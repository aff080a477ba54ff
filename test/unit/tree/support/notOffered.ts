/** Documented operations that no node offers, each with its reason. The test fails for a row that a node offers. */
import { STREAMS } from '../../../../nodes/XStreamTrigger/sources/streams';
import type { Explained } from './differences';

/** A trigger reads it: an answer that never ends cannot be a step of a workflow. */
const STREAM = 'read by X Stream Trigger';
const UPLOAD = 'a step of Media: Upload, which makes all of them';
const CHAT_UPLOAD = 'a step of Media: Upload of X Chat, which makes all of them';
const DESCRIPTION = 'describes the API to programs, not to users';

export const NOT_OFFERED: Explained = {
	...Object.fromEntries(Object.values(STREAMS).map(({ path }) => [`GET ${path}`, STREAM])),
	'POST /2/chat/conversations/group/initialize': 'a step of Group: Create of X Chat',
	'POST /2/chat/media/upload/{id}/append': CHAT_UPLOAD,
	'POST /2/chat/media/upload/{id}/finalize': CHAT_UPLOAD,
	'POST /2/media/upload/{id}/append': UPLOAD,
	'POST /2/media/upload/{id}/finalize': UPLOAD,
	'POST /2/media/upload': 'Media: Upload with Single Request',
	'GET /2/openapi.json': DESCRIPTION,
	'GET /2/users/by': 'User: Get and Get Many, for usernames',
	'GET /2/users/by/username/{username}': 'User: Get, for a username',
	'POST /2/users/{id}/dm/unblock': 'User: Block or Unblock Direct Messages',
};
