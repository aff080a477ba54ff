import { accountChildren, adsResource } from '../../shared/ads/children';
import { adIds } from '../../shared/ads/locators';
import { promotableUser } from '../locators';

const users = accountChildren({
	segment: 'promotable_users',
	key: 'promotable_user_id',
	locator: promotableUser,
	simplified: 'id user_id promotable_user_type created_at updated_at deleted',
});

export const promotableUserResource = adsResource('promotableUser', 'Promotable User', {
	get: users.get('Get one user that an account may promote'),
	getMany: users.list('Get the users that an account may promote', {
		filters: { promotable_user_ids: adIds('Promotable User IDs') },
	}),
});
