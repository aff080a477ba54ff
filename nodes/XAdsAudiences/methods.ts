import { accountLists, LARGEST_PAGE, listInAccount, listRequest, nameOf, page } from '../shared/ads/lists';
import { type ListContext, type ListSpec, listSearch } from '../shared/form/search';
import { encodeRfc3986, asText } from '../shared/util/text';
import { spec } from './spec';

/** The permissions of an audience. The list is empty until an audience is chosen. */
const permissions = (version: number, kind: 'custom_audience' | 'tailored_audience'): ListSpec => ({
	request: ({ parameter }: ListContext) => {
		const [account, audience] = [parameter('account_id'), parameter(`${kind}_id`)];
		return account === '' || audience === ''
			? undefined
			: listRequest(
					`/${version}/accounts/${encodeRfc3986(account)}/${kind}s/${encodeRfc3986(audience)}/permissions`,
					LARGEST_PAGE,
				);
	},
	label: ({ granted_account_id: granted, permission_level: level }) =>
		`${asText(granted)} (${asText(level).toLowerCase().replace('_', ' ')})`,
	page,
	filterLocally: true,
});

/** "Customers (1470 users)", or why the audience cannot be targeted yet. */
function audienceLabel({ name, id, audience_size: size, reasons_not_targetable: reasons }: AudienceRow) {
	const state =
		typeof size === 'number'
			? `${size} users`
			: (Array.isArray(reasons) ? reasons : []).map(asText).join(', ').toLowerCase().replaceAll('_', ' ');
	return `${nameOf({ name, id })} (${[state, asText(id)].filter(Boolean).join(', ')})`;
}

type AudienceRow = Parameters<ListSpec['label']>[0];

/** The searches behind From List. Pages are loaded one by one and filtered by what the user types. */
const lists: Readonly<Record<string, ListSpec>> = {
	searchAccounts: accountLists.searchAccounts as ListSpec,
	searchAudiences: {
		request: (context) => listInAccount('custom_audiences', ['q', context.filter], ['count', '100'])(context),
		label: audienceLabel,
		page,
	},
	searchAudiencePermissions: permissions(12, 'custom_audience'),
	searchCountries: {
		request: ({ filter }) =>
			listRequest('/12/targeting_criteria/locations', ['location_type', 'COUNTRIES'], ['q', filter]),
		label: ({ name, country_code: code }) => `${asText(name)} (${asText(code)})`,
		value: ({ targeting_value: value }) => asText(value),
		page,
	},
	searchDoNotReachLists: {
		request: listInAccount('do_not_reach_lists'),
		label: ({ name, description, id }) => `${asText(description) || asText(name)} (${asText(id)})`,
		filterLocally: true,
	},
	searchTailoredAudiencePermissions: permissions(5, 'tailored_audience'),
};

export const methods = { listSearch: listSearch(spec, lists) };
