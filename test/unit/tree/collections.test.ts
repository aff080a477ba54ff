/**
 * The collections of every form: the fields of its operation, each in the one that its record names, and no others.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { sortBy } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';
import { formFields } from '../../../nodes/shared/fields';
import { COLLECTIONS, propertyName } from '../../../nodes/shared/operation/labels';
import type { NodeSpec } from '../../../nodes/shared/operation/nodeSpec';
import { descriptionOf, forms, shown, type Form } from '../../support/forms';
import { specs } from './support/records';

const nodes = specs().map(
	([folder, spec]) => [folder.charAt(0).toLowerCase() + folder.slice(1), spec] as const,
);

/** `filters.start_time` for each member that the record of a form has. */
function expectedIn(spec: NodeSpec, { values }: Form): string[] {
	const { resource = '', operation = '' } = values;
	const record = spec.resources.find(({ value }) => value === resource)?.operations[operation];
	return Object.entries(record ? formFields(record) : {}).flatMap(([key, field]) =>
		field.collection && field.property ? [`${field.collection}.${propertyName(key, field)}`] : [],
	);
}

/** `filters.start_time` for each member that the editor offers. */
const offeredIn = (form: Form): string[] =>
	shown(form)
		.filter(({ name, type }) => type === 'collection' && name in COLLECTIONS)
		.flatMap(({ name, options }) =>
			(options as INodeProperties[]).map(({ name: member }) => `${name}.${member}`),
		);

describe('the collections of the forms', () => {
	it.each(nodes)('of %s have what their operations take', (node, spec) => {
		const wrong = forms({ description: descriptionOf(node) }).flatMap((form) => {
			const [offered, expected] = [sortBy(offeredIn(form)), sortBy(expectedIn(spec, form))];
			return String(offered) === String(expected)
				? []
				: [`${form.label}: ${offered.join()} instead of ${expected.join()}`];
		});
		expect(wrong).toEqual([]);
	});

	it.each(nodes)('of %s have their options in one place, for all operations', (node) => {
		const options = descriptionOf(node).properties.filter(({ name }) => name === 'options');
		expect(options.map(({ displayOptions }) => displayOptions)).toEqual([undefined]);
	});

	// Of members with one name, some versions of n8n take type and default of the first, whichever is shown.
	it.each(nodes)('of %s have one type and one default for a name', (node) => {
		const meanings = new Map<string, Set<string>>();
		for (const { name, options = [] } of descriptionOf(node).properties.filter(
			({ name }) => name in COLLECTIONS,
		))
			for (const { name: member, type, default: initial } of options as INodeProperties[]) {
				const key = `${name}.${member}`;
				meanings.set(key, (meanings.get(key) ?? new Set()).add(`${type} ${JSON.stringify(initial)}`));
			}
		const ambiguous = [...meanings].filter(([, { size }]) => size > 1);
		expect(ambiguous.map(([key, found]) => `${key}: ${[...found].join(' or ')}`)).toEqual([]);
	});
});
