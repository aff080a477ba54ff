import { APP } from '../../identities';
import { hexOf, messageCreate } from './activity';
import { briefUser, legacyUser, STRANGER, subscriber } from './people';
import type { AccountActivityEvent, EventContext, EventOptions, Json, JsonObject, Person } from './model';

/** The array keys and single keys of a body: https://docs.x.com/x-api/account-activity/introduction. */
export const ACCOUNT_ACTIVITY_KEYS = [
	...(['tweet_create_events', 'tweet_delete_events', 'favorite_events', 'user_event'] as const),
	...(['follow_events', 'unfollow_events', 'block_events', 'unblock_events'] as const),
	...(['mute_events', 'unmute_events', 'direct_message_events'] as const),
	...(['direct_message_indicate_typing_events', 'direct_message_mark_read_events'] as const),
];

export type AccountActivityKey = (typeof ACCOUNT_ACTIVITY_KEYS)[number];

interface Made {
	item: JsonObject;
	/** Maps and flags beside the array. */
	beside?: JsonObject;
}

/**
 * Builds an Account Activity event for `options.target` when something is done to the subscriber, for `options.actor`
 * when the subscriber does it; both default to believable accounts.
 */
export function accountActivityEvent(
	context: EventContext,
	key: AccountActivityKey,
	options: EventOptions = {},
): AccountActivityEvent {
	if (key === 'user_event') return revocation(context, options);
	const bySubscriber = /^(tweet_delete|block|unblock|mute|unmute)/.test(key);
	const actor = options.actor ?? (bySubscriber ? subscriber : STRANGER);
	const target = options.target ?? (bySubscriber ? STRANGER : subscriber);
	const owner = (bySubscriber ? actor : target).id;
	const made = builders[key](context, options, actor, target);
	return {
		family: 'accountActivity',
		forUserId: owner,
		body: {
			for_user_id: owner,
			...made.beside,
			[wireKey(key)]: [{ ...made.item, ...options.payload }],
		},
	};
}

type ArrayKey = Exclude<AccountActivityKey, 'user_event'>;

type Builder = (context: EventContext, options: EventOptions, actor: Person, target: Person) => Made;

/** A sign in a conversation: someone types, or has read. */
const sign =
	(more: (id: string) => JsonObject): Builder =>
	(context, options, actor, target) => ({
		item: {
			created_timestamp: String(context.now()),
			sender_id: actor.id,
			target: { recipient_id: target.id },
			...more(options.id ?? context.id()),
		},
		beside: { users: users(context, actor, target) },
	});

const builders: Record<ArrayKey, Builder> = {
	tweet_create_events: (context, { id = context.id(), text }, actor, target) => ({
		item: legacyPost(context, actor, id, text ?? `@${target.username} good morning`),
		beside: { user_has_blocked: 'false' },
	}),
	tweet_delete_events: (context, { id = context.id() }, actor) => ({
		item: { status: { id, user_id: actor.id }, timestamp_ms: String(context.now()) },
	}),
	favorite_events: (context, { id = context.id(), text }, actor, target) => ({
		item: {
			id: hexOf(id),
			created_at: legacyDate(context.now()),
			timestamp_ms: String(context.now()),
			favorited_status: legacyPost(context, target, context.id(), text ?? 'Our spring release is out'),
			user: legacyUser(actor),
		},
	}),
	follow_events: relation('follow'),
	unfollow_events: relation('unfollow'),
	block_events: relation('block'),
	unblock_events: relation('unblock'),
	mute_events: relation('mute'),
	unmute_events: relation('unmute'),
	direct_message_events: (context, { id = context.id(), text }, actor, target) => ({
		item: messageCreate(context.now(), actor, target, id, text ?? 'Hi, can you help me with my order?'),
		beside: {
			apps: { [APP.id]: { id: APP.id, name: 'Simulated app', url: 'https://app.example/' } },
			users: users(context, actor, target),
		},
	}),
	direct_message_indicate_typing_events: sign(() => ({})),
	direct_message_mark_read_events: sign((id) => ({ last_read_event_id: id })),
};

/** The samples deliver the reversals under the key of the act itself, distinguished by `type`. */
function wireKey(key: ArrayKey): string {
	return key.replace(/^un/, '');
}

function relation(type: string): Builder {
	return (context, _options, actor, target) => {
		const at = String(context.now());
		return {
			item: { type, created_timestamp: at, source: briefUser(actor, at), target: briefUser(target, at) },
		};
	};
}

function users(context: EventContext, ...people: Person[]): JsonObject {
	const at = String(context.now());
	return Object.fromEntries(people.map((person): [string, Json] => [person.id, briefUser(person, at)]));
}

const NO_ENTITIES = { hashtags: [], urls: [], user_mentions: [], symbols: [] };

function legacyPost(context: EventContext, author: Person, id: string, text: string): JsonObject {
	return {
		created_at: legacyDate(context.now()),
		// X sends the number too, and JavaScript rounds it: receivers must read `id_str`.
		id: Number(id),
		id_str: id,
		text,
		truncated: false,
		source: '<a href="https://app.example" rel="nofollow">Simulated app</a>',
		in_reply_to_status_id: null,
		in_reply_to_status_id_str: null,
		in_reply_to_user_id: null,
		in_reply_to_user_id_str: null,
		user: legacyUser(author),
		is_quote_status: false,
		quote_count: 0,
		reply_count: 0,
		retweet_count: 0,
		favorite_count: 0,
		entities: NO_ENTITIES,
		favorited: false,
		retweeted: false,
		lang: 'en',
		timestamp_ms: String(context.now()),
	};
}

function revocation(context: EventContext, options: EventOptions): AccountActivityEvent {
	const owner = options.actor ?? subscriber;
	const revoke = {
		date_time: new Date(context.now()).toISOString(),
		target: { app_id: APP.id },
		source: { user_id: owner.id },
		...options.payload,
	};
	return { family: 'accountActivity', forUserId: owner.id, body: { user_event: { revoke } } };
}

/** v1.1 dates read like `Wed Oct 10 20:19:24 +0000 2018`. */
function legacyDate(at: number): string {
	const [weekday = '', day = '', month = '', year = '', time = ''] = new Date(at).toUTCString().split(' ');
	return `${weekday.replace(',', '')} ${month} ${day} ${time} +0000 ${year}`;
}
