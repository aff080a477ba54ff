/** Entities as the documentation shows them: the fields that each kind has, and a row to begin with. */
import { operationOf, sampleOf } from '../../facts';
import type { Values } from '../frame/validate';
import type { Data, Json } from './state';

/** When what is there from the start was made. */
export const TIMES = {
	created_at: '2026-01-05T10:00:00Z',
	updated_at: '2026-01-05T10:00:00Z',
	deleted: false,
};

const OWN_FIELDS = ['id', 'created_at', 'updated_at', 'deleted'];

/** The first row that the documentation shows of a list. */
export function shown(segment: string): Data {
	const path = segment === 'accounts' ? '/12/accounts' : `/12/accounts/{account_id}/${segment}`;
	const { data } = sampleOf(operationOf(`GET ${path}`)).answer as { data: Data | Data[] };
	const [row] = [data].flat();
	if (!row) throw new Error(`The documentation shows nothing of ${segment}`);
	return row;
}

/** The fields of a new entity: what was given, else the documented default, else nothing. */
export function begun(segment: string, values: Values): Record<string, Json> {
	const parameters = operationOf(`POST /12/accounts/{account_id}/${segment}`).parameters;
	const usual = new Map(parameters.map(({ name, default: value }) => [name, value]));
	const names = Object.keys(shown(segment)).filter((name) => !OWN_FIELDS.includes(name));
	return Object.fromEntries(names.map((name) => [name, values[name] ?? (usual.get(name) as Json) ?? null]));
}

/** What an update changes: the given fields, null where they were unset. */
export const changed = (values: Values): Readonly<Record<string, Json>> =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]));
