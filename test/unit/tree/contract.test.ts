/** Whether a server that enforces the published description would take what the records send. */
import {
	coreOperations,
	findOperation,
	type Operation as Documented,
	type Parameter,
	parametersOf,
} from '../../facts';
import type { Issue } from '../../simulator/frame';
import { withDefaultFields } from '../../../nodes/shared/engine/defaultFields';
import type { Values } from '../../../nodes/shared/operation/operation';
import type { ApiRequest } from '../../../nodes/shared/http/connection';
import * as exceptions from './support/contractExceptions';
import { unexplained } from './support/differences';
import { NOT_OFFERED } from './support/notOffered';
import { records, type NodeRecord } from './support/records';
import { everyChoice, everyField, problemsWith, requiredValues, sentBy } from './support/requests';

interface Prepared {
	readonly label: string;
	readonly operation: NodeRecord['operation'];
	readonly documented: Documented;
	readonly required: Values;
	/** Sent with the required fields alone. */
	readonly plain: ApiRequest;
	/** Sent once for every choice of the form. */
	readonly chosen: readonly ApiRequest[];
}

const prepare = async ({ label, operation }: NodeRecord, documented: Documented): Promise<Prepared> => {
	const required = await requiredValues(operation, documented);
	const requests = everyChoice(operation, required).map(async (values) => await sentBy(operation, values));
	const plain = await sentBy(operation, required);
	return { label, operation, documented, required, plain, chosen: await Promise.all(requests) };
};

/** Batches are made of several input items; the tests that run them see what they send. */
const prepared = async (): Promise<Prepared[]> =>
	await Promise.all(
		records().flatMap((record) => {
			const documented = findOperation(record.operation.route);
			return documented && !record.operation.runAll ? [prepare(record, documented)] : [];
		}),
	);

let all: Prepared[];
beforeAll(async () => {
	all = await prepared();
});

/** Sample values are made up, so that only names and enumerations count where a field was filled in. */
const isNameOrChoice = ({ reason, message }: Issue) =>
	reason === 'unknown' || message.includes('] is not one of [');
const asChoice = ({ name, value, reason }: Issue) => (reason === 'unknown' ? name : `${name}=${value}`);

/** Field selections and expansions are the same wherever they are. */
const isShared = (name: string) => name === 'expansions' || name.endsWith('.fields');

const inItsNames = (request: ApiRequest, { parameters }: Documented): ApiRequest => ({
	...request,
	query: (request.query ?? []).map(([name, value]) => [
		parameters.find(({ alias }) => alias === name)?.name ?? name,
		value,
	]),
});

/** Names and choices that the description lacks; its pages may have them. */
const beyond = (request: ApiRequest, documented: Documented): string[] =>
	[request, inItsNames(request, documented)]
		.flatMap((each) => problemsWith(each, documented, 'openapi'))
		.filter(isNameOrChoice)
		.map(asChoice);

/** A parameter with an enumeration; members of members are parted by dots. */
interface Enumerated {
	readonly path: string;
	readonly parameter: Parameter;
}

function* within(parameters: readonly Parameter[], path = ''): Generator<Enumerated> {
	for (const parameter of parameters) {
		const here = path + parameter.name;
		if (parameter.enum) yield { path: here, parameter };
		yield* within(parameter.fields ?? [], `${here}.`);
	}
}

/** Every enumeration of an operation, those inside its body included. */
const enumerations = ({ parameters, body }: Documented): Enumerated[] => [
	...within(parameters),
	...within(body?.fields ?? []),
];

/** The outermost members inside of what a request's body has that no request has; members of members parted by dots. */
const lackingMembers = ({ body }: Documented, requests: readonly ApiRequest[]): string[] =>
	(body?.fields ?? [])
		.filter(({ name }) => requests.some((request) => hasMember(request, name)))
		.flatMap(({ name, fields = [] }) => [...lackingIn(fields, `${name}.`, requests)]);

function* lackingIn(
	members: readonly Parameter[],
	path: string,
	requests: readonly ApiRequest[],
): Generator<string> {
	for (const { name, fields = [] } of members) {
		const here = path + name;
		if (requests.some((request) => hasMember(request, here))) yield* lackingIn(fields, `${here}.`, requests);
		else yield here;
	}
}

const hasMember = ({ body }: ApiRequest, path: string): boolean =>
	!valuesAt(body, path.split('.')).next().done;

function* valuesAt(value: unknown, [head, ...rest]: readonly string[]): Generator<string> {
	if (Array.isArray(value))
		for (const entry of value) yield* valuesAt(entry, head === undefined ? [] : [head, ...rest]);
	else if (head === undefined) yield* String(value).split(',');
	else if (typeof value === 'object' && value !== null && head in value)
		yield* valuesAt((value as Record<string, unknown>)[head], rest);
}

/** The values that a request has for an enumeration. */
function valuesFor({ query = [], body }: ApiRequest, { path, parameter }: Enumerated): string[] {
	if (parameter.in === undefined) return [...valuesAt(body, path.split('.'))];
	const { name, alias } = parameter;
	return query.filter(([key]) => key === name || key === alias).flatMap(([, value]) => value.split(','));
}

/** X has two vocabularies, `tweet` and `post`, and two spellings of some expansions. */
const inOneVocabulary = (value: unknown): string =>
	String(value)
		.replaceAll('post', 'tweet')
		.replace(/^(referenced_tweets)\.id$|^(affiliation)\.user_id$/, '$1$2');

/** What the engine sends automatically where a record pages. */
const isOfPaging = ({ paging }: Documented, name: string) =>
	name === paging?.request || name === paging?.size;

describe('a request of every record', () => {
	it('has all that is required, also where nothing more was chosen', () => {
		const lines = all
			.filter(({ operation }) => operation.needsChange !== true)
			.filter(({ operation, required }) => [...(operation.check?.(required) ?? [])].length === 0)
			.flatMap(({ label, documented, plain }) =>
				problemsWith(plain, documented, 'openapi')
					.filter(({ reason }) => reason === 'missing')
					.map(({ name }) => `${label}: ${name}`),
			);
		expect(unexplained(lines, exceptions.LACKING)).toEqual([]);
	});

	it('names and chooses only what is documented, whatever the form offers', () => {
		const undocumented: string[] = [];
		const onPagesOnly: string[] = [];
		for (const { label, documented, plain, chosen } of all)
			for (const request of [plain, ...chosen]) {
				const nowhere = problemsWith(request, documented, 'pages').filter(isNameOrChoice).map(asChoice);
				undocumented.push(...nowhere.map((choice) => `${label}: ${choice}`));
				onPagesOnly.push(...beyond(request, documented).filter((choice) => !nowhere.includes(choice)));
			}
		expect(unexplained(undocumented, exceptions.UNDOCUMENTED)).toEqual([]);
		expect(unexplained(onPagesOnly, exceptions.BEYOND_THE_DESCRIPTION)).toEqual([]);
	});

	it('can have every documented choice where the form has a menu', () => {
		const lines = all.flatMap(({ label, documented, chosen }) =>
			enumerations(documented).flatMap((enumerated) => {
				const offered = new Set(
					chosen.flatMap((request) => valuesFor(request, enumerated)).map(inOneVocabulary),
				);
				const values = (enumerated.parameter.enum ?? []).map(inOneVocabulary);
				// One value alone comes with the sample of a field that is no menu.
				if (offered.size < 2 || !values.some((value) => offered.has(value))) return [];
				const where = isShared(enumerated.path) ? '' : `${label}: `;
				const lacking = values.filter((value) => !offered.has(value));
				return lacking.map((value) => `${where}${enumerated.path} may be ${value}`);
			}),
		);
		expect(unexplained(lines, exceptions.UNOFFERED_CHOICES)).toEqual([]);
	});

	it('sends every documented parameter of the core API at least once', async () => {
		const sent = new Map<string, Set<string>>();
		for (const { operation, documented, required, plain, chosen } of all) {
			if (documented.api !== 'core') continue;
			const values = await everyField(operation, documented, required);
			const filled = await Promise.all(values.map(async (each) => await sentBy(operation, each)));
			const names = sent.get(documented.route) ?? new Set();
			for (const { query = [], body = {} } of [plain, ...chosen, ...filled])
				for (const name of [...query.map(([key]) => key), ...Object.keys(body)]) names.add(name);
			sent.set(documented.route, names);
		}
		const lines = coreOperations()
			.filter(({ route }) => !Object.hasOwn(NOT_OFFERED, route))
			.flatMap((documented) => {
				const names = sent.get(documented.route);
				if (!names) return [`${documented.route}: not reached`];
				return parametersOf(documented)
					.filter(({ place, parameter: { name } }) => place !== 'path' && !isOfPaging(documented, name))
					.filter(({ parameter: { name, alias = name } }) => !names.has(name) && !names.has(alias))
					.map(({ parameter: { name } }) => `${documented.route}: ${name}`);
			});
		expect(unexplained(lines, exceptions.UNSENT)).toEqual([]);
	});

	it('can have every documented member inside its body', async () => {
		const lines: string[] = [];
		for (const { label, operation, documented, required, chosen } of all) {
			if (!documented.body) continue;
			const values = await everyField(operation, documented, required);
			const filled = await Promise.all(values.map(async (each) => await sentBy(operation, each)));
			lines.push(...lackingMembers(documented, [...filled, ...chosen]).map((path) => `${label}: ${path}`));
		}
		expect(unexplained(lines, exceptions.UNOFFERED_MEMBERS)).toEqual([]);
	});

	it('asks by itself for nothing that the description lacks', () => {
		const choice = { mode: 'simplified', fields: [] } as const;
		const lines = all.flatMap(({ operation, documented, plain }) =>
			beyond(withDefaultFields(operation, plain, choice), documented),
		);
		expect(unexplained(lines, exceptions.ASKED_AUTOMATICALLY)).toEqual([]);
	});
});
