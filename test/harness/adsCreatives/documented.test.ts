/**
 * The documentation's own requests, made of forms.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { byId, documentedBody, documentedQuery, form, ids, media, useCreatives } from './support';

const { last, ads, lastQuery } = useCreatives();
/** The simulated account has other media, cards and users. */
const CONTINUE_ON_FAIL = { continueOnFail: true };
const PATH = '/12/accounts/{account_id}';
const author = byId('756201191646691328');

it.each([
	[
		`POST ${PATH}/cards/image_conversation`,
		'imageConversationCard.create',
		{
			media_key: byId('3_957113581522141184'),
			name: 'image conversation card',
			first_cta: '#moon',
			first_cta_tweet: 'stars',
			thank_you_text: 'thanks',
			title: 'Full moon',
		},
	],
	[
		`PUT ${PATH}/cards/image_conversation/{card_id}`,
		'imageConversationCard.update',
		{ card_id: byId('59woh'), updateFields: { name: 'moon card' } },
	],
	[
		`POST ${PATH}/cards/video_conversation`,
		'videoConversationCard.create',
		{
			media_key: byId('13_958388276489895936'),
			name: 'video conversation card',
			first_cta: '#APIs',
			first_cta_tweet: 'Ads API',
			thank_you_text: 'Build it',
			title: 'Developers',
		},
	],
	[
		`POST ${PATH}/cards/poll`,
		'pollCard.create',
		{
			name: 'best coast poll',
			first_choice: 'East',
			second_choice: 'West',
			duration_in_minutes: 10080,
			additionalFields: { media_key: byId('13_950589518557540353') },
		},
	],
	[
		`POST ${PATH}/media_library`,
		'mediaLibrary.add',
		{ media_source: 'uploaded', media_key: '3_931236738554519552' },
	],
	[
		`PUT ${PATH}/media_library/{media_key}`,
		'mediaLibrary.update',
		{
			media_key: byId('16_844800354743074820'),
			updateFields: { title: 'cat GIF', description: 'in space' },
		},
	],
	[
		`POST ${PATH}/preroll_call_to_actions`,
		'prerollCallToAction.create',
		{
			line_item_id: byId('8v53k'),
			call_to_action: 'VISIT_SITE',
			call_to_action_url: 'https://www.x.com',
		},
	],
	[
		`PUT ${PATH}/preroll_call_to_actions/{preroll_call_to_action_id}`,
		'prerollCallToAction.update',
		{ preroll_call_to_action_id: byId('8f0'), updateFields: { call_to_action: 'WATCH_NOW' } },
	],
	[`POST ${PATH}/draft_tweets`, 'draftPost.create', { as_user_id: author, text: 'Just setting up my X.' }],
	[
		`PUT ${PATH}/draft_tweets/{draft_tweet_id}`,
		'draftPost.update',
		{ draft_tweet_id: byId('994747471329873920'), updateFields: { text: 'just setting up my twttr' } },
	],
	[
		`PUT ${PATH}/scheduled_tweets/{scheduled_tweet_id}`,
		'scheduledPost.update',
		{ scheduled_tweet_id: byId('875057751231037440'), updateFields: { text: 'winter solstice' } },
	],
	[
		`POST ${PATH}/tweet`,
		'post.create',
		{ as_user_id: author, text: 'hello, world', options: { trim_user: true } },
	],
	[
		`PUT ${PATH}/tweets/{tweet_id}/name`,
		'post.rename',
		{ tweet_id: byId('994747471329873920'), name: 'new Tweet name' },
	],
	[
		`GET ${PATH}/tweet_previews`,
		'post.getPreviews',
		{ tweet_ids: '1122911801354510336,1102836745790316550', tweet_type: 'PUBLISHED' },
	],
	[
		`GET ${PATH}/cards/all`,
		'card.getByUris',
		{ card_uris: 'card://1044294149527166979,card://1044301099031658496' },
	],
] as ReadonlyArray<readonly [string, string, INodeParameters]>)('%s', async (route, operation, values) => {
	const documented = documentedQuery(route);
	expect(Object.keys(documented)).not.toEqual([]);
	await ads(operation, form(values), CONTINUE_ON_FAIL);
	expect(last()?.route).toBe(route.split(' ')[1]);
	expect(lastQuery()).toEqual(documented);
});

it('schedules the Post of the documentation, which says the day alone', async () => {
	const { scheduled_at: day, ...documented } = documentedQuery(`POST ${PATH}/scheduled_tweets`);
	const values = {
		as_user_id: author,
		scheduled_at: `${day}T00:00:00Z`,
		with_media: true,
		media_keys: media(documented.media_keys ?? ''),
	};
	await ads('scheduledPost.create', form(values), CONTINUE_ON_FAIL);
	expect(lastQuery()).toEqual({ ...documented, scheduled_at: `${day}T00:00:00Z` });
});

const TO_APP = {
	destination: 'app',
	country_code: 'US',
	googleplay_app_id: 'com.twitter.android',
};

it('makes the app card of the documentation', async () => {
	const values = { name: 'components create cards', media_key: byId('3_1323490622599176192') };
	await ads('card.create', form({ ...values, ...TO_APP, button: 'INSTALL' }), CONTINUE_ON_FAIL);
	expect(last()?.body).toEqual(documentedBody(`POST ${PATH}/cards`));
});

it('replaces a card as the documentation does, which leaves one of two media', async () => {
	const values = {
		card_id: byId(ids.card),
		card_format: 'carousel',
		media_keys: media('3_1075096386931052545'),
		...TO_APP,
		button: 'OPEN',
		googleplay_deep_link: 'twitter://user?screen_name=apimctestface',
		updateFields: { name: 'changed name' },
	};
	await ads('card.update', form(values), CONTINUE_ON_FAIL);
	expect(last()?.body).toEqual(documentedBody(`PUT ${PATH}/cards/{card_id}`));
});
