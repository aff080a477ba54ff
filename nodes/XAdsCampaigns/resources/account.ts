/** An account: its settings, features and ways to pay. */
import { get, isString, mapKeys } from 'lodash';
import { amount, amountsIn } from '../../shared/ads/amount';
import { adsResource, accountChildren } from '../../shared/ads/children';
import {
	titled,
	currency,
	endTime,
	startTime,
	country,
	listOptions,
	nameQuery,
	sort,
	withDeleted,
} from '../../shared/ads/fields';
import { adIds, inAccount, fundingInstrument } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/micros';
import { choice, filters, text, update, additional, flag, choices, locator } from '../../shared/fields';
import {
	cursor,
	deleted,
	many,
	one,
	op,
	type Result,
	broken,
	type Fields,
	type Values,
} from '../../shared/operation/operation';
import { checkWindow } from '../../shared/operation/window';

const shape = adsShape(
	'id name business_name industry_type approval_status timezone timezone_switch_at business_id created_at updated_at deleted',
);

export const accountResource = adsResource('account', 'Account', {
	create: op({
		route: 'POST /12/accounts',
		action: 'Create a sandbox account',
		description: 'Create an account in the sandbox',
		environments: ['sandbox'],
		fields: {},
		result: one(shape),
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}',
		action: 'Delete a sandbox account',
		description: 'Delete an account of the sandbox',
		environments: ['sandbox'],
		fields: inAccount,
		result: deleted('account_id'),
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}',
		action: 'Get an account',
		description: 'Get one advertising account',
		fields: { ...inAccount, ...withDeleted },
		result: one(shape),
		gather: {
			route: 'GET /12/accounts',
			parameter: 'account_ids',
			max: 200,
			field: 'account_id',
			query: [['count', '200']],
		},
	}),
	getMany: op({
		route: 'GET /12/accounts',
		action: 'Get many accounts',
		description: 'Get the advertising accounts that the authenticated user has access to',
		fields: {
			...sort('name'),
			...filters({
				account_ids: adIds('Account IDs'),
				q: nameQuery('Only those with a name that starts with this text'),
			}),
			...listOptions,
		},
		paging: cursor(),
		result: many(shape),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}',
		action: 'Update an account',
		description: 'Change the name or the industry of an account',
		fields: {
			...inAccount,
			...update({
				name: text(),
				industry_type: choice(
					titled(`
	AGENCY BUSINESS_TO_BUSINESS EDUCATION FINANCIAL GOVERNMENT HEALTH MEDIA MOBILE ONLINE_SERVICES OTHER
	RESTAURANT RETAIL TECHNOLOGY TRAVEL`),
					{ label: 'Industry' },
				),
			}),
		},
		result: one(shape),
	}),
});

const funded = () => amount('Funded Amount', 'For some types only');
const instruments = accountChildren({
	segment: 'funding_instruments',
	locator: fundingInstrument,
	simplified: `
		id type description currency entity_status able_to_fund reasons_not_able_to_fund credit_limit
		credit_remaining funded_amount start_time end_time deleted`,
});

export const fundingInstrumentResource = adsResource('fundingInstrument', 'Funding Instrument', {
	create: instruments.creation(
		'Create a funding instrument in the sandbox, where nothing is charged',
		{
			currency: currency(),
			start_time: startTime(),
			type: choice(
				titled(`
	AGENCY_CREDIT_LINE CREDIT_CARD CREDIT_LINE INSERTION_ORDER PARTNER_MANAGED`),
				{ default: 'CREDIT_CARD' },
			),
			...amountsIn,
			...additional({
				credit_limit_local_micro: amount('Credit Limit', 'For some types only'),
				end_time: endTime(),
				funded_amount_local_micro: funded(),
			}),
		},
		{ action: 'Create a sandbox funding instrument', environments: ['sandbox'], check: checkWindow },
	),
	delete: instruments.remove('Delete a funding instrument of the sandbox', {
		action: 'Delete a sandbox funding instrument',
		environments: ['sandbox'],
	}),
	get: instruments.get('Get one funding instrument'),
	getMany: instruments.list('Get the funding instruments that pay for the campaigns of an account', {
		sort: ['funded_amount_local_micro', 'start_time', 'end_time'],
	}),
	update: instruments.change('Change a partner managed funding instrument: partners only', {
		...amountsIn,
		...update({
			funded_amount_local_micro: funded(),
			paused: flag({ description: 'Whether to stop all spending from it for now' }),
		}),
	}),
});

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

const address = (whose: string) => ({
	address_city: text({ label: `${whose}City` }),
	address_country: country({ label: `${whose}Country Code` }),
	address_email: text({ label: `${whose}Email`, placeholder: 'e.g. name@email.com' }),
	address_first_name: text({ label: `${whose}First Name` }),
	address_last_name: text({ label: `${whose}Last Name` }),
	address_name: text({ label: `${whose}Company` }),
	address_postal_code: text({ label: `${whose}Postal Code` }),
	address_region: text({ label: `${whose}Region` }),
	address_street1: text({ label: `${whose}Street 1` }),
	address_street2: text({ label: `${whose}Street 2` }),
});

const taxes: Fields & typeof inAccount = {
	...inAccount,
	...update({
		...address(''),
		...mapKeys(address('Client '), (_, key) => `client_${key}`),
		bill_to: choice({ ADVERTISER: 'Advertiser', AGENCY: 'Agency' }),
		business_relationship: choice({ AGENCY: 'Agency', SELF: 'Self' }),
		invoice_jurisdiction: choice({ LOI_SAPIN: 'Loi Sapin', NONE: 'None', NOT_SET: 'Not Set' }),
		tax_category: choice({
			BUSINESS_NO_VAT: 'Business Without VAT',
			BUSINESS_WITH_VAT: 'Business With VAT',
			INDIVIDUAL: 'Individual',
		}),
		tax_exemption_id: text(),
		tax_id: text(),
	}),
};

/** Only agencies have clients. */
function* checkClient(values: Values) {
	const client = Object.keys(values).find((key) => key.startsWith('client_') && values[key] !== undefined);
	if (client !== undefined && values.business_relationship === 'SELF')
		yield broken(client, 'agency', 'can be set only where {business_relationship} is "Agency"');
}

export const taxSettingResource = adsResource('taxSetting', 'Tax Setting', {
	get: op({
		route: 'GET /12/accounts/{account_id}/tax_settings',
		action: 'Get the tax settings',
		description: 'Get the tax settings of an account',
		fields: inAccount,
		result: one(),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}/tax_settings',
		action: 'Update the tax settings',
		description: 'Change the tax settings of an account; a field that is added and left empty is unset',
		fields: taxes,
		result: one(),
		check: checkClient,
	}),
});

/** The authenticated user, who is the only one with access to their settings. */
const settingsUser = () =>
	locator(
		{ name: 'User', search: 'searchOwnUser', example: '756201191646691328' },
		{ description: 'The authenticated user: nobody else may read or change these settings' },
	);

const oneUser = { ...inAccount, user_id: settingsUser() };
const notices = update({
	contact_phone: text(),
	contact_phone_extension: text(),
	notification_email: text({ placeholder: 'e.g. name@email.com' }),
	subscribed_email_types: choices({
		ACCOUNT_PERFORMANCE: 'Account Performance',
		PERFORMANCE_IMPROVEMENT: 'Performance Improvement',
	}),
});

export const userSettingResource = adsResource('userSetting', 'User Setting', {
	get: op({
		route: 'GET /12/accounts/{account_id}/user_settings/{user_id}',
		action: 'Get the user settings',
		description: 'Get how the authenticated user is notified about an account',
		fields: oneUser,
		result: one(),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}/user_settings/{user_id}',
		action: 'Update the user settings',
		description: 'Change how the authenticated user is notified about an account',
		fields: { ...oneUser, ...notices },
		result: one(),
	}),
});
