/**
 * Holds a request against the facts of its operation, for all APIs: what is not documented is refused. What is fine
 * comes back with its types, as a text of a query cannot show whether it is a number or a list.
 */
import { everyValue, type Body, type Parameter } from '../../facts';
import type { Issue } from '../exchange';
import { formats, isoSeconds, timeOf } from './formats';

type Value = string | number | boolean | null | readonly string[];
export type Values = Readonly<Record<string, Value | undefined>>;

/** How strict, and in which API's manner. */
export interface Manner {
	/** Whose contract holds where they differ: all public pages together, or the OpenAPI file to the letter. */
	readonly contract: 'pages' | 'openapi';
	/** An empty value removes a field. */
	readonly mayUnset?: boolean;
	/** Lists are texts with commas in JSON bodies, too, and values have a second spelling. */
	readonly isAds?: boolean;
}

interface Reading {
	readonly issues: readonly Issue[];
	readonly values: Values;
}

type Where = Issue['where'];

/** Reads values of one part of a request and gathers what is wrong with them. */
class Reader {
	readonly issues: Issue[] = [];

	constructor(
		private readonly where: Where,
		private readonly manner: Manner,
	) {}

	wrong(name: string, value: unknown, reason: Issue['reason'], message: string): undefined {
		this.issues.push({ where: this.where, name, value: show(value), reason, message });
		return undefined;
	}

	missing(name: string): undefined {
		const message =
			this.where === 'body'
				? `$.${name}: is missing but it is required`
				: `The \`${name}\` ${this.where} parameter can not be empty`;
		return this.wrong(name, '', 'missing', message);
	}

	/** A value that came as text. */
	text(fact: Parameter, name: string, text: string): Value | undefined {
		if (this.manner.mayUnset && text === '') return fact.required ? this.missing(name) : null;
		if (this.manner.isAds && text === '')
			return fact.required ? this.missing(name) : this.refuse(name, text, 'value', 'is empty');
		if (fact.list) return this.list(fact, name, text === '' ? [] : text.split(','));
		return this.single(fact, name, text);
	}

	/** A value of a JSON body. */
	json(
		fact: Parameter,
		name: string,
		value: unknown,
		beside: Readonly<Record<string, unknown>>,
	): Value | undefined {
		if (this.manner.mayUnset && (value === null || value === ''))
			return fact.required ? this.missing(name) : null;
		if (fact.type === 'any') return undefined;
		if (fact.list) {
			if (this.manner.isAds && typeof value === 'string') return this.list(fact, name, value.split(','));
			if (!Array.isArray(value)) return this.type(name, value, 'array');
			return fact.type === 'object' ? this.objects(fact, name, value) : this.texts(fact, name, value);
		}
		if (fact.type === 'object') {
			const fields = fact.fields ?? chosen(fact, beside);
			if (!isRecord(value)) return this.type(name, value, 'object');
			if (fields) this.object(fields, value, name, fact.open);
			return undefined;
		}
		if (fact.type === 'binary')
			return Buffer.isBuffer(value) || typeof value === 'string'
				? undefined
				: this.type(name, value, 'binary');
		const type = fact.type === 'integer' ? 'number' : fact.type;
		// Identifiers may be 64-bit numbers, which only text keeps whole.
		if (typeof value === 'string' && isIdentifier(fact)) return this.single(fact, name, value);
		if (typeof value !== type) return this.type(name, value, fact.type);
		return this.single(fact, name, typeof value === 'string' ? value : JSON.stringify(value));
	}

	/** The members of an object; `prefix` is its path. */
	object(
		fields: readonly Parameter[],
		value: Readonly<Record<string, unknown>>,
		prefix = '',
		isOpen = false,
		isText = false,
	): Values {
		const known = this.byName(fields);
		const path = (name: string) => (prefix ? `${prefix}.${name}` : name);
		const values: Record<string, Value | undefined> = {};
		for (const [name, member] of Object.entries(value)) {
			const fact = known.get(name);
			if (fact) {
				const read =
					isText && typeof member === 'string' && fact.type !== 'object' && fact.type !== 'binary'
						? this.text(fact, path(name), member)
						: this.json(fact, path(name), member, value);
				if (read !== undefined) values[name] = read;
			} else if (!isOpen) {
				const why = 'is not defined in the schema and the schema does not allow additional properties';
				this.wrong(path(name), member, 'unknown', `$.${path(name)}: ${why}`);
			}
		}
		for (const { name, alias, required } of fields) {
			const isGiven = value[name] !== undefined || (alias !== undefined && value[alias] !== undefined);
			if (required && !isGiven) this.missing(path(name));
		}
		return values;
	}

	/** Parameters by all names that they may be given by. */
	byName(facts: readonly Parameter[]): Map<string, Parameter> {
		const isStrict = this.manner.contract === 'openapi';
		return new Map(
			facts.flatMap((fact) =>
				[fact.name, ...(isStrict ? [] : [fact.alias ?? fact.name])].map((name) => [name, fact]),
			),
		);
	}

	private texts(fact: Parameter, name: string, value: readonly unknown[]): Value | undefined {
		const texts = value.filter((entry) => typeof entry === 'string' || typeof entry === fact.type);
		if (texts.length < value.length) return this.type(name, value, `array of ${fact.type}s`);
		return this.list(fact, name, texts.map(String));
	}

	private objects(fact: Parameter, name: string, value: readonly unknown[]): undefined {
		this.count(fact, name, value.length);
		for (const [index, entry] of value.entries()) {
			if (!isRecord(entry)) this.type(`${name}[${index}]`, entry, 'object');
			else if (fact.fields) this.object(fact.fields, entry, `${name}[${index}]`, fact.open);
		}
		return undefined;
	}

	private list(fact: Parameter, name: string, texts: readonly string[]): readonly string[] {
		this.count(fact, name, texts.length);
		if (
			new Set(texts).size < texts.length &&
			(fact.uniqueItems || this.where === 'query') &&
			!this.manner.isAds
		)
			this.refuse(name, texts.join(','), 'value', 'holds a value twice');
		return texts.map((text) => {
			if (text === '' && this.manner.isAds) this.refuse(name, texts.join(','), 'value', 'has an empty entry');
			return String(this.single(fact, name, text) ?? '');
		});
	}

	private count({ minItems, maxItems = Infinity }: Parameter, name: string, count: number): void {
		const least = minItems ?? (this.where === 'query' ? 1 : 0);
		if (count < least || count > maxItems) {
			const bounds = `between ${least} and ${maxItems === Infinity ? 'any number of' : maxItems}`;
			const message = `The \`${name}\` ${this.where} parameter must hold ${bounds} values, not ${count}`;
			this.wrong(name, count, 'bounds', message);
		}
	}

	private single(fact: Parameter, name: string, text: string): Value | undefined {
		switch (fact.type) {
			case 'integer':
				if (!/^-?[0-9]+$/.test(text)) return this.refuse(name, text, 'type', 'is not a valid integer');
				return isIdentifier(fact) ? this.string(fact, name, text) : this.number(fact, name, Number(text));
			case 'number':
				return text !== '' && Number.isFinite(Number(text))
					? this.number(fact, name, Number(text))
					: this.refuse(name, text, 'type', 'is not a valid number');
			case 'boolean':
				return text === 'true' || text === 'false'
					? text === 'true'
					: this.refuse(name, text, 'type', 'is not a valid boolean');
			default:
				return this.string(fact, name, text);
		}
	}

	private number(fact: Parameter, name: string, value: number): Value | undefined {
		const isMicro = name.endsWith('_local_micro');
		const { min = isMicro ? 0 : -Infinity, max = Infinity } = fact;
		const isWhole =
			fact.type !== 'integer' || fact.format === 'int64' ? value < 2 ** 63 : Number.isSafeInteger(value);
		if (fact.enum && !this.allowed(fact).includes(String(value)))
			return this.refuse(name, value, 'value', `is not one of [${this.allowed(fact).join(',')}]`);
		if (isWhole && value >= min && value <= max) return value;
		return this.refuse(name, value, 'bounds', `is not between ${min} and ${max}`);
	}

	private string(fact: Parameter, name: string, text: string): string | undefined {
		const wrong = (reason: Issue['reason'], why: string) => this.refuse(name, text, reason, why);
		if (fact.enum) {
			const allowed = this.allowed(fact);
			if (allowed.includes(text)) return text;
			// Two vocabularies name the same placements: ALL_ON_SERVICE is ALL_ON_TWITTER.
			const twin = text.replace('SERVICE', 'TWITTER');
			if (this.manner.isAds && allowed.includes(twin)) return twin;
			return wrong('value', `is not one of [${allowed.join(',')}]`);
		}
		if (this.manner.isAds && /_ids?$/.test(fact.name) && !/^[0-9A-Za-z_-]+$/.test(text))
			return wrong('identifier', 'has characters that no identifier has');
		if (fact.pattern && !new RegExp(fact.pattern).test(text))
			return wrong('value', `does not match ${fact.pattern}`);
		const { maxLengthExcludes: excluded, minLength = 0, maxLength = Infinity } = fact;
		const length = [...(excluded ? text.replaceAll(excluded, '') : text)].length;
		if (length < minLength) return wrong('bounds', `is shorter than ${minLength}`);
		if (length > maxLength) return wrong('bounds', `is longer than ${maxLength}`);
		if (fact.format === 'iso8601') {
			const time = timeOf(text);
			if (time === undefined) return wrong('type', 'is not an ISO 8601 time');
			// Of the clock that it is written on: midnight in India is a whole hour there, and none of UTC.
			if (fact.wholeHours && /T/.test(text) && !/T\d\d(:?00){0,2}(\.0+)?(?!\d|:\d)/.test(text))
				return wrong('value', 'is not a whole hour');
			return isoSeconds(time);
		}
		const format = fact.format === undefined ? undefined : formats[fact.format];
		return format && !format(text) ? wrong('type', `is not a valid ${fact.format}`) : text;
	}

	private allowed(fact: Parameter): readonly string[] {
		return (this.manner.contract === 'openapi' ? (fact.enum ?? []) : everyValue(fact)).map(String);
	}

	private refuse(name: string, value: unknown, reason: Issue['reason'], why: string): undefined {
		const message = `The \`${name}\` ${this.where} parameter value [${show(value)}] ${why}`;
		return this.wrong(name, value, reason, message);
	}

	private type(name: string, value: unknown, wanted: string): undefined {
		const found = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
		return this.wrong(name, value, 'type', `$.${name}: ${found} found, ${wanted} expected`);
	}
}

/** Fields that depend on a member beside the object. */
function chosen(
	{ fieldsBy }: Parameter,
	beside: Readonly<Record<string, unknown>>,
): readonly Parameter[] | undefined {
	const [by, choices] = Object.entries(fieldsBy ?? {})[0] ?? [];
	return by === undefined ? undefined : choices?.[String(beside[by])];
}

const isIdentifier = ({ type, format, name }: Parameter) =>
	type === 'integer' && format === 'int64' && /_ids?$/.test(name);

/** Reads parameters that came as text. */
export function readTexts(
	where: 'path' | 'query',
	facts: readonly Parameter[],
	pairs: Iterable<readonly [string, string]>,
	manner: Manner,
): Reading {
	const reader = new Reader(where, manner);
	const known = reader.byName(facts);
	const given = new Set<Parameter>();
	const values: Record<string, Value | undefined> = {};
	for (const [name, text] of pairs) {
		const fact = known.get(name);
		if (!fact) {
			const message = `The query parameter [${name}] is not one of [${[...known.keys()].join(',')}]`;
			reader.wrong(name, text, 'unknown', message);
		} else if (given.has(fact)) {
			reader.wrong(name, text, 'value', `The query parameter [${name}] may be given once`);
		} else {
			given.add(fact);
			const value = reader.text(fact, name, text);
			if (value !== undefined) values[name] = value;
		}
	}
	for (const fact of facts) if (fact.required && !given.has(fact)) reader.missing(fact.name);
	return { issues: reader.issues, values };
}

/** Reads one object of a JSON body. */
export function readObject(facts: readonly Parameter[], value: unknown, manner: Manner): Reading {
	const reader = new Reader('body', manner);
	if (!isRecord(value)) {
		reader.wrong('params', value, 'type', '$.params: object expected');
		return { issues: reader.issues, values: {} };
	}
	return { values: reader.object(facts, value), issues: reader.issues };
}

/** A body of bytes; nothing more is documented about it. */
const OCTETS = 'application/octet-stream';

/**
 * Reads a body.
 *
 * @param body The parsed body; undefined when there is none.
 */
export function readBody(fact: Body, body: unknown, mediaType: string, manner: Manner): Reading {
	const reader = new Reader('body', manner);
	const done = (values: Values = {}) => ({ issues: reader.issues, values });
	if (body === undefined) {
		if (fact.required) reader.wrong('body', '', 'missing', 'A request body is required');
		return done();
	}
	if (!fact.types.includes(mediaType)) {
		const message = `Media type ${mediaType} is not one of ${fact.types.join(', ')}`;
		reader.wrong('body', mediaType, 'type', message);
		return done();
	}
	if (mediaType === OCTETS && Buffer.isBuffer(body)) return done();
	if (fact.list) {
		const { min, max } = fact.list;
		if (!Array.isArray(body)) reader.wrong('body', '', 'type', 'The request body must be an array');
		else if (body.length < min || body.length > max)
			reader.wrong(
				'body',
				body.length,
				'bounds',
				`The request body must hold between ${min} and ${max} entries`,
			);
		else
			for (const [index, entry] of body.entries())
				if (isRecord(entry)) reader.object(fact.fields, entry, `[${index}]`, fact.open);
				else reader.wrong(`[${index}]`, entry, 'type', `$[${index}]: object expected`);
		return done();
	}
	if (!isRecord(body)) {
		reader.wrong('body', body, 'type', '$: object expected');
		return done();
	}
	const values = reader.object(fact.fields, body, '', fact.open, mediaType !== 'application/json');
	const present = (group: readonly string[]) => group.every((name) => body[name] !== undefined);
	const groups = fact.anyOf ?? fact.oneOf ?? [];
	const count = groups.filter(present).length;
	if (groups.length > 0 && count === 0)
		reader.missing(groups.map((group) => group.join(' and ')).join(' or '));
	if (fact.oneOf && count > 1)
		reader.wrong(
			groups.flat().join(),
			'',
			'exclusive',
			`$: only one of ${groups.flat().join(', ')} may be given`,
		);
	return done(values);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}

/** A member of a body whose shape has been checked already. */
export const member = (body: unknown, name: string): unknown => (isRecord(body) ? body[name] : undefined);

export function textMember(body: unknown, name: string): string | undefined {
	const value = member(body, name);
	return typeof value === 'string' ? value : undefined;
}

function show(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === undefined ? '' : (JSON.stringify(value) ?? '').slice(0, 200);
}
