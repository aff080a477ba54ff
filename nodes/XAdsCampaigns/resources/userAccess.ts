import { inAccount } from '../../shared/ads/locators';
import { one, op } from '../../shared/operation/operation';
import { adsResource } from '../../shared/ads/children';

export const userAccessResource = adsResource('authenticatedUserAccess', 'Authenticated User Access', {
	get: op({
		route: 'GET /12/accounts/{account_id}/authenticated_user_access',
		action: 'Get the access of the authenticated user',
		description: 'Get what the authenticated user may do in an account',
		fields: inAccount,
		result: one(),
	}),
});
