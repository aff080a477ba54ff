/** Lead forms: https://docs.x.com/x-ads-api/lead-generation/reference */
import { locatorOf } from '../fields';
import type { ListSpec } from '../form/search';
import { asText } from '../util/text';
import { listInAccount, nameOf, page } from './lists';

export const leadForm = locatorOf({
	name: 'Lead Form',
	search: 'searchLeadForms',
	pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
	shape: 'an ID such as 3f2b8c1a-8f4e-4a0b-9df2-0123456789ab',
	example: '3f2b8c1a-8f4e-4a0b-9df2-0123456789ab',
});

export const leadFormLists: Readonly<Record<'searchLeadForms', ListSpec>> = {
	searchLeadForms: {
		request: listInAccount('lead_forms', ['count', '200']),
		label: (entity) => `${nameOf(entity)} (${asText(entity.id).slice(0, 8)})`,
		page,
		filterLocally: true,
	},
};
