import { inAccount } from '../../shared/ads/locators';
import { choices, text, update, locator } from '../../shared/fields';
import { one, op } from '../../shared/operation/operation';
import { adsResource } from '../../shared/ads/children';

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
