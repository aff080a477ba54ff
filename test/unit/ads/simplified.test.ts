/** Simplified output has what the documented answers hold, or the field is named here with the reason. */
import { spec as analytics } from '../../../nodes/XAdsAnalytics/spec';
import { spec as audiences } from '../../../nodes/XAdsAudiences/spec';
import { spec as campaigns } from '../../../nodes/XAdsCampaigns/spec';
import { spec as creatives } from '../../../nodes/XAdsCreatives/spec';
import { spec as measurement } from '../../../nodes/XAdsMeasurement/spec';
import { many } from '../../../nodes/shared/operation/operation';
import { leftOutOf } from '../../../scripts/docs/leftOut';

/** Fields by resource, with the reason why people do without them. */
const LEFT_OUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	report: {
		'id_str account_id': 'the ID is there as text, and the account is in the form',
		'platform updated_at': 'a job has neither of them set',
	},
	// Rows of lists stay short, as n8n's guidelines have it: the settings of an entity are in the form that changes it.
	campaign: {
		'duration_in_days frequency_cap': 'line items have them: no form sets those of a campaign',
		'created_at purchase_order_number standard_delivery': 'settings',
	},
	lineItem: {
		'automatic_tweet_promotion creative_source target_cpa': 'no form sets them',
		funding_instrument_id: 'one documented answer of several has it; the campaign names it',
		'advertiser_domain advertiser_user_id categories created_at duration_in_days frequency_cap': 'settings',
		'pay_by primary_web_event_tag standard_delivery': 'settings',
		'android_app_store_identifier ios_app_store_identifier': 'settings',
	},
	fundingInstrument: {
		account_id: 'it is in the form',
		'created_at io_header updated_at': 'who pays is in the description',
	},
	audience: { metadata: 'X does not say what it holds' },
	pollCard: { 'video_poster_height video_poster_width': 'sizes of pictures, which no operation takes' },
	videoConversationCard: { video_owner_id: 'no operation takes it' },
	post: {
		'contributors coordinates geo place scopes': 'ads have none',
		'display_text_range entities truncated': 'they are about the text, which is whole',
		'favorite_count favorited retweet_count retweeted': 'reports have the figures',
		'in_reply_to_screen_name in_reply_to_status_id in_reply_to_status_id_str': 'ads are no replies',
		'in_reply_to_user_id in_reply_to_user_id_str source': 'ads are no replies, and the app is the own one',
	},
	providerConfiguration: { provider_advertiser_identifier: 'provider_advertiser_id says the same' },
	abTest: { 'created_by updated_by': 'no operation takes them' },
};

const resources = [analytics, audiences, campaigns, creatives, measurement].flatMap((spec) => spec.resources);

it.each(resources)('$value', ({ value, operations }) => {
	const found = new Set(Object.values(operations).flatMap(leftOutOf));
	const named = Object.keys(LEFT_OUT[value] ?? {}).flatMap((names) => names.split(' '));
	expect([...found].sort()).toEqual(named.sort());
});

it('would see a field that is missing', () => {
	const operation = resources.find(({ value }) => value === 'campaign')?.operations['get'];
	const result = many({ ...operation!.result!.shape!, simplifiedFields: ['id'] });
	expect(leftOutOf({ ...operation!, result })).toContain('daily_budget_amount');
});
