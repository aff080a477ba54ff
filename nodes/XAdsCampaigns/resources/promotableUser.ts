import { accountChildren, adsResource } from '../../shared/ads/children';
import { adLocator } from '../../shared/ads/locators';

const users = accountChildren({
	segment: 'promotable_users',
	locator: adLocator('Promotable User', 'l310s', 'searchPromotableUsers'),
	simplified: 'id user_id promotable_user_type created_at updated_at deleted',
});

export const promotableUserResource = adsResource('promotableUser', 'Promotable User', {
	get: users.get('Get one user that an account may promote'),
	getMany: users.list('Get the users that an account may promote'),
});
