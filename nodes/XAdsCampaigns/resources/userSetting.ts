import { reads, writes } from '../../shared/ads/children';
import { inAccount } from '../../shared/ads/locators';
import { choices, text, update } from '../../shared/fields';
import { one, op } from '../../shared/operation/operation';
import { settingsUser } from '../locators';
import { adsResource } from '../resource';

const oneUser = { ...inAccount, user_id: settingsUser() };
const notices = update({
	contact_phone: text({ label: 'Contact Phone' }),
	contact_phone_extension: text({ label: 'Contact Phone Extension' }),
	notification_email: text({ label: 'Notification Email', placeholder: 'e.g. name@email.com' }),
	subscribed_email_types: choices(
		{
			ACCOUNT_PERFORMANCE: 'Account Performance',
			PERFORMANCE_IMPROVEMENT: 'Performance Improvement',
		},
		{ label: 'Subscribed Email Types' },
	),
});

export const userSettingResource = adsResource('userSetting', 'User Setting', {
	get: op({
		route: 'GET /12/accounts/{account_id}/user_settings/{user_id}',
		action: 'Get the user settings',
		description: 'Get how the authenticated user is notified about an account',
		auth: reads,
		fields: oneUser,
		result: one(),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}/user_settings/{user_id}',
		action: 'Update the user settings',
		description: 'Change how the authenticated user is notified about an account',
		auth: writes,
		fields: { ...oneUser, ...notices },
		result: one(),
		needsChange: true,
	}),
});
