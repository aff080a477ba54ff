import { accountList, adsResource } from '../../shared/ads/children';
import { adsShape } from '../../shared/ads/shape';

const shape = adsShape(`
	id app_store_identifier os_type conversion_tracking_enabled deep_link_pattern created_at updated_at deleted`);

export const accountAppResource = adsResource('accountApp', 'Account App', {
	getMany: {
		...accountList('account_apps', shape, 'Get the apps that belong to an account'),
	},
});
