import { core } from '../core/area';
import type { Platform } from '../platform';
import type { Lookup } from './autoDeliver';
import type { JsonObject, Person } from './events';

/** Looks Posts, messages and people up in the core area of the same platform. */
export function coreLookup(platform: Platform): Lookup {
	const person = (found: Person | undefined): Person | undefined =>
		found && { id: found.id, username: found.username, name: found.name };
	return {
		post(id) {
			const post = core.state(platform).posts.get(id);
			if (post === undefined) return undefined;
			const about = (post.referenced_tweets ?? []).flatMap(({ type, id: referred }) => {
				const authorId = core.state(platform).posts.get(referred)?.author_id;
				return authorId === undefined ? [] : [{ type, authorId }];
			});
			return { text: post.text, authorId: post.author_id, about, fields: publicFields(post) };
		},
		message(eventId) {
			const { dmEvents, conversations } = core.state(platform);
			const event = dmEvents.get(eventId);
			if (event?.event_type !== 'MessageCreate') return undefined;
			const participants = conversations.get(event.dm_conversation_id)?.participants ?? [];
			return {
				text: event.text ?? '',
				senderId: event.sender_id,
				recipientIds: participants.filter((id) => id !== event.sender_id),
			};
		},
		person: (id) => person(core.state(platform).users.get(id)),
		personByUsername: (username) => {
			const { users, usernames } = core.state(platform);
			return person(users.get(usernames.get(username.toLowerCase()) ?? ''));
		},
	};
}

/** What anybody may see of a Post. */
function publicFields(post: object): JsonObject {
	const fields = JSON.parse(JSON.stringify(post)) as JsonObject;
	delete fields.non_public_metrics;
	delete fields.organic_metrics;
	return fields;
}
