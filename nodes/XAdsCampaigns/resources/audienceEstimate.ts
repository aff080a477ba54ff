import { whenSibling, body, choice, rows } from '../../shared/fields';
import { one, op, type Field } from '../../shared/operation/operation';
import { reads } from '../auth';
import { type Criterion, checkEstimate } from '../checks/targeting';
import { inAccount, targetingValue, tvMarketOfList } from '../locators';
import { adsResource } from '../resource';
import { ESTIMATE_OPERATORS, ON_TV, TARGETING_TYPES } from '../enums';

const criterion = {
	targeting_type: {
		...choice(TARGETING_TYPES, { label: 'Targeting Type', default: 'BROAD_KEYWORD' }),
		name: 'criterion_type',
		required: true,
	},
	tv_market: whenSibling({ criterion_type: ON_TV }, ofList(tvMarketOfList())),
	targeting_value: { ...targetingValue(), required: true },
	operator_type: choice(ESTIMATE_OPERATORS, { label: 'Operator', default: 'EQ' }),
};

/** A member of a row that only narrows down a list of the editor: not sent. */
function ofList(field: Field): Field {
	return { ...field, encode: () => undefined };
}

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
				rows(criterion, { label: 'Targeting Criteria', placeholder: 'Add Criterion' }),
			),
		},
		result: one(),
		check: ({ targeting_criteria: criteria }) => checkEstimate((criteria ?? []) as Criterion[]),
	}),
});
