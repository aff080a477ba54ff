import { filters, options, text } from '../../shared/fields';
import { cursor, deleted, many, one, op } from '../../shared/operation/operation';
import { reads, writes } from '../auth';
import { batches } from '../batch/batch';
import { batchCriterion, criterionBatch, criterionFields } from '../batch/targetingCriteria';
import { inForm } from '../batch/operationType';
import { checks } from '../checks/combine';
import { checkCriterionCompany } from '../checks/platform';
import { checkOperator, checkUserValue } from '../checks/targeting';
import { adIds, checkList, listOptions, sort, withDeleted } from '../fields/common';
import { inAccount, lineItem, targetingCriterion } from '../locators';
import { adsResource } from '../resource';
import { targetingCriterionShape } from '../shapes';

const oneCriterion = { ...inAccount, targeting_criterion_id: targetingCriterion() };

export const language = () =>
	text({
		label: 'Language',
		placeholder: 'e.g. en',
		pattern: /^[a-z]{2}$/,
		shape: 'a language code of two small letters, such as en',
		description: 'The language of the names',
	});

/** Documentation: targeting criteria and their batch. */
export const targetingCriterionResource = adsResource('targetingCriterion', 'Targeting Criterion', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/targeting_criteria',
		name: 'Get Many',
		action: 'Get many targeting criteria',
		description: 'Get what line items target',
		auth: reads,
		fields: {
			...inAccount,
			line_item_ids: adIds('Line Item IDs', { description: 'Up to 200 IDs, separated by commas' }),
			...sort(),
			...filters({ lang: language(), targeting_criterion_ids: adIds('Targeting Criterion IDs') }),
			...listOptions,
		},
		paging: cursor(),
		result: many(targetingCriterionShape),
		check: checkList,
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/targeting_criteria/{targeting_criterion_id}',
		name: 'Get',
		action: 'Get a targeting criterion',
		description: 'Get one targeting criterion',
		auth: reads,
		fields: { ...oneCriterion, ...options({ lang: language() }), ...withDeleted },
		result: one(targetingCriterionShape),
	}),
	create: op({
		route: 'POST /12/accounts/{account_id}/targeting_criteria',
		name: 'Create',
		action: 'Create a targeting criterion',
		description: 'Let a line item target somebody, or leave them out',
		auth: writes,
		fields: { ...inAccount, line_item_id: lineItem(), ...criterionFields() },
		result: one(targetingCriterionShape),
		check: checks(checkOperator, checkUserValue),
		run: async (call) => {
			await checkCriterionCompany(call);
			return await call.sendAndOutput(call.request());
		},
	}),
	batch: op({
		route: 'POST /12/batch/accounts/{account_id}/targeting_criteria',
		name: 'Batch',
		action: 'Create or delete targeting criteria in batches',
		description: 'Create or delete targeting criteria, 500 input items in one request',
		auth: writes,
		fields: { ...inAccount, ...inForm(batchCriterion) },
		result: one(targetingCriterionShape),
		check: criterionBatch.check,
		runAll: (batch) => batches(batch, criterionBatch),
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/targeting_criteria/{targeting_criterion_id}',
		name: 'Delete',
		action: 'Delete a targeting criterion',
		description: 'Let a line item no longer target something',
		auth: writes,
		fields: oneCriterion,
		result: deleted('targeting_criterion_id'),
	}),
});
