import { base, hexOf, iso } from './activityBase';
import { chat, message, messageSign } from './activityMessages';
import { mention, ownPost, postAbout } from './activityPosts';
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
		...ownAct(context, options, eventType),
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
			liked_tweet_id: options.postId ?? context.id(),
			liked_tweet_author_id: author.id,
			created_at: iso(context),
			timestamp_ms: String(context.now()),
		},
		includes: { users: [user(liker), user(author)] },
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
	return { ...ownAct(context, options, eventType), payload };
}

/** Something the subscriber did and nobody else takes part in. */
function ownAct(context: EventContext, options: EventOptions, eventType: string): ActivityEvent {
	return {
		...base(context, options, eventType),
		concerns: [{ userId: (options.actor ?? subscriber).id }],
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
