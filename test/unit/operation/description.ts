/** A description in the shape in which X publishes its own, with operations that the facts do not have. */
import { descriptionOf, type Description } from '../../../scripts/facts/description';
import { coreOperations, operationOf, sharedParameter, type Parameter } from '../../facts';

/** A version that the facts know. */
export const VERSION = coreOperations().find(({ route }) => route === 'GET /2/users/me')?.spec ?? '';

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** A parameter that many operations share, as the description has it. */
function shared(name: string) {
	const { name: parameter, enum: values, minItems } = sharedParameter(name);
	const items = { type: 'string', enum: values };
	return {
		name: parameter,
		in: 'query',
		schema: { type: 'array', items, ...(minItems && { minItems }), uniqueItems: true },
	};
}

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9]{1,19}$' } };

const success = (status: number, properties: object) => ({
	[status]: { content: { 'application/json': { schema: { type: 'object', properties } } } },
});

const EVERY_CREDENTIAL = [
	{ OAuth2UserToken: ['tweet.read', 'users.read', 'list.read'] },
	{ UserToken: [] },
	{ BearerToken: [] },
];
const OF_USERS = [{ OAuth2UserToken: ['list.write'] }, { UserToken: [] }];

/** The route of the walk through CONTRIBUTING.md: one that X is not going to have. */
export const NEW_ROUTE = 'GET /2/communities/{id}/gardeners';

const members = {
	operationId: 'getCommunitiesGardeners',
	summary: 'Get Community Gardeners',
	description: 'Returns the Users who tend the garden of a Community. They come in no order.',
	tags: ['Communities'],
	security: EVERY_CREDENTIAL,
	parameters: [
		ID,
		{ name: 'max_results', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 100 } },
		{ name: 'pagination_token', in: 'query', schema: { type: 'string' } },
		ref('parameters', 'UserFieldsParameter'),
		ref('parameters', 'UserExpansionsParameter'),
		ref('parameters', 'PostFieldsParameter'),
	],
	responses: success(200, {
		data: { type: 'array', items: ref('schemas', 'User') },
		errors: { type: 'array', items: { type: 'object' } },
		meta: {
			type: 'object',
			properties: { next_token: { type: 'string' }, result_count: { type: 'integer' } },
		},
	}),
};

const addSection = {
	operationId: 'createListsSection',
	summary: 'Create a List Section',
	description: 'Creates a section in a List.',
	tags: ['Lists'],
	security: OF_USERS,
	parameters: [ID],
	requestBody: {
		required: true,
		content: {
			'application/json': {
				schema: {
					type: 'object',
					required: ['title', 'kind'],
					properties: {
						title: { type: 'string', minLength: 1, maxLength: 30, description: 'Title of the section.' },
						kind: { type: 'string', enum: ['pinned', 'hidden_tweets'] },
						is_public: { type: 'boolean', description: 'Indicates if everyone sees the section.' },
						starts_at: { type: 'string', format: 'date-time' },
						style: { type: 'object', properties: { size: { type: 'integer', minimum: 1, maximum: 9 } } },
						links: {
							type: 'array',
							maxItems: 3,
							items: { type: 'object', required: ['url'], properties: { url: { type: 'string' } } },
						},
					},
				},
			},
		},
	},
	responses: success(201, { data: { type: 'object', properties: { id: { type: 'string' } } } }),
};

/** An operation as the facts have it, in the shape of the description. */
function published(route: string, more: readonly object[] = []) {
	const { id: operationId, section, parameters, scopes, status } = operationOf(route);
	return {
		operationId,
		tags: [section],
		security: [{ OAuth2UserToken: scopes }, { UserToken: [] }],
		parameters: [...parameters.map(asPublished), ...more],
		responses: success(status, {
			data: { type: 'array', items: { type: 'object' } },
			meta: { type: 'object', properties: { next_token: { type: 'string' } } },
		}),
	};
}

function asPublished({ name, in: place, required, list, type, minItems, uniqueItems, ...rest }: Parameter) {
	const { min: minimum, max: maximum, minLength, maxLength, pattern, default: initial, enum: values } = rest;
	const value = { type, minimum, maximum, minLength, maxLength, pattern, default: initial, enum: values };
	const schema = list ? { type: 'array', items: value, minItems, uniqueItems } : value;
	return { name, in: place, required, schema };
}

/** The route of the walk about fields, and its new parameters. */
export const KNOWN_ROUTE = 'GET /2/communities/search';
const NEW_PARAMETERS = [
	{
		name: 'garden_size',
		in: 'query',
		description: 'The size of the gardens of communities.',
		schema: { type: 'string', enum: ['small', 'large'] },
	},
	{ name: 'season', in: 'query', required: true, schema: { type: 'string', maxLength: 40 } },
];

/** A further list of people, by the last word of its path. */
const listOf = (tag: string, what: string) => ({
	...members,
	operationId: `get${tag.replace(' ', '')}${what}`,
	summary: `Get ${tag} ${what}`,
	description: `Returns the Users who are ${what.toLowerCase()} of one of the ${tag}.`,
	tags: [tag],
});

/** Nine further operations, in three nodes: with the one of the guide they are ten that come in a row. */
const FURTHER = {
	'/2/broadcasts/{id}/florists': { get: listOf('Broadcasts', 'Florists') },
	'/2/broadcasts/{id}/gardeners': { get: listOf('Broadcasts', 'Gardeners') },
	'/2/chat/conversations/{id}/florists': { get: listOf('Chat', 'Florists') },
	'/2/chat/conversations/{id}/gardeners': { get: listOf('Chat', 'Gardeners') },
	'/2/communities/{id}/florists': { get: listOf('Communities', 'Florists') },
	'/2/lists/{id}/florists': { get: listOf('Lists', 'Florists') },
	'/2/lists/{id}/gardeners': { get: listOf('Lists', 'Gardeners') },
	'/2/spaces/{id}/florists': { get: listOf('Spaces', 'Florists') },
	'/2/spaces/{id}/gardeners': { get: listOf('Spaces', 'Gardeners') },
};

/** Nine further operations that have a new field. */
const FURTHER_FIELDS = [
	'/2/bots',
	'/2/broadcasts',
	'/2/chat/conversations',
	'/2/compliance/jobs',
	'/2/connections',
	'/2/spaces',
	'/2/spaces/search',
	'/2/usage/tweets',
	'/2/webhooks',
].map((path) => `GET ${path}`);

/** The routes of those walks, in which ten follow one another. */
export const NEW_ROUTES = [NEW_ROUTE, ...Object.keys(FURTHER).map((path) => `GET ${path}`)];
export const KNOWN_ROUTES = [KNOWN_ROUTE, ...FURTHER_FIELDS];

const ofOne = { security: EVERY_CREDENTIAL, responses: success(200, { data: { type: 'object' } }) };
const stream = { ...members, 'x-twitter-streaming': true };

/** The description as X would publish it. */
export const document = {
	openapi: '3.0.0',
	info: { version: VERSION },
	paths: {
		'/2/communities/{id}/gardeners': { get: members },
		'/2/communities/search': { get: published(KNOWN_ROUTE, NEW_PARAMETERS) },
		'/2/communities/{id}': { get: { ...published('GET /2/communities/{id}'), ...ofOne } },
		'/2/communities/stream': { get: stream },
		'/2/lists/{id}/sections': { post: addSection },
		'/2/polls/{id}': { get: { ...members, tags: ['Polls'] } },
		...FURTHER,
		...Object.fromEntries(
			FURTHER_FIELDS.map((route) => [
				route.replace('GET ', ''),
				{ get: published(route, NEW_PARAMETERS.slice(0, 1)) },
			]),
		),
	},
	components: {
		parameters: {
			UserFieldsParameter: shared('UserFields'),
			UserExpansionsParameter: shared('UserExpansions'),
			PostFieldsParameter: shared('PostFields'),
		},
		schemas: { User: { type: 'object', properties: { id: { type: 'string' } } } },
	},
};

/** The same, as it is read. */
export const description = (): Description => descriptionOf(JSON.stringify(document), 'openapi.json');

/** A description with operations as the facts have them, each with more parameters. */
export function descriptionWith(routes: readonly string[], more: readonly object[]): Description {
	const paths: Record<string, Record<string, object>> = {};
	for (const route of routes) {
		const [method = '', path = ''] = route.split(' ');
		paths[path] = { ...paths[path], [method.toLowerCase()]: published(route, more) };
	}
	return descriptionOf(JSON.stringify({ ...document, paths }), 'openapi.json');
}
