import { accountChildren, adsResource } from '../../shared/ads/children';
import { inAccount } from '../../shared/ads/locators';
import { list, text } from '../../shared/fields';
import { op } from '../../shared/operation/operation';
import { appList } from '../locators';

const lists = accountChildren({
	segment: 'app_lists',
	locator: appList,
	simplified: 'id name apps created_at updated_at deleted',
});

export const appListResource = adsResource('appList', 'App List', {
	create: op({
		...lists.create,
		description: 'Create a list of apps whose users do not see your ads; at most 100 per account',
		fields: {
			...inAccount,
			name: text(),
			app_store_identifiers: list({
				label: 'App Store IDs',
				placeholder: 'e.g. com.example.shop,333903271',
				max: 500,
				description:
					'Package names of Android apps and numbers of iOS apps in the App Store, separated by commas',
			}),
		},
	}),
	delete: lists.remove('Delete an app list'),
	get: lists.get('Get one app list with its apps'),
	getMany: lists.list('Get the app lists of an account'),
});
