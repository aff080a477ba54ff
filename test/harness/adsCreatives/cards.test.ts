/**
 * Cards and Posts: what each format sends and shows, and what a form shows of it.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { formNamed, shown } from '../../support/forms';
import { operationOf, sampleOf } from '../../facts';
import { byId, form, ids, media, useAds, websiteCard } from '../ads/support';

const { sim, ads, last, lastQuery } = useAds('xAdsCreatives');
const lastBody = () => sim().requests.at(-1)?.body;
const { libraryImage: image, secondLibraryImage: other, libraryVideo: video } = ids;

const carousel = { card_format: 'carousel', media_keys: media(image, other) };
const APP_DESTINATION = {
	destination: 'app',
	country_code: 'US',
	ios_app_store_identifier: '333903271',
	button: 'INSTALL',
};
const slides = (...keys: string[]) => ({
	card_format: 'multiDestination',
	card_slides: {
		values: keys.map((key, at) => ({
			media_key: byId(key),
			title: `Slide ${at + 1}`,
			url: `https://example.com/${at + 1}`,
		})),
	},
});

it('leads from an image to a website', async () => {
	const run = await ads('card.create', websiteCard());
	expect(run.error).toBeUndefined();
	// https://docs.x.com/x-ads-api/creatives#json-post-body
	expect(lastBody()).toEqual({
		name: 'Autumn',
		components: [
			{ type: 'MEDIA', media_key: image },
			{
				type: 'DETAILS',
				title: 'The autumn menu',
				destination: { type: 'WEBSITE', url: 'https://example.com/autumn' },
			},
		],
	});
	expect(run.json).toEqual([
		expect.objectContaining({
			name: 'Autumn',
			card_type: 'IMAGE_WEBSITE',
			media_keys: [image],
			title: 'The autumn menu',
			url: 'https://example.com/autumn',
			card_uri: expect.stringMatching(/^card:\/\/\d+$/) as string,
		}),
	]);
});

it.each<[type: string, INodeParameters]>([
	['VIDEO_WEBSITE', { media_key: byId(video) }],
	['IMAGE_APP', APP_DESTINATION],
	['IMAGE_CAROUSEL_WEBSITE', carousel],
	['IMAGE_CAROUSEL_APP', { ...carousel, ...APP_DESTINATION }],
	['MIXED_MEDIA_SINGLE_DEST_CAROUSEL_WEBSITE', { ...carousel, media_keys: media(image, video) }],
	['IMAGE_MULTI_DEST_CAROUSEL_WEBSITE', slides(image, other)],
	['MIXED_MEDIA_MULTI_DEST_CAROUSEL_WEBSITE', slides(image, video)],
])('makes a card of the type %s', async (card_type, more) => {
	const run = await ads('card.create', websiteCard(more));
	expect(run.error?.message).toBeUndefined();
	expect(run.json[0]).toMatchObject({ card_type });
});

it('gives each slide of a carousel its own title and website, in their order', async () => {
	const run = await ads('card.create', websiteCard(slides(video, image, other)));
	const { slides: sentSlides, components } = lastBody() as { slides: unknown[]; components?: unknown };
	expect(components).toBeUndefined();
	expect(sentSlides).toHaveLength(3);
	expect(sentSlides[0]).toEqual([
		{ type: 'MEDIA', media_key: video },
		{
			type: 'DETAILS',
			title: 'Slide 1',
			destination: { type: 'WEBSITE', url: 'https://example.com/1' },
		},
	]);
	expect(run.json[0]).toMatchObject({
		slides: [
			{ media_keys: [video], title: 'Slide 1', url: 'https://example.com/1' },
			{ media_keys: [image], title: 'Slide 2' },
			{ media_keys: [other], title: 'Slide 3' },
		],
	});
});

/** The simulated account has other media and cards. */
const FAILS_ON_X = { continueOnFail: true };
const documentedBody = (route: string) => sampleOf(operationOf(route)).body;
const PATH = '/12/accounts/{account_id}';
const TO_APP = {
	destination: 'app',
	country_code: 'US',
	googleplay_app_id: 'com.twitter.android',
};

it('makes the app card of the documentation', async () => {
	const values = { name: 'components create cards', media_key: byId('3_1323490622599176192') };
	await ads('card.create', form({ ...values, ...TO_APP, button: 'INSTALL' }), FAILS_ON_X);
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
	await ads('card.update', form(values), FAILS_ON_X);
	expect(last()?.body).toEqual(documentedBody(`PUT ${PATH}/cards/{card_id}`));
});

const LEAD_FORM_ID = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

it.each([
	['leadForm', { type: 'DETAILS', title: 'The autumn menu' }],
	['leadFormButton', { type: 'BUTTON', label: { type: 'ENUM', value: 'BOOK' } }],
])('opens a lead form: %s', async (destination, description) => {
	const more = { destination, lead_form_id: byId(LEAD_FORM_ID), button: 'BOOK' };
	const run = await ads('card.create', websiteCard(more));
	expect(run.error?.message).toBeUndefined();
	expect(lastBody()).toMatchObject({
		components: [{}, { ...description, destination: { type: 'LEAD_FORM', id: LEAD_FORM_ID } }],
	});
});

it('changes the name alone, and keeps what the card shows', async () => {
	const values = { card_id: byId(ids.card), updateFields: { name: 'Winter menu' } };
	const run = await ads('card.update', form(values));
	expect(lastBody()).toEqual({ name: 'Winter menu' });
	expect(run.json[0]).toMatchObject({ name: 'Winter menu', media_keys: [image], title: 'The autumn menu' });
});

it('asks for several cards at once, and reads those of any kind by URI', async () => {
	const items = [ids.card, ids.card].map((id) => ({ json: { id } }));
	const run = await ads('card.get', form({ card_id: byId('={{ $json.id }}') }), { items });
	expect(sim().requests.map(({ query }) => query.card_id)).toEqual([ids.card]);
	expect(run.json.map(({ id }) => id)).toEqual([ids.card, ids.card]);
	const uris = `card://${ids.card},card://950590850777497601`;
	const found = await ads('card.getByUris', form({ card_uris: uris }));
	expect(found.json.map(({ card_type: type }) => type)).toEqual(['IMAGE_WEBSITE', 'TEXT_POLLS']);
	const poll = await ads('card.getOfAnyKind', form({ card_id: byId(ids.pollCard) }));
	expect(poll.json[0]).toMatchObject({ first_choice: 'Latte' });
});

const conversation = (more: INodeParameters) =>
	form({
		name: 'Talk',
		media_key: byId(image),
		first_cta: '#One',
		first_cta_tweet: 'The first',
		thank_you_text: 'Thanks',
		...more,
	});

it('takes up to four calls to action, whose number sign does not count', async () => {
	const calls = {
		cta_count: 'four',
		second_cta: '#Two',
		second_cta_tweet: 'The second',
		third_cta: '#Three',
		third_cta_tweet: 'The third',
		fourth_cta: `#${'x'.repeat(20)}`,
		fourth_cta_tweet: 'The fourth',
	};
	const run = await ads('imageConversationCard.create', conversation(calls));
	expect(run.error?.message).toBeUndefined();
	expect(sim().requests.at(-1)?.query).toMatchObject({
		second_cta: '#Two',
		third_cta_tweet: 'The third',
		fourth_cta: `#${'x'.repeat(20)}`,
	});
	expect(sim().requests.at(-1)?.query).not.toHaveProperty('cta_count');
});

it('advises to send the Post of a call to action with it', async () => {
	const values = { card_id: byId(ids.imageConversationCard), updateFields: { second_cta: '#Two' } };
	const run = await ads('imageConversationCard.update', form(values), { continueOnFail: true });
	expect(run.hints.map(({ message }) => message)).toEqual([
		'X may refuse "Second Call to Action" without "Second Call to Action: Post": add what the card has, too',
	]);
});

const APP = 'googleplay_app_id googleplay_deep_link ios_app_store_identifier ios_deep_link';
const CREATE = 'card.production.create';
const POLL = 'pollCard.production.create';
const TWO = 'name first_choice second_choice choice_count duration_in_minutes';

it.each<[string, Record<string, string>, string]>([
	[CREATE, {}, 'name card_format media_key destination title url'],
	[CREATE, { card_format: 'carousel' }, 'name card_format media_keys destination title url'],
	[CREATE, { card_format: 'multiDestination' }, 'name card_format card_slides'],
	[CREATE, { destination: 'app' }, `name card_format media_key destination button country_code ${APP}`],
	[CREATE, { destination: 'leadForm' }, 'name card_format media_key destination title lead_form_id'],
	[CREATE, { destination: 'leadFormButton' }, 'name card_format media_key destination button lead_form_id'],
	['card.production.update', {}, 'card_id card_format updateFields'],
	[POLL, { choice_count: 'two' }, TWO],
	[POLL, { choice_count: 'three' }, `${TWO} third_choice`],
	[POLL, { choice_count: 'four' }, `${TWO} third_choice fourth_choice`],
])('the form of %s shows what belongs to %j', (operation, values, names) => {
	const found = formNamed(`xAdsCreatives.${operation}`);
	const all = shown({ ...found, values: { ...found.values, ...values } }).map(({ name }) => name);
	const ofAll = ['output', 'outputFields', 'filters', 'additionalFields', 'options'];
	const own = all.slice(all.indexOf('account_id') + 1).filter((name) => !ofAll.includes(name));
	expect(own.sort()).toEqual(names.split(' ').sort());
});

const as_user_id = byId(ME.id);
const MINUTE = 60_000;
const inMinutes = (minutes: number) =>
	new Date(Math.ceil(sim().platform.clock.now() / MINUTE) * MINUTE + minutes * MINUTE).toISOString();

const newPost = (more: INodeParameters = {}) => form({ as_user_id, text: 'Fresh coffee', ...more });

describe('a new Post', () => {
	it('looks the same wherever it comes from, and its ID is exact', async () => {
		const { json: created } = await ads('post.create', newPost({ additionalFields: { name: 'Fresh' } }));
		const id = created[0]?.id as string;
		expect(id).toMatch(/^\d{19}$/);
		const { json: read } = await ads('post.getMany', form({ filters: { tweet_ids: id } }));
		const same = { id, name: 'Fresh', text: 'Fresh coffee', user_id: ME.id };
		expect(created[0]).toMatchObject(same);
		expect(read[0]).toMatchObject({ ...same, tweet_type: 'PUBLISHED', conversation_settings: 'EVERYONE' });
	});

	it.each<[string, INodeParameters[string]]>([
		['chosen one by one', media(image, other)],
		['in one ID', media(`${image}, ${other}`)],
		['by an expression that gives a list', media(`={{ ["${image}", "${other}"] }}`)],
	])('shows a card and media of the library, %s', async (_how, keys) => {
		const more = {
			with_media: true,
			text: '',
			media_keys: keys,
			additionalFields: { card_uri: byId(`card://${ids.card}`) },
		};
		const run = await ads('post.create', newPost(more));
		expect(run.error?.message).toBeUndefined();
		expect(lastQuery()).toEqual({
			as_user_id: ME.id,
			media_keys: `${image},${other}`,
			card_uri: `card://${ids.card}`,
		});
	});
});

describe('a scheduled Post', () => {
	const schedule = (scheduled_at: string, more: INodeParameters = {}) =>
		ads('scheduledPost.create', newPost({ scheduled_at, ...more }));

	it('has a time in whole minutes', async () => {
		const run = await schedule(inMinutes(5).replace(':00.000Z', ':30Z'));
		expect(run.json[0]?.scheduled_at).toMatch(/:00Z$/);
		expect(run.hints.map(({ message }) => message).join()).toContain('X ignores the seconds');
	});

	it('gets other media, and loses them where the field is emptied', async () => {
		const change = (updateFields: INodeParameters) =>
			ads('scheduledPost.update', form({ scheduled_tweet_id: byId(ids.scheduledPost), updateFields }));
		expect((await change({ media_keys: media(video) })).json[0]).toMatchObject({ media_keys: [video] });
		// Data that happen to be empty take nothing off.
		const stopped = await change({ media_keys: media('={{ "" }}'), name: 'Autumn' });
		expect(stopped.error?.message).toBe('"Media 1 → Media" is empty: {{ "" }} has no value');
		expect(lastQuery()).toEqual({ media_keys: video });
		expect((await change({ media_keys: {} })).json[0]).toMatchObject({ media_keys: [] });
		expect(lastQuery()).toEqual({ media_keys: '' });
	});
});

it('says where the preview of a draft is seen', async () => {
	const draft_tweet_id = byId(ids.draftPost);
	const [preview] = (await ads('draftPost.sendPreview', form({ draft_tweet_id }))).json;
	expect(preview).toEqual({
		draft_tweet_id: ids.draftPost,
		message: expect.stringContaining('notifications') as string,
	});
});
