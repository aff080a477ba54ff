/** Every row is about a field or parameter that X documents, and reads like the descriptions in forms. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entities } from '../../../nodes/shared/model/entities';
import { documentedMeanings, everyValue, operations, sampleOf, type Parameter } from '../../facts';

type Api = 'ads' | 'core';
const APIS: readonly Api[] = ['core', 'ads'];

function* namesIn(value: unknown): Generator<string> {
	if (typeof value !== 'object' || value === null) return;
	for (const [name, inner] of Object.entries(value)) {
		if (!Array.isArray(value)) yield name;
		yield* namesIn(inner);
	}
}

function* namesOf(parameters: readonly Parameter[]): Generator<string> {
	for (const { name, alias, fields = [], ...parameter } of parameters) {
		yield name;
		if (alias !== undefined) yield alias;
		yield* everyValue(parameter as Parameter).map(String);
		yield* namesOf(fields);
	}
}

/** Every name of a parameter, or of a field of an answer, that X documents for an API. */
const documented = (api: Api): ReadonlySet<string> =>
	new Set(
		operations()
			.filter((operation) => operation.api === api)
			.flatMap((operation) => [
				...namesOf(operation.parameters),
				...namesOf(operation.body?.fields ?? []),
				...namesIn(sampleOf(operation)),
			]),
	);

describe.each(APIS)('the meanings of the %s API', (api) => {
	const rows = Object.entries(documentedMeanings()[api]).flatMap(([group, meanings]) =>
		Object.entries(meanings).map(([path, meaning]) => ({ label: `${group}.${path}`, path, meaning })),
	);

	it('are of documented names', () => {
		const names = documented(api);
		// Amounts lose the unit that they are sent in, counts have their older names, and a form joins nested names.
		const isKnown = (path: string) => {
			const name = path.split('.').at(-1) ?? '';
			const [first = '', ...rest] = name.split('_');
			const newer = [entities.post, entities.postCount].map((entity) => entity.newer?.[name] ?? name);
			return (
				[name, `${name}_local_micro`, ...newer].some((each) => names.has(each)) ||
				(names.has(first) && names.has(rest.join('_')))
			);
		};
		expect(rows.filter(({ path }) => !isKnown(path)).map(({ label }) => label)).toEqual([]);
	});

	it('are phrases, as the descriptions in forms are', () => {
		const odd = rows.filter(({ meaning }) => !/^[A-Z].*[^.\s]$/.test(meaning) || meaning.length > 120);
		expect(odd.map(({ label, meaning }) => `${label}: ${meaning}`)).toEqual([]);
	});
});

it('name their sources and the day', () => {
	const { read, sources } = documentedMeanings();
	expect(read).toMatch(/^\d{4}-\d\d-\d\d$/);
	for (const api of APIS)
		for (const source of sources[api])
			expect(source).toMatch(/^https:\/\/(?:docs\.x\.com|github\.com\/xdevplatform\/docs)\//);
	expect(readFileSync(join(__dirname, '../../facts/meanings.json'), 'utf8')).not.toMatch(/\bTweet\b/);
});
