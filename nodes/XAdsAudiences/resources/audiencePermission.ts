import { accountChildren, adsResource } from '../../shared/ads/children';
import { countOptions, sort } from '../../shared/ads/listFields';
import { adIds } from '../../shared/ads/locators';
import { choice, filters } from '../../shared/fields';
import { cursor, op, type Resource } from '../../shared/operation/operation';
import {
	audience,
	audiencePermission,
	grantedAccount,
	tailoredAudience,
	tailoredAudiencePermission,
} from '../locators';

/** The fields that Simplified keeps, under the present and the former name of audiences. */
const SIMPLIFIED =
	'id custom_audience_id tailored_audience_id granted_account_id permission_level created_at updated_at deleted';

const granted = {
	granted_account_id: grantedAccount(),
	permission_level: choice(
		{ READ_ONLY: 'Read Only', READ_WRITE: 'Read and Write' },
		{
			default: 'READ_ONLY',
			description: 'What the granted account may do with the audience',
		},
	),
};

const listFields = (ids: Parameters<typeof filters>[0]) => ({
	...sort(),
	...filters({ granted_account_ids: adIds('Granted Account IDs'), ...ids }),
	...countOptions,
});

const pages = { paging: cursor() };

const permissions = accountChildren({
	segment: 'custom_audiences/{custom_audience_id}/permissions',
	within: { custom_audience_id: audience() },
	key: 'custom_audience_permission_id',
	locator: audiencePermission,
	simplified: SIMPLIFIED,
	noun: 'audience permission',
	nouns: 'audience permissions',
});

/** The accounts that may use an audience in addition to its owner. */
export const audiencePermissionResource: Resource = adsResource('audiencePermission', 'Audience Permission', {
	create: op({
		...permissions.create,
		description: 'Share an audience that the account owns with another account of the same business',
		fields: { ...permissions.parents, ...granted },
	}),
	delete: permissions.remove('Stop sharing an audience; campaigns that already target it continue'),
	getMany: op({
		...permissions.getMany,
		description: 'Get the accounts that an audience is shared with',
		fields: {
			...permissions.parents,
			...listFields({ custom_audience_permission_ids: adIds('Permission IDs') }),
		},
		...pages,
	}),
});

/** The permissions under the former name of audiences, which only version 5 of the documentation has. */
const tailored = accountChildren({
	version: 5,
	segment: 'tailored_audiences/{tailored_audience_id}/permissions',
	within: { tailored_audience_id: tailoredAudience() },
	key: 'tailored_audience_permission_id',
	locator: tailoredAudiencePermission,
	simplified: SIMPLIFIED,
	nouns: 'tailored audience permissions',
});

export const tailoredAudiencePermissionResource: Resource = adsResource(
	'tailoredAudiencePermission',
	'Tailored Audience Permission',
	{
		create: op({
			...tailored.create,
			description: 'Share a tailored audience, as version 5 of the Ads API calls it',
			fields: { ...tailored.parents, ...granted },
		}),
		delete: tailored.remove('Stop sharing a tailored audience; campaigns that already target it continue'),
		getMany: op({
			...tailored.getMany,
			description: 'Get the accounts that a tailored audience is shared with',
			fields: {
				...tailored.parents,
				...listFields({ tailored_audience_permission_ids: adIds('Permission IDs') }),
			},
			...pages,
		}),
	},
);
