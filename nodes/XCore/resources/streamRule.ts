import { app, many, one, op, token, type Resource } from '../../shared/operation/operation';
import { body, constant, filters, flag, ids, options, query, rows, text } from '../../shared/fields';
import { ruleTag, rulesRemoved, startPage } from '../common';
import { selectionOf } from '../selections';

const MOST = 1000;

const rule = {
	value: {
		...text({
			label: 'Rule',
			max: 2048,
			description: 'What to match',
			placeholder: 'e.g. from:XDevelopers has:media',
		}),
		required: true,
	},
	tag: ruleTag,
};

const dryRun = options({
	dry_run: query(flag({ description: 'Whether to only check the request and change nothing' })),
});

/** The rules of the filtered stream, which its webhooks share. Facts section 5. A tag cannot be changed. */
export const streamRuleResource: Resource = {
	value: 'streamRule',
	name: 'Stream Rule',
	operations: {
		count: op({
			route: 'GET /2/tweets/search/stream/rules/counts',
			name: 'Count',
			action: 'Count stream rules',
			description: 'Get how many rules the app and its project have, and how many they may have',
			auth: app,
			fields: selectionOf('ruleCount'),
			result: one(),
		}),
		create: op({
			route: 'POST /2/tweets/search/stream/rules',
			name: 'Create',
			action: 'Create stream rules',
			description: 'Add rules to the filtered stream of the app',
			auth: app,
			fields: {
				add: { ...rows(rule, { label: 'Rules', placeholder: 'Add Rule' }), name: 'rules' },
				...dryRun,
			},
			result: many(),
		}),
		delete: op({
			route: 'POST /2/tweets/search/stream/rules',
			name: 'Delete',
			action: 'Delete stream rules',
			description: 'Remove rules from the filtered stream by their IDs',
			auth: app,
			fields: {
				'delete.ids': {
					...body(
						ids({ label: 'Rule IDs', max: MOST, description: 'IDs of the rules, separated by commas' }),
					),
					name: 'ids',
				},
				...dryRun,
			},
			result: {
				many: false,
				items: (answer, { dry_run, 'delete.ids': ids }) => rulesRemoved(answer, { ids }, dry_run === true),
			},
		}),
		deleteAll: op({
			route: 'POST /2/tweets/search/stream/rules',
			name: 'Delete All',
			action: 'Delete all stream rules',
			description: 'Remove every rule of the filtered stream for good: this cannot be undone',
			auth: app,
			fields: { delete_all: query(constant(true)), ...dryRun },
			result: { many: false, items: (answer, { dry_run }) => rulesRemoved(answer, {}, dry_run === true) },
		}),
		getMany: op({
			route: 'GET /2/tweets/search/stream/rules',
			name: 'Get Many',
			action: 'Get many stream rules',
			description: 'Get the rules of the filtered stream of the app',
			auth: app,
			fields: {
				...filters({
					ids: ids({ label: 'Rule IDs', max: MOST, description: 'Only these rules, separated by commas' }),
				}),
				...startPage,
			},
			paging: token(MOST),
			result: many(),
		}),
	},
};
