import type { INodeProperties } from 'n8n-workflow';
import { fc } from '../../support/properties';
import { merge, type PlacedProperty } from '../../../nodes/shared/form/merge';

describe('merging equal properties', () => {
	const property = (name: string): INodeProperties => ({
		displayName: name,
		name,
		type: 'string',
		default: '',
	});
	const placed = (
		name: string,
		resource: string,
		operation: string,
		when?: PlacedProperty['when'],
	): PlacedProperty => ({
		property: property(name),
		shown: { resource, operation },
		...(when && { when }),
	});
	/** Every pair of these resources and operations. */
	const everything = ['post', 'user', 'other'].flatMap((resource) =>
		['get', 'delete', 'like', 'follow'].map((operation) => ({ resource, operation })),
	);
	const at = (...pairs: [string, string][]) =>
		pairs.map(([resource, operation]) => ({ resource, operation }));

	it('covers pairs that do not exist, where that makes fewer', () => {
		const all = [placed('id', 'post', 'get'), placed('id', 'user', 'follow')];
		expect(merge(all, at(['post', 'get'], ['user', 'follow'], ['other', 'like']))).toHaveLength(1);
		expect(merge(all, everything)).toHaveLength(2);
	});

	it('shows a property once where two conditions differ in the values of one parameter', () => {
		const all = [
			placed('id', 'post', 'get', { mode: ['one'], on: [true] }),
			placed('id', 'post', 'get', { mode: ['two'], on: [true] }),
			placed('id', 'post', 'get', { mode: ['two'], on: [false] }),
		];
		const shown = merge(all, everything).map(({ displayOptions }) => displayOptions?.show);
		expect(shown).toMatchObject([
			{ mode: ['one', 'two'], on: [true] },
			{ mode: ['two'], on: [false] },
		]);
	});

	it('keeps the order that each form has', () => {
		const all = [
			placed('b', 'user', 'get'),
			placed('a', 'post', 'get'),
			placed('b', 'post', 'get'),
			placed('c', 'post', 'get'),
		];
		expect(merge(all, everything).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
	});

	it('shows each property exactly where it was placed, whatever shares with what', () => {
		const pair = fc.record({
			resource: fc.constantFrom('r1', 'r2', 'r3', 'r4'),
			operation: fc.constantFrom('o1', 'o2', 'o3', 'o4'),
		});
		const where = ({ resource, operation }: { resource: string; operation: string }) =>
			JSON.stringify([resource, operation]);
		const pairs = fc.uniqueArray(pair, { selector: where, minLength: 1 });
		const place = pairs.chain((known) =>
			fc.tuple(
				fc.constant(known),
				fc.uniqueArray(fc.record({ name: fc.constantFrom('a', 'b', 'c'), at: fc.constantFrom(...known) }), {
					selector: ({ name, at }) => name + where(at),
				}),
			),
		);
		fc.assert(
			fc.property(place, ([known, all]) => {
				const merged = merge(
					all.map(({ name, at }) => placed(name, at.resource, at.operation)),
					known,
				);
				const shown = merged.flatMap(({ name, displayOptions: { show = {} } = {} }) =>
					known
						.filter(({ resource }) => show.resource?.includes(resource) ?? true)
						.filter(({ operation }) => show.operation?.includes(operation) ?? true)
						.map((pair) => `${name} ${where(pair)}`),
				);
				expect(shown.sort()).toEqual(all.map(({ name, at }) => `${name} ${where(at)}`).sort());
			}),
			{ numRuns: 300 },
		);
	});
});
