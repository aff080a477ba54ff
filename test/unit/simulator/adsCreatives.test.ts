/** What the documentation of creatives forbids, the simulated X refuses by its documented code. */
import { omit } from 'lodash';
import { ids } from '../../simulator/ads/ids';
import { ME } from '../../simulator/identities';
import { query, useAds } from './adsSupport';

const ACCOUNT = `/12/accounts/${ids.account}`;

const { call } = useAds();

const post = async (path: string, values: Record<string, string | number> = {}, body?: unknown) =>
	await call(`POST ${ACCOUNT}/${path}?${query(values)}`, body);
const codeOf = ({ errors }: Awaited<ReturnType<typeof post>>) => errors[0]?.code;

const media = { type: 'MEDIA', media_key: ids.libraryImage };
const WEBSITE = { type: 'WEBSITE', url: 'https://example.com' };
const DETAILS = { type: 'DETAILS', title: 'Autumn', destination: WEBSITE };
const appOf = (more: object) => ({ type: 'APP', country_code: 'US', ...more });
const button = (destination: object) => ({
	type: 'BUTTON',
	label: { type: 'ENUM', value: 'OPEN' },
	destination,
});
const PLAY = { googleplay_app_id: 'com.example.app' };
const swipeable = (count: number) => ({
	type: 'SWIPEABLE_MEDIA',
	media_keys: Array.from({ length: count }, () => ids.libraryImage),
});

describe('a card of components', () => {
	it.each([
		['no media', [DETAILS], 'INVALID_PARAMETER'],
		['nothing but media', [media], 'INVALID_PARAMETER'],
		['two media components', [media, media, DETAILS], 'INVALID_PARAMETER'],
		['the media last', [DETAILS, media], 'INVALID_PARAMETER'],
		['one media to swipe', [swipeable(1), DETAILS], 'INVALID_PARAMETER'],
		['seven media to swipe', [swipeable(7), DETAILS], 'INVALID_PARAMETER'],
		['an unknown component', [{ ...media, type: 'PICTURE' }, DETAILS], 'INVALID_PARAMETER'],
		['a member that nobody knows', [media, { ...DETAILS, colour: 'red' }], 'INVALID_PARAMETER'],
		['no title', [media, { ...DETAILS, title: undefined }], 'MISSING_PARAMETER'],
		['a button to a website', [media, button(WEBSITE)], 'INVALID_PARAMETER'],
		['a title above an app', [media, { ...DETAILS, destination: appOf(PLAY) }], 'INVALID_PARAMETER'],
		['an app in no store', [media, button(appOf({}))], 'MISSING_PARAMETER'],
		[
			'a link into an app of another store',
			[media, button(appOf({ ...PLAY, ios_deep_link: 'app://x' }))],
			'INCLUSIVE_PARAMETERS',
		],
		['media of nobody', [{ ...media, media_key: '3_1' }, DETAILS], 'MEDIA_NOT_FOUND'],
	])('is refused with %s', async (_what, components, code) => {
		expect(codeOf(await post('cards', {}, { name: 'Card', components }))).toBe(code);
	});

	it('has components or slides, not both', async () => {
		const body = { name: 'Card', components: [media, DETAILS], slides: [[media, DETAILS]] };
		expect((await post('cards', {}, body)).status).toBe(400);
		const change = await call(`PUT ${ACCOUNT}/cards/${ids.card}`, body);
		expect(codeOf(change)).toBe('EXCLUSIVE_PARAMETERS');
	});
});

const talk = {
	name: 'Talk',
	media_key: ids.libraryImage,
	first_cta: '#One',
	first_cta_tweet: 'First',
	thank_you_text: 'Thanks',
	title: 'Talk to us',
};
const POLL = { name: 'Poll', first_choice: 'A', second_choice: 'B', duration_in_minutes: 60 };
const hello = { as_user_id: ME.id, text: 'Hello' };

it.each([
	['cards/image_conversation', omit(talk, 'title'), 'MISSING_PARAMETER'],
	['cards/image_conversation', { ...talk, second_cta: '#Two' }, 'MISSING_PARAMETER'],
	['cards/image_conversation', { ...talk, first_cta: `#${'x'.repeat(21)}` }, 'INVALID_PARAMETER'],
	['cards/image_conversation', { ...talk, media_key: ids.libraryVideo }, 'INVALID_MEDIA'],
	['cards/video_conversation', talk, 'INVALID_MEDIA'],
	['cards/poll', { ...POLL, fourth_choice: 'D' }, 'MISSING_PARAMETER'],
	['cards/poll', { ...POLL, duration_in_minutes: 4 }, 'INVALID_PARAMETER'],
	['media_library', { media_key: '3_1' }, 'MEDIA_NOT_FOUND'],
	['preroll_call_to_actions', prerollOf('none'), 'LINE_ITEM_NOT_FOUND'],
	['draft_tweets', { as_user_id: ME.id }, 'TWEET_CANNOT_BE_BLANK'],
	['draft_tweets', { ...hello, as_user_id: '1' }, 'PROMOTABLE_USER_NOT_FOUND'],
	['tweet', { ...hello, as_user_id: ids.otherUserId }, 'ACTION_NOT_ALLOWED'],
	['tweet', { ...hello, card_uri: 'card://1' }, 'CARD_NOT_FOUND'],
	['tweet', { ...hello, media_keys: `${ids.libraryImage},${ids.libraryVideo}` }, 'INVALID_MEDIA'],
	['tweet', { ...hello, text: 'Coffee all day' }, 'DUPLICATE_TWEET'],
	['scheduled_tweets', { ...hello, scheduled_at: '2020-01-01T00:00:00Z' }, 'INVALID_PARAMETER'],
	['scheduled_tweets', { ...hello, scheduled_at: '2199-01-01T00:00:00Z' }, 'INVALID_PARAMETER'],
])('POST %s %j is refused', async (path, values, code) => {
	expect(codeOf(await post(path, values))).toBe(code);
});

function prerollOf(line_item_id: string) {
	return { line_item_id, call_to_action: 'SHOP', call_to_action_url: 'https://example.com' };
}

it('shows a single card in a list, and a conversation card by itself, as the documentation does', async () => {
	expect((await call(`GET ${ACCOUNT}/cards/${ids.card}`)).data).toHaveLength(1);
	const conversation = await call(`GET ${ACCOUNT}/cards/image_conversation/${ids.imageConversationCard}`);
	expect(conversation.row).toMatchObject({ id: ids.imageConversationCard });
});

it('prints the IDs of Posts as numbers beyond what a binary float holds', async () => {
	const { text } = await post('tweet', hello);
	expect(text).toMatch(/"id":\d{19},"id_str":"\d{19}"/);
});
