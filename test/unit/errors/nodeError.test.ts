import type { INode } from 'n8n-workflow';

import { classify, classifyException, failureData, toNodeApiError } from '../../../nodes/shared/errors';

const NODE: INode = { id: '1', name: 'X', type: 'xCore', typeVersion: 1, position: [0, 0], parameters: {} };
const TYPE = 'https://api.x.com/2/problems/resource-not-found';

describe('toNodeApiError', () => {
	it('carries message, advice, status, item and the machine-readable facts', () => {
		const problem = { type: TYPE, title: 'Not Found Error', detail: 'Could not find it.', parameter: 'id' };
		const error = toNodeApiError(NODE, classify({ status: 404, body: problem }), 3);
		expect(error).toMatchObject({
			message: 'Not found: Could not find it',
			description: 'Check the ID, and that the authenticated user may see what it stands for',
			httpCode: '404',
			context: {
				itemIndex: 3,
				data: {
					kind: 'notFound',
					status: 404,
					code: 'resource-not-found',
					parameter: 'id',
					problems: [problem],
				},
			},
		});
	});

	describe('names the parameter that X blames', () => {
		const about = (parameter: string, message: string, field?: string) => {
			const failure = classify({ status: 400, body: { errors: [{ message, parameter }] } });
			return toNodeApiError(NODE, field === undefined ? failure : { ...failure, field });
		};

		it('by the field of the form', () => {
			const error = about('filter.direction', 'value must be one of: [inbound outbound]', 'Direction');
			expect(error.message).toMatch(/: value must be one of: \[inbound outbound\] \(in "Direction"\)$/);
			expect(error.description).toMatch(/^This is about "Direction" \(filter\.direction\)\. Correct/);
		});

		it('by its own name where no field is behind it', () => {
			expect(about('odd', 'No.').message).toMatch(/: No \(in odd\)$/);
			expect(about('odd', 'No.').description).not.toContain('This is about');
		});

		it('once', () => {
			expect(about('max_results', 'max_results is 5').message).toMatch(/: max_results is 5$/);
			expect(about('id', 'This is not valid').message).toMatch(/ \(in id\)$/);
		});
	});

	it('keeps our words where n8n would put its own', () => {
		const failure = classifyException(
			Object.assign(new Error('x'), { code: 'ENOTFOUND', hostname: 'api.example' }),
		);
		const error = toNodeApiError(NODE, failure);
		expect(error.message).toBe('The host was not found: api.example');
		expect(error.httpCode).toBeNull();
		expect(error.context.itemIndex).toBeUndefined();

		const platform = classify({ status: 400, body: { detail: 'EACCES is no valid name' } });
		expect(toNodeApiError(NODE, platform).message).toBe(
			'The request was not accepted: EACCES is no valid name',
		);
	});
});

it('failureData is plain JSON', () => {
	const failure = classify({ status: 429, headers: { 'x-rate-limit-reset': '1795262400' }, body: {} });
	const data = failureData(failure);
	expect(data).toEqual({ kind: 'rateLimit', status: 429, retryAt: '2026-11-21T12:00:00.000Z' });
	expect(JSON.parse(JSON.stringify(data))).toEqual(data);
});
