import { spec } from '../../support/coreNodes';
import { id, list, text, update } from '../../../nodes/shared/fields';
import { labelOf } from '../../../nodes/shared/operation/labels';
import { op, user, type Field, type Operation } from '../../../nodes/shared/operation/operation';
import { buildRequest, placeOf, splitRoute, withQuery } from '../../../nodes/shared/engine/request';

const operations = spec.resources.flatMap((resource) =>
	Object.entries(resource.operations).map(
		([name, operation]) => [`${resource.value}.${name}`, operation] as const,
	),
);

/** Something that every field could hold, and how it must look on the wire. */
const values = (operation: Operation) =>
	Object.fromEntries(Object.keys(operation.fields).map((key, index) => [key, `v${index}`]));

describe.each(operations)('the request of %s', (_name, operation) => {
	const { method, path } = splitRoute(operation.route);
	const request = buildRequest(operation, values(operation));

	it('goes to the documented route with every name in braces filled in', () => {
		expect(request.method).toBe(method);
		expect(request.path).not.toMatch(/[{}]/);
		const parts = path.split('/');
		expect(
			request.path.split('/').map((part, index) => (parts[index]?.startsWith('{') ? 'v' : part)),
		).toEqual(parts.map((part) => (part.startsWith('{') ? 'v' : part)));
	});

	it('carries every value exactly once, where its field says', () => {
		const query = Object.fromEntries(request.query ?? []);
		const body = JSON.stringify(request.body ?? {});
		// A field gives way to one whose name on the wire is its own.
		const wires = Object.values(operation.fields).map(({ wire }) => wire);
		const sent = Object.entries(values(operation)).filter(
			([key]) => operation.fields[key]?.wire !== undefined || !wires.includes(key),
		);
		const found = sent.map(([key, value]) => [
			key,
			request.path.split('/').includes(value) && 'path',
			query[operation.fields[key]?.wire ?? key] === value && 'query',
			body.includes(`"${value}"`) && 'body',
		]);
		const wanted = sent.map(([key]) => {
			const place = placeOf(key, operation.fields[key]!, operation);
			return [key, ...['path', 'query', 'body'].map((each) => each === place && each)];
		});
		expect(found).toEqual(wanted);
	});

	it('has no query without values, and a body only where there is always one', () => {
		const empty = buildRequest(operation, {});
		expect(empty.query).toEqual([]);
		expect(empty.body).toEqual(operation.body === 'always' ? {} : undefined);
	});

	it('names its fields apart', () => {
		const shown = Object.entries(operation.fields).filter(([, field]) => field.property && !field.when);
		const labels = shown.map(([key, field]) => `${field.collection ?? 'top'} ${labelOf(key, field)}`);
		expect(new Set(labels).size).toBe(labels.length);
	});
});

describe('values on the wire', () => {
	const record = (fields: Record<string, Field>) =>
		op({
			route: 'POST /2/things/{id}',
			name: 'X',
			action: 'x',
			description: 'x',
			auth: user(),
			fields: { id: id(), ...fields },
		});

	it.each([
		['a slash', 'a/b', '/2/things/a%2Fb'],
		['reserved characters', "!*'()", '/2/things/%21%2A%27%28%29'],
		['dots that climb', '../x', '/2/things/..%2Fx'],
	])('in a path are encoded: %s', (_what, value, path) => {
		expect(buildRequest(record({}), { id: value }).path).toBe(path);
	});

	it('in a query are joined by commas, in a body stay lists', () => {
		const fields = { tags: { ...list(), place: 'query' as const }, ids: list(), 'a.b': text() };
		const request = buildRequest(record(fields), {
			id: '1',
			tags: ['x', 'y'],
			ids: ['1', '2'],
			'a.b': 'deep',
		});
		expect(request).toMatchObject({ query: [['tags', 'x,y']], body: { ids: ['1', '2'], a: { b: 'deep' } } });
	});

	it('that are empty are left out, but in an update, where they unset', () => {
		const given = { id: '1', title: '' };
		expect(buildRequest(record({ title: text() }), given).body).toBeUndefined();
		expect(buildRequest(record(update({ title: text() })), given).body).toEqual({ title: '' });
	});

	it('that are false or zero are sent', () => {
		const fields = { on: text(), count: text() };
		expect(buildRequest(record(fields), { id: '1', on: false, count: 0 }).body).toEqual({
			on: false,
			count: 0,
		});
	});

	it('of a query are replaced, not repeated', () => {
		const request = {
			method: 'GET' as const,
			path: '/x',
			query: [
				['a', '1'],
				['b', '2'],
			] as const,
		};
		const changed = withQuery({ ...request, query: [...request.query] }, { a: '3', c: undefined });
		expect(changed.query).toEqual([
			['b', '2'],
			['a', '3'],
		]);
	});
});
