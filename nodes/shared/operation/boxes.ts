/** In which collection of the form a field stands. */
import { get, has } from 'lodash';
import { isBlank } from '../util/text';
import type { Box, Field, ParameterSource, Section } from './field';
import type { Operation } from './operation';

/** A form has the first of these that a field of its operation belongs to, else the last. */
const BOXES: readonly Box[] = ['additionalFields', 'updateFields', 'options'];

/** The collection that the form of an operation has. */
export function boxOf({ fields }: Pick<Operation, 'fields'>): Box {
	const sections = Object.values(fields).map(({ section }) => section);
	return BOXES.find((box) => sections.includes(box)) ?? 'options';
}

/** Whether a field stands at the top level of the form. */
export const isTop = ({ section = 'top' }: { readonly section?: Section | undefined }): boolean =>
	section === 'top';

/** Collections that version 0.1.0 had besides, in which saved workflows have their values. */
export const FORMER_BOXES = {
	filters: 'Filters',
	fields: 'Fields',
	requestOptions: 'Request Options',
	options: 'Options',
} satisfies Partial<Record<Section, string>>;

export type FormerBox = keyof typeof FORMER_BOXES;

/**
 * The collection that holds a field: that of the form, else the one in which version 0.1.0 saved it. What stands in the
 * form counts, also where it is empty.
 *
 * @param name Name of the property.
 * @param field Its field.
 * @param source Reads a parameter of the form.
 * @returns Undefined where there is none: then the field stands at the top level, or has no value.
 */
export function collectionOf(
	name: string,
	{ section = 'top', formerly }: Pick<Field, 'section' | 'formerly'>,
	source: ParameterSource,
): unknown {
	const isInside = (each: unknown) => has(each, [name]);
	const isGiven = (each: unknown) => !isBlank(get(each, [name, 'value']) ?? get(each, [name]));
	if (section === 'top') {
		const former = formerly && source(formerly);
		return isGiven(former) ? former : undefined;
	}
	const collections = [...BOXES, section].map((place) => source(place));
	return collections.find(isInside) ?? collections.find(isExpression);
}

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');
