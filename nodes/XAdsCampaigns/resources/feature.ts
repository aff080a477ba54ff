import { get, isString } from 'lodash';
import { inAccount } from '../../shared/ads/locators';
import { choices, filters } from '../../shared/fields';
import { op, type Result } from '../../shared/operation/operation';
import { adsResource } from '../../shared/ads/children';
import { titled } from '../../shared/ads/fields';

const SANDBOX_FEATURES = titled(`
	AGE_TARGETING ALLOW_SKIPPABLE_VIDEOS_FOR_PREROLL_VIEWS_OBJECTIVE AWARENESS_OBJECTIVE BRAND_TPN
	CHARGE_FOR_GOOD_CLICK CONVERSATION_CARD CONVERSATION_CARD_FOUR_OPTIONS CONVERSATION_CARD_UNLOCK
	CPI_CHARGING DIRECT_MESSAGE_CARD DR_TAP ENGAGER_RETARGETING EVENT_TARGETING
	INSTALLED_APP_CATEGORY_TARGETING MOBILE_CONVERSION_TRANSACTION_VALUE OPTIMIZED_ACTION_BIDDING
	PREROLL_VIEWS_OBJECTIVE REACH_AND_FREQUENCY_ANALYTICS REACH_FREQUENCY_CAP VALIDATED_AGE_TARGETING
	VIDEO_APP_DOWNLOAD_CARD VIDEO_VIEWS_MIDROLL_OBJECTIVE`);

/** X answers with a list of keys. They become one item, even if there are none. */
const keys: Result = {
	isList: false,
	items: (body) => {
		const found: unknown = get(body, 'data');
		return Array.isArray(found) && found.every(isString) ? [{ feature_keys: found }] : [];
	},
};

const sandboxKeys = { ...inAccount, feature_keys: choices(SANDBOX_FEATURES, { label: 'Features' }) };

export const featureResource = adsResource('feature', 'Feature', {
	add: op({
		route: 'POST /12/accounts/{account_id}/features',
		action: 'Add features to a sandbox account',
		description: 'Give features to an account of the sandbox',
		environments: ['sandbox'],
		fields: sandboxKeys,
		result: keys,
	}),
	getMany: op({
		route: 'GET /12/accounts/{account_id}/features',
		action: 'Get the features of an account',
		description: 'Get the features that an account can use',
		fields: {
			...inAccount,
			...filters({
				feature_keys: choices(
					titled(`
	REACH_AND_FREQUENCY_ANALYTICS REACH_FREQUENCY_CAP WEBSITE_CLICKS_CPM_BILLING`),
					{
						label: 'Features',
						description: 'Only check for these',
					},
				),
			}),
		},
		result: keys,
	}),
	remove: op({
		route: 'DELETE /12/accounts/{account_id}/features',
		action: 'Remove features from a sandbox account',
		description: 'Take features from an account of the sandbox',
		environments: ['sandbox'],
		fields: sandboxKeys,
		result: keys,
	}),
});
