/** Turns records into the editor's form. */
import { mapValues, omit } from 'lodash';
import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Field, Fields, Operation } from '../operation/operation';
import { CREDENTIALS, kindsOfCredentials, withAccessToken } from '../auth/credentialKinds';
import { formFields } from '../fields';
import { labelOf, propertyName, title } from '../operation/labels';
import type { NodeSpec } from '../operation/nodeSpec';
import { isOnRequest } from './choiceMethods';
import { leadingFirst } from './leadingFirst';
import { describeOperation } from './operationText';
import { collections, merge, type Location, type Member, type PlacedProperty } from './merge';

export interface Reader {
	readonly fieldsOf: (operation: Operation) => Fields;
	readonly describe: (operation: Operation) => string | undefined;
}

const PERSON: Reader = { fieldsOf: formFields, describe: describeOperation };

/**
 * Returns the properties of a node. Fields that several operations share become one, with longer conditions: the editor
 * loads every description, so their size has a budget.
 */
export function describe(spec: NodeSpec, reader: Reader = PERSON): INodeProperties[] {
	const locations = Array.from(operations(spec), ({ shown }) => shown);
	const all = (placed: Iterable<PlacedProperty>, root?: string) => merge(placed, locations, root);
	return [
		...all(authentication(spec), '/'),
		...environment(spec),
		resourceMenu(spec),
		...spec.resources.flatMap((resource) => operationMenus(spec, resource, reader)),
		...all(neededCredential(spec)),
		...all(topLevel(spec, reader)),
		...collections([...members(spec, reader)], locations),
	];
}

/** A menu whose choice decides what else the form shows, so it accepts no expression. */
const menu = (
	name: string,
	options: INodePropertyOptions[],
	initial: string,
	rest: Pick<INodeProperties, 'description' | 'displayOptions'> = {},
): INodeProperties => ({
	displayName: title(name),
	name,
	type: 'options',
	noDataExpression: true,
	options,
	default: initial,
	...rest,
});

/** The first choice of a menu: the preferred value if it has that, else its first one. */
const preselected = (values: readonly string[], preferred = ''): string =>
	values.includes(preferred) ? preferred : (values[0] ?? '');

/**
 * Only the kinds that do for the chosen operation. The conditions name resource and operation from the root of the
 * node ("/resource"), because the editor moves a parameter that the authentication depends on by its plain name out
 * of the form, into the credential's dialog.
 */
function* authentication(spec: NodeSpec) {
	for (const { operation, shown } of operations(spec)) {
		const kinds = kindsOfCredentials(operation.auth.kinds).filter(
			(kind) => spec.authentication[kind] !== undefined,
		);
		const options = kinds.map((kind) => ({ name: spec.authentication[kind] ?? kind, value: kind }));
		const { auth } = operation;
		const usual = withAccessToken(auth.kinds).includes(spec.defaultAuthentication)
			? spec.defaultAuthentication
			: auth.kinds[0];
		const initial = preselected(kinds, auth.initial ?? usual);
		// n8n 1 opens a new credential with the first kind.
		const property = menu('authentication', leadingFirst(options, initial), initial);
		yield { property, shown };
	}
}

const NEEDS_APP = `Needs the ${CREDENTIALS.app.displayName} credential, or yours with Use for Streams and Webhooks on`;

/** A notice for operations that need another credential than most operations of the node. */
function* neededCredential(spec: NodeSpec) {
	for (const { operation, shown } of operations(spec)) {
		const { kinds } = operation.auth;
		if (kinds.length === 0 || kinds.includes(spec.defaultAuthentication)) continue;
		const names = kinds.map((kind) => CREDENTIALS[kind].displayName).join(' or ');
		const property: INodeProperties = {
			displayName: kinds.includes('app') ? NEEDS_APP : `Needs the ${names} credential`,
			name: 'credentialNotice',
			type: 'notice',
			default: '',
		};
		yield { property, shown };
	}
}

function environment(spec: NodeSpec): INodeProperties[] {
	if (!spec.environments) return [];
	const options = Object.entries(spec.environments).map(([value, { name }]) => ({ name, value }));
	return [
		menu('environment', options, preselected(Object.keys(spec.environments)), {
			description: 'Where to send the requests. The sandbox never serves or bills anything.',
		}),
	];
}

/** In the order of the spec, with the most used resources first: n8n lists the actions in the order of the menus. */
function resourceMenu(spec: NodeSpec): INodeProperties {
	const options = spec.resources.map(({ name, value }) => ({ name, value }));
	const initial = preselected(spec.resources.map(({ value }) => value));
	return menu('resource', options, initial);
}

/** The most used operations, then others by name. Where environments have other operations, each has its own menu. */
function operationMenus(spec: NodeSpec, resource: NodeSpec['resources'][number], reader: Reader) {
	const entries = Object.entries(resource.operations);
	const menuOf = (shown: typeof entries, hide?: IDisplayOptions['hide']): INodeProperties => {
		const options = shown.map(([value, operation]) => {
			const { name, action } = operation;
			const description = reader.describe(operation);
			return { name, value, action, ...(description !== undefined && { description }) };
		});
		const values = shown.map(([value]) => value);
		const initial = preselected(values, resource.defaultOperation);
		return menu('operation', leadingFirst(options, ...(resource.mostUsed ?? [initial])), initial, {
			displayOptions: { show: { resource: [resource.value] }, ...(hide && { hide }) },
		});
	};
	if (entries.every(([, operation]) => !operation.environments)) return [menuOf(entries)];
	const names = Object.keys(spec.environments ?? {});
	return names.map((name) =>
		menuOf(
			entries.filter(([, { environments }]) => !environments || environments.includes(name)),
			{ environment: names.filter((other) => other !== name) },
		),
	);
}

function* operations(spec: NodeSpec): Generator<{ operation: Operation; shown: Location }> {
	for (const resource of spec.resources)
		for (const [value, operation] of Object.entries(resource.operations))
			yield { operation, shown: { resource: resource.value, operation: value } };
}

function* topLevel(spec: NodeSpec, { fieldsOf }: Reader): Generator<PlacedProperty> {
	for (const { operation, shown } of operations(spec))
		for (const [key, field] of Object.entries(fieldsOf(operation))) {
			if (field.collection || !field.property) continue;
			const property = propertyOf(key, field);
			const marked = field.required === false ? left(property) : { ...property, ...needed(field) };
			yield { property: marked, shown, ...(field.when && { when: field.when }) };
			if (field.optionalWhen) yield { property, shown, when: field.optionalWhen };
		}
}

function* members(spec: NodeSpec, { fieldsOf }: Reader): Generator<Member> {
	for (const { operation, shown } of operations(spec))
		for (const [key, field] of Object.entries(fieldsOf(operation)))
			if (field.collection && field.property)
				yield { collection: field.collection, property: propertyOf(key, field), shown };
}

/** A list that may be left empty says so, because n8n marks only what is required, and only where it is missing. */
const left = (property: INodeProperties): INodeProperties =>
	property.modes === undefined
		? property
		: {
				...property,
				modes: property.modes.map((mode) =>
					mode.type === 'list' ? { ...mode, placeholder: 'Optional' } : mode,
				),
			};

/** A switch or a menu always has a value, so it has no asterisk. */
const needed = (field: Field) =>
	field.property?.type === 'boolean' || field.property?.type === 'options' ? {} : { required: true };

const propertyOf = (key: string, field: Field): INodeProperties =>
	({
		displayName: labelOf(key, field),
		name: propertyName(key, field),
		...(isOnRequest(field) ? omit(field.property, 'options') : field.property),
	}) as INodeProperties;

/** Returns the properties of fields without an operation, such as those of a trigger. */
export const describeFields = (fields: Fields): INodeProperties[] =>
	Object.entries(fields).map(([key, field]) => ({
		...propertyOf(key, field),
		...(field.required !== false && needed(field)),
		...(field.when && { displayOptions: { show: mapValues(field.when, (values) => [...values]) } }),
	}));
