/** Conversation and poll cards: https://docs.x.com/x-ads-api/creatives/reference#image-conversation-cards */
import { omit } from 'lodash';
import { isoSeconds } from '../../frame/formats';
import type { Values } from '../../frame/validate';
import { numberValue, textValue, type Handler, type Handlers } from '../context';
import { entityHandlers, type EntityKind, type Fields, type Scope } from '../entities';
import { missing } from '../errors';
import { changed } from '../samples';
import { text, type Data, type Kind } from '../state';
import { addCard } from './cards';
import { inLibrary } from './library';

const has = (values: Values | Fields, name: string) => (values[name] ?? null) !== null;

/** A title or a second call to action, and a Post for each call to action. */
function checkCalls(values: Values | Fields): void {
	if (!has(values, 'title') && !has(values, 'second_cta'))
		missing('title', '"title" or "second_cta" is required');
	for (const which of ['second', 'third', 'fourth'])
		if (has(values, `${which}_cta`) && !has(values, `${which}_cta_tweet`)) missing(`${which}_cta_tweet`);
}

function checkMedia(scope: Scope, values: Values, own: string): void {
	const wanted = { media_key: own, unlocked_image_media_key: 'IMAGE', unlocked_video_media_key: 'VIDEO' };
	for (const [name, type] of Object.entries({ ...wanted, poster_media_key: 'IMAGE' })) {
		const key = textValue(values, name);
		if (key !== undefined) inLibrary(scope, name, key, type);
	}
}

const conversation = (kind: Kind, segment: string, media: string): EntityKind => ({
	kind,
	segment,
	idParam: 'card_id',
	notFound: 'CARD_NOT_FOUND',
	q: 'prefix',
	filters: { card_ids: 'id' },
	listed: isThere,
	create: (scope, values) => {
		checkCalls(values);
		checkMedia(scope, values, media);
		return { ...changed(values), card_type: `${media}_CONVERSATION` };
	},
	update: (scope, { data }, values) => {
		const change = changed(values);
		checkCalls({ ...data, ...change });
		checkMedia(scope, values, media);
		return change;
	},
});

/** What has been deleted is gone, whatever is asked for. */
const isThere = ({ deleted }: Data) => !deleted;

const MINUTE = 60_000;

const polls: EntityKind = {
	kind: 'pollCards',
	segment: 'cards/poll',
	idParam: 'card_id',
	notFound: 'CARD_NOT_FOUND',
	q: 'prefix',
	filters: { card_ids: 'id' },
	listed: isThere,
	create: (scope, values) => {
		if (has(values, 'fourth_choice') && !has(values, 'third_choice')) missing('third_choice');
		const key = textValue(values, 'media_key');
		const media = key === undefined ? undefined : inLibrary(scope, 'media_key', key).media_type;
		const minutes = numberValue(values, 'duration_in_minutes') ?? 0;
		const { state } = scope;
		return {
			...omit(changed(values), 'media_key'),
			duration_in_minutes: String(minutes),
			start_time: state.now(),
			end_time: isoSeconds(state.platform.clock.now() + minutes * MINUTE),
			card_type: `${media === undefined ? 'TEXT' : text(media)}_POLLS`,
		};
	},
};

/** The five operations, with cards that have two identifiers and are gone once deleted. */
function handlersOf(kind: EntityKind): Handlers {
	const path = `/12/accounts/{account_id}/${kind.segment}`;
	const all = entityHandlers(kind);
	const getOne = all[`GET ${path}/{card_id}`];
	const create: Handler = (context) => ({
		data: addCard(context, kind.kind, kind.create?.(context, context.values) ?? {}, context.state.nextId()),
	});
	return {
		...all,
		[`POST ${path}`]: create,
		...(getOne && {
			[`GET ${path}/{card_id}`]: (context) =>
				getOne({ ...context, values: omit(context.values, 'with_deleted') }),
		}),
	};
}

export const conversationHandlers: Handlers = {
	...handlersOf(conversation('imageConversationCards', 'cards/image_conversation', 'IMAGE')),
	...handlersOf(conversation('videoConversationCards', 'cards/video_conversation', 'VIDEO')),
	...handlersOf(polls),
};
