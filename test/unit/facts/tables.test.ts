/** Every table of the facts says where it is from and when that was read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	allPrices,
	priceRows,
	webhookFacts,
	documentedMeanings,
	everyValue,
	operations,
	sampleOf,
	type Parameter,
} from '../../facts';
import { entities } from '../../../nodes/shared/model/entities';

const FOLDER = join(__dirname, '../../facts');
const tables = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

/** An ISO date that is a day of the calendar, and not in the future. */
const isPastDay = (text: unknown) => {
	if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const moment = new Date(`${text}T00:00:00Z`);
	return moment.toISOString().startsWith(text) && moment.getTime() <= Date.now();
};

describe('a table of the facts', () => {
	it.each(tables)('%s says what it was read from, and when', (file) => {
		const { read, source, sources } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<
			string,
			unknown
		>;
		expect(JSON.stringify(source ?? sources)).toContain('https://');
		expect([read, isPastDay(read)]).toEqual([read, true]);
	});

	it('has a day and a source for every rule of webhooks', () => {
		const { headers, rules } = webhookFacts();
		for (const { read, sources, known } of [...headers, ...rules]) {
			expect([isPastDay(read), sources.length > 0, ['published', 'quoted'].includes(known)]).toEqual([
				true,
				true,
				true,
			]);
		}
	});
});

describe('prices of operations', () => {
	it('are those of their row on the price page', () => {
		const rowOf = (kind: string | undefined) => priceRows().find((row) => (row.kind ?? row.row) === kind);
		const published = allPrices().filter(({ sources, usd }) => sources.includes('pricing') && usd !== null);
		const wrong = published.filter(({ kind, usd }) => rowOf(kind) && rowOf(kind)?.usd !== usd);
		expect(wrong).toEqual([]);
		const withoutRow = published.filter(({ kind }) => !rowOf(kind)).map(({ route }) => route);
		// A stream is billed as Posts: Read.
		expect(withoutRow).toEqual(['GET /2/tweets/search/stream']);
	});
});

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
		const odd = rows.filter(
			({ meaning }) => !/^[A-Z].*[^.\s]$/.test(meaning) || meaning.length > 120 || /\bTweet\b/.test(meaning),
		);
		expect(odd.map(({ label, meaning }) => `${label}: ${meaning}`)).toEqual([]);
	});
});
