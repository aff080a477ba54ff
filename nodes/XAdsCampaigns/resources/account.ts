import { listOptions, nameQuery, sort, withDeleted } from '../../shared/ads/listFields';
import { adIds, inAccount } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/shape';
import { choice, filters, text, update } from '../../shared/fields';
import { cursor, deleted, many, one, op } from '../../shared/operation/operation';
import { adsResource } from '../../shared/ads/children';
import { titled } from '../../shared/ads/fields';

const shape = adsShape(
	'id name business_name industry_type approval_status timezone timezone_switch_at business_id created_at updated_at deleted',
);

export const accountResource = adsResource('account', 'Account', {
	create: op({
		route: 'POST /12/accounts',
		action: 'Create a sandbox account',
		description: 'Create an account in the sandbox',
		environments: ['sandbox'],
		fields: {},
		result: one(shape),
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}',
		action: 'Delete a sandbox account',
		description: 'Delete an account of the sandbox',
		environments: ['sandbox'],
		fields: inAccount,
		result: deleted('account_id'),
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}',
		action: 'Get an account',
		description: 'Get one advertising account',
		fields: { ...inAccount, ...withDeleted },
		result: one(shape),
		gather: {
			route: 'GET /12/accounts',
			parameter: 'account_ids',
			max: 200,
			field: 'account_id',
			query: [['count', '200']],
		},
	}),
	getMany: op({
		route: 'GET /12/accounts',
		action: 'Get many accounts',
		description: 'Get the advertising accounts that the authenticated user has access to',
		fields: {
			...sort('name'),
			...filters({
				account_ids: adIds('Account IDs'),
				q: nameQuery('Only those with a name that starts with this text'),
			}),
			...listOptions,
		},
		paging: cursor(),
		result: many(shape),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}',
		action: 'Update an account',
		description: 'Change the name or the industry of an account',
		fields: {
			...inAccount,
			...update({
				name: text(),
				industry_type: choice(
					titled(`
	AGENCY BUSINESS_TO_BUSINESS EDUCATION FINANCIAL GOVERNMENT HEALTH MEDIA MOBILE ONLINE_SERVICES OTHER
	RESTAURANT RETAIL TECHNOLOGY TRAVEL`),
					{ label: 'Industry' },
				),
			}),
		},
		result: one(shape),
	}),
});
