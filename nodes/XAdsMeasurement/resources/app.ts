/** Apps and websites: their conversions, event tags and lists, and the provider that measures them. */
import { adsResource, accountChildren } from '../../shared/ads/children';
import { currency, titled } from '../../shared/ads/fields';
import { adLocator } from '../../shared/ads/locators';
import {
	additional,
	choice,
	exactDate,
	flag,
	number,
	options,
	text,
	list,
	type Choices,
	type Appearance,
	update,
} from '../../shared/fields';
import { one, op, broken, type Field } from '../../shared/operation/operation';
import { words } from '../../shared/util/text';

const CLICK_WINDOWS: Choices = { 1: '1 Day', 7: '7 Days', 14: '14 Days', 30: '30 Days' };

/** Attribution windows in days, for people who saw an ad. */
const VIEW_WINDOWS: Choices = { 0: 'None', ...CLICK_WINDOWS };

const clickWindow = (rest: Appearance = {}): Field<string> =>
	choice(CLICK_WINDOWS, {
		label: 'Click Window',
		default: '14',
		description: 'How long after a click or another engagement with an ad a conversion counts for it',
		...rest,
	});

const viewWindow = (rest: Appearance = {}): Field<string> =>
	choice(VIEW_WINDOWS, {
		label: 'View Window',
		default: '1',
		description: 'How long after an ad was seen a conversion counts for it',
		...rest,
	});

interface AttributionWindows {
	readonly click_window?: string | undefined;
	readonly view_through_window?: string | undefined;
}

/**
 * People who clicked an ad have also seen it, so the window for views cannot be longer:
 * https://docs.x.com/x-ads-api/measurement/web-conversions
 */
function* checkWindows({ click_window: click, view_through_window: view }: AttributionWindows) {
	if (click && view && Number(view) > Number(click))
		yield broken(
			'view_through_window',
			'maximum',
			`must not be longer than {click_window} (${view} days, and ${click})`,
		);
}

const WEB_EVENTS = titled(`
	ADDED_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST CHECKOUT_INITIATED CONTENT_VIEW CUSTOM DOWNLOAD
	PRODUCT_CUSTOMIZATION PURCHASE SEARCH SIGN_UP SITE_VISIT START_TRIAL SUBSCRIBE`);

const webTags = accountChildren({
	segment: 'web_event_tags',
	locator: adLocator('Web Event Tag', 'o3bk1', 'searchWebEventTags'),
	simplified: `
		id name type status website_tag_id click_window view_through_window retargeting_enabled last_tracked_at
		embed_code deleted`,
});

const contents = () => ({
	name: text({ label: 'Name', placeholder: 'e.g. Order in the shop' }),
	type: choice(WEB_EVENTS, { label: 'Type', default: 'PURCHASE', description: 'What visitors do' }),
	click_window: clickWindow(),
	view_through_window: viewWindow(),
	retargeting_enabled: flag({
		label: 'Retargeting Enabled',
		description: 'Whether ads may target people for whom the event was tracked',
	}),
});

export const webEventTagResource = adsResource('webEventTag', 'Web Event Tag', {
	create: webTags.creation(
		'Create an event of a website, such as a purchase, that conversions are counted for',
		contents(),
		{ check: checkWindows },
	),
	delete: webTags.remove('Delete a web event tag'),
	get: webTags.get('Get one web event tag with its pixel and its code'),
	getMany: webTags.list('Get the events of websites that conversions are counted for'),
	update: webTags.change('Change a web event tag', update(contents()), { check: checkWindows }),
});

const SYSTEMS: Choices = { ANDROID: 'Android', IOS: 'iOS' };

const APP_EVENTS = titled(`
	ACHIEVEMENT_UNLOCKED ADDED_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST CHECKOUT_INITIATED CONTENT_VIEW INSTALL
	INVITE LEVEL_ACHIEVED LOGIN PURCHASE RATED RESERVATION RE_ENGAGE SEARCH SHARE SIGN_UP SPENT_CREDITS
	TUTORIAL_COMPLETE UPDATE`);

/**
 * The fields that both kinds of conversions share:
 * https://docs.x.com/x-ads-api/measurement/mobile-conversions#conversion-event
 */
const conversion = {
	app_id: text({
		placeholder: 'e.g. 333903271',
		description: 'The number of an iOS app in the App Store, or the package name of an Android app',
	}),
	os_type: choice(SYSTEMS, { label: 'Operating System', default: 'IOS' }),
	conversion_type: choice(APP_EVENTS, { default: 'INSTALL' }),
	conversion_time: exactDate({ description: 'When it happened' }),
	hashed_device_id: text({
		description: 'The advertising ID of the device, hashed as X has agreed with the measurement provider',
	}),
};

const windows = {
	click_window: clickWindow(),
	view_through_window: viewWindow(),
	non_twitter_engagement_time: exactDate({
		label: 'Other Engagement Time',
		description: 'When the person last engaged with an ad of another network',
	}),
	non_twitter_engagement_type: choice(
		{ CLICK: 'Click', VIEW: 'View' },
		{ label: 'Other Engagement Type', description: 'What the engagement with an ad of another network was' },
	),
};

export const appConversionResource = adsResource('appConversion', 'App Conversion', {
	getAttribution: op({
		route: 'GET /12/conversion_attribution',
		action: 'Get the attribution of an app conversion',
		description: 'Get the ad on X that led to a conversion in an app; for measurement providers',
		fields: {
			...conversion,
			...options({
				...windows,
				extra_device_ids: text({
					description: 'Further hashed IDs of the same device, separated by commas',
				}),
			}),
		},
		result: one(),
		check: checkWindows,
	}),
	send: op({
		route: 'POST /12/conversion_event',
		action: 'Send an app conversion',
		description: 'Report a conversion in an app, such as an install, to X; for measurement providers',
		fields: {
			...conversion,
			...additional({
				...windows,
				device_ip_address: text({ label: 'Device IP Address', placeholder: 'e.g. 192.0.2.1' }),
				level: number({ description: 'The level that was achieved' }),
				number_items: number({ label: 'Number of Items', default: 1, description: 'How many were bought' }),
				price_currency: currency({ label: 'Currency' }),
				price_micro: number({
					label: 'Price (Micros)',
					description: 'In millionths of the currency: 12.50 is 12500000',
				}),
				user_payment_info: flag({
					label: 'Has Payment Info',
					description: 'Whether the person has added payment information',
				}),
			}),
		},
		result: one(),
		check: checkWindows,
	}),
});

const tags = accountChildren({
	segment: 'app_event_tags',
	locator: adLocator('App Event Tag', 'jhp', 'searchAppEventTags'),
	simplified: `
		id provider_app_event_name provider_app_event_id app_store_identifier os_type conversion_type status
		post_engagement_attribution_window post_view_attribution_window retargeting_enabled deep_link_scheme
		last_tracked_at created_at updated_at deleted`,
});

export const appEventTagResource = adsResource('appEventTag', 'App Event Tag', {
	create: tags.creation(
		'Create an event of an app, as its measurement provider knows it',
		{
			app_store_identifier: text({
				label: 'App Store ID',
				placeholder: 'e.g. com.example.shop or 333903271',
				description: 'The package name of an Android app, or the number of an iOS app in the App Store',
			}),
			os_type: choice(SYSTEMS, { label: 'Operating System', default: 'IOS' }),
			conversion_type: choice(APP_EVENTS, { default: 'INSTALL' }),
			provider_app_event_id: text({
				label: 'Provider Event ID',
				description: 'The ID of the event at the measurement provider',
			}),
			provider_app_event_name: text({
				label: 'Provider Event Name',
				description: 'The name of the event at the measurement provider',
			}),
			...additional({
				deep_link_scheme: text({ placeholder: 'e.g. example://' }),
				post_engagement_attribution_window: clickWindow({ label: 'Engagement Window', default: '30' }),
				post_view_attribution_window: viewWindow(),
				retargeting_enabled: flag({
					default: true,
					description: 'Whether ads may target people for whom the event was tracked',
				}),
			}),
		},
		{
			*check({ post_engagement_attribution_window: click, post_view_attribution_window: view }) {
				for (const { rule, text: words } of checkWindows({ click_window: click, view_through_window: view }))
					yield {
						field: 'post_view_attribution_window',
						rule,
						text: words.replace('click_window', 'post_engagement_attribution_window'),
					};
			},
		},
	),
	delete: tags.remove('Delete an app event tag'),
	get: tags.get('Get one app event tag'),
	getMany: tags.list('Get the events of apps that conversions are counted for', {
		sort: words(`
			post_view_attribution_window post_engagement_attribution_window assisted_conversion
			provider_app_event_name`),
	}),
});

const lists = accountChildren({
	segment: 'app_lists',
	locator: adLocator('App List', '28ukf', 'searchAppLists'),
	simplified: 'id name apps created_at updated_at deleted',
});

export const appListResource = adsResource('appList', 'App List', {
	create: lists.creation('Create a list of apps whose users do not see your ads; at most 100 per account', {
		name: text(),
		app_store_identifiers: list({
			label: 'App Store IDs',
			placeholder: 'e.g. com.example.shop,333903271',
			max: 500,
			description:
				'Package names of Android apps and numbers of iOS apps in the App Store, separated by commas',
		}),
	}),
	delete: lists.remove('Delete an app list'),
	get: lists.get('Get one app list with its apps'),
	getMany: lists.list('Get the app lists of an account'),
});

/** Only version 11 of the documentation has these. */
const configurations = accountChildren({
	version: 11,
	segment: 'app_event_provider_configurations',
	key: 'id',
	noun: 'provider configuration',
	nouns: 'provider configurations',
	locator: adLocator('Provider Configuration', '25n', 'searchProviderConfigurations'),
	simplified: 'id provider_name provider_advertiser_id created_at updated_at deleted',
});

export const providerConfigurationResource = adsResource('providerConfiguration', 'Provider Configuration', {
	create: configurations.creation(
		'Connect an account with its provider of app measurement; an account has one',
		{
			provider_advertiser_id: text({
				label: 'Advertiser ID',
				placeholder: 'e.g. client1',
				description: 'ID of the advertiser at the provider',
			}),
		},
	),
	delete: configurations.remove('Disconnect an account from its provider of app measurement'),
	get: configurations.get('Get one provider configuration'),
	getMany: configurations.list('Get the providers of app measurement of an account'),
});
