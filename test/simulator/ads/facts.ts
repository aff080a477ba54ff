/** The documented operations of campaign management, as kept in test/facts. Everything generic here is driven by them. */
import { readFileSync } from 'fs';
import { join } from 'path';

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

interface Table {
	readonly errorCodes: Readonly<Record<string, number>>;
	readonly operations: readonly OperationFact[];
}

const table = JSON.parse(readFileSync(join(__dirname, '../../facts/ads-operations.json'), 'utf8')) as Table;

export const operations = table.operations;

/** Status by error code, as documented. */
export const errorStatus = table.errorCodes;

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
