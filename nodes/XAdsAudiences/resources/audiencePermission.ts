import { accountChildren, adsResource } from '../../shared/ads/children';
import { countOptions, sort } from '../../shared/ads/listFields';
import { adIds, adLocator, account } from '../../shared/ads/locators';
import { choice, filters } from '../../shared/fields';
import { cursor, type Resource } from '../../shared/operation/operation';
import { audience } from './audience';

/** The fields that Simplified keeps, under the present and the former name of audiences. */
const SIMPLIFIED =
	'id custom_audience_id tailored_audience_id granted_account_id permission_level created_at updated_at deleted';

const granted = {
	granted_account_id: account({
		label: 'Granted Account',
		description: 'The account to share the audience with',
	}),
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
	locator: adLocator('Permission', 'ri', 'searchAudiencePermissions'),
	simplified: SIMPLIFIED,
	noun: 'audience permission',
	nouns: 'audience permissions',
});

/** The accounts that may use an audience in addition to its owner. */
export const audiencePermissionResource: Resource = adsResource('audiencePermission', 'Audience Permission', {
	create: permissions.creation(
		'Share an audience that the account owns with another account of the same business',
		granted,
	),
	delete: permissions.remove('Stop sharing an audience; campaigns that already target it continue'),
	getMany: permissions.listOf(
		'Get the accounts that an audience is shared with',
		listFields({ custom_audience_permission_ids: adIds('Permission IDs') }),
		pages,
	),
});

/** The permissions under the former name of audiences, which only version 5 of the documentation has. */
const tailored = accountChildren({
	version: 5,
	segment: 'tailored_audiences/{tailored_audience_id}/permissions',
	within: { tailored_audience_id: adLocator('Tailored Audience', '1nmth', 'searchAudiences')() },
	key: 'tailored_audience_permission_id',
	locator: adLocator('Permission', 'ri', 'searchTailoredAudiencePermissions'),
	simplified: SIMPLIFIED,
	nouns: 'tailored audience permissions',
});

export const tailoredAudiencePermissionResource: Resource = adsResource(
	'tailoredAudiencePermission',
	'Tailored Audience Permission',
	{
		create: tailored.creation('Share a tailored audience, as version 5 of the Ads API calls it', granted),
		delete: tailored.remove('Stop sharing a tailored audience; campaigns that already target it continue'),
		getMany: tailored.listOf(
			'Get the accounts that a tailored audience is shared with',
			listFields({ tailored_audience_permission_ids: adIds('Permission IDs') }),
			pages,
		),
	},
);
