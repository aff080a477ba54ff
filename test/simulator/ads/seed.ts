/**
 * What the ads hosts know from the start, with stable identifiers for tests. Production has two accounts of `ME` (one
 * of them to look at only) and one of someone else; the sandbox has one, and more can be made there.
 */
import { omit } from 'lodash';
import type { Platform } from '../frame';
import { ME, PIXEL } from '../identities';
import { setMembers } from './audienceUsers';
import { libraryEntry } from './creatives/library';
import { addEntity, type Fields } from './entities';
import { ids } from './ids';
import { seedLeads } from './leads';
import { shown, TIMES } from './samples';
import { AdsState, type Kind } from './state';

const EVERYTHING = ['ACCOUNT_ADMIN', 'TWEET_COMPOSER'];

/** An account, and what `ME` may do in it. */
function addAccount(state: AdsState, id: string, fields: Fields, permissions?: readonly string[]): void {
	const usual = { ...shown('accounts'), industry_type: 'TRAVEL' };
	state.of('accounts').add(id, { ...usual, ...TIMES, ...fields, id });
	if (permissions) state.access.set(id, { [ME.id]: permissions });
}

/** Adds entities of an account by their identifiers, over the fields that the documentation shows, or over others. */
const addTo =
	(state: AdsState, accountId: string) =>
	(kind: Kind, base: string | Fields, rows: Readonly<Record<string, Fields>>): void => {
		const usual = typeof base === 'string' ? shown(base) : base;
		for (const [id, fields] of Object.entries(rows))
			state.of(kind).add(accountId, { ...usual, ...TIMES, ...fields, id });
	};

const funding = (account_id: string, type: string, more: Fields = {}): Fields => ({
	account_id,
	type,
	credit_limit_local_micro: null,
	funded_amount_local_micro: null,
	start_time: '2026-01-01T00:00:00Z',
	...more,
});

const campaign = (name: string, status: string, more: Fields = {}): Fields => ({
	name,
	entity_status: status,
	daily_budget_amount_local_micro: 140_000_000,
	...more,
});

const lineItem = (name: string, campaignId: string, more: Fields = {}): Fields => ({
	campaign_id: campaignId,
	name,
	start_time: '2026-01-10T00:00:00Z',
	end_time: '2099-01-10T00:00:00Z',
	advertiser_user_id: ME.id,
	audience_expansion: null,
	...more,
});

/** A Post of an account, out or not. */
const post = (text: string, more: Fields): Fields => ({
	text,
	user_id: ME.id,
	nullcast: true,
	card_uri: null,
	media_keys: [],
	name: null,
	...more,
});

const audience = (name: string, isOwner: boolean): Fields => ({
	name,
	is_owner: isOwner,
	owner_account_id: isOwner ? ids.account : ids.foreignAccount,
	permission_level: isOwner ? 'READ_WRITE' : 'READ_ONLY',
});

/** Production: everything there is, one of each kind at least. */
export function seedProduction(platform: Platform): AdsState {
	const state = new AdsState('production', platform);
	addAccount(state, ids.account, { name: 'Acme Travel' }, EVERYTHING);
	const looksOn = { name: 'Acme Europe', timezone: 'Europe/Berlin' };
	addAccount(state, ids.readOnlyAccount, looksOn, ['CAMPAIGN_ANALYST']);
	addAccount(state, ids.foreignAccount, { name: 'Somebody else' });
	addTo(state, ids.readOnlyAccount)('fundingInstruments', 'funding_instruments', {
		lyg2e: funding(ids.readOnlyAccount, 'CREDIT_LINE', { currency: 'EUR' }),
	});
	seedCampaigns(state);
	seedMeasurement(state);
	seedCreatives(state);
	seedAudiences(state);
	seedLeads(state);
	return state;
}

function seedCampaigns(state: AdsState): void {
	const own = addTo(state, ids.account);
	own('fundingInstruments', 'funding_instruments', {
		[ids.fundingInstrument]: funding(ids.account, 'CREDIT_CARD', { credit_limit_local_micro: 200_000_000 }),
		[ids.insertionOrder]: funding(ids.account, 'INSERTION_ORDER', {
			description: 'Insertion order 4711',
			io_header: '4711',
			credit_remaining_local_micro: 50_000_000_000,
		}),
		[ids.partnerManaged]: funding(ids.account, 'PARTNER_MANAGED', {
			funded_amount_local_micro: 1_000_000_000,
		}),
	});
	own('promotableUsers', 'promotable_users', {
		[ids.promotableUser]: { user_id: ME.id, promotable_user_type: 'FULL' },
		[ids.otherPromotableUser]: { user_id: ids.otherUserId, promotable_user_type: 'RETWEETS_ONLY' },
	});
	own('campaigns', omit(shown('campaigns'), ['servable', 'reasons_not_servable', 'effective_status']), {
		[ids.campaign]: campaign('Summer sale', 'PAUSED', {
			budget_optimization: 'CAMPAIGN',
			standard_delivery: true,
		}),
		[ids.activeCampaign]: campaign('Autumn engagement', 'ACTIVE'),
		[ids.followersCampaign]: campaign('More followers', 'PAUSED'),
		[ids.prerollCampaign]: campaign('Before the video', 'PAUSED'),
		[ids.draftCampaign]: campaign('Summer draft', 'DRAFT'),
		[ids.deletedCampaign]: campaign('Summer of last year', 'PAUSED', { deleted: true }),
	});
	own('lineItems', 'line_items', {
		[ids.websiteLineItem]: lineItem(`Line item ${ids.websiteLineItem}`, ids.campaign, {
			objective: 'WEBSITE_CLICKS',
			goal: 'LINK_CLICKS',
			pay_by: 'LINK_CLICK',
		}),
		[ids.lineItem]: lineItem(`Line item ${ids.lineItem}`, ids.activeCampaign, { entity_status: 'ACTIVE' }),
		[ids.followersLineItem]: lineItem(`Line item ${ids.followersLineItem}`, ids.followersCampaign, {
			objective: 'FOLLOWERS',
			product_type: 'PROMOTED_ACCOUNT',
			goal: 'FOLLOWERS',
			bid_strategy: 'TARGET',
		}),
		[ids.prerollLineItem]: lineItem(`Line item ${ids.prerollLineItem}`, ids.prerollCampaign, {
			objective: 'PREROLL_VIEWS',
			product_type: 'MEDIA',
			goal: 'PREROLL',
			pay_by: 'IMPRESSION',
			categories: ['IAB7'],
		}),
	});
	own('targetingCriteria', 'targeting_criteria', {
		[ids.targetingCriterion]: {
			line_item_id: ids.lineItem,
			name: 'travel',
			targeting_type: 'BROAD_KEYWORD',
			targeting_value: 'travel',
		},
	});
	own('promotedTweets', 'promoted_tweets', { [ids.promotedTweet]: { line_item_id: ids.lineItem } });
}

function seedMeasurement(state: AdsState): void {
	const own = addTo(state, ids.account);
	own('webEventTags', 'web_event_tags', {
		[ids.webEventTag]: { name: 'Order in the shop', type: 'PURCHASE', website_tag_id: PIXEL.id },
	});
	own('appEventTags', 'app_event_tags', { [ids.appEventTag]: {} });
	own('appLists', 'app_lists', {
		[ids.appList]: { apps: [{ app_store_identifier: 'com.example.shop', os_type: 'Android' }] },
	});
	own(
		'providerConfigurations',
		{},
		{
			[ids.providerConfiguration]: {
				provider_name: 'API McTestface',
				provider_advertiser_id: '123',
				provider_advertiser_identifier: '123',
			},
		},
	);
	own('abTests', 'ab_tests', { [ids.abTest]: {} });
}

function seedCreatives(state: AdsState): void {
	const own = addTo(state, ids.account);
	const media = (key: string, category: string, name: string) =>
		own('media', libraryEntry(key, category), { [key]: { name } });
	media(ids.libraryImage, 'tweet_image', 'Latte');
	media(ids.secondLibraryImage, 'tweet_image', 'Espresso');
	media(ids.libraryGif, 'tweet_gif', 'Steam');
	media(ids.libraryVideo, 'amplify_video', 'Barista');
	const banner = { media_url: 'https://images.example/banner.jpg', creative_type: 'BANNER', video_id: null };
	own('accountMedia', 'account_media', {
		[ids.imageMedia]: banner,
		[ids.prerollMedia]: { video_id: ids.libraryVideo },
	});
	own('cards', 'cards', {
		[ids.card]: {
			name: 'Autumn menu',
			card_type: 'IMAGE_WEBSITE',
			components: [
				{ type: 'MEDIA', media_key: ids.libraryImage },
				{
					type: 'DETAILS',
					title: 'The autumn menu',
					destination: { type: 'WEBSITE', url: 'https://example.com/autumn' },
				},
			],
		},
	});
	own('imageConversationCards', 'cards/image_conversation', {
		[ids.imageConversationCard]: { name: 'Talk about coffee', media_key: ids.libraryImage },
	});
	own('videoConversationCards', 'cards/video_conversation', {
		[ids.videoConversationCard]: { name: 'Talk about baristas', media_key: ids.libraryVideo },
	});
	own(
		'pollCards',
		{},
		{
			[ids.pollCard]: {
				name: 'Best coffee',
				first_choice: 'Latte',
				second_choice: 'Espresso',
				duration_in_minutes: '10080',
				start_time: '2026-01-05T10:00:00Z',
				end_time: '2026-01-12T10:00:00Z',
				card_type: 'TEXT_POLLS',
				card_uri: 'card://950590850777497601',
			},
		},
	);
	own('drafts', 'draft_tweets', {
		[ids.draftPost]: post('Our summer sale begins', { name: 'Summer draft' }),
	});
	own('scheduledPosts', 'scheduled_tweets', {
		[ids.scheduledPost]: post('Our summer sale begins', {
			scheduled_at: '2099-01-01T08:00:00Z',
			scheduled_status: 'SCHEDULED',
			tweet_id: null,
			completed_at: null,
		}),
	});
	own(
		'posts',
		{},
		{
			[ids.accountPost]: post('Coffee all day', { name: 'Coffee' }),
			[ids.organicPost]: post('We are open', { nullcast: false }),
		},
	);
	own('prerollCalls', 'preroll_call_to_actions', {
		[ids.prerollCallToAction]: {
			line_item_id: ids.prerollLineItem,
			call_to_action_url: 'https://example.com',
		},
	});
}

/** One audience of its own with people, a shared one, and a Do Not Reach List. */
function seedAudiences(state: AdsState): void {
	const own = addTo(state, ids.account);
	own('customAudiences', 'custom_audiences', {
		[ids.audience]: audience('Customers', true),
		[ids.sharedAudience]: audience('Customers of a partner', false),
	});
	own('doNotReachLists', 'do_not_reach_lists', { [ids.doNotReachList]: {} });
	own(
		'audiencePermissions',
		{},
		{
			[ids.audiencePermission]: {
				audience_id: ids.audience,
				granted_account_id: ids.readOnlyAccount,
				permission_level: 'READ_ONLY',
			},
		},
	);
	const people = Array.from({ length: 150 }, (_, index) => ({
		keys: new Set([`email ${index.toString(16).padStart(64, '0')}`]),
		expiresAt: undefined,
	}));
	setMembers(state, ids.audience, people);
}

/** The sandbox: one account that can fund campaigns. */
export function seedSandbox(platform: Platform): AdsState {
	const state = new AdsState('sandbox', platform);
	const { sandboxAccount: id } = ids;
	const fields = { name: 'Sandbox account', timezone_switch_at: null, industry_type: null };
	addAccount(state, id, fields, EVERYTHING);
	const own = addTo(state, id);
	own('promotableUsers', 'promotable_users', { l9sbx: { user_id: ME.id, promotable_user_type: 'FULL' } });
	const description = '(no payment method has been set up yet)';
	own('fundingInstruments', 'funding_instruments', {
		[ids.sandboxFundingInstrument]: funding(id, 'CREDIT_CARD', { description }),
	});
	return state;
}

/** Many line items at once, past the limits of a campaign, to measure reading with. */
export function addLineItems(state: AdsState, accountId: string, campaignId: string, count: number): void {
	for (let index = 0; index < count; index += 1) {
		const fields = { ...shown('line_items'), ...lineItem(`Line item ${index + 1}`, campaignId), id: '' };
		addEntity({ state, accountId }, 'lineItems', fields);
	}
}
