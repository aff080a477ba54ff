/** Fields for entities that only this node uses. Their searches are in lists.ts. */
import { account, adLocator } from '../shared/ads/locators';
import type { Appearance } from '../shared/fields';

export const audience = adLocator('Audience', '1nmth', 'searchAudiences');
export const audiencePermission = adLocator('Permission', 'ri', 'searchAudiencePermissions');
export const doNotReachList = adLocator('Do Not Reach List', '4kzrq', 'searchDoNotReachLists');
export const tailoredAudience = adLocator('Tailored Audience', '1nmth', 'searchAudiences');
export const tailoredAudiencePermission = adLocator('Permission', 'ri', 'searchTailoredAudiencePermissions');

/** The country of insights, which are about one country at a time. */
export const country = adLocator('Country', '96683cc9126741d1', 'searchCountries');

/** The account that gets permission to use an audience. */
export const grantedAccount = (rest: Appearance = {}) =>
	account({ label: 'Granted Account', description: 'The account to share the audience with', ...rest });
