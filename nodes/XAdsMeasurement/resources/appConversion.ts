import { currency } from '../../shared/ads/fields';
import { additional, choice, exactDate, flag, number, options, text } from '../../shared/fields';
import { one, op } from '../../shared/operation/operation';
import { APP_EVENTS, SYSTEMS } from '../enums';
import { adsResource } from '../../shared/ads/children';
import { checkWindows, clickWindow, viewWindow } from '../conversions/windows';

/** Fields of both kinds of conversions: https://docs.x.com/x-ads-api/measurement/mobile-conversions#conversion-event */
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
