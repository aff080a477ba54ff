/** Raw parameters to typed values, refused unless the documentation has the name, the type, the value and the bound. */
import { AdsError, invalid, missing, refuse } from './errors';
import type { OperationFact, ParamFact } from './facts';

/** `null` says that an update unsets the field. */
export type Value = string | number | boolean | null | readonly string[];
export type Values = Readonly<Record<string, Value | undefined>>;

/** Values of an operation whose parameters travel in the query string (or a form body): everything is text. */
export function parseText(fact: OperationFact, pairs: Iterable<readonly [string, string]>): Values {
	const known = named(fact.params.filter((param) => param.in !== 'path'));
	const given: Record<string, Value> = {};
	for (const [name, text] of pairs) {
		const param = known.get(name);
		if (!param) return invalid(name, `"${name}" is not a valid parameter for this endpoint`);
		if (name in given) return invalid(name, `"${name}" was given more than once`);
		given[name] = fact.method === 'PUT' && text === '' ? unset(param) : fromText(param, text);
	}
	return complete([...known.values()], given);
}

/** Values of one object of a JSON body: numbers are numbers, lists are arrays or comma lists. */
export function parseObject(params: readonly ParamFact[], body: unknown, mayUnset: boolean): Values {
	if (typeof body !== 'object' || body === null || Array.isArray(body))
		return invalid('params', 'Expected an object');
	const known = named(params);
	const given: Record<string, Value> = {};
	for (const [name, value] of Object.entries(body)) {
		const param = known.get(name);
		if (!param) return invalid(name, `"${name}" is not a valid parameter`);
		given[name] = mayUnset && (value === '' || value === null) ? unset(param) : fromJson(param, value);
	}
	return complete(params, given);
}

const named = (params: readonly ParamFact[]) => new Map(params.map((param) => [param.name, param]));

function unset(param: ParamFact): null {
	return param.required ? missing(param.name) : null;
}

function complete(params: readonly ParamFact[], given: Record<string, Value>): Values {
	const lacking = params.filter((param) => param.required && !(param.name in given));
	if (lacking.length > 0) {
		throw new AdsError(
			lacking.map(({ name }) => ({
				code: 'MISSING_PARAMETER',
				message: `"${name}" is a required parameter`,
				parameter: name,
			})),
		);
	}
	if (given.cursor !== undefined && given.with_total_count === true) {
		refuse('EXCLUSIVE_PARAMETERS', '"cursor" and "with_total_count" exclude each other', 'with_total_count');
	}
	return given;
}

function fromText(param: ParamFact, text: string): Value {
	if (text === '')
		return param.required ? missing(param.name) : invalid(param.name, `"${param.name}" is empty`);
	if (param.list) return listOf(param, text.split(','));
	if (param.type === 'boolean') {
		if (text !== 'true' && text !== 'false') return invalid(param.name, 'Expected true or false', text);
		return text === 'true';
	}
	if (param.type === 'int' || param.type === 'long') {
		if (!/^-?\d+$/.test(text)) return invalid(param.name, `Expected an integer, got "${text}"`, text);
		return isIdentifier(param) ? text : bounded(param, Number(text));
	}
	return oneText(param, text);
}

function fromJson(param: ParamFact, value: unknown): Value {
	if (param.list) {
		if (typeof value === 'string') return listOf(param, value.split(','));
		if (Array.isArray(value))
			return listOf(
				param,
				value.map((entry) => textOf(param, entry)),
			);
		return invalid(param.name, 'Expected a list', value);
	}
	if (param.type === 'boolean')
		return typeof value === 'boolean' ? value : invalid(param.name, 'Expected a boolean', value);
	if ((param.type === 'int' || param.type === 'long') && !isIdentifier(param)) {
		if (typeof value !== 'number' || !Number.isInteger(value)) {
			return invalid(param.name, 'Expected an integer', value);
		}
		return bounded(param, value);
	}
	return oneText(param, textOf(param, value));
}

function textOf(param: ParamFact, value: unknown): string {
	return typeof value === 'string' ? value : invalid(param.name, 'Expected a string', value);
}

/** Identifiers may be 64-bit numbers, which only text keeps whole. */
const isIdentifier = (param: ParamFact) => param.type === 'long' && param.name.endsWith('_id');

function bounded(param: ParamFact, value: number): number {
	const { name, type, min, max } = param;
	const fits = type === 'long' ? Number.isInteger(value) && value < 2 ** 63 : Number.isSafeInteger(value);
	if (!fits) return invalid(name, 'Out of range', value);
	if (param.enum && !param.enum.includes(value))
		return invalid(name, `Expected one of ${param.enum.join(', ')}`, value);
	if (min !== undefined && value < min) return invalid(name, `Expected at least ${min}, got ${value}`, value);
	if (max !== undefined && value > max) return invalid(name, `Expected at most ${max}, got ${value}`, value);
	if (name.endsWith('_local_micro') && value < 0) return invalid(name, 'Expected a positive amount', value);
	return value;
}

function listOf(param: ParamFact, texts: readonly string[]): readonly string[] {
	if (param.maxItems !== undefined && texts.length > param.maxItems) {
		return invalid(param.name, `Expected at most ${param.maxItems} values, got ${texts.length}`);
	}
	return texts.map((text) =>
		text === '' ? invalid(param.name, 'Empty value in the list') : oneText(param, text),
	);
}

function oneText(param: ParamFact, text: string): string {
	const { name, minLength, maxLength } = param;
	if (minLength !== undefined && text.length < minLength)
		return invalid(name, `Expected at least ${minLength} characters`);
	if (maxLength !== undefined && [...text].length > maxLength) {
		return invalid(name, `Expected at most ${maxLength} characters`);
	}
	if (param.enum) return oneOf(param, text);
	if (/_ids?$/.test(name) && !/^[0-9A-Za-z_-]+$/.test(text)) {
		return refuse('INVALID_ID_ILLEGAL_CHARACTERS', `"${text}" has characters that no identifier has`, name);
	}
	if (param.format === 'iso8601') return timeOf(param, text);
	const shape = param.format && shapes[param.format];
	if (shape && !shape.test(text)) return invalid(name, `"${text}" is not ${param.format}`, text);
	return text;
}

/** Two vocabularies name the same placements: ALL_ON_SERVICE is ALL_ON_TWITTER. */
function oneOf(param: ParamFact, text: string): string {
	const value = param.enum?.includes(text) ? text : text.replace('SERVICE', 'TWITTER');
	if (param.enum?.includes(value)) return value;
	return invalid(param.name, `Expected one of ${(param.enum ?? []).join(', ')}, got "${text}"`, text);
}

const shapes = { iso4217: /^[A-Z]{3}$/, 'iso3166-1-alpha2': /^[A-Z]{2}$/, 'iso639-1': /^[a-z]{2}$/ };

const isoTime = /^\d{4}-\d\d-\d\d(T\d\d(:\d\d(:\d\d(\.\d+)?)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/;

function timeOf(param: ParamFact, text: string): string {
	if (!isoTime.test(text)) return invalid(param.name, `"${text}" is not an ISO 8601 time`, text);
	const [date = '', clock = ''] = text.split('T');
	const zone = /(Z|[+-]\d\d(:?\d\d)?)$/.exec(clock)?.[0] ?? '';
	const [hour, minute, second] = clock.slice(0, clock.length - zone.length).split(':');
	const offset =
		zone === '' || zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
	const time = Date.parse(`${date}T${hour || '00'}:${minute ?? '00'}:${second ?? '00'}${offset}`);
	if (Number.isNaN(time)) return invalid(param.name, `"${text}" is not an ISO 8601 time`, text);
	if (param.wholeHours && time % 3_600_000 !== 0) return invalid(param.name, 'Expected a whole hour', text);
	return isoSeconds(time);
}

/** A time as the API writes it: UTC, whole seconds. */
export function isoSeconds(time: number): string {
	return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

export const textValue = (values: Values, name: string): string | undefined => {
	const value = values[name];
	return typeof value === 'string' ? value : undefined;
};

export const numberValue = (values: Values, name: string): number | undefined => {
	const value = values[name];
	return typeof value === 'number' ? value : undefined;
};

export const listValue = (values: Values, name: string): readonly string[] | undefined => {
	const value = values[name];
	return typeof value === 'object' && value !== null ? value : undefined;
};
