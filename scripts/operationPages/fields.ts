/** What each field of a form is: a list with types, choices and defaults, as the editor says it. */
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { choices } from '../../test/support/forms';
import type { Schema } from '../../test/support/outputFields';
import { membersOf } from './form';
import { described, escape, tag } from './html';
import type { Meaning } from './meanings';

/** Menus that every form begins with. */
const MENUS = new Set(['resource', 'operation', 'authentication', 'environment']);

/** Longer lists of choices are behind a line that opens them. */
const FEW = 8;

const TYPES: Readonly<Partial<Record<INodeProperties['type'], string>>> = {
	boolean: 'on or off',
	collection: 'fields to add',
	dateTime: 'date and time',
	fixedCollection: 'rows',
	json: 'JSON',
	multiOptions: 'choices',
	number: 'number',
	options: 'choice',
	resourceMapper: 'columns',
	string: 'text',
};

/**
 * The list, as HTML.
 *
 * @param meaning What X says of a parameter, for fields without a description.
 */
export const fieldList = (properties: readonly INodeProperties[], meaning: Meaning): string =>
	tag(
		'dl',
		'fields',
		properties
			.filter(({ name, type }) => !MENUS.has(name) && type !== 'notice')
			.map((property) => entry(property, meaning))
			.join(''),
	);

function entry(property: INodeProperties, meaning: Meaning): string {
	const { displayName, required, name } = property;
	const description = property.description || meaning(name);
	const kind = tag('span', 'type', escape(typeOf(property)));
	const must = required ? tag('span', 'required', 'required') : '';
	const usual = defaultOf(property);
	const inside = [
		description === '' ? '' : `<p>${described(description)}</p>`,
		usual === '' ? '' : `<p>Default: ${usual}</p>`,
		choicesOf(property),
		nested(property, meaning),
	];
	return `<dt>${tag('b', 'name', escape(displayName))} ${kind} ${must}</dt><dd>${inside.join('')}</dd>`;
}

function typeOf({ type, modes = [], typeOptions }: INodeProperties): string {
	if (type === 'resourceLocator') return modes.map(({ displayName }) => displayName).join(', ');
	if (type === 'number' && typeOptions?.maxValue !== undefined)
		return `number from ${typeOptions.minValue ?? 0} to ${typeOptions.maxValue.toLocaleString('en')}`;
	return TYPES[type] ?? type;
}

function defaultOf(property: INodeProperties): string {
	const { type, default: usual } = property;
	if (type === 'boolean') return usual === true ? 'on' : 'off';
	if (type === 'options') return escape(choices(property).find(({ value }) => value === usual)?.name ?? '');
	return typeof usual === 'number' || (typeof usual === 'string' && usual !== '')
		? `<code>${escape(String(usual))}</code>`
		: '';
}

function choicesOf(property: INodeProperties): string {
	if (property.type !== 'options' && property.type !== 'multiOptions') return '';
	const names = choices(property).map(
		({ name, description = '' }) =>
			`<li>${escape(name)}${description === '' ? '' : `: ${described(description)}`}</li>`,
	);
	const list = `<ul>${names.join('')}</ul>`;
	if (names.length === 0) return '';
	return names.length <= FEW ? list : folded(`${names.length} choices`, list);
}

const folded = (summary: string, content: string): string =>
	`<details><summary>${escape(summary)}</summary>${content}</details>`;

/** The fields inside of a field. */
function nested(property: INodeProperties, meaning: Meaning): string {
	const isGroup = property.type === 'fixedCollection';
	const members =
		property.type === 'collection'
			? membersOf(property)
			: isGroup
				? ((property.options ?? []) as INodePropertyCollection[]).flatMap(({ values }) => values)
				: [];
	if (members.length === 0) return '';
	// A collection is part of the form alone; a group is an object of the request.
	const inside: Meaning = isGroup ? (path) => meaning(`${property.name}.${path}`) : meaning;
	return folded(members.map(({ displayName }) => displayName).join(' · '), fieldList(members, inside));
}

/** The fields of an item with their types and meanings, by their paths. */
export function itemFields(schema: Schema, meaning: Meaning): string {
	const paths = [...pathsOf(schema, '')];
	const rows = paths.map(([path, type]) => {
		const means = meaning(path.replaceAll('[]', ''));
		const text = means === '' ? '' : `: ${escape(means)}`;
		return `<li><code>${escape(path)}</code> ${tag('span', 'type', type)}${text}</li>`;
	});
	return rows.length === 0
		? ''
		: folded(`${rows.length} fields of an item`, tag('ul', 'fields', rows.join('')));
}

function* pathsOf({ properties = {} }: Schema, above: string): Generator<[path: string, type: string]> {
	for (const [name, inner] of Object.entries(properties)) {
		const { type = 'null', items } = inner;
		const path = `${above}${name}`;
		yield [path, type === 'null' ? 'any' : items?.type === undefined ? type : `${type} of ${items.type}`];
		yield* pathsOf(inner, `${path}.`);
		if (items !== undefined) yield* pathsOf(items, `${path}[].`);
	}
}
