import { stranger, subscriber, user, wrapped } from './people';
import type { ActivityEvent, EventContext, EventOptions, Json, JsonObject, Person } from './model';

type Builder = (context: EventContext, options: EventOptions, eventType: string) => ActivityEvent;

/**
 * Builds an event of the X Activity API (core facts, section 3). A type that is not known gets an open payload, as the
 * platform may send types that no document lists.
 */
export function activityEvent(
	context: EventContext,
	eventType: string,
	options: EventOptions = {},
): ActivityEvent {
	const family = eventType.split('.')[0] ?? '';
	const builder = exact[eventType] ?? families[family] ?? unknown;
	const event = builder(context, options, eventType);
	return {
		...event,
		eventUuid: options.eventUuid ?? event.eventUuid,
		payload: { ...event.payload, ...options.payload },
	};
}

const exact: Record<string, Builder> = {
	'post.delete': (context, options, eventType) => {
		const author = options.actor ?? subscriber;
		return {
			...base(context, options, eventType),
			concerns: [{ userId: author.id, direction: 'outbound' }],
			payload: { id: options.id ?? context.id(), author_id: author.id },
			includes: { users: [wrapped(author)] },
		};
	},
	'post.create': (context, options, eventType) => ownPost(context, options, eventType, {}),
	'post.repost.create': (context, options, eventType) => postAbout(context, options, eventType, 'retweeted'),
	'post.quote.create': (context, options, eventType) => postAbout(context, options, eventType, 'quoted'),
	'post.reply.create': (context, options, eventType) => postAbout(context, options, eventType, 'replied_to'),
	'post.mention.create': mention,
	'dm.received': (context, options, eventType) => message(context, options, eventType, false),
	'dm.sent': (context, options, eventType) => message(context, options, eventType, true),
	'dm.read': (context, options, eventType) =>
		messageSign(context, options, eventType, 'direct_message_mark_read_events', {
			last_read_event_id: options.id ?? context.id(),
		}),
	'dm.indicate_typing': (context, options, eventType) =>
		messageSign(context, options, eventType, 'direct_message_indicate_typing_events', {}),
	'broadcast.chat': (context, options, eventType) => ({
		...about(context, options, eventType, subscriber, stranger),
		payload: {
			broadcast_id: '1nAKEpWbOaRxL',
			message_id: options.id ?? context.id(),
			message: options.text ?? 'Hello from the audience',
			author: wrapped(options.target ?? stranger),
		},
	}),
	'oauth.revoke': (context, options, eventType) => ({
		...base(context, options, eventType),
		concerns: [],
		payload: {
			date_time: iso(context),
			user_id: (options.actor ?? subscriber).id,
			app_id: '9100000000000000001',
		},
	}),
};

const families: Record<string, Builder> = {
	post: (context, options, eventType) => ownPost(context, options, eventType, {}),
	profile: (context, options, eventType) => ({
		...about(context, options, eventType, subscriber, undefined),
		payload: { before: 'How it was before', after: options.text ?? 'How it is now' },
	}),
	follow: (context, options, eventType) => between(context, options, eventType, stranger, subscriber),
	mute: (context, options, eventType) => between(context, options, eventType, subscriber, stranger),
	block: (context, options, eventType) => between(context, options, eventType, subscriber, stranger),
	like,
	spaces: (context, options, eventType) => ({
		...about(context, options, eventType, subscriber, undefined),
		payload: {
			user: wrapped(options.actor ?? subscriber),
			broadcast_id: options.id ?? '1DXxyRYNejbKM',
			event_type: eventType.replace('.', '_'),
		},
	}),
	broadcast,
	chat,
	news: (context, options, eventType) => {
		const id = options.id ?? context.id();
		const name = options.text ?? 'Engineers land a comet probe';
		return {
			...base(context, options, eventType),
			eventUuid: id,
			concerns: [],
			text: name,
			payload: {
				id,
				name,
				category: 'Science',
				hook: 'A probe the size of a van touched down',
				summary: 'After nine years of flight the probe stands on the comet.',
				contexts: { topics: ['Space'], entities: { organizations: ['Example Agency'] } },
				cluster_posts_results: [{ post_id: context.id() }],
				updated_at: iso(context),
				disclaimer: 'This story is a summary of Posts and may evolve over time.',
			},
		};
	},
};

function unknown(context: EventContext, options: EventOptions, eventType: string): ActivityEvent {
	return {
		...about(context, options, eventType, subscriber, undefined),
		payload: {
			id: options.id ?? context.id(),
			text: options.text ?? 'A kind of event nobody documented yet',
		},
	};
}

function post(context: EventContext, author: Person, id: string, text: string, more: JsonObject): JsonObject {
	return {
		id,
		text,
		author_id: author.id,
		created_at: iso(context),
		conversation_id: id,
		edit_history_tweet_ids: [id],
		lang: 'en',
		public_metrics: { retweet_count: 0, reply_count: 0, like_count: 0, quote_count: 0, impression_count: 0 },
		...more,
	};
}

function ownPost(
	context: EventContext,
	options: EventOptions,
	eventType: string,
	more: JsonObject,
): ActivityEvent {
	const author = options.actor ?? subscriber;
	const id = options.id ?? context.id();
	const text = options.text ?? 'Our spring release is out';
	return {
		...base(context, options, eventType),
		eventUuid: id,
		concerns: [{ userId: author.id, direction: 'outbound' }],
		text,
		payload: post(context, author, id, text, more),
		includes: { users: [user(author)] },
	};
}

/** Somebody's Post that points at a Post of the subscriber; the subscriber is the one who asked to hear of it. */
function postAbout(
	context: EventContext,
	options: EventOptions,
	eventType: string,
	relation: 'retweeted' | 'quoted' | 'replied_to',
): ActivityEvent {
	const author = options.actor ?? stranger;
	const owner = options.target ?? subscriber;
	const event = ownPost(context, { ...options, actor: author }, eventType, {
		referenced_tweets: [{ type: relation, id: context.id() }],
		...(relation === 'replied_to' ? { in_reply_to_user_id: owner.id } : {}),
	});
	return {
		...event,
		concerns: [{ userId: owner.id, direction: 'inbound' }],
		includes: { users: [user(author), user(owner)] },
	};
}

function mention(context: EventContext, options: EventOptions, eventType: string): ActivityEvent {
	const author = options.actor ?? stranger;
	const mentioned = options.target ?? subscriber;
	const at = `@${mentioned.username}`;
	const event = ownPost(
		context,
		{ ...options, actor: author, text: options.text ?? `${at} where is my order?` },
		eventType,
		{
			entities: {
				mentions: [{ start: 0, end: at.length, username: mentioned.username, id: mentioned.id }],
			},
		},
	);
	return {
		...event,
		concerns: [{ userId: mentioned.id, direction: 'inbound' }],
		includes: { users: [user(author), user(mentioned)] },
	};
}

function like(context: EventContext, options: EventOptions, eventType: string): ActivityEvent {
	const liker = options.actor ?? stranger;
	const author = options.target ?? subscriber;
	return {
		...base(context, options, eventType),
		concerns: [
			{ userId: author.id, direction: 'inbound' },
			{ userId: liker.id, direction: 'outbound' },
		],
		payload: {
			id: hexOf(options.id ?? context.id()),
			liked_tweet_id: context.id(),
			liked_tweet_author_id: author.id,
			created_at: iso(context),
			timestamp_ms: String(context.now()),
		},
		includes: { users: [user(liker), user(author)] },
	};
}

function message(
	context: EventContext,
	options: EventOptions,
	eventType: string,
	sent: boolean,
): ActivityEvent {
	const sender = options.actor ?? (sent ? subscriber : stranger);
	const recipient = options.target ?? (sent ? stranger : subscriber);
	const text = options.text ?? 'Hi, can you help me with my order?';
	return {
		...base(context, options, eventType),
		concerns: [{ userId: sent ? sender.id : recipient.id, direction: sent ? 'outbound' : 'inbound' }],
		text,
		payload: {
			direct_message_events: [messageCreate(context, sender, recipient, options.id ?? context.id(), text)],
			users: { [sender.id]: wrapped(sender), [recipient.id]: wrapped(recipient) },
		},
	};
}

/** The v1.1 `message_create` object that both event products put into DM events. */
export function messageCreate(
	context: EventContext,
	sender: Person,
	recipient: Person,
	id: string,
	text: string,
): JsonObject {
	return {
		type: 'message_create',
		id,
		created_timestamp: String(context.now()),
		message_create: {
			target: { recipient_id: recipient.id },
			sender_id: sender.id,
			message_data: { text, entities: { hashtags: [], symbols: [], user_mentions: [], urls: [] } },
		},
	};
}

/** Typing and read signs; no sample exists, so they follow their Account Activity counterparts. */
function messageSign(
	context: EventContext,
	options: EventOptions,
	eventType: string,
	key: string,
	more: JsonObject,
): ActivityEvent {
	const sender = options.actor ?? stranger;
	const recipient = options.target ?? subscriber;
	return {
		...base(context, options, eventType),
		concerns: [{ userId: recipient.id, direction: 'inbound' }],
		payload: {
			[key]: [
				{
					created_timestamp: String(context.now()),
					sender_id: sender.id,
					target: { recipient_id: recipient.id },
					...more,
				},
			],
			users: { [sender.id]: wrapped(sender), [recipient.id]: wrapped(recipient) },
		},
	};
}

function between(
	context: EventContext,
	options: EventOptions,
	eventType: string,
	defaultSource: Person,
	defaultTarget: Person,
): ActivityEvent {
	const source = options.actor ?? defaultSource;
	const target = options.target ?? defaultTarget;
	return {
		...base(context, options, eventType),
		concerns: eventType.startsWith('follow.')
			? [
					{ userId: target.id, direction: 'inbound' },
					{ userId: source.id, direction: 'outbound' },
				]
			: [{ userId: source.id, direction: 'outbound' }],
		payload: { source: wrapped(source), target: wrapped(target) },
	};
}

function broadcast(context: EventContext, options: EventOptions, eventType: string): ActivityEvent {
	const running = eventType === 'broadcast.start';
	const started = context.now() - (running ? 0 : 600_000);
	const payload: JsonObject = {
		user: wrapped(options.actor ?? subscriber),
		broadcast_id: options.id ?? '1nAKEpWbOaRxL',
		title: options.text ?? 'Product demo',
		language: 'en',
		broadcast_state: running ? 'Running' : 'Ended',
		started_timestamp_ms: started,
		thumbnail_url: 'https://pbs.example/broadcast/1.jpg',
		available_for_replay: true,
	};
	if (!running) {
		payload.ended_timestamp_ms = context.now();
		payload.duration_ms = 600_000;
	}
	return { ...about(context, options, eventType, subscriber, undefined), payload };
}

function chat(context: EventContext, options: EventOptions, eventType: string): ActivityEvent {
	const sent = eventType === 'chat.sent';
	const sender = options.actor ?? (sent ? subscriber : stranger);
	const recipient = options.target ?? (sent ? stranger : subscriber);
	const id = options.id ?? uuidOf(hexOf(context.id()));
	return {
		...base(context, options, eventType),
		eventUuid: id,
		concerns: [{ userId: sent ? sender.id : recipient.id, direction: sent ? 'outbound' : 'inbound' }],
		payload: {
			id,
			conversation_id: [sender.id, recipient.id].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).join('-'),
			sender_id: sender.id,
			created_at_msec: String(context.now()),
			encoded_event: Buffer.from(`sealed:${id}`).toString('base64'),
			conversation_token: Buffer.from(`token:${id}`).toString('base64'),
			conversation_key_version: '1',
			message_event_signature: {
				signature: Buffer.from(`signed:${id}`).toString('base64'),
				public_key_version: '1',
				signature_version: '1',
			},
		},
	};
}

/** What every event has before its family fills in the rest: a negative 64-bit identifier, as the samples show. */
function base(context: EventContext, options: EventOptions, eventType: string): ActivityEvent {
	return {
		family: 'activity',
		eventType,
		eventUuid: `-${context.id()}`,
		concerns: [],
		text: options.text ?? '',
		payload: {},
	};
}

function about(
	context: EventContext,
	options: EventOptions,
	eventType: string,
	actor: Person,
	target: Person | undefined,
): ActivityEvent {
	const users = [options.actor ?? actor, ...(target === undefined ? [] : [options.target ?? target])];
	const includes: Json = users.map(user);
	return {
		...base(context, options, eventType),
		concerns: [{ userId: (options.actor ?? actor).id }],
		includes: { users: includes },
	};
}

function iso(context: EventContext): string {
	return new Date(context.now()).toISOString();
}

/** 32 hexadecimal digits, the form of a like's identifier. */
export function hexOf(id: string): string {
	return /^\d+$/.test(id) ? BigInt(id).toString(16).padStart(32, 'a') : id;
}

function uuidOf(hex: string): string {
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		`4${hex.slice(13, 16)}`,
		`8${hex.slice(17, 20)}`,
		hex.slice(20),
	].join('-');
}
