/** The fields of items as n8n shows them before the first run; the build writes them; see scripts/schemas.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { difference, isPlainObject, memoize } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Host } from './host';

/** The types of an item's fields. */
export interface Schema {
	readonly type?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
}

/**
 * The fields of the items; undefined where they are not known before.
 *
 * @param parts Resource and operation; a trigger has none.
 */
export const fieldsOf = memoize(
	(host: Host, node: string, ...parts: readonly string[]): Schema | undefined => {
		const [file] = host.nodesOfPackage().find(([, { description }]) => description.name === node) ?? [];
		if (file === undefined) return undefined;
		const found = `${join(host.packageRoot, dirname(file), '__schema__', 'v1.0.0', ...parts)}.json`;
		return existsSync(found) ? (JSON.parse(readFileSync(found, 'utf8')) as Schema) : undefined;
	},
	(_host, ...key) => key.join('.'),
);

const typeOf = (value: unknown): string =>
	Array.isArray(value) ? 'array' : isPlainObject(value) ? 'object' : typeof value;

/** Where a value has another type than its field, as a path with both types. */
function* unlike(value: unknown, { type, properties, items }: Schema, path: string): Generator<string> {
	if (value === null || value === undefined || type === undefined || type === 'null') return;
	if (typeOf(value) !== type) {
		yield `${path} is ${typeOf(value)}, not ${type}`;
		return;
	}
	if (Array.isArray(value) && items) for (const each of value) yield* unlike(each, items, `${path}[]`);
	for (const [name, schema] of Object.entries(properties ?? {}))
		yield* unlike((value as IDataObject)[name], schema, `${path}.${name}`);
}

let isExpected = false;

/** From now on the runs of this test file are checked: each item has the fields that n8n shows before the first run. */
export const checkFields = (): void => {
	isExpected = true;
};

/**
 * Throws if items are not as n8n shows them before the first run: none of the fields, or a value of another type. Only
 * for the default output.
 */
export function expectFields(
	host: Host,
	node: string,
	parameters: INodeParameters,
	items: readonly IDataObject[],
): void {
	const { resource, operation, output = 'simplified' } = parameters;
	if (!isExpected || typeof resource !== 'string' || typeof operation !== 'string') return;
	if (output !== 'simplified') return;
	const schema = fieldsOf(host, node.split('.').at(-1) ?? node, resource, operation);
	if (schema === undefined) return;
	const names = Object.keys(schema.properties ?? {});
	const wrong = items
		.filter((item) => !('error' in item) && !('resume' in item))
		.flatMap((item) => [
			...unlike(item, schema, 'item'),
			...(names.length > 0 && !names.some((name) => name in item)
				? [`no field of ${JSON.stringify(item)}`]
				: []),
		]);
	if (wrong.length > 0)
		throw new Error(
			`${node} ${resource}.${operation} gives other items than its fields say (scripts/schemas): ${[...new Set(wrong)].slice(0, 5).join('; ')}`,
		);
}

/** The members of items in which someone says something. */
export const SAID = ['chatInput', 'sessionId'];

/**
 * Where a trigger's item is not as n8n shows it before the first run: a value of another type, a field without a type,
 * a field that the item lacks.
 */
export function unlikeTrigger(
	host: Host,
	node: string,
	item: IDataObject,
	mayLack: readonly string[] = SAID,
): string[] {
	const schema = fieldsOf(host, node) ?? {};
	const fields = Object.entries(schema.properties ?? {});
	const isSaid = SAID.some((name) => name in item);
	const needed = difference(Object.keys(schema.properties ?? {}), isSaid ? [] : mayLack);
	return [
		...unlike(item, schema, 'item'),
		...fields.filter(([, { type }]) => type === 'null').map(([name]) => `item.${name} has no type`),
		...needed.filter((name) => !(name in item)).map((name) => `item.${name} is missing`),
	];
}
