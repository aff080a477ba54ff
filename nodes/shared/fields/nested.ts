/** Fields that hold other fields: an object (group) or a list of objects (rows) in a body. */
import type { INodeProperties } from 'n8n-workflow';
import { InvalidValue, type Field, type FieldContext } from '../operation/operation';
import { labelOf, propertyName } from '../operation/labels';
import { appearance, type Appearance } from './basic';

type Fields = Readonly<Record<string, Field>>;
export type Row = Record<string, unknown>;

/** One object. @param toWire Turns the encoded members into the wire's value, where that is not the object itself. */
export function group(
	fields: Fields,
	rest: Appearance & { toWire?: (row: Row, context: FieldContext) => unknown } = {},
): Field {
	const { toWire = (row) => row, ...texts } = rest;
	return {
		...appearance(
			texts,
			'fixedCollection',
			{},
			{
				placeholder: texts.placeholder ?? 'Add',
				options: [{ name: 'values', displayName: 'Values', values: members(fields) }],
			},
		),
		encode: (value, context) => {
			const row = (value as { values?: Row } | undefined)?.values ?? (value as Row | undefined);
			if (!row || Object.keys(row).length === 0) return undefined;
			return toWire(encodeRow(fields, row, context), context);
		},
	};
}

/** Any number of objects. */
export function rows(
	fields: Fields,
	rest: Appearance & {
		min?: number;
		max?: number;
		toWire?: (rows: Row[], context: FieldContext) => unknown;
	} = {},
): Field {
	const { min, max, toWire = (all) => all, ...texts } = rest;
	return {
		...appearance(
			texts,
			'fixedCollection',
			{},
			{
				placeholder: texts.placeholder ?? 'Add',
				typeOptions: { multipleValues: true },
				options: [{ name: 'values', displayName: 'Values', values: members(fields) }],
			},
		),
		encode: (value, context) => {
			const given = Array.isArray(value)
				? (value as Row[])
				: (value as { values?: Row[] } | undefined)?.values;
			if (!given || given.length === 0) return undefined;
			if (max !== undefined && given.length > max)
				throw new InvalidValue(context.label, `takes at most ${max} entries, and has ${given.length}`);
			if (min !== undefined && given.length < min)
				throw new InvalidValue(context.label, `needs at least ${min} entries, and has ${given.length}`);
			return toWire(
				given.map((row) => encodeRow(fields, row, context)),
				context,
			);
		},
	};
}

const members = (fields: Fields): INodeProperties[] =>
	Object.entries(fields).flatMap(([key, field]) =>
		field.property
			? [
					{
						displayName: labelOf(key, field),
						name: propertyName(key, field),
						...field.property,
					},
				]
			: [],
	);

function encodeRow(fields: Fields, row: Row, context: FieldContext): Row {
	const answer: Row = {};
	for (const [key, field] of Object.entries(fields)) {
		const label = `${context.label} → ${labelOf(key, field)}`;
		const value = field.encode(row[propertyName(key, field)], { ...context, label });
		if (value === undefined || value === null || value === '') {
			if (field.required === true) throw new InvalidValue(label, 'is required');
			continue;
		}
		answer[field.wire ?? key] = value;
	}
	return answer;
}
