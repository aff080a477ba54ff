/**
 * The records against the documented operations, so that a changed API or a mistyped record shows as a failing row, and
 * which look-ups are gathered: every one whose collection takes a list of identifiers.
 * Intended differences are listed in `support/exceptions.ts` and `support/notOffered.ts`, each with its reason.
 */
import { STREAMS } from '../../../nodes/XStreamTrigger/sources/streams';
import {
	findOperation,
	keyOf,
	operations,
	parametersOf,
	type Operation,
	type Parameter,
	type Placed,
} from '../../facts';
import { differences, unexplained, type Explained } from './support/differences';
import * as exceptions from './support/exceptions';
import { NOT_OFFERED } from './support/notOffered';
import type { NodeRecord, Sent } from './support/records';
import { records } from './support/records';

const isNamed = ({ place, parameter: { name, alias } }: Placed, sent: Sent) =>
	sent.place === place && (sent.wire === name || sent.wire === alias);

/** What the engine sends automatically where a record pages. */
const ofPaging = ({ operation: { paging } }: NodeRecord): Array<string | undefined> =>
	paging ? [paging.isSingle === true ? undefined : paging.request, paging.size] : [];

describe('every record', () => {
	it('has a documented route', () => {
		const lines = records()
			.filter(({ operation }) => !findOperation(operation.route))
			.map(({ label, operation }) => `${label}: ${operation.route}`);
		expect(unexplained(lines, exceptions.UNDOCUMENTED_ROUTES)).toEqual([]);
	});

	it('sends only documented parameters', () => {
		const lines = differences(({ sent }, operation) =>
			sent
				.filter(({ place }) => place === 'query' || (place === 'body' && !operation.body?.open))
				.filter((field) => !parametersOf(operation).some((placed) => isNamed(placed, field)))
				.map(({ place, wire }) => `${place} ${wire}`),
		);
		expect(unexplained(lines, exceptions.UNDOCUMENTED_PARAMETERS)).toEqual([]);
	});

	it('offers every documented parameter', () => {
		const lines = differences((record, operation) =>
			parametersOf(operation)
				.filter(({ place, parameter }) => place !== 'path' && !ofPaging(record).includes(parameter.name))
				.filter((placed) => !record.sent.some((field) => isNamed(placed, field)))
				.map(({ place, parameter }) => `${place} ${parameter.name}`),
		);
		expect(unexplained(lines, exceptions.UNOFFERED_PARAMETERS)).toEqual([]);
	});

	it('accepts the documented credentials and names the documented scopes', () => {
		const lines = differences(({ operation: { auth } }, operation) => {
			const isSame = (ours: readonly string[], theirs: readonly string[]) =>
				[...ours].sort().join(' ') === [...theirs].sort().join(' ');
			const inWords = (some: readonly string[]) => some.join(' ') || 'none';
			return [
				...(isSame(auth.kinds, operation.auth)
					? []
					: [`${inWords(auth.kinds)} instead of ${inWords(operation.auth)}`]),
				// The advertising API has two scopes, and its pages do not say which route needs which.
				...(operation.api === 'ads' || isSame(auth.scopes, operation.scopes)
					? []
					: [`scopes ${inWords(auth.scopes)} instead of ${inWords(operation.scopes)}`]),
			];
		});
		expect(unexplained(lines, exceptions.AUTHENTICATION)).toEqual([]);
	});

	it('pages as documented', () => {
		const lines = differences(({ operation }, { paging }) => {
			if (operation.paging?.isSingle === true && !paging) return [];
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
		expect(unexplained(lines, exceptions.PAGING)).toEqual([]);
	});
});

describe('the documentation', () => {
	it('lists no operation that the nodes lack without a reason', () => {
		const offered = new Set(records().map(({ operation }) => keyOf(operation.route)));
		const lines = operations()
			.filter(({ route }) => !offered.has(keyOf(route)))
			.map(({ route }) => route);
		expect(unexplained(lines, NOT_OFFERED)).toEqual([]);
	});

	it('lists the streams that X Stream Trigger reads, and no other', () => {
		const read = Object.values(STREAMS).map(({ path }) => `GET ${path}`);
		const documented = operations().filter(({ answer }) => answer === 'stream');
		expect(read.sort()).toEqual(documented.map(({ route }) => route).sort());
	});
});

/** The nodes whose items are look-ups of one entity each. */
const NODES = /^(xCore|xCoreAdmin|xLive|xAdsCampaigns|xAdsCreatives)\./;

/** Look-ups that are not gathered though their collection takes identifiers, each with its reason. */
const ASKED_ONE_BY_ONE: Explained = {
	'xLive.broadcast.get': 'a broadcast has two IDs, and no page says by which of them the list answers',
	'xAdsCampaigns.targetingCriterion.get':
		'the collection demands the line items as well, which the form of one does not know',
};

const LAST_NAME = /\/\{(\w+)\}$/;

/** Names that a list of identifiers may have: `ids`, `campaign_ids`, `usernames`, `media_keys`. */
const listNames = (name: string) => ['ids', `${name}s`, name.replace(/^id$/, 'ids')];

/** The documented requests that answer several of what a route answers one of, with the parameter of the identifiers. */
function collectionsOf(route: string): { operation: Operation; parameter: Parameter }[] {
	const [, name] = LAST_NAME.exec(route) ?? [];
	if (!route.startsWith('GET ') || name === undefined) return [];
	const collection = route.replace(LAST_NAME, '');
	// `/2/users/by/username/{username}` belongs to `/2/users/by?usernames=`.
	const addresses = [collection, collection.replace(new RegExp(`/${name}$`), '')].map(withoutNames);
	return operations()
		.filter((operation) => addresses.includes(withoutNames(operation.route)))
		.flatMap((operation) =>
			operation.parameters
				.filter((parameter) => parameter.list && listNames(name).includes(parameter.name))
				.map((parameter) => ({ operation, parameter })),
		);
}

const withoutNames = (route: string) => route.replace(/\{\w+\}/g, '{}');

const lookUps = () =>
	records()
		.filter(({ label }) => NODES.test(label))
		.map((record) => ({ ...record, collections: collectionsOf(record.operation.route) }));

describe('a look-up', () => {
	it('is gathered with others where X answers many at once', () => {
		const lines = lookUps()
			.filter(({ operation, collections }) => collections.length > 0 && !operation.gather)
			.map(({ label }) => label);
		expect(unexplained(lines, ASKED_ONE_BY_ONE)).toEqual([]);
	});

	it('is gathered by the documented parameter, up to the documented bound', () => {
		const lines = lookUps().flatMap(({ label, operation: { gather: many }, collections }) => {
			if (!many) return [];
			const isSame = ({ operation, parameter }: (typeof collections)[number]) =>
				withoutNames(operation.route) === withoutNames(many.route) && parameter.name === many.parameter;
			const documented = collections.find(isSame);
			if (!documented) return [`${label}: ${many.route} with ${many.parameter} is not documented`];
			const { maxItems } = documented.parameter;
			return many.max === maxItems ? [] : [`${label}: ${many.max} at once instead of ${maxItems}`];
		});
		expect(lines).toEqual([]);
	});

	it('is gathered by the documented parameter of usernames as well', () => {
		const lines = lookUps().flatMap(({ operation: { gather } }) => {
			if (!gather?.byName) return [];
			const { route, parameter, max } = gather.byName;
			const documented = operations()
				.find((operation) => operation.route === route)
				?.parameters.find(({ name }) => name === parameter);
			return [`${route} ${parameter}: ${max} of ${documented?.maxItems}`];
		});
		expect(lines).toEqual(['GET /2/users/by usernames: 100 of 100']);
	});

	it('finds the identifier among the fields of its own form', () => {
		const lines = lookUps()
			.filter(({ operation: { gather: many, fields } }) => many && !(many.field in fields))
			.map(({ label }) => label);
		expect(lines).toEqual([]);
	});
});
