import { batchOperation } from '../../shared/ads/batch/runBatch';
import { accountChildren, adsResource } from '../../shared/ads/children';
import { language } from '../../shared/ads/fields';
import { adIds, inAccount, lineItem } from '../../shared/ads/locators';
import { options } from '../../shared/fields';
import { one, op } from '../../shared/operation/operation';
import { criterionBatch, criterionFields } from '../targeting/batch';
import { targetingCriterion } from '../locators';
import { checkCriterion } from '../targeting/rules';

const criteria = accountChildren({
	segment: 'targeting_criteria',
	key: 'targeting_criterion_id',
	isListedById: false,
	locator: targetingCriterion,
	simplified: `
		id line_item_id name targeting_type targeting_value operator_type location_type localized_name
		created_at updated_at deleted`,
});

export const targetingCriterionResource = adsResource('targetingCriterion', 'Targeting Criterion', {
	batch: batchOperation(criterionBatch, {
		route: 'POST /12/batch/accounts/{account_id}/targeting_criteria',
		action: 'Create or delete targeting criteria in bulk',
		description: 'Create or delete targeting criteria, 500 input items in one request',
		result: one(criteria.shape),
	}),
	create: op({
		...criteria.create,
		description: 'Include or exclude an audience for a line item',
		fields: { ...inAccount, line_item_id: lineItem(), ...criterionFields() },
		check: checkCriterion,
	}),
	delete: criteria.remove('Remove a targeting criterion from a line item'),
	get: criteria.get('Get one targeting criterion', options({ lang: language() })),
	getMany: criteria.list('Get what line items target', {
		required: {
			line_item_ids: adIds('Line Item IDs', { description: 'Up to 200 IDs, separated by commas' }),
		},
		filters: { lang: language(), targeting_criterion_ids: adIds('Targeting Criterion IDs') },
	}),
});
