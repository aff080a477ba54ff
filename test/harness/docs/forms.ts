/** What the forms of the nodes and credentials show. */
import { once } from 'lodash';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ALL_AS_JSON } from '../../../nodes/XCatalog/fields/product';
import { spec as core } from '../../support/coreNodes';
import { host } from '../../support';

/** What n8n calls its own things, X its pages, and shops theirs. */
const OF_OTHERS = [
	'Add Member',
	'Continue',
	'Continue (using error output)',
	'Continue On Fail',
	'Connect',
	'Do not save',
	'Execute step',
	'Execute workflow',
	'Fetch Test Event',
	'On Error',
	'Poll Times',
	'Retry On Fail',
	'Tool',
	'Save execution data',
	'Save successful production executions',
	'Settings',
	'IF',
	'If',
	'Increment',
	'Postgres',
	'Postgres Chat Memory',
	'Redis',
	'Redis Chat Memory',
	'Remove Duplicates',
	'Session Time To Live',
	'Generate Access Token',
	// n8n's own X node
	'Tweet',
	'Search',
	'Return All',
];

/** Every label, option and action. */
export const texts = once((): ReadonlySet<string> => {
	// The fields of a map come when the editor asks for them.
	const found = new Set([...OF_OTHERS, ALL_AS_JSON.displayName]);
	for (const [, { description }] of host().nodesOfPackage()) collect([description], found);
	for (const [, credential] of host().credentialsOfPackage()) collect([credential], found);
	return found;
});

function collect(values: readonly unknown[], found: Set<string>): void {
	for (const value of values) {
		if (typeof value !== 'object' || value === null) continue;
		for (const [key, inner] of Object.entries(value))
			if (typeof inner === 'string') {
				if (['displayName', 'name', 'action', 'description'].includes(key))
					found.add(inner).add(withoutUnit(inner));
			} else collect([inner], found);
	}
}

/** `Max Wait (Seconds)` → `Max Wait` */
const withoutUnit = (label: string): string => label.replace(/ \([^()]+\)$/, '');

/** The entries of a menu. */
export function optionsOf(node: string, parameter: string): string[] {
	const found = host()
		.nodesOfPackage()
		.find(([, { description }]) => description.name === node);
	return (found?.[1].description.properties ?? [])
		.filter(({ name }: INodeProperties) => name === parameter)
		.flatMap(({ options = [] }) => (options as INodePropertyOptions[]).map(({ name }) => name));
}

/** The kinds of credential that an operation of X Core, X Live or X Core Admin takes, named as `Post: Create`. */
export function kindsOf(name: string): readonly string[] {
	const [resource, operation] = name.split(': ');
	const operations = core.resources.find((each) => each.name === resource)?.operations ?? {};
	return Object.values(operations).find((each) => each.name === operation)?.auth.kinds ?? [];
}

/** Steps that n8n's own forms have. */
const STEPS_OF_OTHERS = ['On Error → Continue', 'Settings → Save successful production executions'];

/** What lies below what: `Post → Create`, `Options → Max Wait`, `Attachment → Files From Input`. */
export const steps = once((): ReadonlySet<string> => {
	const found = new Set(STEPS_OF_OTHERS);
	for (const [, { description }] of host().nodesOfPackage()) {
		addSteps(description.properties, found);
		const resources = named(description.properties, 'resource');
		for (const operations of description.properties.filter(({ name }) => name === 'operation'))
			for (const { name, value } of resources)
				if (operations.displayOptions?.show?.['resource']?.includes(value))
					for (const operation of (operations.options ?? []) as INodePropertyOptions[]) {
						const path = `${name} → ${operation.name}`;
						found.add(path).add(`${description.displayName} → ${path}`);
					}
		for (const { name } of named(description.properties, 'event'))
			found.add(`${description.displayName} → ${name}`);
	}
	return found;
});

const named = (properties: readonly INodeProperties[], wanted: string) =>
	properties
		.filter(({ name }) => name === wanted)
		.flatMap(({ options = [] }) => options as INodePropertyOptions[]);

function addSteps(properties: readonly INodeProperties[], found: Set<string>): void {
	for (const { displayName, options = [] } of properties)
		for (const option of options as INodeProperties[]) {
			const label = withoutUnit(option.displayName ?? option.name);
			found.add(`${displayName} → ${label}`);
		}
}
