/**
 * The collection of every form: one at most, with the fields of its operation and no others.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { uniq } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';
import { formFields } from '../../../nodes/shared/fields';
import { propertyName } from '../../../nodes/shared/operation/labels';
import { descriptionOf, forms, shown } from '../../support/forms';
import { specs } from './support/records';

const BOXES = ['additionalFields', 'updateFields', 'options'];

const nodes = specs().map(
	([folder, spec]) => [folder.charAt(0).toLowerCase() + folder.slice(1), spec] as const,
);

/** Not only there for a value that a workflow has already. */
const isOffered = ({ name, displayOptions }: INodeProperties) => displayOptions?.show?.[name] === undefined;

describe('the collection of a form', () => {
	it.each(nodes)('of %s has what its operation takes', (node, spec) => {
		const wrong: string[] = [];
		for (const form of forms({ description: descriptionOf(node) })) {
			const { resource = '', operation = '' } = form.values;
			const record = spec.resources.find(({ value }) => value === resource)?.operations[operation];
			const fields = Object.entries(record ? formFields(record) : {});
			const expected = fields
				.filter(([, { property, section = 'top' }]) => property && section !== 'top')
				.map(([key, field]) => propertyName(key, field));
			const boxes = shown(form).filter(({ name }) => BOXES.includes(name));
			const visible = boxes.filter(({ type }) => type === 'collection');
			const members = visible.flatMap(({ options }) =>
				(options as INodeProperties[]).filter(isOffered).map(({ name }) => name),
			);
			if (visible.length > 1 || String(members.sort()) !== String(uniq(expected).sort()))
				wrong.push(`${form.label}: ${members.join()} instead of ${expected.join()}`);
		}
		expect(wrong).toEqual([]);
	});
});
