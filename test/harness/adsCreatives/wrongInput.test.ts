/**
 * What the documentation forbids is refused before anything is sent, and named by its field.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { refusedBeforeSending } from '../ads/wrongForms';
import { byId, form, ids, me, media, NODE, websiteCard } from './support';

const app = { destination: 'app', country_code: 'US', googleplay_app_id: 'com.example.app', button: 'OPEN' };
const keys = (count: number) => media(...Array.from({ length: count }, (_, at) => `3_${at + 1}`));
const slide = { media_key: byId('3_1'), title: 'A', url: 'https://example.com' };
const conversation = (more: INodeParameters) =>
	form({
		...{ name: 'Talk', media_key: byId(ids.libraryImage), first_cta: '#One', first_cta_tweet: 'First' },
		...{ title: 'Talk to us', thank_you_text: 'Thanks', ...more },
	});
const poll = (more: INodeParameters) =>
	form({ name: 'Poll', first_choice: 'A', second_choice: 'B', duration_in_minutes: 60, ...more });
const post = (more: INodeParameters) => form({ as_user_id: byId(me.id), text: 'Hello', ...more });
const empty = '={{ "" }}';

refusedBeforeSending(
	[
		// Cards
		['card.create', websiteCard({ name: 'x'.repeat(81) }), 'name', 'maxLength'],
		['card.create', websiteCard({ media_key: byId('931236738554519552') }), 'media_key', 'pattern'],
		['card.create', websiteCard({ url: 'example.com' }), 'url', 'pattern'],
		['card.create', websiteCard({ title: empty }), 'title', 'required'],
		['card.create', websiteCard({ card_format: 'carousel', media_keys: keys(1) }), 'media_keys', 'minItems'],
		['card.create', websiteCard({ card_format: 'carousel', media_keys: keys(7) }), 'media_keys', 'maxItems'],
		[
			'card.create',
			websiteCard({ card_format: 'multiDestination', card_slides: { values: [slide] } }),
			'card_slides',
			'minItems',
		],
		[
			'card.create',
			websiteCard({
				card_format: 'multiDestination',
				card_slides: { values: [slide, { ...slide, url: 'example' }] },
			}),
			'card_slides.1.url',
			'pattern',
		],
		['card.create', websiteCard({ ...app, googleplay_app_id: '' }), 'googleplay_app_id', 'required'],
		['card.create', websiteCard({ ...app, country_code: 'USA' }), 'country_code', 'pattern'],
		['card.create', websiteCard({ ...app, ios_deep_link: 'app://x' }), 'ios_deep_link', 'requires'],
		[
			'card.create',
			websiteCard({
				...{ ...app, googleplay_app_id: '', ios_app_store_identifier: '333903271' },
				googleplay_deep_link: 'app://x',
			}),
			'googleplay_deep_link',
			'requires',
		],
		['card.create', websiteCard({ destination: 'leadForm', lead_form_id: '12' }), 'lead_form_id', 'pattern'],
		['card.create', websiteCard({ destination: 'nowhere' }), 'destination', 'enum'],
		['card.update', form({ card_id: byId(ids.card) }), 'updateFields', 'required'],
		['card.getByUris', form({ card_uris: '1044294149527166979' }), 'card_uris', 'pattern'],
		[
			'imageConversationCard.create',
			conversation({ first_cta: `#${'x'.repeat(21)}` }),
			'first_cta',
			'maxLength',
		],
		['imageConversationCard.create', conversation({ title: empty }), 'title', 'required'],
		[
			'videoConversationCard.create',
			conversation({ cta_count: 'two', second_cta: '#Two', second_cta_tweet: empty }),
			'second_cta_tweet',
			'required',
		],
		[
			'imageConversationCard.create',
			conversation({ thank_you_text: 'x'.repeat(24) }),
			'thank_you_text',
			'maxLength',
		],
		['pollCard.create', poll({ first_choice: 'x'.repeat(26) }), 'first_choice', 'maxLength'],
		['pollCard.create', poll({ duration_in_minutes: 4 }), 'duration_in_minutes', 'minimum'],
		['pollCard.create', poll({ duration_in_minutes: 10081 }), 'duration_in_minutes', 'maximum'],
		['pollCard.create', poll({ choice_count: 'three', third_choice: empty }), 'third_choice', 'required'],
		// Posts
		['post.create', post({ text: empty }), 'text', 'required'],
		['post.create', post({ with_media: true, media_keys: empty }), 'media_keys', 'required'],
		['post.create', post({ with_media: true, media_keys: keys(5) }), 'media_keys', 'maxItems'],
		['post.create', post({ with_media: true, media_keys: media('13_1', '3_1') }), 'media_keys', 'together'],
		[
			'draftPost.create',
			post({ with_media: true, media_keys: media('16_1', '16_2') }),
			'media_keys',
			'together',
		],
		['post.create', post({ additionalFields: { card_uri: byId('card:1') } }), 'card_uri', 'pattern'],
		['post.create', post({ additionalFields: { video_title: 'x'.repeat(71) } }), 'video_title', 'maxLength'],
		['scheduledPost.create', post({ scheduled_at: '2199-01-01T00:00:00Z' }), 'scheduled_at', 'maximum'],
		[
			'scheduledPost.update',
			form({
				scheduled_tweet_id: byId(ids.scheduledPost),
				updateFields: { media_keys: media('7_1', '7_2') },
			}),
			'media_keys',
			'together',
		],
		['post.getPreviews', form({ tweet_ids: 'abc', tweet_type: 'DRAFT' }), 'tweet_ids', 'pattern'],
		// Media and buttons
		['mediaLibrary.add', form({ media_source: 'uploaded', media_key: '1' }), 'media_key', 'pattern'],
		['mediaLibrary.update', form({ media_key: byId(ids.libraryVideo) }), 'updateFields', 'required'],
		[
			'prerollCallToAction.create',
			form({
				line_item_id: byId(ids.prerollLineItem),
				...{ call_to_action: 'SHOP', call_to_action_url: 'shop' },
			}),
			'call_to_action_url',
			'pattern',
		],
	],
	NODE,
);
