/** The documented operations of campaign management. Everything generic here is driven by them. */
import { adsErrorCodes, adsSection, everyValue, type Operation, type Parameter } from '../../facts';

export interface ParamFact {
	readonly name: string;
	readonly in: 'path' | 'query' | 'body';
	readonly type: 'string' | 'enum' | 'int' | 'long' | 'boolean' | 'array' | 'object';
	readonly required: boolean;
	readonly list?: boolean;
	readonly enum?: readonly (string | number)[];
	readonly maxItems?: number;
	readonly min?: number;
	readonly max?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly format?: 'iso8601' | 'iso4217' | 'iso3166-1-alpha2' | 'iso639-1';
	readonly wholeHours?: boolean;
	readonly default?: string | number | boolean;
	readonly fields?: readonly ParamFact[];
}

export type BatchOperation = 'Create' | 'Update' | 'Delete';

export interface OperationFact {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	readonly path: string;
	readonly resource: string;
	readonly sandboxOnly: boolean;
	readonly list: boolean;
	readonly bodyType: 'query' | 'json' | 'none';
	readonly params: readonly ParamFact[];
	readonly sortBy?: readonly string[];
	readonly dataType?: string;
	readonly batch?: {
		readonly maxItems: number;
		readonly operations: Partial<Record<BatchOperation, readonly ParamFact[]>>;
	};
}

function typeOf({ type, format, list, enum: values }: Parameter): ParamFact['type'] {
	if (type === 'integer') return format === 'int64' ? 'long' : 'int';
	if (type === 'object') return list ? 'array' : 'object';
	if (type === 'boolean') return 'boolean';
	return values ? 'enum' : 'string';
}

function toParam(parameter: Parameter): ParamFact {
	const { name, in: place = 'body', required = false, fields, list, type, ...bounds } = parameter;
	return {
		name,
		in: place as ParamFact['in'],
		type: typeOf(parameter),
		required,
		...(list && type !== 'object' && { list }),
		...(bounds as Pick<ParamFact, 'min' | 'max' | 'format'>),
		...(bounds.enum && { enum: everyValue(parameter) }),
		...(fields && { fields: fields.map(toParam) }),
	};
}

function batchOf({ body }: Operation): OperationFact['batch'] {
	const types = body?.fields.find(({ fieldsBy }) => fieldsBy)?.fieldsBy?.['operation_type'];
	if (!body?.list || !types) return undefined;
	return {
		maxItems: body.list.max,
		operations: Object.fromEntries(
			Object.entries(types).map(([type, members]) => [type, members.map(toParam)]),
		),
	};
}

function toFact(operation: Operation): OperationFact {
	const { method, path, resource = '', sandboxOnly = false, parameters, body, sortBy, dataType } = operation;
	const batch = batchOf(operation);
	const members = body && !batch ? body.fields : [];
	return {
		method,
		path,
		resource,
		sandboxOnly,
		list: operation.answer === 'many',
		bodyType: body ? 'json' : 'query',
		params: [...parameters, ...members].map(toParam),
		...(sortBy && { sortBy }),
		...(dataType !== undefined && { dataType }),
		...(batch && { batch }),
	};
}

export const operations = adsSection('Campaign Management').map(toFact);

/** Status by error code, as documented. */
export const errorStatus = adsErrorCodes();

/** The name an operation goes by here: `GET /12/accounts/{account_id}`. */
export function routeOf(fact: Pick<OperationFact, 'method' | 'path'>): string {
	return `${fact.method} ${fact.path}`;
}

const byRoute = new Map(operations.map((fact) => [routeOf(fact), fact]));

/** The fact of a route; a route that is not documented is a mistake of ours. */
export function factOf(route: string): OperationFact {
	const fact = byRoute.get(route);
	if (!fact) throw new Error(`No documented operation ${route}`);
	return fact;
}
