import { accountChildren, adsResource } from '../../shared/ads/children';
import { batchOperation } from '../../shared/ads/batch/runBatch';
import { nameQuery } from '../../shared/ads/listFields';
import { adIds, inAccount } from '../../shared/ads/locators';
import { additional, choice, flag, options, text, update } from '../../shared/fields';
import { cursorWithoutSize, many, one, op } from '../../shared/operation/operation';
import { flexibleBatch } from '../flexible';
import { audience } from '../locators';
import { audienceUsers } from '../users/kinds';

const audiences = accountChildren({
	segment: 'custom_audiences',
	locator: audience,
	// A request returns either the account's own audiences or the shared ones, so IDs alone cannot find both.
	isListedById: false,
	simplified: `
		id name description audience_type audience_size targetable reasons_not_targetable
		targetable_types permission_level is_owner owner_account_id partner_source created_at updated_at deleted`,
});

const audienceName = () =>
	text({
		label: 'Name',
		placeholder: 'e.g. Customers of 2026',
		description: 'No other audience of the account has it',
	});
const details = () => ({ description: text() });

export const audienceResource = adsResource('audience', 'Audience', {
	addUsers: audienceUsers('Update', audiences.fields, {
		name: 'Add Users',
		action: 'Add users to an audience',
		description: 'Add people by email, phone, username or other identifiers: hashed here, sent in batches',
	}),
	create: op({
		...audiences.create,
		description: 'Create an empty audience, to be filled with Add Users',
		fields: { ...inAccount, name: audienceName(), ...additional(details()) },
	}),
	createFlexible: batchOperation(flexibleBatch, {
		name: 'Create Flexible',
		route: 'POST /12/batch/accounts/{account_id}/custom_audiences',
		action: 'Create flexible audiences in batches',
		description: 'Combine audiences into new ones, 10 input items in one request: closed beta',
		result: one(audiences.shape),
	}),
	delete: audiences.remove('Delete an audience that the account owns'),
	get: audiences.get('Get one audience, with its size and whether it can be targeted'),
	getMany: audiences.list('Get the audiences of an account, or those shared with it', {
		filters: {
			custom_audience_ids: adIds('Audience IDs'),
			permission_scope: choice(
				{ OWNER: 'Own', SHARED: 'Shared With the Account' },
				{ default: 'OWNER', description: 'Whose audiences to get' },
			),
			q: nameQuery(),
		},
	}),
	getTargeted: op({
		route: 'GET /12/accounts/{account_id}/custom_audiences/{custom_audience_id}/targeted',
		name: 'Get Targeting Line Items',
		action: 'Get the line items that target an audience',
		description: 'Get the campaigns and line items that target an audience',
		fields: {
			...audiences.fields,
			...options({
				with_active: flag({
					label: 'Only Active',
					default: true,
					description: 'Whether to get only line items that can serve',
				}),
			}),
		},
		paging: cursorWithoutSize,
		result: many(),
	}),
	removeUsers: audienceUsers('Delete', audiences.fields, {
		name: 'Remove Users',
		action: 'Remove users from an audience',
		description: 'Remove people by any identifier that they were added with: hashed here, sent in batches',
	}),
	update: op({
		...audiences.update,
		description: 'Change the name or the description of an audience',
		fields: { ...audiences.fields, ...update({ name: audienceName(), ...details() }) },
	}),
});
