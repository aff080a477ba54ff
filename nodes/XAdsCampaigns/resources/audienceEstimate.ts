import { reads, adsResource } from '../../shared/ads/children';
import { inAccount } from '../../shared/ads/locators';
import { body, choice, required, rows, whenSibling } from '../../shared/fields';
import { one, op } from '../../shared/operation/operation';
import { ON_TV, TARGETING_TYPES } from '../enums';
import { targetingValue, tvMarketOfList } from '../locators';
import { checkEstimate } from '../targeting/rules';

const criterion = {
	targeting_type: {
		...required(choice(TARGETING_TYPES, { label: 'Targeting Type', default: 'BROAD_KEYWORD' })),
		name: 'criterion_type',
	},
	// Not sent: it only filters the list of the next field.
	tv_market: whenSibling({ criterion_type: ON_TV }, { ...tvMarketOfList(), encode: () => undefined }),
	targeting_value: required(targetingValue()),
	operator_type: choice(
		{
			EQ: ['Equals', 'Count people who match'],
			NE: ['Exclude', 'Leave out people who match'],
		},
		{ label: 'Operator', default: 'EQ' },
	),
};

const criteria = rows(criterion, { label: 'Targeting Criteria', placeholder: 'Add Criterion' });

export const audienceEstimateResource = adsResource('audienceEstimate', 'Audience Estimate', {
	get: op({
		route: 'POST /12/accounts/{account_id}/audience_estimate',
		action: 'Get an audience estimate',
		description: 'Estimate how many people a set of targeting criteria reaches',
		auth: reads,
		fields: {
			...inAccount,
			targeting_criteria: body(criteria),
		},
		result: one(),
		check: checkEstimate,
	}),
});
