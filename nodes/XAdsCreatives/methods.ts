import {
	leadFormLists,
	accountLists,
	listInAccount,
	nameOf,
	page,
	postLabel,
	unnamedList,
} from '../shared/ads/lists';
import { type ListSpec, listSearch } from '../shared/form/search';
import type { Entity } from '../shared/model/escapedText';
import { title } from '../shared/operation/labels';
import { asText } from '../shared/util/text';
import { spec } from './spec';

const cards = (segment: string): ListSpec => ({
	request: (context) => listInAccount(segment, ['q', context.filter], ['count', '100'])(context),
	label: (entity) => `${nameOf(entity)} (${title(asText(entity.card_type)).toLowerCase()})`,
	page,
});

const mediaLabel = ({ name, file_name: file, title: headline, ...entity }: Entity): string => {
	const { media_key: key, media_type: type } = entity;
	const own = [name, headline, file].map(asText).find((each) => each !== '') ?? asText(key);
	return `${own} (${asText(type).toLowerCase()})`;
};

/** The media library, or one type of media in it. X searches for words in names and titles. */
const media = (type = ''): ListSpec => ({
	request: (context) =>
		listInAccount('media_library', ['q', context.filter], ['media_type', type], ['count', '50'])(context),
	label: mediaLabel,
	value: ({ media_key: key }) => asText(key),
	page,
});

/** The searches behind From List. Pages are loaded one by one and filtered by what the user types. */
const lists: Readonly<Record<string, ListSpec>> = {
	...accountLists,
	...leadFormLists,
	searchCards: cards('cards'),
	searchCardUris: { ...cards('cards'), value: ({ card_uri: uri }) => asText(uri) },
	searchImageConversationCards: cards('cards/image_conversation'),
	searchVideoConversationCards: cards('cards/video_conversation'),
	searchPollCards: cards('cards/poll'),
	searchMediaLibrary: media(),
	searchLibraryImages: media('IMAGE'),
	searchLibraryVideos: media('VIDEO'),
	searchDraftPosts: {
		request: listInAccount('draft_tweets', ['count', '200']),
		label: postLabel,
		page,
		filterLocally: true,
	},
	searchPublishedPosts: {
		request: listInAccount(
			'tweets',
			['tweet_type', 'PUBLISHED'],
			['timeline_type', 'ALL'],
			['trim_user', 'true'],
			['count', '200'],
		),
		label: postLabel,
		value: ({ tweet_id: id, id_str: text }) => asText(id ?? text),
		page,
		filterLocally: true,
	},
	searchPrerollCallToActions: unnamedList(
		'preroll_call_to_actions',
		'call_to_action',
		'call_to_action_url',
		'line_item_id',
	),
};

export const methods = { listSearch: listSearch(spec, lists) };
