import { partialErrors } from '../../../nodes/shared/errors';

const MISSING = {
	value: '12',
	detail: 'Could not find user with ids: [12].',
	title: 'Not Found Error',
	resource_type: 'user',
	parameter: 'ids',
	resource_id: '12',
	type: 'https://api.twitter.com/2/problems/resource-not-found',
};

test.each<[string, unknown, unknown[]]>([
	['data with errors', { data: [{ id: '1' }], errors: [MISSING] }, [MISSING]],
	['errors without data', { errors: [MISSING, MISSING] }, [MISSING, MISSING]],
	['a body that is text', JSON.stringify({ data: [], errors: [MISSING] }), [MISSING]],
	[
		'failed deletions of subscriptions',
		{ data: [], errors: [{ subscription_id: '5', reason: 'NotFound', message: 'No such subscription' }] },
		[{ subscription_id: '5', reason: 'NotFound', message: 'No such subscription' }],
	],
	[
		'entries of a batch',
		{ data: [], operation_errors: [[{ code: 'NOT_FOUND', message: 'gone' }]] },
		[{ code: 'NOT_FOUND', message: 'gone', operation_index: 0 }],
	],
	['an error that is only text', { errors: ['odd'] }, [{ message: 'odd' }]],
	['no errors', { data: [{ id: '1' }], meta: { result_count: 1 } }, []],
	['an empty list of errors', { data: [], errors: [] }, []],
	['no body', '', []],
	['a list', [1, 2], []],
])('%s', (_name, body, problems) => {
	expect(partialErrors(body)).toEqual(problems);
});
