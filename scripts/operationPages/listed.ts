/** The pages of operations as the site takes them: with the words by which they are found. */
import { operationOf } from '../tried/run';
import { choices, type Form } from '../../test/support/forms';
import { propertiesOf } from './form';
import { operationPage, type Subject } from './page';
import { folderOf, pathOf } from './places';
import type { OperationPage } from './stored';

/** The page of a form, with what a list of pages shows of it. */
export function listed(form: Form, trial: Pick<Subject, 'tried' | 'date' | 'engine'>): OperationPage {
	const { description, values } = form;
	const operation = operationOf(form);
	const menu = description.properties.find(({ name }) => name === 'resource');
	const resource = choices(menu).find(({ value }) => value === values.resource)?.name ?? '';
	const fields = propertiesOf(form, trial.tried.parameters).map(({ displayName }) => displayName);
	return {
		path: pathOf(form),
		folder: folderOf(description.displayName),
		node: description.displayName,
		resource,
		name: operation.name,
		words: [operation.action, operation.description, description.displayName, ...fields].join(' '),
		content: operationPage({ form, operation, resource, ...trial }),
	};
}
