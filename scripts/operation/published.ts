/** What a published description says of an operation in words, and by name: more than the rows of the facts hold. */
import { z } from 'zod';
import { operationRow, routesOf, type Description, type OperationRow } from '../facts/description';
import { resolved, type Schema } from '../facts/schema';
import { keyOf } from '../../test/facts';

const schema = z.custom<Schema>((value) => typeof value === 'object' && value !== null);
const described = z.object({
	$ref: z.string().optional(),
	name: z.string().optional(),
	description: z.string().optional(),
	schema: schema.optional(),
});
const operation = z.object({
	summary: z.string().default(''),
	description: z.string().default(''),
	parameters: z.array(described).default([]),
	requestBody: z.object({ content: z.record(z.object({ schema: schema.optional() })) }).optional(),
	responses: z.record(z.object({ content: z.record(z.object({ schema: schema.optional() })).optional() })),
});

/** An operation as X publishes it. */
export interface Published {
	readonly row: OperationRow;
	readonly summary: string;
	readonly description: string;
	/** What X says of each parameter and outermost member of the body. */
	readonly about: Readonly<Record<string, string>>;
	/** Names under which the description has its parameters, e.g. `UserFieldsParameter`, by parameter. */
	readonly references: Readonly<Record<string, string>>;
	/** Schema of a success, as it is written; absent where it is no JSON. */
	readonly answer?: Schema;
	/** Name of the schema of what the answer holds, e.g. `User`. */
	readonly holds?: string;
}

/**
 * Reads an operation.
 *
 * @param description A description as it was read.
 * @param route Method and path; the names in braces may differ.
 */
function publishedOperation(description: Description, route: string): Published {
	const row = operationRow(description, route);
	const { lookup } = description;
	const found = operation.parse(description.operations.get(row.route));
	const parameters = found.parameters.map((entry) => ({
		...(entry.$ref === undefined ? entry : described.parse(lookup(entry.$ref))),
		reference: entry.$ref?.split('/').pop() ?? '',
	}));
	const [body] = Object.values(found.requestBody?.content ?? {});
	const members = resolved(body?.schema ?? {}, lookup).properties ?? {};
	const answer = found.responses[String(row.status)]?.content?.['application/json']?.schema;
	const holds = answer && nameOfData(answer, description);
	return {
		row,
		summary: found.summary,
		description: found.description,
		about: {
			...Object.fromEntries(parameters.map(({ name = '', ...entry }) => [name, textOf(entry, description)])),
			...Object.fromEntries(
				Object.entries(members).map(([name, member]) => [name, textOf({ schema: member }, description)]),
			),
		},
		references: Object.fromEntries(parameters.map(({ name = '', reference }) => [name, reference])),
		...(answer && { answer }),
		...(holds !== undefined && { holds }),
	};
}

const textOf = (
	entry: { description?: string | undefined; schema?: Schema | undefined },
	from: Description,
) => entry.description ?? resolved(entry.schema ?? {}, from.lookup).description ?? '';

function nameOfData(answer: Schema, { lookup }: Description): string | undefined {
	const { data } = resolved(answer, lookup).properties ?? {};
	const reference = data?.$ref ?? (data && resolved(data, lookup).items?.$ref);
	return reference?.split('/').pop();
}

/** The routes that are most like one, for a message. */
function nearestRoutes(description: Description, wanted: string): string[] {
	const parts = new Set(keyOf(wanted).split(/[ /]/));
	const likeness = (route: string) => {
		const others = keyOf(route).split(/[ /]/);
		const shared = others.filter((part) => parts.has(part)).length;
		return shared - Math.abs(others.length - parts.size) / 10;
	};
	return routesOf(description)
		.map((route) => ({ route, score: likeness(route) }))
		.sort((one, other) => other.score - one.score)
		.slice(0, 5)
		.map(({ route }) => route);
}

/**
 * The operation of a route that the user wrote.
 *
 * @param description A description as it was read.
 * @param route Method and path; the names in braces may differ.
 * @throws Error where it is no route, or the description does not have it.
 */
export function describedOperation(description: Description, route: string): Published {
	if (!/^(GET|POST|PUT|DELETE) \/\S+$/.test(route)) {
		throw new Error(`"${route}" is no route; one is "GET /2/users/{id}", with its quotation marks.`);
	}
	if (!routesOf(description).some((other) => keyOf(other) === keyOf(route))) {
		const near = nearestRoutes(description, route).join('\n  ');
		throw new Error(`${description.place} does not describe ${route}. Nearest to it:\n  ${near}`);
	}
	return publishedOperation(description, route);
}
