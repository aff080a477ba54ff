/**
 * What the ads hosts know from the start, with stable identifiers for tests. Production has two accounts of `ME` (one
 * of them to look at only) and one of someone else; the sandbox has one, and more can be made there.
 */
import { omit } from 'lodash';
import type { Platform } from '../frame';
import { ME, PIXEL } from '../identities';
import { seedCreatives } from './creatives/seed';
import { seedAudiences } from './audiences';
import { addEntity } from './entities';
import { ids } from './ids';
import { seedLeads } from './leads';
import { shown, TIMES } from './samples';
import { AdsState, type Data, type Json } from './state';

const account = (id: string, name: string, more: Partial<Data> = {}): Data => ({
	...shown('accounts'),
	industry_type: 'TRAVEL',
	...TIMES,
	id,
	name,
	...more,
});

export const promotableUser = (id: string, userId: string, type: string, at = TIMES.created_at): Data => ({
	id,
	user_id: userId,
	promotable_user_type: type,
	created_at: at,
	updated_at: at,
	deleted: false,
});

const funding = (id: string, accountId: string, type: string, more: Partial<Data> = {}): Data => ({
	...shown('funding_instruments'),
	...TIMES,
	id,
	account_id: accountId,
	type,
	credit_limit_local_micro: null,
	funded_amount_local_micro: null,
	start_time: '2026-01-01T00:00:00Z',
	...more,
});

const campaign = (id: string, name: string, more: Partial<Data> = {}): Data => ({
	...omit(shown('campaigns'), ['servable', 'reasons_not_servable', 'effective_status']),
	...TIMES,
	id,
	name,
	entity_status: 'ACTIVE',
	daily_budget_amount_local_micro: 140_000_000,
	...more,
});

const lineItemData = (id: string, campaignId: string, more: Partial<Data> = {}): Data => ({
	...shown('line_items'),
	...TIMES,
	id,
	campaign_id: campaignId,
	name: `Line item ${id}`,
	start_time: '2026-01-10T00:00:00Z',
	end_time: '2099-01-10T00:00:00Z',
	advertiser_user_id: ME.id,
	audience_expansion: null,
	...more,
});

const CLICKS = { objective: 'WEBSITE_CLICKS', goal: 'LINK_CLICKS', pay_by: 'LINK_CLICK' };
const FOLLOWS = {
	objective: 'FOLLOWERS',
	product_type: 'PROMOTED_ACCOUNT',
	goal: 'FOLLOWERS',
	bid_strategy: 'TARGET',
};
const PREROLLS = {
	objective: 'PREROLL_VIEWS',
	product_type: 'MEDIA',
	goal: 'PREROLL',
	pay_by: 'IMPRESSION',
	categories: ['IAB7'],
};

/** Production: everything there is, one of each kind at least. */
export function seedProduction(platform: Platform): AdsState {
	const state = new AdsState('production', platform);
	const own = (kind: Parameters<AdsState['of']>[0], ...rows: Data[]) => {
		for (const row of rows) state.of(kind).add(ids.account, row);
	};
	for (const row of [
		account(ids.account, 'Acme Travel'),
		account(ids.readOnlyAccount, 'Acme Europe', { timezone: 'Europe/Berlin' }),
		account(ids.foreignAccount, 'Somebody else'),
	]) {
		state.of('accounts').add(row.id, row);
	}
	state.access.set(ids.account, { [ME.id]: ['ACCOUNT_ADMIN', 'TWEET_COMPOSER'] });
	state.access.set(ids.readOnlyAccount, { [ME.id]: ['CAMPAIGN_ANALYST'] });
	own(
		'fundingInstruments',
		funding(ids.fundingInstrument, ids.account, 'CREDIT_CARD', { credit_limit_local_micro: 200_000_000 }),
		funding(ids.insertionOrder, ids.account, 'INSERTION_ORDER', {
			description: 'Insertion order 4711',
			io_header: '4711',
			credit_remaining_local_micro: 50_000_000_000,
		}),
		funding(ids.partnerManaged, ids.account, 'PARTNER_MANAGED', { funded_amount_local_micro: 1_000_000_000 }),
	);
	state
		.of('fundingInstruments')
		.add(ids.readOnlyAccount, funding('lyg2e', ids.readOnlyAccount, 'CREDIT_LINE', { currency: 'EUR' }));
	own(
		'promotableUsers',
		promotableUser(ids.promotableUser, ME.id, 'FULL'),
		promotableUser(ids.otherPromotableUser, ids.otherUserId, 'RETWEETS_ONLY'),
	);
	own(
		'campaigns',
		campaign(ids.campaign, 'Summer sale', {
			entity_status: 'PAUSED',
			budget_optimization: 'CAMPAIGN',
			standard_delivery: true,
		}),
		campaign(ids.activeCampaign, 'Autumn engagement'),
		campaign(ids.followersCampaign, 'More followers', { entity_status: 'PAUSED' }),
		campaign(ids.prerollCampaign, 'Before the video', { entity_status: 'PAUSED' }),
		campaign(ids.draftCampaign, 'Summer draft', { entity_status: 'DRAFT' }),
		campaign(ids.deletedCampaign, 'Summer of last year', { entity_status: 'PAUSED', deleted: true }),
	);
	own(
		'lineItems',
		lineItemData(ids.websiteLineItem, ids.campaign, CLICKS),
		lineItemData(ids.lineItem, ids.activeCampaign, { entity_status: 'ACTIVE' }),
		lineItemData(ids.followersLineItem, ids.followersCampaign, FOLLOWS),
		lineItemData(ids.prerollLineItem, ids.prerollCampaign, PREROLLS),
	);
	own(
		'targetingCriteria',
		ofLineItem(ids.targetingCriterion, {
			name: 'travel',
			operator_type: 'EQ',
			targeting_type: 'BROAD_KEYWORD',
			targeting_value: 'travel',
		}),
	);
	own(
		'promotedTweets',
		ofLineItem(ids.promotedTweet, {
			tweet_id: '880290790664060928',
			entity_status: 'ACTIVE',
			approval_status: 'ACCEPTED',
		}),
	);
	own('webEventTags', {
		...shown('web_event_tags'),
		...TIMES,
		id: ids.webEventTag,
		name: 'Order in the shop',
		type: 'PURCHASE',
		website_tag_id: PIXEL.id,
	});
	own('appEventTags', { ...shown('app_event_tags'), ...TIMES, id: ids.appEventTag });
	own('appLists', {
		...shown('app_lists'),
		...TIMES,
		id: ids.appList,
		apps: [{ app_store_identifier: 'com.example.shop', os_type: 'Android' }],
	});
	own('providerConfigurations', {
		...TIMES,
		id: ids.providerConfiguration,
		provider_name: 'API McTestface',
		provider_advertiser_id: '123',
		provider_advertiser_identifier: '123',
	});
	own('abTests', { ...shown('ab_tests'), ...TIMES, id: ids.abTest });
	seedLeads(state);
	seedCreatives(state);
	seedAudiences(state);
	return state;
}

const ofLineItem = (id: string, fields: Readonly<Record<string, Json>>): Data => ({
	id,
	line_item_id: ids.lineItem,
	...fields,
	...TIMES,
});

/** The sandbox: one account that can fund campaigns. */
export function seedSandbox(platform: Platform): AdsState {
	const state = new AdsState('sandbox', platform);
	const { sandboxAccount: id } = ids;
	state
		.of('accounts')
		.add(id, account(id, 'Sandbox account', { timezone_switch_at: null, industry_type: null }));
	state.access.set(id, { [ME.id]: ['ACCOUNT_ADMIN', 'TWEET_COMPOSER'] });
	state.of('promotableUsers').add(id, promotableUser('l9sbx', ME.id, 'FULL'));
	state.of('fundingInstruments').add(
		id,
		funding(ids.sandboxFundingInstrument, id, 'CREDIT_CARD', {
			description: '(no payment method has been set up yet)',
		}),
	);
	return state;
}

/** Many line items at once, past the limits of a campaign, to measure reading with. */
export function addLineItems(state: AdsState, accountId: string, campaignId: string, count: number): void {
	for (let index = 0; index < count; index += 1) {
		addEntity(
			{ state, accountId },
			'lineItems',
			lineItemData('', campaignId, { name: `Line item ${index + 1}` }),
		);
	}
}
