/** What a record sends: with its required fields alone, and once for every choice that its form offers. */
import { buildRequest } from '../../../../nodes/shared/engine/request';
import type { ApiRequest } from '../../../../nodes/shared/http/connection';
import type { Call, Field, Operation, Values } from '../../../../nodes/shared/operation/operation';
import type { Issue } from '../../../simulator/frame';
import { readBody, readTexts, type Manner } from '../../../simulator/frame/validate';
import type { Operation as Documented } from '../../../facts';

type Property = NonNullable<Field['property']>;

const ID = '1880028106020515840';

/** Texts of every shape that a field may want, the commonest first. */
const TEXTS = [
	ID,
	'18ce54d4x5t',
	'example_user',
	'https://example.com/',
	'2026-01-15T12:00:00Z',
	'12.5',
	'US',
	'en-US',
	'EUR',
	'19.90 EUR',
	'12:00',
	`3_${ID}`,
	'See https://example.com/',
	'aB3dE6gH9j',
	`https://x.com/i/chat/group_join/g${ID}/aB3dE6gH9j`,
];

/** Form values to try, the likeliest first. */
function candidates(property: Partial<Property>): unknown[] {
	const { type, options = [], typeOptions, default: initial } = property;
	switch (type) {
		case 'options':
			return valuesOf(options);
		case 'multiOptions':
			return valuesOf(options).map((value) => [value]);
		case 'boolean':
			return [true];
		case 'number':
			return [typeOptions?.minValue ?? (Number(initial) || 1), 10, 60];
		case 'json':
			return ['{ "name": "value" }', '[]'];
		case 'fixedCollection':
			return TEXTS.map((text) =>
				collection(property, (member) => (isText(member) ? text : candidates(member)[0])),
			);
		default:
			return TEXTS;
	}
}

const isText = ({ type }: Partial<Property>) => type === 'string' || type === 'resourceLocator';

const valuesOf = (options: NonNullable<Property['options']>): unknown[] =>
	options.flatMap((option) => ('value' in option ? [option.value] : []));

type Member = Property & { name: string };

const membersOf = ({ options = [] }: Partial<Property>): Member[] =>
	options.flatMap((option) => ('values' in option ? (option.values as Member[]) : []));

function collection(property: Partial<Property>, valueOf: (member: Member) => unknown): unknown {
	const row = Object.fromEntries(membersOf(property).map((member) => [member.name, valueOf(member)]));
	return { values: property.typeOptions?.multipleValues ? [row] : row };
}

/** Every choice of a field, those inside its rows included. */
function choicesOf({ property }: Field): unknown[] {
	if (property?.type === 'options' || property?.type === 'multiOptions') return candidates(property);
	if (property?.type !== 'fixedCollection') return [];
	return membersOf(property).flatMap((chosen) =>
		chosen.type === 'options'
			? TEXTS.flatMap((text) =>
					valuesOf(chosen.options ?? []).map((value) =>
						collection(property, (member) =>
							member === chosen ? value : isText(member) ? text : candidates(member)[0],
						),
					),
				)
			: [],
	);
}

function encoded(field: Field, value: unknown): unknown {
	try {
		return field.encode(value, { timezone: 'UTC', parameter: () => undefined });
	} catch {
		return undefined;
	}
}

/** The request that a record sends to its route; for one with a `run` of its own, as far as that comes without answers. */
export async function sentBy(operation: Operation, values: Values): Promise<ApiRequest> {
	const own = buildRequest(operation, values);
	let sent: ApiRequest | undefined;
	const send =
		<T>(answer: T) =>
		(request: ApiRequest): Promise<T> => {
			if (request.method === own.method && request.path === own.path) sent ??= request;
			return Promise.resolve(answer);
		};
	const call = {
		values,
		request: () => own,
		sendAndOutput: send([]),
		send: send({}),
		api: { send: send({ body: {} }) },
	};
	try {
		await operation.run?.(call as unknown as Call);
	} catch {
		// It wanted more than there is: then the request of the record stands for it.
	}
	return sent ?? own;
}

/**
 * What a strict server would say of a request.
 *
 * @param contract Whose word counts: the published description alone, or all public pages.
 */
export function problemsWith(
	{ query = [], body }: Pick<ApiRequest, 'query' | 'body'>,
	{ api, method, parameters, body: shape }: Documented,
	contract: Manner['contract'],
): readonly Issue[] {
	const isAds = api === 'ads';
	const manner: Manner = { contract, isAds, mayUnset: isAds && method === 'PUT' };
	const inQuery = parameters.filter((parameter) => parameter.in === 'query');
	const mediaType = shape?.types[0] ?? 'application/json';
	return [
		...readTexts('query', inQuery, query, manner).issues,
		...(shape ? readBody(shape, body, mediaType, manner).issues : []),
	];
}

const isRequired = ({ property, collection, required }: Field) =>
	property !== undefined && collection === undefined && required !== false;

/** Values of a field that a strict server takes, or else such as the field takes. */
async function sampleOf(operation: Operation, documented: Documented, key: string): Promise<unknown> {
	const field = operation.fields[key];
	if (!field?.property) return field?.resolve ? ID : field && encoded(field, undefined);
	const wire = field.wire ?? key;
	const parameter = [...documented.parameters, ...(documented.body?.fields ?? [])].find(
		({ name, alias }) => name === wire || alias === wire,
	);
	const documentedValues = [parameter?.example, parameter?.enum?.[0]].filter((value) => value !== undefined);
	const possible = [...documentedValues, ...candidates(field.property)]
		.map((value) => encoded(field, value))
		.filter((value) => value !== undefined && value !== '');
	for (const value of possible) {
		const problems = problemsWith(await sentBy(operation, { [key]: value }), documented, 'pages');
		if (!problems.some(({ name, reason }) => name.startsWith(wire) && reason !== 'missing')) return value;
	}
	return possible[0];
}

/** Values of the fields that a form requires, and of those that it never asks for. */
export async function requiredValues(operation: Operation, documented: Documented): Promise<Values> {
	const values: Record<string, unknown> = {};
	for (const [key, field] of Object.entries(operation.fields))
		if (!field.property || isRequired(field)) values[key] = await sampleOf(operation, documented, key);
	return values;
}

/** Values once for every field of the form, beside those that are required. */
export async function everyField(
	operation: Operation,
	documented: Documented,
	required: Values,
): Promise<Values[]> {
	return await Promise.all(
		Object.keys(operation.fields).map(async (key) => ({
			...required,
			[key]: await sampleOf(operation, documented, key),
		})),
	);
}

/** Values once for every choice of the form, beside those that are required. */
export function everyChoice(operation: Operation, required: Values): Values[] {
	return Object.entries(operation.fields).flatMap(([key, field]) =>
		choicesOf(field)
			.map((value) => encoded(field, value))
			.filter((value) => value !== undefined)
			.map((value) => ({ ...required, [key]: value })),
	);
}
