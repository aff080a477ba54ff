/** Posts of an account, out already, scheduled or drafts: https://docs.x.com/x-ads-api/creatives#tweets */
import { omit } from 'lodash';
import { isoSeconds, timeOf } from '../../frame/formats';
import type { Values } from '../../frame/validate';
import { listValue, textValue, type Context, type Handlers, type Payload } from '../context';
import { addEntity, entityHandlers, living, type EntityKind, type Fields, type Scope } from '../entities';
import { isPost } from '../ids';
import { page } from '../list';
import { changed } from '../samples';
import { dataOf, RawNumber, text, type AdsState, type Data, type Json, type Kind } from '../state';

const ACCOUNT_PATH = '/12/accounts/{account_id}';

const POST = { notFound: 'TWEET_NOT_FOUND' };

const posts: EntityKind = { kind: 'posts', segment: 'tweets', idParam: 'tweet_id', ...POST };

/** Whether there is such a Post to promote. */
export const hasPost = (state: AdsState, id: string): boolean =>
	isPost(id) || state.of('posts').findAny(id) !== undefined;

/** The time to the minute. */
function timeToPost(values: Values): string {
	const at = timeOf(textValue(values, 'scheduled_at') ?? '') ?? 0;
	return isoSeconds(at - (at % 60_000));
}

/** What drafts and scheduled Posts have in common. */
const later = ({ state }: Scope, values: Values) => ({
	id: state.platform.newId(),
	name: null,
	card_uri: null,
	nullcast: true,
	user_id: textValue(values, 'as_user_id') ?? null,
	...omit(changed(values), ['as_user_id', 'scheduled_at']),
	text: textValue(values, 'text') ?? '',
	media_keys: listValue(values, 'media_keys') ?? [],
});

/** Scheduled Posts whose time has come are out. */
function settle({ state, accountId }: Context): void {
	const collection = state.of('scheduledPosts');
	for (const entity of collection.of(accountId)) {
		const { data } = entity;
		const at = Date.parse(text(data.scheduled_at));
		if (data.deleted || data.scheduled_status !== 'SCHEDULED' || at > state.platform.clock.now()) continue;
		const id = state.platform.newId();
		const contents = omit(data, ['scheduled_at', 'scheduled_status', 'completed_at', 'tweet_id']);
		addEntity({ state, accountId }, 'posts', { ...contents, id });
		const out = { scheduled_status: 'SUCCESS', tweet_id: id, completed_at: isoSeconds(at) };
		collection.patch(entity, out);
	}
}

/** The author as Posts show them. */
const user = (id: string) => ({ id: new RawNumber(id) as unknown as Json, id_str: id });

/** A Post as the API of old shows one: the ID as a number, too. */
const asPost = (data: Data): Record<string, Json> => ({
	created_at: data.created_at,
	id: new RawNumber(data.id) as unknown as Json,
	id_str: data.id,
	name: data.name ?? null,
	truncated: false,
	user: user(text(data.user_id)),
	lang: 'en',
});

const ADDRESS = /https?:\/\/\S+/g;

/** Addresses are short in texts, and whole beside them. */
const shortened = (place: number) => `https://t.co/short${place}`;

function texts(written: string): Record<string, Json> {
	let place = 0;
	const urls = [...written.matchAll(ADDRESS)].map(([address], index) => ({
		url: shortened(index),
		expanded_url: address,
		display_url: address.replace(/^https?:\/\//, '').slice(0, 26),
	}));
	const short = written.replace(ADDRESS, () => shortened(place++));
	return {
		full_text: short.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
		entities: { hashtags: [], symbols: [], user_mentions: [], urls },
	};
}

const inTimeline = (type: string, data: Data): Json => ({
	...asPost(data),
	...texts(text(data.text)),
	tweet_type: type,
	tweet_id: data.id,
	nullcast: data.nullcast ?? true,
	scheduled_at: data.scheduled_at ?? null,
	scheduled_status: data.scheduled_status ?? null,
	conversation_settings: data.conversation_settings ?? 'EVERYONE',
	...((data.card_uri ?? null) !== null && { card_uri: data.card_uri }),
});

const KINDS_BY_TYPE: Readonly<Record<string, Kind>> = {
	DRAFT: 'drafts',
	PUBLISHED: 'posts',
	SCHEDULED: 'scheduledPosts',
};

/** The living Posts of a type. */
function ofType(context: Context): Data[] {
	const { state, accountId, values } = context;
	settle(context);
	const kind = KINDS_BY_TYPE[textValue(values, 'tweet_type') ?? ''] ?? 'posts';
	const ids = listValue(values, 'tweet_ids');
	return dataOf(state, kind, accountId).filter(
		(data) => !data.deleted && (ids === undefined || ids.includes(data.id)),
	);
}

/** Whose Posts a list shows: by default those of the user with full access. */
const askedAuthor = ({ state, accountId, values }: Context): Json | undefined =>
	textValue(values, 'user_id') ??
	dataOf(state, 'promotableUsers', accountId).find((one) => one.promotable_user_type === 'FULL')?.user_id;

function timeline(context: Context): Payload {
	const { values } = context;
	const author = askedAuthor(context);
	const name = textValue(values, 'name')?.toLowerCase() ?? '';
	const timelineType = textValue(values, 'timeline_type') ?? 'NULLCAST';
	const found = ofType(context).filter(
		(data) =>
			data.user_id === author &&
			text(data.name).toLowerCase().startsWith(name) &&
			(timelineType === 'ALL' || (data.nullcast !== false) === (timelineType === 'NULLCAST')),
	);
	return page(
		context,
		found.map((data) => inTimeline(textValue(values, 'tweet_type') ?? '', data)),
	);
}

function publish(context: Context): Payload {
	const { values } = context;
	const written = textValue(values, 'text') ?? '';
	const { data } = addEntity(context, 'posts', {
		...later(context, values),
		conversation_settings: textValue(values, 'conversation_settings') ?? 'EVERYONE',
	});
	return { data: { ...asPost(data), text: written } };
}

/** Drafts and scheduled Posts. */
const laterKind = (
	names: Pick<EntityKind, 'kind' | 'segment' | 'idParam'>,
	deleted: Fields,
	own: (values: Values) => Fields = () => ({}),
): EntityKind => ({
	...names,
	...POST,
	before: settle,
	listed: ({ user_id: author }, context) => author === askedAuthor(context),
	create: (context, values) => ({ ...later(context, values), ...own(values) }),
	update: (_context, _entity, values) => ({
		...changed(values),
		...(values.media_keys === null && { media_keys: [] }),
		...(values.scheduled_at !== undefined && own(values)),
	}),
	onDelete: () => deleted,
	view: (_state, data) => omit(data, 'deleted') as unknown as Data,
});

const drafts = laterKind(
	{ kind: 'drafts', segment: 'draft_tweets', idParam: 'draft_tweet_id' },
	{ status: 'DELETED' },
);

const scheduled = laterKind(
	{ kind: 'scheduledPosts', segment: 'scheduled_tweets', idParam: 'scheduled_tweet_id' },
	{ scheduled_status: 'DELETED' },
	(values) => ({
		completed_at: null,
		tweet_id: null,
		scheduled_status: 'SCHEDULED',
		scheduled_at: timeToPost(values),
	}),
);

export const postHandlers: Handlers = {
	...entityHandlers(drafts),
	...entityHandlers(scheduled),
	[`POST ${ACCOUNT_PATH}/draft_tweets/preview/{draft_tweet_id}`]: (context) => {
		living(drafts, context, context.path.draft_tweet_id ?? '');
		const message = "See @${me.username}'s notifications in the X app to preview your Tweet.";
		return { message } as unknown as Payload;
	},
	[`GET ${ACCOUNT_PATH}/tweets`]: timeline,
	[`POST ${ACCOUNT_PATH}/tweet`]: publish,
	[`PUT ${ACCOUNT_PATH}/tweets/{tweet_id}/name`]: (context) => {
		const { state, values } = context;
		const entity = living(posts, context, context.path.tweet_id ?? '');
		state.of('posts').patch(entity, { name: values.name ?? null, updated_at: state.now() });
		return { data: inTimeline('PUBLISHED', entity.data) };
	},
	[`GET ${ACCOUNT_PATH}/tweet_previews`]: (context) => ({
		data: ofType(context).map(({ id }) => ({
			tweet_id: id,
			preview: `<iframe class='tweet-preview' src='https://images.example/preview?id=${id}'>`,
		})),
	}),
};
