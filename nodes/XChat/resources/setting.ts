import { get, isEqual } from 'lodash';
import { choice, flag, update } from '../../shared/fields';
import { one, op, resource, type Call, type Values } from '../../shared/operation/operation';
import { read, write } from '../fields';

const calls = (key: string, label: string, description: string) => ({
	[`av_settings.${key}`]: flag({ label, description }),
});

const callsFrom = (key: string, label: string, whom: string) =>
	calls(`av_call_permissions.accept_calls_from_${key}`, `Calls From ${label}`, `Whether ${whom} may call`);

/** Names the settings that X's answer does not have as they were asked for. */
function unconfirmed(
	body: unknown,
	{ values, hint }: Pick<Call<Values>, 'hint' | 'values'>,
): Promise<unknown> {
	const others = Object.keys(values).filter(
		(key) =>
			values[key] !== undefined &&
			body !== undefined &&
			!isEqual(get(body, ['data', ...key.split('.')]), values[key]),
	);
	if (others.length > 0) hint(`X did not confirm ${others.join(', ')}: Setting, Get shows what holds`);
	return Promise.resolve(body);
}

/** Settings of X Chat: https://docs.x.com/x-api/chat/get-chat-settings */
export const settingResource = resource({
	value: 'setting',
	operations: {
		get: op({
			route: 'GET /2/chat/settings',
			action: 'Get the settings of encrypted chat',
			description: 'Get who may message and call you, and how requests are sorted',
			auth: read,
			fields: {},
			result: one(),
		}),
		update: op({
			route: 'PUT /2/chat/settings',
			action: 'Update the settings of encrypted chat',
			description: 'Set who may message and call you, and how requests are sorted',
			auth: write,
			fields: update({
				allow_dms_from: choice(
					{ all: 'Everybody', following: 'People You Follow', verified: 'Verified Users' },
					{ label: 'Allow Messages From', default: 'all' },
				),
				always_allow_dms_from_subscribers: flag({
					label: 'Always Allow Subscribers',
					description: 'Whether subscribers may always message you',
				}),
				...callsFrom('addressbook', 'Address Book', 'people in your address book'),
				...callsFrom('everyone', 'Everybody', 'everybody'),
				...callsFrom('following', 'People You Follow', 'people you follow'),
				...callsFrom('verified', 'Verified Users', 'verified users'),
				...calls('has_av_calls_enabled', 'Calls', 'Whether you can be called'),
				...calls(
					'has_enhanced_call_privacy_enabled',
					'Call Privacy',
					'Whether to route calls through servers of X, so that others do not see your IP address',
				),
				dm_quality_filter: choice(
					{ enabled: 'On', disabled: 'Off' },
					{ label: 'Quality Filter', default: 'enabled' },
				),
				dm_receipt_settings: choice(
					{ all_enabled: 'On', all_disabled: 'Off' },
					{ label: 'Read Receipts', default: 'all_enabled' },
				),
			}),
			result: one(),
			read: unconfirmed,
		}),
	},
});
