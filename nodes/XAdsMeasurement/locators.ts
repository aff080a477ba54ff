/** Fields for entities that only this node uses. Their searches are in lists.ts. */
import { adLocator } from '../shared/ads/locators';

export const abTest = adLocator('A/B Test', 'hr7l0', 'searchAbTests');
export const appEventTag = adLocator('App Event Tag', 'jhp', 'searchAppEventTags');
export const appList = adLocator('App List', '28ukf', 'searchAppLists');
export const providerConfiguration = adLocator(
	'Provider Configuration',
	'25n',
	'searchProviderConfigurations',
);
export const webEventTag = adLocator('Web Event Tag', 'o3bk1', 'searchWebEventTags');
