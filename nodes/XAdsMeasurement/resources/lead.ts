import { body, constant } from '../../shared/fields';
import { many, op } from '../../shared/operation/operation';
import { checkPeriod, leadsOfForm, waitOptions } from '../leads/fields';
import { getLeads } from '../leads/getMany';
import { adsResource } from '../../shared/ads/children';

export const leadOperations = adsResource('lead', 'Lead', {
	getMany: op({
		route: 'POST /12/accounts/{account_id}/ad-export/api/v1/exports',
		action: 'Get many leads',
		description: 'Get the leads of a form: the node starts an export, waits for it and reads its file',
		fields: { ...leadsOfForm, response_format: body(constant('json')), ...waitOptions },
		result: many(),
		commutes: true,
		check: checkPeriod,
		run: getLeads,
	}),
});
