/** Parameters as fields: which builder fits what X documents of each. */
import { title } from '../../nodes/shared/operation/labels';
import type { Parameter } from '../../test/facts';
import type { Imports } from './imports';
import { fieldDescription, singular } from './texts';

/** What code of fields is made with. */
export interface Workshop {
	readonly imports: Imports;
	/** What X says of each parameter. */
	readonly about: Readonly<Record<string, string>>;
	/** Path of the route, for the kind of thing that a name in it stands for. */
	readonly path: string;
	/** Whether only a user's credential is taken. */
	readonly isUsersOwn: boolean;
}

/** A value as code; prettier makes it pretty. */
export const literal = (value: unknown): string => {
	if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	return `{ ${entriesOf(value as Readonly<Record<string, unknown>>)} }`;
};

const entriesOf = (members: Readonly<Record<string, unknown>>): string =>
	Object.entries(members)
		.filter(([, value]) => value !== undefined)
		.map(
			([key, value]) => `${JSON.stringify(key)}: ${value instanceof RegExp ? String(value) : literal(value)}`,
		)
		.join(', ');

/** A call of a builder with its rules; without any, an empty call. */
function call(name: string, rules: Readonly<Record<string, unknown>>, first?: string): string {
	const code = entriesOf(rules);
	return `${name}(${[first, code === '' ? undefined : `{ ${code} }`].filter((part) => part !== undefined).join(', ')})`;
}

/** What IDs look like. */
export const DIGITS = '^[0-9]{1,19}$';

/** Locators by what the path has before the name, or by the name itself. */
const LOCATORS: ReadonlyArray<readonly [name: RegExp, segment: string, locator: string]> = [
	[/^(target_|source_)?user_id$/, 'users', 'user'],
	[/^(source_)?(tweet|post)_id$/, 'tweets', 'post'],
	[/^list_id$/, 'lists', 'list'],
	[/^space_id$/, 'spaces', 'space'],
];

/** The field of a name in the path. */
export function pathField({ name, pattern }: Parameter, shop: Workshop): string {
	const { imports, path, isUsersOwn } = shop;
	const segments = path.split('/');
	const before = segments[segments.indexOf(`{${name}}`) - 1] ?? '';
	if (before === 'users' && isUsersOwn && segments.indexOf(`{${name}}`) === 3 && segments.length > 4) {
		return `${imports.use('locators', 'me')}()`;
	}
	const known = LOCATORS.find(
		([names, segment]) => names.test(name) || (name === 'id' && segment === before),
	);
	if (known) return `${imports.use('locators', known[2])}()`;
	const label = name === 'id' ? title(`${singular(before)}_id`) : undefined;
	if (pattern === undefined || pattern === DIGITS) return call(imports.use('fields', 'id'), { label });
	return call(imports.use('fields', 'text'), { label, pattern: new RegExp(pattern) });
}

/** A parameter that is a field of its own: members of objects have their path as name. */
interface Flat {
	readonly key: string;
	readonly parameter: Parameter;
}

/** An object's members are fields with dotted names; a list of objects stays one field. */
export const flat = (parameter: Parameter, above = ''): Flat[] => {
	const key = `${above}${parameter.name}`;
	const { type, list, fields = [] } = parameter;
	if (type !== 'object' || list || fields.length === 0) return [{ key, parameter }];
	return fields.flatMap((member) =>
		flat({ ...member, required: (parameter.required && member.required) ?? false }, `${key}.`),
	);
};

/** The field of a parameter of the query, or of a member of the body. */
export function fieldCode({ key, parameter }: Flat, shop: Workshop): string {
	const { imports } = shop;
	const known = LOCATORS.find(([names]) => names.test(parameter.name));
	if (known && !parameter.list) return `${imports.use('locators', known[2])}()`;
	const description = fieldDescription(shop.about[key] ?? '', parameter.type === 'boolean', title(key));
	const rules = { ...valueRules(parameter), description };
	if (parameter.enum) return choiceCode(parameter, description, imports);
	if (parameter.list) return listCode(parameter, rules, shop);
	return call(imports.use('fields', builderOf(parameter)), rules);
}

function choiceCode(
	{ enum: values = [], list, default: initial }: Parameter,
	description: string | undefined,
	imports: Imports,
): string {
	const names = Object.fromEntries(values.map((value) => [String(value), title(String(value))]));
	const rules = { ...(list ? {} : { default: initial }), description };
	return call(imports.use('fields', list ? 'choices' : 'choice'), rules, literal(names));
}

function listCode(parameter: Parameter, rules: Readonly<Record<string, unknown>>, shop: Workshop): string {
	const { imports } = shop;
	const { fields = [], minItems: min, maxItems: max, pattern, type } = parameter;
	const { description } = rules;
	if (fields.length > 0) {
		const required = imports.use('fields', 'required');
		const members = fields.map((member) => {
			// X says what the outermost members are for; one inside of an entry may have the same name.
			const code = fieldCode({ key: member.name, parameter: member }, { ...shop, about: {} });
			return `${JSON.stringify(member.name)}: ${member.required ? `${required}(${code})` : code}`;
		});
		return call(imports.use('fields', 'rows'), { description, min, max }, `{ ${members.join(', ')} }`);
	}
	if (type !== 'string') return call(imports.use('fields', 'json'), { description });
	if (pattern === DIGITS) return call(imports.use('fields', 'ids'), { description, min, max });
	const shape = pattern === undefined ? undefined : new RegExp(pattern);
	return call(imports.use('fields', 'list'), { description, min, max, pattern: shape });
}

function builderOf({ type, format, pattern }: Parameter): string {
	if (type === 'boolean') return 'flag';
	if (type === 'integer' || type === 'number') return 'number';
	if (type === 'string') {
		if (format === 'date-time') return 'date';
		return pattern === DIGITS ? 'id' : 'text';
	}
	return 'json';
}

/** The bounds that X documents, as the builders call them. */
function valueRules(parameter: Parameter): Readonly<Record<string, unknown>> {
	const { type, format, min, max, minLength, maxLength, pattern, default: initial } = parameter;
	if (type === 'boolean') return initial === true ? { default: true } : {};
	if (type === 'integer' || type === 'number') {
		return { min, max, default: initial, fraction: type === 'number' || undefined };
	}
	if (type !== 'string' || format === 'date-time' || pattern === DIGITS) return {};
	return { min: minLength, max: maxLength, pattern: pattern === undefined ? undefined : new RegExp(pattern) };
}
