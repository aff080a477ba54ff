import { reads } from '../../shared/ads/children';
import { listOptions, sort } from '../../shared/ads/listFields';
import { inAccount } from '../../shared/ads/locators';
import { checkList } from '../../shared/ads/rules';
import { adsShape } from '../../shared/ads/shape';
import { cursor, many, op } from '../../shared/operation/operation';
import { adsResource } from '../resource';

const shape = adsShape(`
	id app_store_identifier os_type conversion_tracking_enabled deep_link_pattern created_at updated_at deleted`);

export const accountAppResource = adsResource('accountApp', 'Account App', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/account_apps',
		name: 'Get Many',
		action: 'Get many account apps',
		description: 'Get the apps that belong to an account',
		docs: 'https://docs.x.com/x-ads-api/campaign-management/reference#get-account_apps',
		auth: reads,
		fields: { ...inAccount, ...sort(), ...listOptions },
		paging: cursor(),
		result: many(shape),
		check: checkList,
	}),
});
