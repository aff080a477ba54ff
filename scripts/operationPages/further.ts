/** The fields that a form shows only for other values than those that were tried, each with these values. */
import { omit, pick, uniqBy } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';
import { choices, isShown, type Form } from '../../test/support/forms';
import { described, escape, tag } from './html';

/** What is chosen before the fields of an operation. */
const MENUS = ['@version', 'resource', 'operation', 'authentication', 'environment'];

/** A field, and the values that show it: label of another field, and its choices. */
export interface Further {
	readonly field: INodeProperties;
	readonly where: ReadonlyArray<readonly [label: string, values: readonly string[]]>;
}

/** The fields of an operation that are not among the shown ones. */
export function furtherOf(form: Form, shown: readonly INodeProperties[]): Further[] {
	const { properties } = form.description;
	const names = new Set(shown.map(({ name }) => name));
	const ofOperation = properties.filter((property) => {
		const { show, hide } = property.displayOptions ?? {};
		const displayOptions = { show: pick(show, MENUS), hide: pick(hide, MENUS) };
		return isShown(form, { ...property, displayOptions }, form.values);
	});
	const isField = ({ name, type }: INodeProperties) =>
		!names.has(name) && !MENUS.includes(name) && !['hidden', 'callout', 'notice'].includes(type);
	const found = ofOperation.filter(isField).map((field) => ({ field, where: whereOf(ofOperation, field) }));
	return uniqBy(found, ({ field }) => field.displayName);
}

function whereOf(fields: readonly INodeProperties[], { displayOptions }: INodeProperties): Further['where'] {
	return Object.entries(omit(displayOptions?.show, MENUS)).map(([name, values = []]) => {
		const other = fields.find((each) => each.name === name.replace(/^\//, ''));
		const said = values.map((value) => saidOf(other, value));
		return [other?.displayName ?? name, said] as const;
	});
}

/** A condition that is no value, such as "not empty", is an object. */
function saidOf(field: INodeProperties | undefined, value: unknown): string {
	const chosen = choices(field).find((choice) => choice.value === value);
	if (chosen !== undefined) return chosen.name;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	return typeof value === 'string' || typeof value === 'number' ? String(value) : 'set';
}

/** A line for each. */
export function furtherList(further: readonly Further[]): string {
	const lines = further.map(({ field, where }) => {
		const when = where.map(([label, values]) => `${label}: ${values.join(' or ')}`).join(', ');
		const text = field.description ? `. ${described(field.description)}` : '';
		return `<li>${tag('b', 'name', escape(field.displayName))}${when === '' ? '' : ` with ${escape(when)}`}${text}</li>`;
	});
	return lines.length === 0 ? '' : tag('ul', 'fields', lines.join(''));
}
