/**
 * What a success of each write holds, against the answers that X publishes: the schemas of its description, and the samples
 * of the advertising API. X's description requires no member at the top of an answer.
 */
import { coreOperations, operations, sampleOf, type Operation } from '../../facts';
import { flagOf, isConfirmed, refusedFlag } from '../../../nodes/shared/http/confirmed';
import { readAnswer } from '../../../nodes/shared/http/readAnswer';
import type { ApiRequest } from '../../../nodes/shared/http/connection';
import { isObject } from '../../../nodes/shared/util/lenient';

const requestOf = ({ method, path }: Operation): ApiRequest => ({
	method: method,
	path: path.replaceAll(/\{[^}]*\}/g, '1'),
});

const writes = operations().filter(({ method }) => method !== 'GET');

/** Their own flow looks at each part of the answer, or no one has published it. */
const CHECKED_ELSEWHERE =
	/media\/upload\/\{id\}\/append|2\/media\/upload\/\{id\}\/finalize|\/12\/batch\/|ad-export|chat\/conversations\/\{id\}\/members$|^\/2\/bots\/\{id\}$/;
const checked = writes.filter(({ path }) => !CHECKED_ELSEWHERE.test(path));
const dataOf = (operation: Operation): unknown => {
	const { answer } = sampleOf(operation);
	return isObject(answer) ? answer.data : undefined;
};

it('is in the published answer of every write', () => {
	const withSample = writes.filter((operation) => sampleOf(operation).answer !== undefined);
	expect(withSample.length).toBeGreaterThan(180);
	const missed = withSample.filter(
		(operation) => !isConfirmed(requestOf(operation), 200, sampleOf(operation).answer),
	);
	expect(missed.map(({ route }) => route)).toEqual([]);
});

it('is in no other answer', () => {
	const taken = checked.flatMap((operation) => {
		const data = dataOf(operation);
		const others: unknown[] = [
			undefined,
			{},
			[],
			{ data: null },
			{ data: false },
			{ data: {} },
			{ data: [] },
			{ data: [{}] },
			{ data: 'text' },
			{ data: { unknown: 1 } },
			{ data: { data } },
			[{ data }],
			{ result: { ok: true } },
			{ meta: { result_count: 7 } },
		];
		return others
			.filter((body) => isConfirmed(requestOf(operation), 201, body))
			.map((body) => `${operation.route}: ${JSON.stringify(body)}`);
	});
	expect(taken).toEqual([]);
});

it('is a flag with its value for every flag that X publishes alone', () => {
	// Words with which X answers a state that was asked for, in place of an entity.
	const flags = coreOperations().filter((operation) => {
		const data = operation.method === 'GET' ? undefined : dataOf(operation);
		return isObject(data) && Object.values(data).every((value) => typeof value === 'boolean');
	});
	const other = /screen_capture$/;
	const unknown = flags.filter((operation) => {
		const flag = flagOf(requestOf(operation));
		return (
			!other.test(operation.path) &&
			(flag === undefined || !isObject(dataOf(operation)) || !(flag in (dataOf(operation) as object)))
		);
	});
	expect(flags.length).toBeGreaterThan(45);
	expect(unknown.map(({ route }) => route)).toEqual([]);
	const silent = flags
		.filter(({ path }) => !other.test(path))
		.filter((operation) => {
			const request = requestOf(operation);
			const flag = flagOf(request) ?? '';
			const said = [true, false].map((value) => refusedFlag(request, { data: { [flag]: value } }));
			return said.filter((each) => each !== undefined).length !== 1;
		});
	expect(silent.map(({ route }) => route)).toEqual([]);
});

it.each([
	['POST', '/2/users/1/likes', { liked: false }, 'liked: false'],
	['DELETE', '/2/users/1/likes/2', { liked: true }, 'liked: true'],
	['POST', '/2/users/1/following', { following: false, pending_follow: true }, undefined],
	['POST', '/2/users/1/dm/unblock', { blocked: false }, undefined],
	['DELETE', '/2/tweets/1', { deleted: false }, 'deleted: false'],
	['POST', '/2/lists/1/members', { is_member: false }, 'is_member: false'],
	['PUT', '/2/lists/1', { updated: false }, 'updated: false'],
] as const)('says no by %s %s with %j: %s', (method, path, data, no) => {
	expect(refusedFlag({ method, path }, { data })).toBe(no);
});

it('of hiding is no where showing was asked for', () => {
	const hide = (hidden: boolean): ApiRequest => ({
		method: 'PUT',
		path: '/2/tweets/1/hidden',
		body: { hidden },
	});
	expect(refusedFlag(hide(true), { data: { hidden: false } })).toBe('hidden: false');
	expect(refusedFlag(hide(false), { data: { hidden: false } })).toBeUndefined();
});

const PROBLEM = { title: 'Forbidden', detail: 'Not permitted.', type: 'about:blank', status: 403 };

/** The failure of an answer, in short. */
const failureOf = (request: ApiRequest, statusCode: number, body?: unknown) => {
	const text = body === undefined ? '' : JSON.stringify(body);
	const read = readAnswer(request, { statusCode, headers: {}, body: text }, []);
	return 'kind' in read ? { kind: read.kind, unsure: read.unsure, status: read.status } : undefined;
};
const POST: ApiRequest = { method: 'POST', path: '/2/tweets' };
const unsaid = { kind: 'unsaid', unsure: true };

it.each([
	['a write without an ID', POST, 200, { data: {} }, unsaid],
	['a create with 201 and nothing', POST, 201, undefined, unsaid],
	['a create with 204', POST, 204, undefined, unsaid],
	['a delete with 204', { method: 'DELETE', path: '/2/tweets/1' }, 204, undefined, undefined],
	['a problem with 200', POST, 200, PROBLEM, { kind: 'forbidden', unsure: false, status: 403 }],
	['a problem in a wrapper', POST, 200, { error: PROBLEM }, { kind: 'forbidden', unsure: false }],
	[
		'a problem for data',
		{ method: 'GET', path: '/2/tweets/1' },
		200,
		{ data: PROBLEM },
		{ kind: 'forbidden' },
	],
	['an empty read', { method: 'GET', path: '/2/tweets/1' }, 200, {}, { kind: 'unsaid' }],
	['a read with 204', { method: 'GET', path: '/2/tweets' }, 204, undefined, { kind: 'unsaid' }],
	['errors beside nothing, which are said as they are', POST, 200, { errors: { message: 'odd' } }, undefined],
] as const)('is told apart: %s', (_name, request, status, body, failure) => {
	const found = failureOf(request, status, body);
	if (failure === undefined) expect(found).toBeUndefined();
	else expect(found).toMatchObject(failure);
});
