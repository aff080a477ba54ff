import { body, choice, rows } from '../../shared/fields';
import { one, op } from '../../shared/operation';
import { reads } from '../auth';
import { type Criterion, checkEstimate } from '../checks/targeting';
import { inAccount, targetingValue } from '../locators';
import { adsResource } from '../resource';
import { ESTIMATE_OPERATORS, TARGETING_TYPES } from '../vocabulary';

/** Brief: audience estimate. */
export const audienceEstimateResource = adsResource('audienceEstimate', 'Audience Estimate', {
	get: op({
		route: 'POST /12/accounts/{account_id}/audience_estimate',
		name: 'Get',
		action: 'Get an audience estimate',
		description: 'Estimate how many people a set of targeting criteria reaches',
		auth: reads,
		fields: {
			...inAccount,
			targeting_criteria: body(
				rows(
					{
						operator_type: choice(ESTIMATE_OPERATORS, { label: 'Operator', default: 'EQ' }),
						targeting_type: {
							...choice(TARGETING_TYPES, { label: 'Targeting Type', default: 'BROAD_KEYWORD' }),
							name: 'criterion_type',
							required: true,
						},
						targeting_value: { ...targetingValue(), required: true },
					},
					{ label: 'Targeting Criteria', placeholder: 'Add Criterion' },
				),
			),
		},
		result: one(),
		check: ({ targeting_criteria: criteria }) => checkEstimate((criteria ?? []) as Criterion[]),
	}),
});
