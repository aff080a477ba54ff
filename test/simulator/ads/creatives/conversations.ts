/** Conversation and poll cards: https://docs.x.com/x-ads-api/creatives/reference#image-conversation-cards */
import { omit } from 'lodash';
import { isoSeconds } from '../../frame/formats';
import type { Values } from '../../frame/validate';
import { numberValue, textValue, type Handlers } from '../context';
import { entityHandlers, type EntityKind, type Fields, type Scope } from '../entities';
import { missing } from '../errors';
import { changed } from '../samples';
import { text, type Kind } from '../state';
import { newCard } from './cards';
import { inLibrary } from './library';

const has = (values: Values | Fields, name: string) => (values[name] ?? null) !== null;

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

const card = (kind: Kind, segment: string, rules: Pick<EntityKind, 'create' | 'update'>): EntityKind => ({
	kind,
	segment,
	idParam: 'card_id',
	notFound: 'CARD_NOT_FOUND',
	q: 'prefix',
	filters: { card_ids: 'id' },
	isGone: true,
	...rules,
});

const conversation = (kind: Kind, segment: string, media: string): EntityKind =>
	card(kind, segment, {
		create: (scope, values) => {
			checkCalls(values);
			checkMedia(scope, values, media);
			const ids = newCard(scope, scope.state.nextId());
			return { ...changed(values), ...ids, card_type: `${media}_CONVERSATION` };
		},
		update: (scope, { data }, values) => {
			const change = changed(values);
			checkCalls({ ...data, ...change });
			checkMedia(scope, values, media);
			return change;
		},
	});

const MINUTE = 60_000;

const polls = card('pollCards', 'cards/poll', {
	create: (scope, values) => {
		if (has(values, 'fourth_choice') && !has(values, 'third_choice')) missing('third_choice');
		const key = textValue(values, 'media_key');
		const media = key === undefined ? undefined : inLibrary(scope, 'media_key', key).media_type;
		const minutes = numberValue(values, 'duration_in_minutes') ?? 0;
		const { state } = scope;
		return {
			...newCard(scope, state.nextId()),
			...omit(changed(values), 'media_key'),
			duration_in_minutes: String(minutes),
			start_time: state.now(),
			end_time: isoSeconds(state.platform.clock.now() + minutes * MINUTE),
			card_type: `${media === undefined ? 'TEXT' : text(media)}_POLLS`,
		};
	},
});

export const conversationHandlers: Handlers = {
	...entityHandlers(conversation('imageConversationCards', 'cards/image_conversation', 'IMAGE')),
	...entityHandlers(conversation('videoConversationCards', 'cards/video_conversation', 'VIDEO')),
	...entityHandlers(polls),
};
