import { classify } from '../../../nodes/shared/errors';
import { fieldNamer } from '../../../nodes/shared/operation/blamedField';
import { findOperation } from '../../../nodes/shared/operation/nodeSpec';
import { spec as ads } from '../../../nodes/XAdsCampaigns/spec';
import { spec as catalog } from '../../../nodes/XCatalog/spec';
import { spec as core } from '../../support/coreNodes';

/** The label of the field behind a parameter that a 400 names. */
function blamed(spec: typeof core, resource: string, operation: string, parameter: string) {
	const record = findOperation(spec, resource, operation);
	if (!record) throw new Error(`No operation ${resource} ${operation}`);
	const body = { errors: [{ message: 'No.', parameters: { [parameter]: ['x'] } }] };
	return fieldNamer(record, spec)(classify({ status: 400, body })).field;
}

test.each([
	[
		'a member of the body',
		core,
		'activitySubscription',
		'create',
		'requestBody.filter.direction',
		'Direction',
	],
	['a parameter of the query', core, 'post', 'searchRecent', 'start_time', 'Start Time'],
	[
		'a field that the form calls otherwise',
		catalog,
		'scheduledFeed',
		'create',
		'time_zone',
		'Time Zone Name or ID',
	],
	['an entry of a list', catalog, 'productSet', 'createFiltered', 'filters[0].value', 'Filters'],
	[
		'a parameter that another operation of the node has',
		ads,
		'account',
		'getMany',
		'daily_budget_amount_local_micro',
		'Daily Budget',
	],
	['nothing of the form', core, 'post', 'create', 'constructor', undefined],
] as const)('%s', (_case, spec, resource, operation, parameter, label) => {
	expect(blamed(spec, resource, operation, parameter)).toBe(label);
});
