/** Expansions: entities that an answer carries in `includes`, joined into the entity they belong to. */
import { get } from 'lodash';

export type Entity = Record<string, unknown>;
type Includes = Readonly<Record<string, unknown>>;

export interface Link {
	/** Path of the identifier or identifiers in the entity. */
	readonly from: readonly string[];
	/** Key of the joined entity. */
	readonly to: string;
	/** Kind of the included entities. */
	readonly kind: string;
}

const link = (from: string, to: string, kind: string): Link => ({ from: from.split('.'), to, kind });

const LINKS: readonly Link[] = [
	link('author_id', 'author', 'users'),
	link('in_reply_to_user_id', 'in_reply_to_user', 'users'),
	link('sender_id', 'sender', 'users'),
	link('participant_ids', 'participants', 'users'),
	link('owner_id', 'owner', 'users'),
	link('creator_id', 'creator', 'users'),
	link('host_ids', 'hosts', 'users'),
	link('invited_user_ids', 'invited_users', 'users'),
	link('speaker_ids', 'speakers', 'users'),
	link('topic_ids', 'topics', 'topics'),
	link('affiliation.user_id', 'affiliated_with', 'users'),
	link('entities.note.mentions', 'mentioned_users', 'users'),
	link('pinned_tweet_id', 'pinned_tweet', 'tweets'),
	link('most_recent_tweet_id', 'most_recent_tweet', 'tweets'),
	link('attachments.media_keys', 'media', 'media'),
	link('attachments.media_source_tweet_id', 'media_source_tweet', 'tweets'),
	link('attachments.poll_ids', 'polls', 'polls'),
	link('geo.place_id', 'place', 'places'),
];

/** How the entity under this key of a joined answer is referred to. */
export const linkTo = (key: string): Link | undefined => LINKS.find(({ to }) => to === key);

/** Deep enough for the author of a quoted Post, and an end for Posts that quote each other. */
const DEPTH = 2;

/**
 * Prepares what an answer includes; what comes back gives a copy of an entity with everything that `includes` holds of
 * it. Identifiers stay; where nothing was included for them, nothing is added.
 */
export function joinIncludes(includes: Includes): (entity: Entity) => Entity {
	const kinds = new Map(Object.entries(includes).map(([kind, list]) => [kind, byIdentifier(kind, list)]));
	if (kinds.size === 0) return (entity) => entity;

	const find = (kind: string, identifier: unknown, depth: number) => {
		const found = kinds.get(kind)?.get(identifier);
		return found && join(found, depth - 1);
	};
	const join = (entity: Entity, depth: number): Entity => {
		if (depth === 0) return entity;
		const joined: Entity = { ...entity };
		for (const { from, to, kind } of LINKS) {
			const value: unknown = get(entity, from);
			if (Array.isArray(value)) {
				const found = value.map((each) => find(kind, each, depth)).filter((each) => each !== undefined);
				if (found.length > 0) joined[to] = found;
			} else if (value !== undefined) {
				const found = find(kind, value, depth);
				if (found) joined[to] = found;
			}
		}
		if (Array.isArray(entity.referenced_tweets))
			joined.referenced_tweets = (entity.referenced_tweets as Entity[]).map((reference) => ({
				...reference,
				...find('tweets', reference.id, depth),
			}));
		return joined;
	};
	return (entity) => join(entity, DEPTH);
}

/** The first entity of each identifier. */
function byIdentifier(kind: string, list: unknown): ReadonlyMap<unknown, Entity> {
	const key = kind === 'media' ? 'media_key' : 'id';
	const included = Array.isArray(list) ? (list as Entity[]) : [];
	return new Map([...included].reverse().map((entity) => [entity[key], entity]));
}
