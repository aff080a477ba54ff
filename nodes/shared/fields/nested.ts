/** Fields with other fields inside: an object (group) or a list of objects (rows) in a body. */
import type { INodeProperties } from 'n8n-workflow';
import {
	broken,
	InvalidMembers,
	InvalidValue,
	type BrokenRule,
	type Field,
	type FieldContext,
	type Fields,
	type ValueOf,
} from '../operation/operation';
import { labelOf, propertyName, title } from '../operation/labels';
import { isObject } from '../util/lenient';
import { asText, isBlank } from '../util/text';
import { appearance, refuseCount, type Appearance, type Counts } from './basic';

export type RowOf<F> = {
	readonly [Key in keyof F]: F[Key] extends { readonly required: true }
		? ValueOf<F[Key]>
		: ValueOf<F[Key]> | undefined;
};

/**
 * One object.
 *
 * @param rest How it looks in the form. `toWire` converts the encoded members if the wire's value is not the object
 *   itself.
 *
 * @example
 * poll: group({ options: required(list({ min: 2, max: 4 })), duration_minutes: number({ min: 5, max: 10080 }) }),
 */
export function group<F extends Fields, T = RowOf<F>>(
	fields: F,
	rest: Appearance & { toWire?: (row: RowOf<F>, context: FieldContext) => T } = {},
): Field<T> {
	const { toWire, ...texts } = rest;
	return {
		...groupAppearance(fields, texts),
		encode: (value, context) => {
			if (isBlank(value)) return undefined;
			const row = isObject(value) ? (value.values ?? value) : value;
			if (isObject(row) && Object.keys(row).length === 0) return undefined;
			const encoded = encodeRow(fields, row, context);
			return toWire ? toWire(encoded, context) : onWire<T>(fields, encoded);
		},
	};
}

/**
 * Any number of objects.
 *
 * @param rest How it looks in the form, and how many there may be. `toWire` converts the encoded objects if the
 *   wire's value is not their list; workflows save the objects under the name `entry`.
 *
 * @example
 * buttons: rows({ label: required(text({ max: 36 })), url: text() }, { max: 3 }),
 */
export function rows<F extends Fields, T = RowOf<F>[]>(
	fields: F,
	rest: Appearance &
		Counts & { entry?: string; toWire?: (rows: RowOf<F>[], context: FieldContext) => T } = {},
): Field<T> {
	const { min, max, entry = 'values', toWire, ...texts } = rest;
	return {
		...groupAppearance(fields, texts, { typeOptions: { multipleValues: true } }, entry),
		encode: (value, context) => {
			const given: unknown = isObject(value) ? value[entry] : value;
			if (isBlank(given)) return undefined;
			if (!Array.isArray(given))
				throw new InvalidValue('type', `must be a list, and is "${asText(given).slice(0, 100)}"`);
			if (given.length === 0) return undefined;
			refuseCount(given.length, { min, max }, 'entries');
			const wrong: BrokenRule[] = [];
			const encoded = given.map((row, index) =>
				collecting(wrong, String(index), () => encodeRow(fields, row, context)),
			);
			if (wrong.length > 0) throw new InvalidMembers(wrong);
			const all = encoded.filter((row) => row !== undefined);
			return toWire ? toWire(all, context) : (all.map((row) => onWire(fields, row)) as T);
		},
	};
}

/**
 * Optional values at one place in the form; the user adds those that are needed.
 *
 * @example
 * window: collection({ start_time: date(), end_time: date() }, { label: 'Time' }),
 */
export function collection<F extends Fields>(fields: F, rest: Appearance = {}): Field<RowOf<F> | undefined> {
	const options = membersOf(fields).sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));
	return {
		...group(fields),
		...appearance(rest, 'collection', {}, { options }),
		required: false,
	};
}

function groupAppearance(
	fields: Fields,
	texts: Appearance,
	more: Pick<INodeProperties, 'typeOptions'> = {},
	entry = 'values',
): Pick<Field, 'property' | 'label' | 'members'> {
	const options = [{ name: entry, displayName: title(entry), values: membersOf(fields) }];
	const placeholder = texts.placeholder ?? 'Add';
	return {
		members: fields,
		...appearance(texts, 'fixedCollection', {}, { placeholder, ...more, options }),
	};
}

const membersOf = (fields: Fields): INodeProperties[] =>
	Object.entries(fields).flatMap(([key, field]) =>
		field.property
			? [{ displayName: labelOf(key, field), name: propertyName(key, field), ...field.property }]
			: [],
	);

/** The given members, encoded. All broken rules are reported together. */
function encodeRow<F extends Fields>(fields: F, row: unknown, context: FieldContext): RowOf<F> {
	if (!isObject(row))
		throw new InvalidValue('type', `must be an object, and is "${asText(row).slice(0, 100)}"`);
	const answer: Record<string, unknown> = {};
	const wrong: BrokenRule[] = [];
	for (const [key, field] of Object.entries(fields)) {
		const before = wrong.length;
		const value = collecting(wrong, key, () => field.encode(row[propertyName(key, field)], context));
		if (!isBlank(value)) answer[key] = value;
		else if (field.required === true && wrong.length === before)
			wrong.push(broken(key, 'required', 'is required'));
	}
	if (wrong.length > 0) throw new InvalidMembers(wrong);
	return answer as RowOf<F>;
}

/** Runs an encoder, and collects its broken rules under the name of the member. */
function collecting<T>(wrong: BrokenRule[], at: string, encode: () => T): T | undefined {
	try {
		return encode();
	} catch (error) {
		wrong.push(...rulesOf(error, at));
		return undefined;
	}
}

/** The broken rules of an encoder, as rules of the field. */
export function rulesOf(error: unknown, key: string): BrokenRule[] {
	if (error instanceof InvalidMembers)
		return error.rules.map(({ field, rule, text }) => broken(`${key}.${field}`, rule, text));
	if (error instanceof InvalidValue) return [broken(key, error.rule, error.text)];
	return [broken(key, 'value', (error as Error).message)];
}

const onWire = <T>(fields: Fields, row: object): T =>
	Object.fromEntries(Object.entries(row).map(([key, value]) => [fields[key]?.wire ?? key, value])) as T;
