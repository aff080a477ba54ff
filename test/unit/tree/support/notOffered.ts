/** Documented operations that no node offers, each with its reason. The test fails for a row that a node offers. */
import type { Explained } from './differences';

/** A trigger reads it: an answer that never ends cannot be a step of a workflow. */
export const STREAM = 'read by X Stream Trigger';
const UPLOAD = 'a step of Media: Upload, which makes all of them';
const CHAT_UPLOAD = 'a step of Media: Upload of X Chat, which makes all of them';
const DESCRIPTION = 'describes the API to programs, not to users';

export const NOT_OFFERED: Explained = {
	'POST /2/chat/conversations/group/initialize': 'a step of Group: Create of X Chat',
	'POST /2/chat/media/upload/{id}/append': CHAT_UPLOAD,
	'POST /2/chat/media/upload/{id}/finalize': CHAT_UPLOAD,
	'GET /2/activity/stream': STREAM,
	'GET /2/likes/compliance/stream': STREAM,
	'GET /2/likes/firehose/stream': STREAM,
	'GET /2/likes/sample10/stream': STREAM,
	'POST /2/media/upload/{id}/append': UPLOAD,
	'POST /2/media/upload/{id}/finalize': UPLOAD,
	'POST /2/media/upload': 'Media: Upload with Single Request',
	'GET /2/openapi.json': DESCRIPTION,
	'GET /2/tweets/compliance/stream': STREAM,
	'GET /2/tweets/firehose/stream': STREAM,
	'GET /2/tweets/firehose/stream/lang/en': STREAM,
	'GET /2/tweets/firehose/stream/lang/ja': STREAM,
	'GET /2/tweets/firehose/stream/lang/ko': STREAM,
	'GET /2/tweets/firehose/stream/lang/pt': STREAM,
	'GET /2/tweets/label/stream': STREAM,
	'GET /2/tweets/sample/stream': STREAM,
	'GET /2/tweets/sample10/stream': STREAM,
	'GET /2/tweets/search/stream': STREAM,
	'GET /2/users/by': 'User: Get and Get Many, for usernames',
	'GET /2/users/by/username/{username}': 'User: Get, for a username',
	'GET /2/users/compliance/stream': STREAM,
	'POST /2/users/{id}/dm/unblock': 'User: Block or Unblock Direct Messages',
};
