/**
 * The records against the documented operations, so that a changed API or a mistyped record shows as a failing row.
 * Differences on purpose stand in `support/exceptions.ts`, each with its reason.
 */
import { adsOperations, catalogOperations, coreOperations, keyOf } from './support/documented';
import type { Documented, Parameter } from './support/documented';
import * as exceptions from './support/exceptions';
import type { Exception } from './support/exceptions';
import type { NodeRecord, Sent } from './support/records';
import { records, specs } from './support/records';

/** Which node stands for which part of the documentation. */
const factsOf: Record<string, Documented[]> = {
	XCore: coreOperations,
	XAdsCampaigns: adsOperations,
	XCatalog: catalogOperations,
};
const documented = [...coreOperations, ...adsOperations, ...catalogOperations];
const byKey = new Map(documented.map((operation) => [operation.key, operation]));
const all = records();

/** Lines that no exception explains, and exceptions that explain nothing. */
function unexplained(lines: string[], table: readonly Exception[]): string[] {
	const explains = (line: string) => table.find((exception) => exception.line.test(line));
	const stale = table.filter((exception) => !lines.some((line) => exception.line.test(line)));
	return [
		...lines.filter((line) => !explains(line)),
		...stale.map((exception) => `no longer needed: ${exception.line.source}`),
	];
}

/** Runs `check` on every record with a documented route. */
const differences = (check: (record: NodeRecord, facts: Documented) => string[]): string[] =>
	all.flatMap((record) => {
		const facts = byKey.get(keyOf(record.operation.route));
		return facts ? check(record, facts).map((line) => `${record.label}: ${line}`) : [];
	});

const named = (parameter: Parameter, { wire, place }: Sent) =>
	place === parameter.in && (wire === parameter.name || wire === parameter.alias);

/** The documentation has two vocabularies, `tweet.*` and `post.*`, and two spellings of some expansions. */
const oneVocabulary = (value: unknown) =>
	String(value)
		.replaceAll('post', 'tweet')
		.replace(/^(referenced_tweets)\.id$|^(affiliation)\.user_id$/, '$1$2');

/** What the engine sends by itself where a record pages. */
const ofPaging = ({ operation: { paging } }: NodeRecord): Array<string | undefined> =>
	paging ? [paging.request, paging.size] : [];

describe('every record', () => {
	it('has a documented route', () => {
		const lines = all
			.filter(({ operation }) => !byKey.has(keyOf(operation.route)))
			.map(({ label, operation }) => `${label} ${operation.route}`);
		expect(unexplained(lines, exceptions.undocumentedRoutes)).toEqual([]);
	});

	it('sends only documented parameters', () => {
		const lines = differences(({ sent }, { parameters, openBody }) =>
			sent
				.filter(({ place }) => place === 'query' || (place === 'body' && !openBody))
				.filter((field) => !parameters.some((parameter) => named(parameter, field)))
				.map(({ place, wire }) => `${place} ${wire}`),
		);
		expect(unexplained(lines, exceptions.undocumentedParameters)).toEqual([]);
	});

	it('offers every documented parameter', () => {
		const lines = differences((record, { parameters }) =>
			parameters
				.filter(({ in: place, name }) => place !== 'path' && !ofPaging(record).includes(name))
				.filter((parameter) => !record.sent.some((field) => named(parameter, field)))
				.map(({ in: place, name }) => `${place} ${name}`),
		);
		expect(unexplained(lines, exceptions.unofferedParameters)).toEqual([]);
	});

	it('demands what the platform demands', () => {
		const demanded = ({ field }: Sent) =>
			field.property === undefined ||
			field.property.default !== '' ||
			(field.required !== false && (field.section ?? 'top') === 'top');
		const lines = differences(({ sent, operation }, { parameters }) =>
			parameters
				.filter(({ required, in: place }) => required && place !== 'path')
				.filter(() => !operation.run && !operation.runAll)
				.filter((parameter) => !sent.some((entry) => named(parameter, entry) && demanded(entry)))
				.map(({ in: place, name }) => `${place} ${name}`),
		);
		expect(unexplained(lines, exceptions.optionalInForm)).toEqual([]);
	});

	it('accepts the documented credentials and names the documented scopes', () => {
		const lines = differences(({ operation: { auth } }, { kinds, scopes }) => {
			if (!kinds || !scopes) return [];
			const differs = (ours: readonly string[], theirs: readonly string[]) =>
				[...ours].sort().join(' ') !== [...theirs].sort().join(' ');
			return [
				...(differs(auth.kinds, kinds) ? [`${auth.kinds.join(' ')} instead of ${kinds.join(' ')}`] : []),
				...(differs(auth.scopes, scopes)
					? [`scopes ${auth.scopes.join(' ')} instead of ${scopes.join(' ')}`]
					: []),
			];
		});
		expect(unexplained(lines, exceptions.authentication)).toEqual([]);
	});

	it('pages as documented', () => {
		const lines = differences(({ operation }, { paging }) => {
			if (!paging || !operation.paging) return paging || operation.paging ? ['pages on one side only'] : [];
			const { request, min, max, size } = operation.paging;
			return [
				...(request === paging.request ? [] : [`token in ${request} instead of ${paging.request}`]),
				...(paging.max === undefined || (size !== undefined && max === paging.max)
					? []
					: [`largest page ${max} instead of ${paging.max}`]),
				...(paging.min === undefined || min === paging.min
					? []
					: [`smallest page ${min} instead of ${paging.min}`]),
			];
		});
		expect(unexplained(lines, exceptions.paging)).toEqual([]);
	});

	it('offers the documented choices', () => {
		const lines = differences(({ sent }, { parameters }) =>
			sent.flatMap((entry) => {
				const offered = ({ field }: Sent) =>
					((field.property?.options ?? []) as Array<{ value?: unknown }>)
						.map(({ value }) => value)
						.filter((value) => value !== undefined && value !== '');
				const ours = offered(entry);
				// Several fields may stand for one parameter, each with its part of the choices.
				const together = sent
					.filter(({ wire, place }) => wire === entry.wire && place === entry.place)
					.flatMap(offered);
				const theirs = parameters.find((parameter) => named(parameter, entry))?.enum;
				if (!theirs || ours.length === 0) return [];
				const only = (some: readonly unknown[], others: readonly unknown[]) =>
					some.filter((value) => !others.map(oneVocabulary).includes(oneVocabulary(value)));
				return [
					...only(ours, theirs).map((value) => `${entry.wire} is never ${String(value)}`),
					...only(theirs, together).map((value) => `${entry.wire} may be ${String(value)}`),
				];
			}),
		);
		expect(unexplained(lines, exceptions.enumerations)).toEqual([]);
	});
});

describe('the documentation', () => {
	it('lists no operation that the nodes lack', () => {
		const offered = new Set(all.map(({ operation }) => keyOf(operation.route)));
		const lines = specs()
			.flatMap(([folder]) => factsOf[folder] ?? [])
			.filter(({ key }) => !offered.has(key))
			.map(({ route }) => route);
		expect(unexplained(lines, exceptions.unofferedOperations)).toEqual([]);
	});
});
