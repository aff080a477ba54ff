/** The pages of operations as the site takes them: with the words by which they are found. */
import { host } from '../../test/support';
import { choices, type Form } from '../../test/support/forms';
import { fieldsOf } from '../../test/support/outputFields';
import { folderOf } from '../docs/folder';
import { operationOf } from '../tried/run';
import { propertiesOf } from './form';
import { furtherOf } from './further';
import { operationPage, type Subject } from './page';
import { pathOf } from './places';
import type { OperationPage } from './stored';

/** What a list of pages shows of an operation, and the words by which it is found. */
export function entryOf(form: Form): Omit<OperationPage, 'content'> {
	const { description, values } = form;
	const { name, action, description: what } = operationOf(form);
	const menu = description.properties.find((property) => property.name === 'resource');
	const shown = propertiesOf(form, {});
	const fields = [...shown, ...furtherOf(form, shown).map(({ field }) => field)];
	const labels = fields.map(({ displayName }) => displayName);
	return {
		path: pathOf(form),
		folder: folderOf(description.displayName),
		node: description.displayName,
		resource: choices(menu).find(({ value }) => value === values.resource)?.name ?? '',
		name,
		words: [action, what, description.displayName, ...labels].join(' '),
	};
}

/** The page of a form, with what a list of pages shows of it. */
export function listed(form: Form, trial: Pick<Subject, 'tried' | 'date' | 'engine'>): OperationPage {
	const entry = entryOf(form);
	const { resource = '', operation = '' } = form.values;
	const schema = fieldsOf(host(), form.description.name, resource, operation);
	const content = operationPage({
		form,
		operation: operationOf(form),
		resource: entry.resource,
		schema,
		...trial,
	});
	return { ...entry, content };
}
