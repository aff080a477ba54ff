/**
 * The records against the documented operations, so that a changed API or a mistyped record shows as a failing row.
 * Intended differences are listed in `support/exceptions.ts` and `support/notOffered.ts`, each with its reason.
 */
import { STREAMS } from '../../../nodes/XStreamTrigger/sources/streams';
import { findOperation, keyOf, operations, parametersOf, type Placed } from '../../facts';
import { differences, unexplained } from './support/differences';
import * as exceptions from './support/exceptions';
import { NOT_OFFERED, STREAM } from './support/notOffered';
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
		const left = Object.entries(NOT_OFFERED).filter(([, reason]) => reason === STREAM);
		expect(left.map(([route]) => route).sort()).toEqual(read.sort());
	});
});
