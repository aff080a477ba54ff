/** Fields of one value: text, numbers, dates, choices. */
import { DateTime } from 'luxon';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { parseExact } from '../util/exactJson';
import { InvalidValue, type Field, type FieldContext } from '../operation/operation';
import { asText, isBlank } from '../util/text';
import { exactText, plainText, refuseRounded } from './exactText';

export interface Appearance {
	label?: string;
	description?: string;
	hint?: string;
	placeholder?: string;
	default?: unknown;
}

type Property = NonNullable<Field['property']>;

/** Splits the arguments of every builder into the editor's property and the field's label. */
export function appearance(
	{ label, default: initial, ...texts }: Appearance,
	type: Property['type'],
	fallback: INodeProperties['default'],
	more: Partial<Property> = {},
): Pick<Field, 'property' | 'label'> {
	const property: Property = {
		type,
		default: (initial ?? fallback) as INodeProperties['default'],
		...texts,
		...more,
	};
	return { property, ...(label !== undefined && { label }) };
}

/** Reads several values: a list, its JSON, or text separated by commas or lines. Blank ones are skipped. */
function partsOf(value: unknown): string[] {
	const parts = Array.isArray(value) ? value : partsOfText(plainText(value));
	return parts.map((part) => plainText(part).trim()).filter((part) => part !== '');
}

/** The entries of a text, also those that are blank. */
export const partsOfText = (text: string): readonly unknown[] => listIn(text) ?? text.split(/[,\n]/);

function listIn(text: string): unknown[] | undefined {
	if (!/^\s*\[/.test(text)) return undefined;
	const { value } = parseJson(text);
	return Array.isArray(value) ? value : undefined;
}

const unlessBlank =
	<T>(encode: (value: unknown, context: FieldContext) => T | undefined): Field<T>['encode'] =>
	(value, context) =>
		isBlank(value) ? undefined : encode(value, context);

interface TextRules extends Appearance {
	min?: number;
	max?: number;
	pattern?: RegExp;
	/** The pattern in words; completes "must be …". */
	shape?: string;
	rows?: number;
	password?: boolean;
}

/**
 * Text.
 *
 * @example
 * title: text({ label: 'Title', max: 70, rows: 2 }),
 */
export function text(rules: TextRules = {}): Field<string> {
	const { min, max, pattern, shape, rows, password, ...rest } = rules;
	return {
		...appearance(rest, 'string', '', {
			...(rows !== undefined && { typeOptions: { rows } }),
			...(password && { typeOptions: { password } }),
		}),
		encode: unlessBlank((value) => {
			const answer = plainText(value);
			const length = Array.from(answer).length;
			const size = (bound: number) => `${bound.toLocaleString('en')} character${bound === 1 ? '' : 's'}`;
			const has = `and has ${length.toLocaleString('en')}`;
			if (max !== undefined && length > max)
				throw new InvalidValue('maxLength', `must be at most ${size(max)} long, ${has}`);
			if (min !== undefined && length < min)
				throw new InvalidValue('minLength', `must be at least ${size(min)} long, ${has}`);
			if (pattern && !pattern.test(answer))
				throw new InvalidValue(
					'pattern',
					`must be ${shape ?? 'of the documented form'}, and is "${answer.slice(0, 100)}"`,
				);
			return answer;
		}),
	};
}

/**
 * An identifier of digits, with spaces around it allowed. Kept as text, because X's integers have 64 bits.
 *
 * @example
 * tweet_id: id({ label: 'Post ID' }),
 */
export function id(look: Appearance = {}): Field<string> {
	const shape = 'an ID of 1 to 19 digits';
	const digits = text({ placeholder: 'e.g. 1234567890', ...look, pattern: /^\d{1,19}$/, shape });
	return { ...digits, encode: (value, context) => digits.encode(exactText(value).trim(), context) };
}

export interface Counts {
	min?: number | undefined;
	max?: number | undefined;
}

/** Rejects too many or too few entries. */
export function refuseCount(count: number, { min, max }: Counts, noun: string): void {
	if (max !== undefined && count > max)
		throw new InvalidValue('maxItems', `takes at most ${max} ${noun}, and has ${count}`);
	if (min !== undefined && count < min)
		throw new InvalidValue('minItems', `needs at least ${min} ${noun}, and has ${count}`);
}

export interface ListRules extends Appearance, Counts {
	pattern?: RegExp;
	/** The pattern in words; completes "each must be …". */
	shape?: string;
	entry?: (text: string) => string;
}

/**
 * Several short values: a text with commas or lines between them, or a list from an expression. Sent as a list.
 *
 * @example
 * keywords: list({ max: 50, pattern: /^\w+$/, shape: 'a word' }),
 */
export function list(rules: ListRules = {}): Field<string[]> {
	const { min, max, pattern, shape, entry = (text) => text, ...rest } = rules;
	return {
		...appearance(rest, 'string', ''),
		isList: true,
		encode: unlessBlank((value) => {
			const parts = partsOf(value).map(entry);
			if (parts.length === 0) return undefined;
			refuseCount(parts.length, { min, max }, 'values');
			const wrong = pattern && parts.find((part) => !pattern.test(part));
			if (wrong !== undefined)
				throw new InvalidValue(
					'pattern',
					`must hold values that are each ${shape ?? 'of the documented form'}, and "${wrong}" is not`,
				);
			return parts;
		}),
	};
}

/**
 * Several identifiers of digits.
 *
 * @example
 * ids: ids({ label: 'Post IDs', description: 'Up to 100 IDs, separated by commas' }),
 */
export const ids = (rules: ListRules = {}): Field<string[]> =>
	list({
		placeholder: 'e.g. 1234567890,1234567891',
		pattern: /^\d{1,19}$/,
		shape: 'an ID of 1 to 19 digits',
		max: 100,
		...rules,
	});

interface NumberRules extends Appearance {
	min?: number;
	max?: number;
	fraction?: boolean;
}

/**
 * A number; by default a whole one.
 *
 * @example
 * duration_minutes: number({ label: 'Duration (Minutes)', min: 5, max: 10080 }),
 */
export function number(rules: NumberRules = {}): Field<number> {
	const { min, max, fraction = false, ...rest } = rules;
	const typeOptions = {
		...(min !== undefined && { minValue: min }),
		...(max !== undefined && { maxValue: max }),
	};
	return {
		...appearance(rest, 'number', min ?? 0, Object.keys(typeOptions).length > 0 ? { typeOptions } : {}),
		encode: unlessBlank((value) => {
			// Number() converts a blank text to 0, true to 1 and [5] to 5.
			const isNumeral = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
			const answer = isNumeral ? Number(value) : NaN;
			if (!Number.isFinite(answer))
				throw new InvalidValue('type', `must be a number, and is "${asText(value)}"`);
			if (!fraction && !Number.isInteger(answer))
				throw new InvalidValue('integer', `must be a whole number, and is ${answer}`);
			const rule = min !== undefined && answer < min ? 'minimum' : 'maximum';
			if (rule === 'minimum' || (max !== undefined && answer > max))
				throw new InvalidValue(rule, `must be ${bounds(min, max)}, and is ${answer}`);
			return answer;
		}),
	};
}

const bounds = (min: number | undefined, max: number | undefined) =>
	min === undefined ? `at most ${max}` : max === undefined ? `at least ${min}` : `from ${min} to ${max}`;

/**
 * A switch. Descriptions begin with "Whether".
 *
 * @example
 * private: flag({ description: 'Whether only you can see the list' }),
 */
export const flag = (rest: Appearance = {}): Field<boolean> => ({
	...appearance(rest, 'boolean', false),
	encode: unlessBlank((value) => {
		const said = asText(value).trim().toLowerCase();
		if (said === 'true' || said === 'false') return said === 'true';
		throw new InvalidValue('type', `must be true or false, and is "${asText(value)}"`);
	}),
});

/**
 * A moment, sent as ISO 8601 in UTC with whole seconds. Text without a time zone is in the workflow's time zone.
 *
 * @example
 * scheduled_start: date({ label: 'Start' }),
 */
export const date = (rest: Appearance = {}): Field<string> =>
	moment(rest, (time) => time.startOf('second').toISO({ suppressMilliseconds: true }));

/**
 * A moment that is sent with its milliseconds.
 *
 * @example
 * since: exactDate({ description: 'Only events from this time on' }),
 */
export const exactDate = (rest: Appearance = {}): Field<string> => moment(rest, (time) => time.toISO());

const moment = (rest: Appearance, write: (time: DateTime) => string | null): Field<string> => ({
	...appearance({ ...rest, description: inZone(rest.description) }, 'dateTime', ''),
	encode: unlessBlank((value, { timezone }) => {
		const written = write(readDate(value, timezone).toUTC());
		if (written !== null) return written;
		throw new InvalidValue(
			'format',
			`must be a date and time such as 2026-01-31T09:00:00Z, and is "${asText(value)}"`,
		);
	}),
});

/** Says which time zone n8n's picker of dates means, where the description of a field does not say another one. */
function inZone(description = ''): string {
	if (description.includes('time zone')) return description;
	const zone = 'Without an offset: in the time zone of the workflow';
	return description === '' ? zone : `${description.replace(/\.$/, '')}. ${zone}.`;
}

function readDate(value: unknown, zone: string): DateTime {
	if (DateTime.isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value);
	// Spreadsheets and databases write a space for the T.
	const text = asText(value)
		.trim()
		.replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T');
	return DateTime.fromISO(text, { zone });
}

/** Values of a choice: `value: 'Name'`, or with a description `value: ['Name', 'What it means']`. */
export type Choices = Readonly<Record<string, string | readonly [name: string, description: string]>>;

function menu(choices: Choices): INodePropertyOptions[] {
	return Object.entries(choices)
		.map(([value, texts]) =>
			typeof texts === 'string' ? { name: texts, value } : { name: texts[0], value, description: texts[1] },
		)
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

const MOST_NAMED = 12;

/** The given value of a menu. X would refuse another one, from an expression, or take it for something else. */
function valueIn<C extends Choices>(choices: C, given: string) {
	const all = Object.keys(choices).filter((each) => each !== '');
	const known = all.find((each) => each === given);
	if (known !== undefined) return known;
	const named = all.length > MOST_NAMED ? 'a value of the menu' : all.join(' or ');
	throw new InvalidValue('enum', `must be ${named}, and is "${given}"`);
}

/**
 * One of these values.
 *
 * @example
 * sendAs: oneOf({ file: 'File', url: 'URL' }, { label: 'Send As' }),
 */
export const oneOf = <C extends Choices>(choices: C, rest: Appearance = {}): Field<keyof C & string> => ({
	...appearance(rest, 'options', menu(choices)[0]?.value ?? '', { options: menu(choices) }),
	encode: unlessBlank((value) => valueIn(choices, plainText(value))),
});

/**
 * The same for values that are only sent, so that no code asks for their type.
 *
 * @example
 * granularity: choice({ hour: 'Hour', day: ['Day', 'From midnight to midnight in UTC'] }),
 */
export const choice: (choices: Choices, rest?: Appearance) => Field<string> = oneOf;

/**
 * Any number of the documented values.
 *
 * @param isOpen Whether others are taken, too: fields that X adds, older names of events, and what n8n loads from X.
 * @example
 * states: choices({ live: 'Live', scheduled: 'Scheduled' }),
 */
export const choices = (values: Choices, rest: Appearance = {}, isOpen = false): Field<string[]> => ({
	...appearance(rest, 'multiOptions', [], { options: menu(values) }),
	encode: unlessBlank((value) => {
		const parts = partsOf(value).map((part) => (isOpen ? part : valueIn(values, part)));
		return parts.length > 0 ? parts : undefined;
	}),
});

/**
 * The same for long lists. The editor loads the forms of all nodes, and asks for such choices when it shows the field:
 * see `form/choiceMethods`. Label and description end as n8n's lint requires.
 *
 * @example
 * fields: choicesOnRequest({ id: 'ID', name: 'Name' }, { label: 'Field', description: 'What to get', method: 'getFields' }),
 */
export function choicesOnRequest(
	values: Choices,
	{ label, description, method }: { label: string; description: string; method: string },
): Field<string[]> {
	const texts = {
		label: `${label} Names or IDs`,
		description: `${description}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
	};
	const { property, ...field } = choices(values, texts, true);
	return {
		...field,
		...(property && { property: { ...property, typeOptions: { loadOptionsMethod: method } } }),
	};
}

/** Choices whose names are made from the wire's values: `created_at` → "Created At". */
export const choicesFrom = (values: readonly string[], name: (value: string) => string): Choices =>
	Object.fromEntries(values.map((value) => [value, name(value)]));

/**
 * JSON, either an object or a list. Large integers in a text become text, because they are IDs; rounded ones are
 * rejected.
 *
 * @example
 * rules: json({ description: 'The rules as a list' }),
 */
export const json = (rest: Appearance = {}): Field<object> => ({
	...appearance(rest, 'json', '{}'),
	encode: unlessBlank((value) => {
		if (typeof value === 'object' && value !== null) {
			refuseRounded(value);
			return value;
		}
		const parsed = parseJson(asText(value));
		if (typeof parsed.value === 'object' && parsed.value !== null) return parsed.value;
		throw new InvalidValue('type', `must be a JSON object or list${parsed.fault && `: ${parsed.fault}`}`);
	}),
});

function parseJson(source: string): { value?: unknown; fault: string } {
	try {
		return { value: parseExact(source), fault: '' };
	} catch (error) {
		return { fault: (error as Error).message };
	}
}

/**
 * A constant that the form does not show.
 *
 * @example
 * media_category: body(constant('tweet_image')),
 */
export const constant = <const T>(value: T): Field<T> => ({ encode: () => value });

/**
 * Shows a warning in the form, so that users read it before they run the node.
 *
 * @example
 * deletion: notice('The products are deleted for good'),
 */
export const notice = (sentence: string): Field<undefined> => ({
	label: sentence,
	property: { type: 'notice', default: '' },
	place: 'form',
	required: false,
	encode: () => undefined,
});
