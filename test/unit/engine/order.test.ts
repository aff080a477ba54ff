import type { INodeProperties } from 'n8n-workflow';
import { merge, type PlacedProperty } from '../../../nodes/shared/form/merge';

const text = (name: string): INodeProperties => ({ displayName: name, name, type: 'string', default: '' });

const form = (operation: string, ...names: string[]): PlacedProperty[] =>
	names.map((name) => ({ property: text(name), shown: { resource: 'message', operation } }));

/** One more than any property here is shown in. */
const LOCATIONS = ['group', 'send', 'one', 'two'].map((operation) => ({ resource: 'message', operation }));

describe('properties that operations share', () => {
	it('stay in the order of each operation, whichever came first', () => {
		const placed = [...form('group', 'members', 'text'), ...form('send', 'recipient', 'text', 'media')];
		const names = merge(placed, LOCATIONS).map(({ name }) => name);
		expect(names.indexOf('members')).toBeLessThan(names.indexOf('text'));
		expect(names.indexOf('recipient')).toBeLessThan(names.indexOf('text'));
		expect(names.indexOf('text')).toBeLessThan(names.indexOf('media'));
		expect(names).toHaveLength(4);
	});

	it('are all there where two operations want opposite orders', () => {
		const placed = [...form('one', 'a', 'b'), ...form('two', 'b', 'a')];
		expect(merge(placed, LOCATIONS).map(({ name }) => name)).toEqual(['a', 'b']);
	});
});
