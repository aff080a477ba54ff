/** Holds a request's parameters against the bounds that its route declares. Strict: what is not declared is refused. */
import type { BodyShape, Bounds, BoundRoute, Issue } from '../frame';

type Where = Issue['where'];

/** Everything wrong with a request's path parameters, query and body; empty when it is fine. */
export function check(
	route: BoundRoute,
	request: {
		params: Readonly<Record<string, string>>;
		query: URLSearchParams;
		body: unknown;
		mediaType: string;
	},
	contract: 'pages' | 'openapi' = 'pages',
): Issue[] {
	const issues: Issue[] = [];
	for (const bounds of route.pathParams ?? []) {
		const value = request.params[bounds.name];
		if (value !== undefined) issues.push(...textIssues('path', bounds, value));
	}
	if (route.query !== 'any') {
		const allowed = (route.query ?? []).map((bounds) =>
			contract === 'openapi' ? (bounds.openapi ?? bounds) : bounds,
		);
		issues.push(...queryIssues(allowed, request.query));
	}
	if (route.body !== 'any' && route.body)
		issues.push(...bodyIssues(route.body, request.body, request.mediaType, contract));
	return issues;
}

function queryIssues(allowed: readonly Bounds[], query: URLSearchParams): Issue[] {
	const byName = new Map<string, Bounds>();
	for (const bounds of allowed) {
		for (const name of [bounds.name, ...(bounds.aliases ?? [])]) byName.set(name, bounds);
	}
	const issues: Issue[] = [];
	const seen = new Map<Bounds, string>();
	for (const [name, value] of query) {
		const bounds = byName.get(name);
		if (!bounds) {
			const known = [...byName.keys()].join(',');
			issues.push(
				issue('query', name, value, 'unknown', `The query parameter [${name}] is not one of [${known}]`),
			);
		} else if (seen.has(bounds)) {
			issues.push(issue('query', name, value, 'value', `The query parameter [${name}] may be given once`));
		} else {
			seen.set(bounds, name);
			issues.push(...textIssues('query', { ...bounds, name }, value));
		}
	}
	for (const bounds of allowed) {
		if (bounds.required && !seen.has(bounds)) issues.push(missing('query', bounds.name));
	}
	return issues;
}

/** A value that came as text, in the path or the query. */
function textIssues(where: Where, bounds: Bounds, value: string): Issue[] {
	switch (bounds.type) {
		case 'integer':
			return /^-?[0-9]+$/.test(value)
				? rangeIssues(where, bounds, Number(value))
				: [
						issue(
							where,
							bounds.name,
							value,
							'type',
							`The \`${bounds.name}\` ${where} parameter value [${value}] is not a valid integer`,
						),
					];
		case 'number':
			return value !== '' && Number.isFinite(Number(value))
				? rangeIssues(where, bounds, Number(value))
				: [
						issue(
							where,
							bounds.name,
							value,
							'type',
							`The \`${bounds.name}\` ${where} parameter value [${value}] is not a valid number`,
						),
					];
		case 'boolean':
			return value === 'true' || value === 'false'
				? []
				: [
						issue(
							where,
							bounds.name,
							value,
							'type',
							`The \`${bounds.name}\` ${where} parameter value [${value}] is not a valid boolean`,
						),
					];
		case 'list':
			return listIssues(where, bounds, value === '' ? [] : value.split(','));
		default:
			return stringIssues(where, bounds, value);
	}
}

function listIssues(where: Where, bounds: Bounds, values: readonly string[]): Issue[] {
	const { name, minItems, maxItems } = bounds;
	const issues = values.flatMap((value) => stringIssues(where, bounds, value));
	if (new Set(values).size < values.length && where === 'query') {
		issues.push(
			issue(where, name, values.join(','), 'value', `The \`${name}\` ${where} parameter holds a value twice`),
		);
	}
	const tooFew = values.length < (minItems ?? (where === 'query' ? 1 : 0));
	if (tooFew || values.length > (maxItems ?? Infinity)) {
		issues.push(
			issue(
				where,
				name,
				values.join(','),
				'bounds',
				`The \`${name}\` ${where} parameter must hold between ${minItems ?? 1} and ${maxItems ?? 'any number of'} values, not ${values.length}`,
			),
		);
	}
	return issues;
}

function stringIssues(where: Where, bounds: Bounds, value: string): Issue[] {
	const { name } = bounds;
	const wrong = (reason: Issue['reason'], why: string) => [
		issue(where, name, value, reason, `The \`${name}\` ${where} parameter value [${value}] ${why}`),
	];
	if (bounds.enum && !bounds.enum.includes(value))
		return wrong('value', `is not one of [${bounds.enum.join(',')}]`);
	if (bounds.pattern && !new RegExp(bounds.pattern).test(value))
		return wrong('value', `does not match ${bounds.pattern}`);
	if (bounds.type === 'date-time' && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value))
		return wrong('type', 'is not a valid RFC3339 timestamp');
	const length = [...value].length;
	if (length < (bounds.minLength ?? 0)) return wrong('bounds', `is shorter than ${bounds.minLength}`);
	if (length > (bounds.maxLength ?? Infinity)) return wrong('bounds', `is longer than ${bounds.maxLength}`);
	return [];
}

function rangeIssues(where: Where, { name, min, max }: Bounds, value: number): Issue[] {
	if (value >= (min ?? -Infinity) && value <= (max ?? Infinity)) return [];
	return [
		issue(
			where,
			name,
			String(value),
			'bounds',
			`The \`${name}\` ${where} parameter value [${value}] is not between ${min ?? 'any'} and ${max ?? 'any'}`,
		),
	];
}

function bodyIssues(
	shape: BodyShape,
	body: unknown,
	mediaType: string,
	contract: 'pages' | 'openapi',
): Issue[] {
	if (body === undefined) {
		if (shape.optional === true || shape.optional === contract) return [];
		return [issue('body', 'body', '', 'missing', 'A request body is required')];
	}
	const types = shape.types ?? ['application/json'];
	if (!types.includes(mediaType)) {
		return [
			issue('body', 'body', mediaType, 'type', `Media type ${mediaType} is not one of ${types.join(', ')}`),
		];
	}
	if (shape.array) {
		if (!Array.isArray(body)) return [issue('body', 'body', '', 'type', 'The request body must be an array')];
		return body.flatMap((entry: unknown, index) =>
			fieldsIssues(shape.fields, entry, `[${index}]`, shape.open ?? false, false),
		);
	}
	return fieldsIssues(shape.fields, body, '', shape.open ?? false, mediaType !== 'application/json');
}

function fieldsIssues(
	fields: readonly Bounds[],
	value: unknown,
	prefix: string,
	open: boolean,
	asText: boolean,
): Issue[] {
	if (!isRecord(value))
		return [issue('body', prefix || 'body', show(value), 'type', `$${prefix}: object expected`)];
	const byName = new Map(
		fields.flatMap((field) => [field.name, ...(field.aliases ?? [])].map((name) => [name, field])),
	);
	const path = (name: string) => (prefix ? `${prefix}.${name}` : name);
	const issues: Issue[] = [];
	for (const [name, member] of Object.entries(value)) {
		const field = byName.get(name);
		if (field) issues.push(...memberIssues({ ...field, name: path(name) }, member, asText));
		else if (!open) {
			issues.push(
				issue(
					'body',
					path(name),
					show(member),
					'unknown',
					`$.${path(name)}: is not defined in the schema and the schema does not allow additional properties`,
				),
			);
		}
	}
	for (const field of fields) {
		const present = [field.name, ...(field.aliases ?? [])].some((name) => value[name] !== undefined);
		if (field.required && !present) issues.push(missing('body', path(field.name)));
	}
	return issues;
}

function memberIssues(field: Bounds, value: unknown, asText: boolean): Issue[] {
	const wrong = (what: string) => [
		issue(
			'body',
			field.name,
			show(value),
			'type',
			`$.${field.name}: ${Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value} found, ${what} expected`,
		),
	];
	if (field.type === 'any') return [];
	if (field.type === 'binary')
		return Buffer.isBuffer(value) || typeof value === 'string' ? [] : wrong('binary');
	if (asText && typeof value === 'string' && field.type !== 'object' && field.type !== 'objects')
		return textIssues('body', field, value);
	switch (field.type) {
		case 'integer':
			return Number.isInteger(value) ? rangeIssues('body', field, Number(value)) : wrong('integer');
		case 'number':
			return typeof value === 'number' ? rangeIssues('body', field, value) : wrong('number');
		case 'boolean':
			return typeof value === 'boolean' ? [] : wrong('boolean');
		case 'list':
			return Array.isArray(value) && value.every((member) => typeof member === 'string')
				? listIssues('body', field, value)
				: wrong('array of strings');
		case 'object':
			if (!isRecord(value)) return wrong('object');
			return field.nested ? fieldsIssues(field.nested, value, field.name, false, asText) : [];
		case 'objects': {
			if (!Array.isArray(value)) return wrong('array');
			const few = value.length < (field.minItems ?? 0) || value.length > (field.maxItems ?? Infinity);
			const count = few
				? [
						issue(
							'body',
							field.name,
							String(value.length),
							'bounds',
							`$.${field.name}: wrong number of items`,
						),
					]
				: [];
			const { nested } = field;
			if (!nested) return count;
			return [
				...count,
				...value.flatMap((entry: unknown, index) =>
					fieldsIssues(nested, entry, `${field.name}[${index}]`, false, asText),
				),
			];
		}
		default:
			return typeof value === 'string' ? stringIssues('body', field, value) : wrong('string');
	}
}

function missing(where: Where, name: string): Issue {
	const message =
		where === 'body'
			? `$.${name}: is missing but it is required`
			: `The \`${name}\` ${where} parameter can not be empty`;
	return issue(where, name, '', 'missing', message);
}

function issue(where: Where, name: string, value: string, reason: Issue['reason'], message: string): Issue {
	return { where, name, value, reason, message };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}

function show(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === undefined ? '' : (JSON.stringify(value) ?? '').slice(0, 200);
}
