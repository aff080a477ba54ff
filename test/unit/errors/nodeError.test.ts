import {
	classify,
	classifyException,
	failureData,
	toNodeApiError,
	remaining,
	resetAt,
} from '../../../nodes/shared/errors';
import { NODE } from '../../support/node';
import { fieldNamer, findOperation } from '../../../nodes/shared/operation/nodeSpec';
import { spec as ads } from '../../../nodes/XAdsCampaigns/spec';
import { spec as catalog } from '../../../nodes/XCatalog/spec';
import { spec as core } from '../../support/coreNodes';

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

describe('tells n8n why it failed, and when to ask again', () => {
	const at = Date.UTC(2026, 10, 21, 12);
	const told = (status: number, body: unknown = '', headers: Record<string, unknown> = {}) =>
		toNodeApiError(NODE, classify({ status, body, headers, now: new Date(at) })).failure;
	const capped = (period: string) => ({
		type: 'https://api.x.com/2/problems/usage-capped',
		title: 'T',
		period,
	});

	/** The causes: n8n-workflow, failure.ts; what each is: its page "Error handling". */
	test.each([
		['a refused token', told(401), { cause: 'credential-invalid' }],
		['a missing scope', told(403, { detail: 'Missing scopes: x' }), { cause: 'credential-invalid' }],
		['no access', told(403), { cause: 'configuration-invalid' }],
		['a wrong value', told(400), { cause: 'configuration-invalid' }],
		['no credit', told(402), { cause: 'quota-exhausted', retryAfterMs: 300_000 }],
		[
			'the cap of a day',
			told(429, capped('Daily')),
			{ cause: 'quota-exhausted', resetsAtEpochMs: Date.UTC(2026, 10, 22) },
		],
		[
			'a rate limit',
			told(429, '', { 'x-rate-limit-reset': String(at / 1000 + 900) }),
			{ cause: 'rate-limited', resetsAtEpochMs: at + 900_000 },
		],
		['a rate limit without a time', told(429), { cause: 'rate-limited' }],
		[
			'a pause that X asks for',
			told(503, '', { 'retry-after': '120' }),
			{ cause: 'temporarily-unavailable', resetsAtEpochMs: at + 120_000 },
		],
		['a conflict, of which the kind does not say whether waiting helps', told(409), undefined],
	])('%s', (_case, failure, expected) => {
		expect(failure).toEqual(expected);
	});

	it('a lost connection', () => {
		const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
		expect(toNodeApiError(NODE, classifyException(error)).failure).toEqual({
			cause: 'temporarily-unavailable',
		});
	});
});

it('failureData is plain JSON', () => {
	const failure = classify({ status: 429, headers: { 'x-rate-limit-reset': '1795262400' }, body: {} });
	const data = failureData(failure);
	expect(data).toEqual({ kind: 'rateLimit', status: 429, retryAt: '2026-11-21T12:00:00.000Z' });
	expect(JSON.parse(JSON.stringify(data))).toEqual(data);
});

const now = new Date('2026-11-21T12:00:00Z');
const seconds = (time: string) => String(Date.parse(`2026-11-21T${time}Z`) / 1000);
/** What the headers say of one limit. */
const limit = (name: string, left: number, reset: string) => ({
	[`x-${name}-remaining`]: String(left),
	[`x-${name}-reset`]: seconds(reset),
});
const at = (time: string) => new Date(`2026-11-21T${time}Z`);

describe('resetAt', () => {
	test.each<[string, Record<string, unknown>, Date | undefined]>([
		[
			'the account limit before the user limit',
			{ 'x-account-rate-limit-reset': seconds('12:10:00'), 'x-rate-limit-reset': seconds('12:20:00') },
			at('12:10:00'),
		],
		[
			'the user limit before retry-after',
			{ 'x-rate-limit-reset': seconds('12:20:00'), 'retry-after': '5' },
			at('12:20:00'),
		],
		['retry-after as a date', { 'retry-after': 'Sat, 21 Nov 2026 12:30:00 GMT' }, at('12:30:00')],
		[
			'the limit that is used up, when another has requests left',
			{ ...limit('account-rate-limit', 17, '12:10:00'), ...limit('rate-limit', 0, '12:20:00') },
			at('12:20:00'),
		],
		[
			'the limit of the day when that is used up',
			{ ...limit('user-limit-24hour', 0, '23:00:00'), ...limit('rate-limit', 40, '12:20:00') },
			at('23:00:00'),
		],
		[
			'names in any case, numbers, lists',
			{ 'X-Rate-Limit-Reset': [Number(seconds('12:20:00'))] },
			at('12:20:00'),
		],
		['nothing when nothing is said', {}, undefined],
		['nothing when it is nonsense', { 'x-rate-limit-reset': 'soon', 'retry-after': 'later' }, undefined],
	])('%s', (_name, headers, expected) => {
		expect(resetAt(headers, now)).toEqual(expected);
	});

	// The window opens in five minutes. One clock is wrong: that of n8n, or the date, which a gateway may set.
	test.each([
		['right', '12:00:00', '12:00:00'],
		['ten minutes behind', '11:50:00', '12:00:00'],
		['ten minutes ahead', '12:10:00', '12:00:00'],
		['right, and the date an hour behind', '12:00:00', '11:00:00'],
		['right, and the date an hour ahead', '12:00:00', '13:00:00'],
	])('five minutes from now where the clock of n8n is %s', (_, own, ofX) => {
		const headers = { ...limit('rate-limit', 0, '12:05:00'), date: at(ofX).toUTCString() };
		expect(resetAt(headers, at(own))).toEqual(new Date(at(own).getTime() + 300_000));
	});
});

it('of several limits, what remains is that of the tightest', () => {
	const headers = { 'x-rate-limit-remaining': '14', 'x-account-rate-limit-remaining': '3' };
	expect(remaining(headers)).toBe(3);
});

/** The label of the field behind a parameter that a 400 names. */
function blamed(spec: typeof core, resource: string, operation: string, parameter: string) {
	const record = findOperation(spec, resource, operation);
	if (!record) throw new Error(`No operation ${resource} ${operation}`);
	const body = { errors: [{ message: 'No.', parameters: { [parameter]: ['x'] } }] };
	return fieldNamer(record, spec)(classify({ status: 400, body })).field;
}

describe('the field that is blamed is that of', () => {
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
});
