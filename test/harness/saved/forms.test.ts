/** @jest-environment ./test/support/environment.ts */
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { host } from '../../support';
import { fixture } from './support';

/** What a stored workflow relies on: where a value is stored, of what kind, what it is when not stored, what it may be. */
interface Field {
	path: string;
	type: string;
	default: unknown;
	values?: unknown[];
	required?: boolean;
	/** Whether the form shows it only where a workflow has a value: nothing begins with its default any more. */
	isOnlySaved?: boolean;
}

/** Fields of every operation (`resource.operation`; empty for a node without operations) as indices into `fields`. */
interface Forms {
	fields: Field[];
	nodes: Record<string, Record<string, number[]>>;
	credentials: Record<string, number[]>;
}

const saved = fixture('forms-0.1.0.json') as Forms;

/** The operations of a node with everything their forms can show. */
function formsOf({ properties }: INodeTypeDescription): Map<string, Field[]> {
	const forms = new Map<string, Field[]>();
	const resources = valuesOf(properties.find(({ name }) => name === 'resource'));
	if (resources.length === 0)
		forms.set(
			'',
			properties.flatMap((property) => fieldsOf(property)),
		);
	for (const resource of resources) {
		const operations = properties.filter(
			({ name, ...rest }) => name === 'operation' && isShown(rest, { resource }),
		);
		for (const operation of new Set(operations.flatMap(valuesOf))) {
			const shown = properties.filter((property) => isShown(property, { resource, operation }));
			forms.set(
				`${String(resource)}.${String(operation)}`,
				shown.flatMap((property) => fieldsOf(offered(property, { resource, operation }))),
			);
		}
	}
	return forms;
}

const isShown = (
	{ displayOptions }: Pick<INodeProperties, 'displayOptions'>,
	values: Record<string, unknown>,
): boolean =>
	Object.entries(values).every(([name, value]) => {
		const allowed = displayOptions?.show?.[name] ?? displayOptions?.show?.[`/${name}`];
		return allowed === undefined || allowed.includes(value as string);
	});

/** A collection with the members that an operation has. */
const offered = (property: INodeProperties, values: Record<string, unknown>): INodeProperties =>
	property.type === 'collection'
		? {
				...property,
				options: (property.options as INodeProperties[]).filter((member) => isShown(member, values)),
			}
		: property;

const valuesOf = (property: INodeProperties | undefined): unknown[] =>
	(property?.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));

function fieldsOf(property: INodeProperties, parent = ''): Field[] {
	const { name, type, default: initial, options = [], displayOptions } = property;
	if (type === 'notice') return [];
	const path = `${parent}${name}`;
	const hasValues = type === 'options' || type === 'multiOptions';
	const own: Field = {
		path,
		type,
		default: initial,
		...(displayOptions?.show?.[name] && { isOnlySaved: true }),
		...(hasValues ? { values: valuesOf(property).sort() } : {}),
		...(property.required ? { required: true } : {}),
	};
	const inner = (options as Array<INodeProperties | INodePropertyOptions>).flatMap((option) =>
		'values' in option
			? (option.values as INodeProperties[]).flatMap((value) => fieldsOf(value, `${path}.${option.name}.`))
			: 'type' in option
				? fieldsOf(option, `${path}.`)
				: [],
	);
	return [own, ...inner];
}

const fits = (before: Field, now: Field): boolean =>
	now.path === before.path &&
	((now.type === before.type &&
		(now.isOnlySaved === true || JSON.stringify(now.default) === JSON.stringify(before.default)) &&
		(before.values ?? []).every((value) => now.values?.includes(value))) ||
		isNowLocator(before, now) ||
		isNowFilled(before, now) ||
		isNowHidden(before, now) ||
		isWorkedOut(before, now));

/**
 * Forms of 0.1.0 had several collections, and now have one. What was stored in another one is kept there, unseen, and
 * read where the present one does not say otherwise (test/harness/core/formerCollections.test.ts).
 */
const hasMoved = (before: Field, now: readonly Field[]): boolean => {
	const [collection = '', ...inner] = before.path.split('.');
	const isKept = now.some(({ path, type }) => path === collection && type === 'hidden');
	if (!isKept) return false;
	if (inner.length === 0) return before.type === 'collection';
	return COLLECTIONS.some((each) =>
		now.some((field) => fits({ ...before, path: [each, ...inner].join('.') }, field)),
	);
};

const COLLECTIONS = ['additionalFields', 'updateFields', 'options'];

/** A locator shows and reads a text that was stored in its place, as an ID. */
const isNowLocator = (before: Field, now: Field): boolean =>
	before.type === 'string' &&
	before.default === '' &&
	now.type === 'resourceLocator' &&
	(now.default as { value?: unknown }).value === '';

/** Without a value that is required the node failed: what the field begins with now changes no run that worked. */
const isNowFilled = (before: Field, now: Field): boolean =>
	now.required === true &&
	[before, now].every(({ type }) => type === 'resourceLocator') &&
	(before.default as { value?: unknown }).value === '';

/** What was stored in a field that the form shows no more is used as before. */
const isNowHidden = (before: Field, now: Field): boolean =>
	before.type === 'string' && now.type === 'hidden' && now.default === before.default;

/** n8n works such a value out of other fields, and stores none. */
const isWorkedOut = (...both: Field[]): boolean =>
	both.every(({ type, default: initial }) => type === 'hidden' && String(initial).startsWith('={{'));

/** Says which fields of 0.1.0 have no place any more among the present ones. */
const lost = (where: string, indices: readonly number[], now: readonly Field[]): string[] =>
	indices
		.map((index) => saved.fields[index] as Field)
		.filter((before) => !now.some((field) => fits(before, field)) && !hasMoved(before, now))
		.map((before) => {
			const instead = now.filter(({ path }) => path === before.path);
			return `${where}: ${JSON.stringify(before)} became ${JSON.stringify(instead)}`;
		});

describe('what version 0.1.0 stored', () => {
	const descriptions = host()
		.nodesOfPackage()
		.map(([, { description }]) => description);

	it.each(Object.entries(saved.nodes))('still has its place in the form of %s', (name, operations) => {
		const description = descriptions.find((one) => one.name === name);
		const forms = description ? formsOf(description) : new Map<string, Field[]>();
		const all = Object.entries(operations).flatMap(([operation, indices]) => {
			const fields = forms.get(operation);
			return fields ? lost(operation, indices, fields) : [`${operation} is gone`];
		});
		expect(all).toEqual([]);
	});

	it.each(Object.entries(saved.credentials))('still has its place in the credential %s', (name, indices) => {
		const [, type] = host()
			.credentialsOfPackage()
			.find(([, one]) => one.name === name) ?? ['', { properties: [] }];
		expect(
			lost(
				name,
				indices,
				type.properties.flatMap((property) => fieldsOf(property)),
			),
		).toEqual([]);
	});
});
