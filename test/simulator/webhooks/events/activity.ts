/** Events of the X Activity API: https://docs.x.com/x-api/activity/introduction. */
import { stranger, subscriber, user, wrapped } from './people';
import type { ActivityEvent, Direction, EventContext, EventOptions, JsonObject, Person } from './model';

type Made = Partial<Omit<ActivityEvent, 'family' | 'eventType'>>;
type Builder = (make: Making) => Made;

/** An event in the making: what the caller gave, and believable values for the rest. */
class Making {
	readonly id: string;
	readonly at: number;

	constructor(
		readonly context: EventContext,
		readonly options: EventOptions,
		readonly type: string,
	) {
		this.id = options.id ?? context.id();
		this.at = context.now();
	}

	get iso(): string {
		return new Date(this.at).toISOString();
	}

	actor(usual: Person): Person {
		return this.options.actor ?? usual;
	}

	target(usual: Person): Person {
		return this.options.target ?? usual;
	}

	text(usual: string): string {
		return this.options.text ?? usual;
	}
}

/**
 * Builds an event. A type that is not known gets an open payload, as the platform may send types that no document
 * lists.
 */
export function activityEvent(
	context: EventContext,
	eventType: string,
	options: EventOptions = {},
): ActivityEvent {
	const builder = builders[eventType] ?? builders[eventType.split('.')[0] ?? ''] ?? unknown;
	const made = builder(new Making(context, options, eventType));
	return {
		...{ family: 'activity', eventType, concerns: [], text: options.text ?? '' },
		...made,
		// A negative 64-bit identifier, as the samples show.
		eventUuid: options.eventUuid ?? made.eventUuid ?? `-${context.id()}`,
		payload: { ...made.payload, ...options.payload },
	};
}

const concern = ({ id: userId }: Person, direction?: Direction) => [
	{ userId, ...(direction && { direction }) },
];
const users = (...people: Person[]): JsonObject => ({ users: people.map(user) });
const wrappedUsers = (...people: Person[]): JsonObject =>
	Object.fromEntries(people.map((person) => [person.id, wrapped(person)]));

/** By type, or by the first word of the type. */
const builders: Readonly<Record<string, Builder>> = {
	post: (make) => ownPost(make, make.actor(subscriber)),
	'post.delete': (make) => {
		const author = make.actor(subscriber);
		return {
			concerns: concern(author, 'outbound'),
			payload: { id: make.id, author_id: author.id },
			includes: { users: [wrapped(author)] },
		};
	},
	'post.repost.create': (make) => postAbout(make, 'retweeted'),
	'post.quote.create': (make) => postAbout(make, 'quoted'),
	'post.reply.create': (make) => postAbout(make, 'replied_to'),
	'post.mention.create': (make) => {
		const [author, mentioned] = [make.actor(stranger), make.target(subscriber)];
		const at = `@${mentioned.username}`;
		const mention = { start: 0, end: at.length, username: mentioned.username, id: mentioned.id };
		const more = { entities: { mentions: [mention] } };
		return {
			...ownPost(make, author, `${at} where is my order?`, more),
			concerns: concern(mentioned, 'inbound'),
			includes: users(author, mentioned),
		};
	},
	'dm.received': (make) => message(make, make.actor(stranger), make.target(subscriber), false),
	'dm.sent': (make) => message(make, make.actor(subscriber), make.target(stranger), true),
	'dm.read': (make) => sign(make, 'direct_message_mark_read_events', { last_read_event_id: make.id }),
	'dm.indicate_typing': (make) => sign(make, 'direct_message_indicate_typing_events', {}),
	'broadcast.chat': (make) => {
		const [host, author] = [make.actor(subscriber), make.target(stranger)];
		return {
			concerns: concern(host),
			includes: users(host, author),
			payload: {
				...{ broadcast_id: '1nAKEpWbOaRxL', message_id: make.id },
				...{ message: make.text('Hello from the audience'), author: wrapped(author) },
			},
		};
	},
	'oauth.revoke': (make) => ({
		payload: {
			...{ date_time: make.iso, user_id: make.actor(subscriber).id, app_id: '9100000000000000001' },
		},
	}),
	profile: (make) => ({
		concerns: concern(make.actor(subscriber)),
		includes: users(make.actor(subscriber)),
		payload: { before: 'How it was before', after: make.text('How it is now') },
	}),
	follow: (make) => {
		const [source, target] = [make.actor(stranger), make.target(subscriber)];
		return {
			concerns: [...concern(target, 'inbound'), ...concern(source, 'outbound')],
			payload: { source: wrapped(source), target: wrapped(target) },
		};
	},
	mute: turnedAway,
	block: turnedAway,
	like: (make) => {
		const [liker, author] = [make.actor(stranger), make.target(subscriber)];
		return {
			concerns: [...concern(author, 'inbound'), ...concern(liker, 'outbound')],
			payload: {
				...{ id: hexOf(make.id), liked_tweet_id: make.context.id() },
				...{ liked_tweet_author_id: author.id, created_at: make.iso, timestamp_ms: String(make.at) },
			},
			includes: users(liker, author),
		};
	},
	spaces: (make) => {
		const host = make.actor(subscriber);
		const broadcast_id = make.options.id ?? '1DXxyRYNejbKM';
		return {
			concerns: concern(host),
			payload: { user: wrapped(host), broadcast_id, event_type: make.type.replace('.', '_') },
		};
	},
	broadcast: (make) => {
		const host = make.actor(subscriber);
		const isRunning = make.type === 'broadcast.start';
		return {
			concerns: concern(host),
			payload: {
				...{ user: wrapped(host), broadcast_id: make.options.id ?? '1nAKEpWbOaRxL', language: 'en' },
				...{ title: make.text('Product demo'), broadcast_state: isRunning ? 'Running' : 'Ended' },
				started_timestamp_ms: make.at,
				...(!isRunning && { ended_timestamp_ms: make.at, duration_ms: 0 }),
			},
		};
	},
	chat: (make) => {
		const isSent = make.type === 'chat.sent';
		const sender = make.actor(isSent ? subscriber : stranger);
		const recipient = make.target(isSent ? stranger : subscriber);
		const id = make.options.id ?? uuidOf(hexOf(make.id));
		const sealed = (what: string) => Buffer.from(`${what}:${id}`).toString('base64');
		const pair = [sender.id, recipient.id].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
		return {
			eventUuid: id,
			concerns: isSent ? concern(sender, 'outbound') : concern(recipient, 'inbound'),
			payload: {
				...{ id, conversation_id: pair.join('-'), sender_id: sender.id, created_at_msec: String(make.at) },
				...{ encoded_event: sealed('sealed'), conversation_token: sealed('token') },
				conversation_key_version: '1',
			},
		};
	},
	news: (make) => {
		const name = make.text('Engineers land a comet probe');
		return {
			eventUuid: make.id,
			text: name,
			payload: {
				...{ id: make.id, name, category: 'Science', updated_at: make.iso },
				cluster_posts_results: [{ post_id: make.context.id() }],
			},
		};
	},
};

function unknown(make: Making): Made {
	return {
		concerns: concern(make.actor(subscriber)),
		includes: users(make.actor(subscriber)),
		payload: { id: make.id, text: make.text('A kind of event nobody documented yet') },
	};
}

function turnedAway(make: Making): Made {
	const [source, target] = [make.actor(subscriber), make.target(stranger)];
	return {
		concerns: concern(source, 'outbound'),
		payload: { source: wrapped(source), target: wrapped(target) },
	};
}

function ownPost(
	make: Making,
	author: Person,
	usual = 'Our spring release is out',
	more: JsonObject = {},
): Made {
	const { id } = make;
	const text = make.text(usual);
	const counts = { retweet_count: 0, reply_count: 0, like_count: 0, quote_count: 0, impression_count: 0 };
	return {
		...{ eventUuid: id, concerns: concern(author, 'outbound'), text, includes: users(author) },
		payload: {
			...{ id, text, author_id: author.id, created_at: make.iso, conversation_id: id, lang: 'en' },
			...{ edit_history_tweet_ids: [id], public_metrics: counts, ...more },
		},
	};
}

/** Somebody's Post that points at a Post of the subscriber; the subscriber is the one who asked to hear of it. */
function postAbout(make: Making, type: 'retweeted' | 'quoted' | 'replied_to'): Made {
	const [author, owner] = [make.actor(stranger), make.target(subscriber)];
	const more = {
		referenced_tweets: [{ type, id: make.context.id() }],
		...(type === 'replied_to' && { in_reply_to_user_id: owner.id }),
	};
	return {
		...ownPost(make, author, undefined, more),
		concerns: concern(owner, 'inbound'),
		includes: users(author, owner),
	};
}

function message(make: Making, sender: Person, recipient: Person, isSent: boolean): Made {
	const text = make.text('Hi, can you help me with my order?');
	return {
		concerns: isSent ? concern(sender, 'outbound') : concern(recipient, 'inbound'),
		text,
		payload: {
			direct_message_events: [messageCreate(make.at, sender, recipient, make.id, text)],
			users: wrappedUsers(sender, recipient),
		},
	};
}

/** The v1.1 `message_create` object that both event products put into DM events. */
export function messageCreate(
	at: number,
	sender: Person,
	recipient: Person,
	id: string,
	text: string,
): JsonObject {
	const entities = { hashtags: [], symbols: [], user_mentions: [], urls: [] };
	return {
		...{ type: 'message_create', id, created_timestamp: String(at) },
		message_create: {
			target: { recipient_id: recipient.id },
			sender_id: sender.id,
			message_data: { text, entities },
		},
	};
}

/** Typing and read signs; no sample exists, so they follow their Account Activity counterparts. */
function sign(make: Making, key: string, more: JsonObject): Made {
	const [sender, recipient] = [make.actor(stranger), make.target(subscriber)];
	const target = { recipient_id: recipient.id };
	return {
		concerns: concern(recipient, 'inbound'),
		payload: {
			[key]: [{ created_timestamp: String(make.at), sender_id: sender.id, target, ...more }],
			users: wrappedUsers(sender, recipient),
		},
	};
}

/** 32 hexadecimal digits, the form of a like's identifier. */
export function hexOf(id: string): string {
	return /^\d+$/.test(id) ? BigInt(id).toString(16).padStart(32, 'a') : id;
}

const uuidOf = (hex: string): string =>
	[hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join(
		'-',
	);
