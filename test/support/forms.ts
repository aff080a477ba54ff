/** Reads node descriptions as the editor does: what a form shows for a choice of resource and operation. */
import { memoize, pickBy } from 'lodash';
import type {
	INode,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { host } from '.';

/** One form: a node with a resource and an operation chosen. */
export interface Form {
	label: string;
	description: INodeTypeDescription;
	/** The chosen values. */
	values: Record<string, string>;
}

const nodeOf = (description: INodeTypeDescription): INode => ({
	id: 'form',
	name: description.displayName,
	type: description.name,
	typeVersion: [description.version].flat().at(-1) ?? 1,
	position: [0, 0],
	parameters: {},
});

/** Whether the editor shows `property` for these values. */
export function isShown(
	{ description }: Pick<Form, 'description'>,
	property: INodeProperties,
	values: Record<string, string>,
): boolean {
	const { NodeHelpers } = host().n8nWorkflow;
	return NodeHelpers.displayParameter(values, property, nodeOf(description), description);
}

/** The choices of a fixed menu. */
export const choices = (property: INodeProperties | undefined): INodePropertyOptions[] =>
	(property?.options ?? []) as INodePropertyOptions[];

/** Every form of a node; one without resources is one form. */
export function forms({ description }: Pick<INodeType, 'description'>): Form[] {
	const property = (name: string) => description.properties.filter((candidate) => candidate.name === name);
	const [resources] = property('resource');
	const environments = choices(property('environment')[0]).map(({ value }) => ({
		environment: String(value),
	}));
	if (!resources) return [{ label: description.name, description, values: {} }];
	return choices(resources).flatMap(({ value }) => {
		const resource = String(value);
		return (environments.length > 0 ? environments : [{}]).flatMap((environment) => {
			const chosen = { resource, ...environment };
			const menus = property('operation').filter((menu) => isShown({ description }, menu, chosen));
			return menus.flatMap(choices).map((operation) => ({
				label: [description.name, ...Object.values(chosen), operation.value].join('.'),
				description,
				values: { ...chosen, operation: String(operation.value) },
			}));
		});
	});
}

/** How a node of the built package, given by its short name, describes itself. */
export const descriptionOf = (node: string): INodeTypeDescription =>
	host()
		.nodesOfPackage()
		.map(([, { description }]) => description)
		.find(({ name }) => name === node)!;

const formsByLabel = memoize(
	(node: string) => new Map(forms({ description: descriptionOf(node) }).map((form) => [form.label, form])),
);

/** The form with a label: node, resource, environment where the node has one, and operation. */
export function formNamed(label: string): Form {
	const found = formsByLabel(label.split('.')[0] ?? '').get(label);
	if (!found) throw new Error(`The editor has no form ${label}`);
	return found;
}

/** The properties a form shows before anything else is entered (menus and switches at their defaults). */
export const shown = memoize((form: Form): INodeProperties[] => {
	const { properties } = form.description;
	const isThere = (property: INodeProperties, values: Form['values']) => isShown(form, property, values);
	// Of several properties of one name, the form has the default of the one that it shows.
	const values = properties.reduce(
		(found: Form['values'], property) =>
			property.name in found || !isThere(property, found)
				? found
				: { ...found, [property.name]: property.default as string },
		form.values,
	);
	return properties
		.filter((property) => isThere(property, values))
		.map((property) => withMembers(property, (member) => isThere(member, values)));
});

/** A collection with those members that the form offers; what depends on other values is among them. */
function withMembers(property: INodeProperties, isOffered: (member: INodeProperties) => boolean) {
	if (property.type !== 'collection') return property;
	const members = (property.options as INodeProperties[]).filter((member) => {
		const ofNode = pickBy(member.displayOptions?.show, (_values, name) =>
			/^\/(resource|operation)$/.test(name),
		);
		return isOffered({ ...member, displayOptions: { show: ofNode } });
	});
	return { ...property, options: members };
}

/** A property with all that lie inside it, each with its path. */
export function* nested(
	properties: readonly unknown[],
	path: string,
): Generator<[path: string, property: INodeProperties]> {
	for (const entry of properties as INodeProperties[]) {
		const here = `${path}.${entry.name}`;
		if (entry.type === undefined) {
			const { values } = entry as unknown as { values?: unknown[] };
			if (values) yield* nested(values, here);
			continue;
		}
		yield [here, entry];
		const holds = entry.type === 'collection' || entry.type === 'fixedCollection';
		if (holds) yield* nested(entry.options ?? [], here);
	}
}
