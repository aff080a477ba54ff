import { reads, writes } from '../../shared/ads/children';
import { countOptions, sort } from '../../shared/ads/listFields';
import { adIds, inAccount } from '../../shared/ads/locators';
import { checkList } from '../../shared/ads/rules';
import { adsShape } from '../../shared/ads/shape';
import { choice, filters } from '../../shared/fields';
import { cursor, deleted, many, one, op, type Resource } from '../../shared/operation/operation';
import {
	audience,
	audiencePermission,
	grantedAccount,
	tailoredAudience,
	tailoredAudiencePermission,
} from '../locators';
import { audiencePart } from '../resource';

/** Fields that Simplified keeps, whatever the audience is called. */
const shape = adsShape(
	'id custom_audience_id tailored_audience_id granted_account_id permission_level created_at updated_at deleted',
);

const permissionLevel = () =>
	choice(
		{ READ_ONLY: 'Read Only', READ_WRITE: 'Read and Write' },
		{
			label: 'Permission Level',
			default: 'READ_ONLY',
			description: 'What the granted account may do with the audience',
		},
	);

const granted = {
	granted_account_id: grantedAccount(),
	permission_level: permissionLevel(),
};

const list = (ids: Parameters<typeof filters>[0]) => ({
	...sort(),
	...filters({ granted_account_ids: adIds('Granted Account IDs'), ...ids }),
	...countOptions,
});

const page = { paging: cursor(), result: many(shape), check: checkList };

/** Who may use an audience besides its owner. */
export const audiencePermissionResource: Resource = audiencePart(
	'audiencePermission',
	'Audience Permission',
	{
		create: op({
			route: 'POST /12/accounts/{account_id}/custom_audiences/{custom_audience_id}/permissions',
			name: 'Create',
			action: 'Create an audience permission',
			description: 'Share an audience that the account owns with another account of the same business',
			auth: writes,
			fields: { ...inAccount, custom_audience_id: audience(), ...granted },
			result: one(shape),
		}),
		delete: op({
			route:
				'DELETE /12/accounts/{account_id}/custom_audiences/{custom_audience_id}/permissions/{custom_audience_permission_id}',
			name: 'Delete',
			action: 'Delete an audience permission',
			description: 'Stop sharing an audience; campaigns that already target it continue',
			auth: writes,
			fields: {
				...inAccount,
				custom_audience_id: audience(),
				custom_audience_permission_id: audiencePermission(),
			},
			result: deleted('custom_audience_permission_id'),
		}),
		getMany: op({
			route: 'GET /12/accounts/{account_id}/custom_audiences/{custom_audience_id}/permissions',
			name: 'Get Many',
			action: 'Get many audience permissions',
			description: 'Get the accounts that an audience is shared with',
			auth: reads,
			fields: {
				...inAccount,
				custom_audience_id: audience(),
				...list({ custom_audience_permission_ids: adIds('Permission IDs') }),
			},
			...page,
		}),
	},
);

/** The same under the former name of audiences, documented under version 5 of the interface only. */
export const tailoredAudiencePermissionResource: Resource = audiencePart(
	'tailoredAudiencePermission',
	'Tailored Audience Permission',
	{
		create: op({
			route: 'POST /5/accounts/{account_id}/tailored_audiences/{tailored_audience_id}/permissions',
			name: 'Create',
			action: 'Create a tailored audience permission',
			description: 'Share a tailored audience, as version 5 of the Ads API calls it',
			auth: writes,
			fields: { ...inAccount, tailored_audience_id: tailoredAudience(), ...granted },
			result: one(shape),
		}),
		delete: op({
			route:
				'DELETE /5/accounts/{account_id}/tailored_audiences/{tailored_audience_id}/permissions/{tailored_audience_permission_id}',
			name: 'Delete',
			action: 'Delete a tailored audience permission',
			description: 'Stop sharing a tailored audience; campaigns that already target it continue',
			auth: writes,
			fields: {
				...inAccount,
				tailored_audience_id: tailoredAudience(),
				tailored_audience_permission_id: tailoredAudiencePermission(),
			},
			result: deleted('tailored_audience_permission_id'),
		}),
		getMany: op({
			route: 'GET /5/accounts/{account_id}/tailored_audiences/{tailored_audience_id}/permissions',
			name: 'Get Many',
			action: 'Get many tailored audience permissions',
			description: 'Get the accounts that a tailored audience is shared with',
			auth: reads,
			fields: {
				...inAccount,
				tailored_audience_id: tailoredAudience(),
				...list({ tailored_audience_permission_ids: adIds('Permission IDs') }),
			},
			...page,
		}),
	},
);
