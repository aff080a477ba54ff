import { classify, type FailureKind } from '../../../nodes/shared/errors';
import { adsErrorCodes } from '../../facts';

const failureOf = (code: string, status: number) =>
	classify({
		status,
		body: { errors: [{ code, message: 'What the API says.' }], request: { params: {} } },
	});

/** What a status may mean, whatever the code. */
const KINDS: Readonly<Record<number, readonly FailureKind[]>> = {
	400: ['badRequest', 'conflict', 'forbidden'],
	401: ['authentication'],
	403: ['forbidden', 'missingScope'],
	404: ['notFound'],
	405: ['badRequest'],
	408: ['timeout'],
	423: ['locked'],
	429: ['rateLimit'],
	500: ['server'],
	503: ['unavailable'],
};

describe('Ads API error codes', () => {
	const documented = Object.entries(adsErrorCodes());

	it('are documented', () => {
		expect(documented.length).toBeGreaterThan(70);
	});

	/** Statuses that say little without a code. */
	const BROAD = [400, 403, 404];

	test.each(documented)(
		'%s (%d) is explained, in words of its own where its status says little',
		(code, status) => {
			const failure = failureOf(code, status);
			const unknown = failureOf('NOT_IN_THE_DOCUMENTATION', status);
			expect(KINDS[status]).toContain(failure.kind);
			expect(failure.code).toBe(code);
			expect(failure.message).toMatch(/^[A-Z].*: What the API says$/);
			const isTheSame = failure.message === unknown.message && failure.description === unknown.description;
			expect(isTheSame && BROAD.includes(status)).toBe(false);
			expect(failure.description).toMatch(/^[A-Z].*[^.]$/);
		},
	);

	it.each([
		['CAMPAIGN_NOT_FOUND', 404, 'notFound', /campaign/],
		['DUPLICATE_TWEET', 400, 'conflict', /already/],
		['LOCK_ACQUISITION_TIMEOUT', 423, 'locked', /same entity/],
		['TOO_MANY_LINE_ITEMS', 400, 'badRequest', /100/],
	] as const)('%s (%d) means %s', (code, status, kind, words) => {
		expect(failureOf(code, status)).toMatchObject({ kind, message: expect.stringMatching(words) as string });
	});

	it('name the parameter and keep the details', () => {
		const failure = classify({
			status: 400,
			body: {
				errors: [
					{
						code: 'INVALID_PARAMETER',
						message: 'Expected a time in whole hours',
						details: 'start_time has minutes',
						parameter: 'start_time',
						value: '2026-11-21T12:30:00Z',
					},
				],
				request: { params: { account_id: '18ce54d4x5t' } },
			},
		});
		expect(failure).toMatchObject({
			message: 'A value is not accepted: Expected a time in whole hours. start_time has minutes',
			parameter: 'start_time',
		});
	});

	it('say which entry of a batch was refused', () => {
		const failure = classify({
			status: 400,
			body: {
				data: [],
				errors: [],
				operation_errors: [
					[],
					[{ code: 'MISSING_PARAMETER', message: 'name is required', parameter: 'name' }],
					[],
				],
				request: { params: {} },
			},
		});
		expect(failure).toMatchObject({
			kind: 'badRequest',
			code: 'MISSING_PARAMETER',
			parameter: 'name',
			message: 'A required value is missing: Entry 2: name is required',
		});
		expect(failure.problems).toEqual([
			{ code: 'MISSING_PARAMETER', message: 'name is required', parameter: 'name', operation_index: 1 },
		]);
	});

	it('fall back to the status when the code is new', () => {
		const failure = classify({ status: 403, body: { errors: [{ code: 'BRAND_NEW', message: 'No.' }] } });
		expect(failure).toMatchObject({
			kind: 'forbidden',
			code: 'BRAND_NEW',
			message: 'This is not allowed: No',
		});
	});

	it('a lock without a body is still a lock', () => {
		expect(classify({ status: 423, body: '' })).toMatchObject({ kind: 'locked' });
	});
});
