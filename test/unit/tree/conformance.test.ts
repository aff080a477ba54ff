/**
 * What must hold for every form the package shows, found by reading the built descriptions as the editor does.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { isEqual } from 'lodash';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import { host } from '../../support';
import { choices, forms, nested, shown } from '../../support/forms';

const nodes = (): INodeType[] =>
	host()
		.nodesOfPackage()
		.map(([, node]) => node);

const everyProperty = (node: INodeType): Array<[path: string, property: INodeProperties]> => [
	...nested(node.description.properties, node.description.name),
];

const repeated = (values: unknown[]) => values.filter((value, place) => values.indexOf(value) !== place);

/** What forms of many operations have: it is looked for less often than what belongs to the operation. */
const BY_USE = [
	'Dry Run',
	'Max Cost (USD)',
	'When Max Cost Is Reached',
	'Guard',
	'Max Wait (Seconds)',
	'Resume From',
	'Write to File',
	'Fail on Partial Errors',
	'Parallel Requests',
	'Single Request',
	'When an Expression Is Empty',
	'Assumed Price (USD)',
	'Live Prices URL',
];

/** Each check gives one line per violation. */
const checks: Record<string, (node: INodeType) => string[]> = {
	'a form shows no two fields of one name': (node) =>
		forms(node).flatMap((form) =>
			repeated(shown(form).map(({ name }) => name)).map((name) => `${form.label}: ${String(name)}`),
		),

	// n8n 1 refuses the form else; a slash looks from the root on.
	'a condition names a field beside it, or begins with a slash': (node) => {
		const siblings = new Set(node.description.properties.map(({ name }) => name));
		return node.description.properties.flatMap(({ name, displayOptions = {} }) =>
			Object.values(displayOptions)
				.flatMap((rule) => Object.keys((rule ?? {}) as object))
				.filter((condition) => !/^[/@]/.test(condition) && !siblings.has(condition))
				.map((condition) => `${node.description.name}.${name}: ${condition}`),
		);
	},

	'every operation has a name, an action and a description': (node) =>
		node.description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap((menu) => choices(menu))
			.filter(({ name, action, description }) => !name || !action || !description)
			.map(({ value }) => `${node.description.name}: ${String(value)}`),

	'no two actions of a node read the same': (node) =>
		repeated([
			...new Map(
				forms(node).map(({ values, description }) => {
					const menu = description.properties.find(
						(property) =>
							property.name === 'operation' &&
							property.displayOptions?.show?.['resource']?.includes(values['resource'] ?? '') &&
							choices(property).some(({ value }) => value === values['operation']),
					);
					const action = choices(menu).find(({ value }) => value === values['operation'])?.action;
					return [`${values['resource']}.${values['operation']}`, action] as const;
				}),
			).values(),
		]).map((action) => `${node.description.name}: ${String(action)}`),

	'a menu’s default is one of its options': (node) =>
		everyProperty(node)
			.filter(([, { type, typeOptions }]) => type === 'options' && !typeOptions?.loadOptionsMethod)
			.filter(([, menu]) => menu.default !== '' && !choices(menu).some(({ value }) => value === menu.default))
			.map(([path, menu]) => `${path}: ${JSON.stringify(menu.default)}`),

	'options have distinct names and values': (node) =>
		everyProperty(node)
			.filter(([, { type }]) => type === 'options' || type === 'multiOptions')
			.flatMap(([path, menu]) => [
				...repeated(choices(menu).map(({ value }) => value)).map((value) => `${path}: ${String(value)}`),
				...repeated(choices(menu).map(({ name }) => name)).map((name) => `${path}: ${String(name)}`),
			]),

	'collections have their own members by name, then those of many operations by use': (node) =>
		everyProperty(node)
			.filter(([, { type }]) => type === 'collection')
			.flatMap(([path, collection]) => {
				const names = (collection.options as INodeProperties[]).map(({ displayName }) => displayName);
				const own = names.filter((name) => !BY_USE.includes(name)).sort((a, b) => a.localeCompare(b, 'en'));
				const sorted = [...own, ...BY_USE.flatMap((name) => names.filter((each) => each === name))];
				return isEqual(names, sorted) ? [] : [`${path}: ${names.join(', ')}`];
			}),

	'authentication lists its default first: n8n 1 opens a new credential with what is first': (node) =>
		node.description.properties
			.filter(({ name }) => name === 'authentication')
			// With a slash in front, n8n does not take it for the kind of the credential.
			.filter(() =>
				node.description.credentials?.some(({ displayOptions }) => displayOptions?.show?.['authentication']),
			)
			.filter((menu) => choices(menu)[0]?.value !== menu.default)
			.map(
				(menu) =>
					`${JSON.stringify(menu.default)} of ${choices(menu)
						.map(({ value }) => String(value))
						.join()}`,
			),

	'no name holds a dot, which n8n would read as a path': (node) =>
		everyProperty(node)
			.filter(([, { name }]) => !/^[A-Za-z_]\w*$/.test(name))
			.map(([path]) => path),

	'conditions ask for fields and values that exist': (node) =>
		everyProperty(node).flatMap(([path, { displayOptions }], _, all) =>
			[displayOptions?.show, displayOptions?.hide].flatMap((conditions) =>
				Object.entries(conditions ?? {}).flatMap(([key, values]) => {
					if (key.startsWith('@')) return [];
					// n8n gives polling nodes their Poll Times.
					if (node.description.polling && key.startsWith('/pollTimes.')) return [];
					// A member of a row asks for other members of the row.
					const beside = path.slice(0, path.lastIndexOf('.') + 1) + key;
					const place = key.startsWith('/') ? `${node.description.name}.${key.slice(1)}` : beside;
					const asked = all.flatMap(([other, property]) => (other === place ? [property] : []));
					if (asked.length === 0) return [`${path}: no field ${key}`];
					const menus = asked.filter(({ type }) => type === 'options');
					const known = menus.flatMap((menu) => choices(menu).map(({ value }) => value));
					return (values ?? [])
						.filter(
							(value) => menus.length > 0 && typeof value !== 'object' && !known.includes(value as string),
						)
						.map((value) => `${path}: ${key} is never ${JSON.stringify(value)}`);
				}),
			),
		),

	'searches and option lists exist': (node) =>
		everyProperty(node).flatMap(([path, { typeOptions, modes }]) => {
			const { listSearch = {}, loadOptions = {} } = node.methods ?? {};
			const searches = (modes ?? []).flatMap((mode) => mode.typeOptions?.searchListMethod ?? []);
			const load = typeOptions?.loadOptionsMethod;
			return [
				...searches.filter((name) => !(name in listSearch)).map((name) => `${path}: ${name}`),
				...(load && !(load in loadOptions) ? [`${path}: ${load}`] : []),
			];
		}),

	'a resource locator can always be given by ID': (node) =>
		everyProperty(node)
			.filter(([, { type }]) => type === 'resourceLocator')
			.filter(([, { modes }]) => !modes?.some(({ type }) => type === 'string'))
			.map(([path]) => path),

	'every way to authenticate has its credential, and the reverse': (node) => {
		const known = new Set(
			host()
				.credentialsOfPackage()
				.map(([, { name }]) => name),
		);
		const menus = node.description.properties.filter(({ name }) => name === 'authentication');
		const ways = menus.flatMap(choices);
		const credentials = node.description.credentials ?? [];
		const always = credentials.some(({ displayOptions }) => displayOptions === undefined);
		const offered = credentials.flatMap(
			({ displayOptions }) => displayOptions?.show?.['authentication'] ?? [],
		);
		return [
			...credentials.filter(({ name }) => !known.has(name)).map(({ name }) => `no credential type ${name}`),
			...ways
				.filter(({ value }) => !always && !offered.includes(value))
				.map(({ value }) => `nothing for ${String(value)}`),
			...(ways.length > 0 ? offered : [])
				.filter((way) => !ways.some(({ value }) => value === way))
				.map((way) => `${String(way)} cannot be chosen`),
		].map((line) => `${node.description.name}: ${line}`);
	},
};

describe('every form', () => {
	it.each(Object.entries(checks))('%s', (_rule, check) => {
		expect(nodes().flatMap(check)).toEqual([]);
	});
});
