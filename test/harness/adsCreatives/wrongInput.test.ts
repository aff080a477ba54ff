/**
 * What the documentation forbids is refused before anything is sent, and named by its field.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { refusedBeforeSending } from '../ads/wrongForms';
import { byId, form, ids, ME, media, NODE, websiteCard } from './support';

const APP_DESTINATION = {
	destination: 'app',
	country_code: 'US',
	googleplay_app_id: 'com.example.app',
	button: 'OPEN',
};
const keys = (count: number) => media(...Array.from({ length: count }, (_, at) => `3_${at + 1}`));
const slide = { media_key: byId('3_1'), title: 'A', url: 'https://example.com' };
const conversation = (more: INodeParameters) =>
	form({
		name: 'Talk',
		media_key: byId(ids.libraryImage),
		first_cta: '#One',
		first_cta_tweet: 'First',
		title: 'Talk to us',
		thank_you_text: 'Thanks',
		...more,
	});
const poll = (more: INodeParameters) =>
	form({ name: 'Poll', first_choice: 'A', second_choice: 'B', duration_in_minutes: 60, ...more });
const post = (more: INodeParameters) => form({ as_user_id: byId(ME.id), text: 'Hello', ...more });
const EMPTY = '={{ "" }}';

refusedBeforeSending(
	{
		'card.create': {
			'media_key: pattern': [websiteCard({ media_key: byId('931236738554519552') })],
			'url: pattern': [websiteCard({ url: 'example.com' })],
			'title: required': [websiteCard({ title: EMPTY })],
			'media_keys: minItems': [websiteCard({ card_format: 'carousel', media_keys: keys(1) })],
			'media_keys: maxItems': [websiteCard({ card_format: 'carousel', media_keys: keys(7) })],
			'card_slides: minItems': [
				websiteCard({ card_format: 'multiDestination', card_slides: { values: [slide] } }),
			],
			'card_slides.1.url: pattern': [
				websiteCard({
					card_format: 'multiDestination',
					card_slides: { values: [slide, { ...slide, url: 'example' }] },
				}),
			],
			'googleplay_app_id: required': [websiteCard({ ...APP_DESTINATION, googleplay_app_id: '' })],
			'country_code: pattern': [websiteCard({ ...APP_DESTINATION, country_code: 'USA' })],
			'ios_deep_link: requires': [websiteCard({ ...APP_DESTINATION, ios_deep_link: 'app://x' })],
			'googleplay_deep_link: requires': [
				websiteCard({
					...APP_DESTINATION,
					googleplay_app_id: '',
					ios_app_store_identifier: '333903271',
					googleplay_deep_link: 'app://x',
				}),
			],
			'lead_form_id: pattern': [websiteCard({ destination: 'leadForm', lead_form_id: '12' })],
			'destination: enum': [websiteCard({ destination: 'nowhere' })],
		},
		'card.update': {
			'updateFields: required': [form({ card_id: byId(ids.card) })],
		},
		'card.getByUris': {
			'card_uris: pattern': [form({ card_uris: '1044294149527166979' })],
		},
		'imageConversationCard.create': {
			'first_cta: maxLength': [conversation({ first_cta: `#${'x'.repeat(21)}` })],
			'title: required': [conversation({ title: EMPTY })],
		},
		'videoConversationCard.create': {
			'second_cta_tweet: required': [
				conversation({ cta_count: 'two', second_cta: '#Two', second_cta_tweet: EMPTY }),
			],
		},
		'pollCard.create': {
			'third_choice: required': [poll({ choice_count: 'three', third_choice: EMPTY })],
		},
		'post.create': {
			'text: required': [post({ text: EMPTY })],
			'media_keys: required': [post({ with_media: true, media_keys: EMPTY })],
			'media_keys: together': [post({ with_media: true, media_keys: media('13_1', '3_1') })],
			'card_uri: pattern': [post({ additionalFields: { card_uri: byId('card:1') } })],
		},
		'draftPost.create': {
			'media_keys: together': [post({ with_media: true, media_keys: media('16_1', '16_2') })],
		},
		'scheduledPost.create': {
			'scheduled_at: maximum': [post({ scheduled_at: '2199-01-01T00:00:00Z' })],
		},
		'scheduledPost.update': {
			'media_keys: together': [
				form({
					scheduled_tweet_id: byId(ids.scheduledPost),
					updateFields: { media_keys: media('7_1', '7_2') },
				}),
			],
		},
		'post.getPreviews': {
			'tweet_ids: pattern': [form({ tweet_ids: 'abc', tweet_type: 'DRAFT' })],
		},
		'mediaLibrary.add': {
			'media_key: pattern': [form({ media_source: 'uploaded', media_key: '1' })],
		},
		'mediaLibrary.update': {
			'updateFields: required': [form({ media_key: byId(ids.libraryVideo) })],
		},
		'prerollCallToAction.create': {
			'call_to_action_url: pattern': [
				form({
					line_item_id: byId(ids.prerollLineItem),
					call_to_action: 'SHOP',
					call_to_action_url: 'shop',
				}),
			],
		},
	},
	NODE,
);
