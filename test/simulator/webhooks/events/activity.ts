/** Events of the X Activity API: https://docs.x.com/x-api/activity/introduction. */
import { APP } from '../../identities';
import { STRANGER, subscriber, user, wrapped } from './people';
import type { ActivityEvent, Direction, EventContext, EventOptions, JsonObject, Person } from './model';

type Made = Partial<Omit<ActivityEvent, 'family' | 'eventType'>>;
type Builder = (make: Making) => Made;

/** What is done to the subscriber; everything else the subscriber does. */
const TO_SUBSCRIBER =
	/^(post\.\w+\.create|dm\.(received|read|indicate_typing)|follow\.\w+|like\.\w+|chat\.(?!sent$).*)$/;

/** An event in the making: what the caller gave, and believable values for the rest. */
class Making {
	readonly id: string;
	readonly at: number;
	readonly iso: string;
	/** Who does it, and who is the target. */
	readonly actor: Person;
	readonly target: Person;
	readonly isToSubscriber: boolean;

	constructor(
		readonly context: EventContext,
		readonly options: EventOptions,
		readonly type: string,
	) {
		this.id = options.id ?? context.id();
		this.at = context.now();
		this.iso = new Date(this.at).toISOString();
		this.isToSubscriber = TO_SUBSCRIBER.test(type);
		this.actor = options.actor ?? (this.isToSubscriber ? STRANGER : subscriber);
		this.target = options.target ?? (this.isToSubscriber ? subscriber : STRANGER);
	}

	text(usual: string): string {
		return this.options.text ?? usual;
	}

	/** The user that the event concerns: the target of what someone does to the subscriber, otherwise the one who acts. */
	get concerns(): ActivityEvent['concerns'] {
		return this.isToSubscriber ? concern(this.target, 'inbound') : concern(this.actor, 'outbound');
	}
}

/**
 * Builds an event. A type that is not known gets an open payload, as X may send types that no document
 * lists.
 */
export function activityEvent(
	context: EventContext,
	eventType: string,
	options: EventOptions = {},
): ActivityEvent {
	const builder = builders[eventType] ?? builders[eventType.split('.')[0] ?? ''] ?? unknown;
	const make = new Making(context, options, eventType);
	const made = builder(make);
	return {
		family: 'activity',
		eventType,
		concerns: make.concerns,
		text: options.text ?? '',
		...made,
		// A negative 64-bit identifier, as the samples show.
		eventUuid: made.eventUuid ?? `-${context.id()}`,
		payload: { ...made.payload, ...options.payload },
	};
}

const concern = ({ id: userId }: Person, direction?: Direction) => [
	{ userId, ...(direction && { direction }) },
];
/** Both sides may have asked to hear of it. */
const bothConcerned = ({ actor, target }: Making) => [
	...concern(target, 'inbound'),
	...concern(actor, 'outbound'),
];
const users = (...people: Person[]): JsonObject => ({ users: people.map(user) });

/** By type, or by the first word of the type. */
const builders: Readonly<Record<string, Builder>> = {
	post: (make) => post(make),
	'post.delete': ({ id, actor }) => ({
		payload: { id, author_id: actor.id },
		includes: { users: [wrapped(actor)] },
	}),
	'post.repost.create': (make) => postAbout(make, 'retweeted'),
	'post.quote.create': (make) => postAbout(make, 'quoted'),
	'post.reply.create': (make) => postAbout(make, 'replied_to', { in_reply_to_user_id: make.target.id }),
	'post.mention.create': (make) => {
		const { id, username } = make.target;
		const at = `@${username}`;
		const mentions = [{ start: 0, end: at.length, username, id }];
		return post(make, { entities: { mentions } }, `${at} where is my order?`);
	},
	'dm.received': message,
	'dm.sent': message,
	// No sample of these two exists, so they follow their Account Activity counterparts.
	'dm.read': (make) =>
		conversation(make, 'direct_message_mark_read_events', { ...sign(make), last_read_event_id: make.id }),
	'dm.indicate_typing': (make) => conversation(make, 'direct_message_indicate_typing_events', sign(make)),
	'broadcast.chat': (make) => ({
		concerns: concern(make.actor),
		includes: users(make.actor, make.target),
		payload: {
			broadcast_id: '1nAKEpWbOaRxL',
			message_id: make.id,
			message: make.text('Hello from the audience'),
			author: wrapped(make.target),
		},
	}),
	'oauth.revoke': ({ iso, actor }) => ({
		concerns: [],
		payload: { date_time: iso, user_id: actor.id, app_id: APP.id },
	}),
	profile: (make) => ({
		concerns: concern(make.actor),
		includes: users(make.actor),
		payload: { before: 'How it was before', after: make.text('How it is now') },
	}),
	follow: (make) => ({ ...relation(make), concerns: bothConcerned(make) }),
	mute: relation,
	block: relation,
	like: (make) => ({
		concerns: bothConcerned(make),
		payload: {
			id: hexOf(make.id),
			liked_tweet_id: make.context.id(),
			liked_tweet_author_id: make.target.id,
			created_at: make.iso,
			timestamp_ms: String(make.at),
		},
		includes: users(make.actor, make.target),
	}),
	spaces: ({ actor, options, type }) => {
		const broadcast_id = options.id ?? '1DXxyRYNejbKM';
		return {
			concerns: concern(actor),
			payload: { user: wrapped(actor), broadcast_id, event_type: type.replace('.', '_') },
		};
	},
	broadcast: ({ actor, options, type, at }) => {
		const isRunning = type === 'broadcast.start';
		return {
			concerns: concern(actor),
			payload: {
				user: wrapped(actor),
				broadcast_id: options.id ?? '1nAKEpWbOaRxL',
				language: 'en',
				title: options.text ?? 'Product demo',
				broadcast_state: isRunning ? 'Running' : 'Ended',
				started_timestamp_ms: at,
				...(!isRunning && { ended_timestamp_ms: at, duration_ms: 0 }),
			},
		};
	},
	chat: ({ actor, target, options, at, id: usual }) => {
		const id = options.id ?? uuidOf(hexOf(usual));
		const sealed = (what: string) => Buffer.from(`${what}:${id}`).toString('base64');
		const pair = [actor.id, target.id].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
		return {
			eventUuid: id,
			payload: {
				id,
				conversation_id: pair.join('-'),
				sender_id: actor.id,
				created_at_msec: String(at),
				encoded_event: sealed('sealed'),
				conversation_token: sealed('token'),
				conversation_key_version: '1',
			},
		};
	},
	news: (make) => {
		const name = make.text('Engineers land a comet probe');
		return {
			eventUuid: make.id,
			text: name,
			concerns: [],
			payload: {
				id: make.id,
				name,
				category: 'Science',
				updated_at: make.iso,
				cluster_posts_results: [{ post_id: make.context.id() }],
			},
		};
	},
};

function unknown(make: Making): Made {
	return {
		concerns: concern(make.actor),
		includes: users(make.actor),
		payload: { id: make.id, text: make.text('A kind of event nobody documented yet') },
	};
}

function relation({ actor, target }: Making): Made {
	return { payload: { source: wrapped(actor), target: wrapped(target) } };
}

function post(make: Making, more: JsonObject = {}, usual = 'Our spring release is out'): Made {
	const { id, actor, target, iso } = make;
	const text = make.text(usual);
	const counts = { retweet_count: 0, reply_count: 0, like_count: 0, quote_count: 0, impression_count: 0 };
	return {
		eventUuid: id,
		text,
		includes: make.isToSubscriber ? users(actor, target) : users(actor),
		payload: {
			id,
			text,
			author_id: actor.id,
			created_at: iso,
			conversation_id: id,
			lang: 'en',
			edit_history_tweet_ids: [id],
			public_metrics: counts,
			...more,
		},
	};
}

/** Someone's Post that points at a Post of the subscriber. */
const postAbout = (make: Making, type: 'retweeted' | 'quoted' | 'replied_to', more: JsonObject = {}): Made =>
	post(make, { referenced_tweets: [{ type, id: make.context.id() }], ...more });

function message(make: Making): Made {
	const text = make.text('Hi, can you help me with my order?');
	const item = messageCreate(make.at, make.actor, make.target, make.id, text);
	return { ...conversation(make, 'direct_message_events', item), text };
}

const sign = ({ at, actor, target }: Making): JsonObject => ({
	created_timestamp: String(at),
	sender_id: actor.id,
	target: { recipient_id: target.id },
});

/** Something in the conversation of two users. */
function conversation({ actor, target }: Making, key: string, item: JsonObject): Made {
	const both = [actor, target].map((person) => [person.id, wrapped(person)]);
	return { payload: { [key]: [item], users: Object.fromEntries(both) as JsonObject } };
}

/** The v1.1 `message_create` object that both event products put into DM events. */
export function messageCreate(
	at: number,
	sender: Pick<Person, 'id'>,
	recipient: Pick<Person, 'id'>,
	id: string,
	text: string,
): JsonObject {
	const entities = { hashtags: [], symbols: [], user_mentions: [], urls: [] };
	return {
		type: 'message_create',
		id,
		created_timestamp: String(at),
		message_create: {
			target: { recipient_id: recipient.id },
			sender_id: sender.id,
			message_data: { text, entities },
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
