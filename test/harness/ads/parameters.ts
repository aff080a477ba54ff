/** Forms that together send every documented parameter of an operation, and what came of them. */
import { cloneDeep, merge } from 'lodash';
import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import { keyOf, parametersOf, type Operation, type Parameter } from '../../facts';
import { shown, type Form } from '../../support/forms';
import type { Simulator } from '../../support/simulator';

type Known = (name: string) => NodeParameterValueType | undefined;

/** A dry run sends nothing, so no parameter would be seen. */
const NOT_VARIED = ['resource', 'operation', 'authentication', 'environment', 'dryRun'];

/** A filled form with one more field. */
export interface Variant {
	/** The field, or the parameter that it is for. */
	readonly field: string;
	readonly values: INodeParameters;
}

/** The documented parameters besides those of the path. */
export const documentedNames = (operation: Operation): string[] => [
	...new Set(
		parametersOf(operation)
			.filter(({ place }) => place === 'query' || place === 'body')
			.map(({ parameter }) => parameter.name),
	),
];

/**
 * A filled form once for each optional field, with that filled in as well.
 *
 * @param known What exists, by the name of a field.
 */
export function* variants(
	form: Form,
	base: INodeParameters,
	operation: Operation,
	known: Known,
): Generator<Variant> {
	const documented = new Map(parametersOf(operation).map(({ parameter }) => [parameter.name, parameter]));
	const valueOf = (property: INodeProperties) =>
		inForm(property, known(property.name) ?? sample(property, documented.get(property.name)));
	const parameterOf = (name: string) => (name === 'resumeFrom' && operation.paging?.request) || name;
	const values = base as Record<string, string>;
	for (const property of shown({ ...form, values })) {
		const { name, type, options = [] } = property;
		if (NOT_VARIED.includes(name)) continue;
		if (type === 'collection')
			for (const member of options as INodeProperties[]) {
				if (NOT_VARIED.includes(member.name)) continue;
				const members = { ...(base[name] as INodeParameters), [member.name]: valueOf(member) };
				yield { field: parameterOf(member.name), values: { ...base, [name]: members } };
			}
		else if (type === 'options')
			for (const { value } of options as { value: string }[]) {
				const chosen = { ...base, [name]: value };
				yield { field: name, values: withRequired(form, chosen, valueOf) };
			}
		else if (type === 'boolean') {
			const switched = { ...base, [name]: base[name] !== true };
			yield { field: name, values: withRequired(form, switched, valueOf) };
		} else if (!property.required && type !== 'notice')
			yield { field: name, values: { ...base, [name]: valueOf(property) } };
	}
}

/** What several forms fill in, in one; X refuses it where they exclude each other. */
export const allAtOnce = (forms: readonly Variant[]): INodeParameters =>
	forms.reduce<INodeParameters>((all, { values }) => merge(all, cloneDeep(values)), {});

/** What a choice makes the form ask for. */
function withRequired(
	form: Form,
	values: INodeParameters,
	valueOf: (property: INodeProperties) => NodeParameterValueType,
): INodeParameters {
	const asked = shown({ ...form, values: values as Form['values'] }).filter(
		({ name, required }) => required && !(name in values),
	);
	return { ...Object.fromEntries(asked.map((property) => [property.name, valueOf(property)])), ...values };
}

/** A value as the field keeps it. */
function inForm(
	{ type, modes = [] }: INodeProperties,
	value: NodeParameterValueType,
): NodeParameterValueType {
	if (type === 'multiOptions') return [value].flat() as string[];
	if (type !== 'resourceLocator' || typeof value !== 'string') return value;
	return { __rl: true, mode: modes.find(({ name }) => name === 'id')?.name ?? 'list', value };
}

function sample(property: INodeProperties, documented: Partial<Parameter> = {}): NodeParameterValueType {
	const { type, name, options = [], typeOptions } = property;
	switch (type) {
		case 'boolean':
			return property.default !== true;
		case 'options':
		case 'multiOptions':
			return (options as { value: string }[]).find(({ value }) => value !== property.default)?.value ?? '';
		case 'fixedCollection': {
			const [entry] = options as { name: string; values: INodeProperties[] }[];
			const row = Object.fromEntries(
				(entry?.values ?? []).map((each) => [each.name, inForm(each, sample(each))]),
			);
			return { [entry?.name ?? 'values']: typeOptions?.multipleValues ? [row] : row };
		}
		default:
			return textOf(name, documented);
	}
}

/** A text or number of the documented shape; amounts are in currency units, as people write them. */
function textOf(name: string, { enum: choices, example, type, format, min }: Partial<Parameter>) {
	if (name.endsWith('_local_micro')) return '12.50';
	if (choices?.[0] !== undefined) return String(choices[0]);
	if (format === 'iso8601' || /_(?:time|at)$/.test(name)) return '2026-12-15T00:00:00Z';
	if (example !== undefined) return String(example);
	if (name.startsWith('country')) return 'US';
	if (type === 'integer') return String(min ?? 1);
	return '1';
}

/** The names that came with requests to a route that X took. A token of a page that was made up is not taken. */
export function sentNames(requests: Simulator['requests'], { route, paging }: Operation): Set<string> {
	const own = requests.filter((request) => keyOf(`${request.method} ${request.route}`) === keyOf(route));
	const taken = own.filter(({ status }) => status < 400);
	const token = paging && own.some(({ query }) => paging.request in query) ? [paging.request] : [];
	return new Set([
		...token,
		...taken.flatMap(({ query, body }) => [...Object.keys(query), ...membersOf(body)]),
	]);
}

/** The members of a body; of one that is a list, those of its entries and of their parameters. */
function membersOf(body: unknown): string[] {
	if (Array.isArray(body)) return body.flatMap(membersOf);
	if (typeof body !== 'object' || body === null) return [];
	const { params } = body as { params?: unknown };
	return [...Object.keys(body), ...membersOf(params)];
}
