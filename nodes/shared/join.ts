/** Expansions: entities that an answer carries in `includes`, joined into the entity they belong to. */
import { get } from 'lodash';

export type Entity = Record<string, unknown>;
type Includes = Readonly<Record<string, readonly Entity[] | undefined>>;

interface Link {
	/** Path of the identifier or identifiers in the entity. */
	readonly from: string;
	/** Key of the joined entity. */
	readonly to: string;
	/** Kind of the included entities, and the key that identifies them. */
	readonly kind: string;
	readonly by?: string;
}

const LINKS: readonly Link[] = [
	{ from: 'author_id', to: 'author', kind: 'users' },
	{ from: 'in_reply_to_user_id', to: 'in_reply_to_user', kind: 'users' },
	{ from: 'sender_id', to: 'sender', kind: 'users' },
	{ from: 'participant_ids', to: 'participants', kind: 'users' },
	{ from: 'owner_id', to: 'owner', kind: 'users' },
	{ from: 'affiliation.user_id', to: 'affiliated_with', kind: 'users' },
	{ from: 'entities.note.mentions', to: 'mentioned_users', kind: 'users' },
	{ from: 'pinned_tweet_id', to: 'pinned_tweet', kind: 'tweets' },
	{ from: 'most_recent_tweet_id', to: 'most_recent_tweet', kind: 'tweets' },
	{ from: 'attachments.media_keys', to: 'media', kind: 'media', by: 'media_key' },
	{ from: 'attachments.media_source_tweet_id', to: 'media_source_tweet', kind: 'tweets' },
	{ from: 'attachments.poll_ids', to: 'polls', kind: 'polls' },
	{ from: 'geo.place_id', to: 'place', kind: 'places' },
];

/** Deep enough for the author of a quoted Post, and an end for Posts that quote each other. */
const DEPTH = 2;

/**
 * A copy of the entity with everything that `includes` holds of it. Identifiers stay; where nothing was included for
 * them, nothing is added.
 */
export function join(entity: Entity, includes: Includes, depth = DEPTH): Entity {
	if (depth === 0) return entity;
	const joined: Entity = { ...entity };
	const find = (kind: string, key: string, value: unknown) => {
		const found = includes[kind]?.find((candidate) => candidate[key] === value);
		return found && join(found, includes, depth - 1);
	};
	for (const { from, to, kind, by = 'id' } of LINKS) {
		const value: unknown = get(entity, from);
		if (Array.isArray(value)) {
			const found = value.map((each) => find(kind, by, each)).filter((each) => each !== undefined);
			if (found.length > 0) joined[to] = found;
		} else if (value !== undefined) {
			const found = find(kind, by, value);
			if (found) joined[to] = found;
		}
	}
	if (Array.isArray(entity.referenced_tweets))
		joined.referenced_tweets = (entity.referenced_tweets as Entity[]).map((reference) => ({
			...reference,
			...find('tweets', 'id', reference.id),
		}));
	return joined;
}
