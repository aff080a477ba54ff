import { app, broken, many, one, op, token, resource } from '../../shared/operation/operation';
import { constant, filters, flag, ids, optional, options, query, rows } from '../../shared/fields';
import {
	MAX_RULES,
	ruleTexts,
	rulesCreated,
	rulesRemoved,
	streamRule,
	withRefusedRules,
} from '../operations/streamRules';
import { selectionOf } from '../../shared/core/selections';

const dryRun = options({
	dry_run: query(
		flag({ label: 'Only Check', description: 'Whether X only checks the request, and changes nothing' }),
	),
});

/** Rules of the filtered stream, which its webhooks use too: https://docs.x.com/x-api/posts/filtered-stream/integrate/build-a-rule */
export const streamRuleResource = resource({
	value: 'streamRule',
	auth: app,
	operations: {
		count: op({
			route: 'GET /2/tweets/search/stream/rules/counts',
			action: 'Count stream rules',
			description: 'Get how many rules the app and its project have, and how many they may have',
			fields: selectionOf('ruleCount'),
			result: one(),
		}),
		create: op({
			route: 'POST /2/tweets/search/stream/rules',
			action: 'Create stream rules',
			description: 'Add rules to the filtered stream of the app. The tag of a rule cannot be changed later.',
			fields: {
				add: {
					...rows(
						streamRule(
							'e.g. from:XDevelopers has:media',
							'https://docs.x.com/x-api/posts/filtered-stream/integrate/build-a-rule',
						),
						{ label: 'Rules', placeholder: 'Add Rule' },
					),
					name: 'rules',
				},
				...dryRun,
			},
			run: async (call) => {
				const { body } = await call.api.send(call.request());
				return call.items(withRefusedRules(body));
			},
			// Not a list: an answer without any rule is a failure.
			result: { isList: false, items: rulesCreated },
		}),
		delete: op({
			route: 'POST /2/tweets/search/stream/rules',
			action: 'Delete stream rules',
			description: 'Remove rules from the filtered stream, by ID or by text',
			fields: {
				'delete.ids': {
					...optional(
						ids({ label: 'Rule IDs', max: MAX_RULES, description: 'IDs of the rules, separated by commas' }),
					),
					name: 'ids',
				},
				'delete.values': { ...optional(ruleTexts), name: 'rules' },
				...dryRun,
			},
			check: function* (values) {
				if (values['delete.ids'] === undefined && values['delete.values'] === undefined)
					yield broken('delete.ids', 'required', 'is required where no rules are given');
			},
			result: {
				isList: false,
				items: (answer, { dry_run: isDryRun, 'delete.ids': ids, 'delete.values': rules }) =>
					rulesRemoved(answer, { ...(ids && { ids }), ...(rules && { rules }) }, isDryRun),
			},
		}),
		deleteAll: op({
			route: 'POST /2/tweets/search/stream/rules',
			action: 'Delete all stream rules',
			description: 'Remove every rule of the filtered stream for good: this cannot be undone',
			fields: { delete_all: query(constant(true)), ...dryRun },
			body: 'always',
			result: { isList: false, items: (answer, { dry_run: isDryRun }) => rulesRemoved(answer, {}, isDryRun) },
		}),
		getMany: op({
			route: 'GET /2/tweets/search/stream/rules',
			action: 'Get many stream rules',
			description: 'Get the rules of the filtered stream of the app',
			fields: {
				...filters({
					ids: ids({
						label: 'Rule IDs',
						max: MAX_RULES,
						description: 'Only these rules, separated by commas',
					}),
				}),
			},
			paging: token(MAX_RULES),
			result: many(),
		}),
	},
});
