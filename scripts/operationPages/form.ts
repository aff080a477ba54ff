/** The form of an operation as a picture: HTML that looks like the editor's form, with the values that were tried. */
import { castArray, isPlainObject } from 'lodash';
import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyMode,
} from 'n8n-workflow';
import { choices, shown, type Form } from '../../test/support/forms';
import { escape, tag } from './html';

type Entity = Readonly<Record<string, unknown>>;

/** How columns become fields, as the editor says it. */
const MAPPINGS: Readonly<Record<string, string>> = {
	autoMapInputData: 'Map Automatically',
	defineBelow: 'Map Each Column Manually',
};

/** Longer values end in dots, as a field of the editor cuts them. */
const LONGEST = 90;

/** What the form shows for the values that were tried. */
export function propertiesOf(form: Form, parameters: INodeParameters): INodeProperties[] {
	const chosen = Object.entries(parameters).filter(
		(entry): entry is [string, string] => typeof entry[1] === 'string',
	);
	const isHeld = ({ type }: INodeProperties) => type !== 'hidden' && type !== 'callout';
	return shown({ ...form, values: { ...form.values, ...Object.fromEntries(chosen) } }).filter(isHeld);
}

/** Draws the form. */
export function drawnForm(form: Form, parameters: INodeParameters, icon: string): string {
	const { displayName } = form.description;
	const head = tag('div', 'head', `<img src="${icon}" alt="" width="20" height="20">${escape(displayName)}`);
	const rows = propertiesOf(form, parameters).map((property) => row(property, parameters[property.name]));
	return tag('div', 'n8n-form', head + rows.join(''));
}

function row(property: INodeProperties, given: unknown): string {
	const { displayName, type, required } = property;
	if (type === 'notice') return tag('div', 'notice', escape(displayName.replace(/<[^>]+>/g, '')));
	const star = required ? tag('span', 'star', ' *') : '';
	const label = tag('div', 'label', escape(displayName) + star);
	return tag('div', 'row', label + control(property, given ?? property.default));
}

const box = (kind: string, text: string) => tag('div', `box ${kind}`, text === '' ? '&nbsp;' : text);

function control(property: INodeProperties, value: unknown): string {
	switch (property.type) {
		case 'options':
			return box('menu', escape(nameOf(property, value)));
		case 'multiOptions':
			return box(
				'menu',
				[value]
					.flat()
					.map((each) => tag('span', 'chip', escape(nameOf(property, each))))
					.join(''),
			);
		case 'boolean':
			return tag('div', `switch${value === true ? ' on' : ''}`, '<i></i>');
		case 'resourceLocator':
			return locator(property, value);
		case 'resourceMapper':
			return box('menu', MAPPINGS[String((value as Entity | undefined)?.mappingMode)] ?? '');
		case 'collection':
		case 'fixedCollection':
			return group(property, value);
		default:
			return box(property.type === 'json' ? 'code' : '', text(property, value));
	}
}

const nameOf = (property: INodeProperties, value: unknown): string =>
	choices(property).find((option) => option.value === value)?.name ?? inShort(value);

const inShort = (value: unknown): string => {
	const written = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
	return written.length > LONGEST ? `${written.slice(0, LONGEST)}…` : written;
};

function text({ placeholder = '' }: INodeProperties, value: unknown): string {
	if (value === '' || value === undefined || value === null)
		return tag('span', 'placeholder', escape(placeholder));
	const written = inShort(value);
	return written.startsWith('=') ? tag('span', 'expression', escape(written.slice(1))) : escape(written);
}

function locator(property: INodeProperties, value: unknown): string {
	const { mode = '', value: chosen = '' } = (isPlainObject(value) ? value : {}) as {
		mode?: string;
		value?: unknown;
	};
	const modes: readonly INodePropertyMode[] = property.modes ?? [];
	const found = modes.find(({ name }) => name === mode) ?? modes[0];
	const shownMode = modes.length > 1 ? box('menu mode', escape(found?.displayName ?? '')) : '';
	const hint = found?.placeholder === undefined ? {} : { placeholder: found.placeholder };
	const field = text({ ...property, ...hint }, chosen);
	return tag('div', 'locator', shownMode + box(found?.type === 'list' ? 'menu' : '', field));
}

/** Rows of values, and the button that adds one. */
function group(property: INodeProperties, value: unknown): string {
	const given = isPlainObject(value) ? (value as Entity) : {};
	const rows = property.type === 'collection' ? rowsOf(membersOf(property), given) : cards(property, given);
	const isFull = property.type === 'fixedCollection' && rows !== '' && !property.typeOptions?.multipleValues;
	const more = property.placeholder ?? property.typeOptions?.multipleValueButtonText ?? 'Add';
	return tag('div', 'group', isFull ? rows : `${rows}${tag('div', 'add', escape(more))}`);
}

const rowsOf = (members: readonly INodeProperties[], given: Entity): string =>
	members
		.filter(({ name }) => name in given)
		.map((member) => row(member, given[member.name]))
		.join('');

const cards = ({ options = [] }: INodeProperties, given: Entity): string =>
	(options as INodePropertyCollection[])
		.flatMap(({ name, values }) =>
			castArray(given[name] ?? []).map((entry) => rowsOf(values, entry as Entity)),
		)
		.map((rows) => tag('div', 'card', rows))
		.join('');

/** The members of a collection. */
export const membersOf = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options as INodeProperties[];
