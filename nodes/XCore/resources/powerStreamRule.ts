import { app, op, type Resource } from '../../shared/operation/operation';
import { ruleTag, rulesRemoved } from '../common';
import { formOnly, list, optional, rows, text } from '../../shared/fields';

/** Longest rule, in characters, and most rules of one request (facts section 10). */
const LONGEST = 2048;
const MOST = 100;

const rule = {
	value: {
		...text({
			label: 'Rule',
			max: LONGEST,
			description: 'What to match',
			placeholder: 'e.g. (from:XDevelopers)',
		}),
		required: true,
	},
	tag: ruleTag,
};

/** One answer holds the rules at `data.rules`. */
const result = { many: true, at: 'data.rules' };

/** Brief: GET /2/powerstream/rules; facts section 10 for add and delete. Enterprise access only. */
export const powerStreamRuleResource: Resource = {
	value: 'powerStreamRule',
	name: 'PowerStream Rule',
	operations: {
		create: op({
			route: 'POST /2/powerstream/rules',
			name: 'Create',
			action: 'Create powerstream rules',
			description: 'Add up to 100 rules to the PowerStream of the app',
			auth: app,
			fields: { rules: rows(rule, { max: MOST, placeholder: 'Add Rule' }) },
			result,
		}),
		delete: op({
			route: 'DELETE /2/powerstream/rules',
			name: 'Delete',
			action: 'Delete powerstream rules',
			description: 'Remove rules, by their IDs or by their texts',
			auth: app,
			fields: {
				rule_ids: formOnly(
					optional(
						list({ label: 'Rule IDs', max: MOST, description: 'IDs of the rules, separated by commas' }),
					),
				),
				rules: formOnly(
					optional(
						rows(rule, {
							max: MOST,
							placeholder: 'Add Rule',
							description: 'Rules as they were added, where their IDs are not known',
						}),
					),
				),
			},
			check: function* ({ rule_ids, rules }) {
				if (rule_ids === undefined && rules === undefined)
					yield 'Rule IDs: is required where no rules are given';
				if (rule_ids !== undefined && rules !== undefined)
					yield 'Rules: cannot be given beside Rule IDs, as the platform takes one of the two';
			},
			run: async (call) => {
				const { rule_ids: ids, rules } = call.values;
				return await call.sendAndOutput({ ...call.request(), body: ids === undefined ? { rules } : { ids } });
			},
			result: {
				many: false,
				items: (answer, { rule_ids: ids, rules }) =>
					rulesRemoved(answer, ids === undefined ? { rules } : { ids }),
			},
		}),
		getMany: op({
			route: 'GET /2/powerstream/rules',
			name: 'Get Many',
			action: 'Get many powerstream rules',
			description: 'Get the rules of the PowerStream of the app',
			auth: app,
			fields: {},
			result,
		}),
	},
};
