import { app, broken, op, resource } from '../../shared/operation/operation';
import { rulesRemoved, streamRule } from '../operations/streamRules';
import { formOnly, list, optional, rows } from '../../shared/fields';

/** Most rules of one request: https://docs.x.com/x-api/powerstream/introduction */
const MAX_RULES = 100;

const rule = streamRule('e.g. (from:XDevelopers)', 'https://docs.x.com/x-api/powerstream/operators');

const result = { isList: true, at: 'data.rules' };

/** Rules of PowerStream, for Enterprise access only: https://docs.x.com/x-api/powerstream/introduction#quick-start */
export const powerStreamRuleResource = resource({
	value: 'powerStreamRule',
	name: 'PowerStream Rule',
	auth: app,
	operations: {
		create: op({
			route: 'POST /2/powerstream/rules',
			action: 'Create powerstream rules',
			description: 'Add up to 100 rules to the PowerStream of the app',
			docs: 'https://docs.x.com/x-api/powerstream/introduction#quick-start',
			fields: { rules: rows(rule, { max: MAX_RULES, placeholder: 'Add Rule' }) },
			result,
		}),
		delete: op({
			route: 'DELETE /2/powerstream/rules',
			action: 'Delete powerstream rules',
			description: 'Remove rules, by ID or by text',
			docs: 'https://docs.x.com/x-api/powerstream/introduction#quick-start',
			fields: {
				rule_ids: formOnly(
					optional(list({ max: MAX_RULES, description: 'IDs of the rules, separated by commas' })),
				),
				rules: formOnly(
					optional(
						rows(rule, {
							max: MAX_RULES,
							placeholder: 'Add Rule',
							description: 'Rules as they were added, if you do not have their IDs',
						}),
					),
				),
			},
			check: function* ({ rule_ids, rules }) {
				if (rule_ids === undefined && rules === undefined)
					yield broken('rule_ids', 'required', 'is required where no rules are given');
				if (rule_ids !== undefined && rules !== undefined)
					yield broken('rules', 'exclusive', 'cannot be given beside {rule_ids}, as X takes one of the two');
			},
			run: async (call) => {
				const { rule_ids: ids, rules } = call.values;
				return await call.sendAndOutput({ ...call.request(), body: ids === undefined ? { rules } : { ids } });
			},
			result: {
				isList: false,
				items: (answer, { rule_ids: ids, rules }) =>
					rulesRemoved(answer, ids === undefined ? { rules } : { ids }),
			},
		}),
		getMany: op({
			route: 'GET /2/powerstream/rules',
			action: 'Get many powerstream rules',
			description: 'Get the rules of the PowerStream of the app',
			docs: 'https://docs.x.com/x-api/powerstream/introduction#quick-start',
			fields: {},
			result,
		}),
	},
});
