/** Reading a published description into rows of the facts. */
import { descriptionOf, operationRow, routesOf } from '../../../scripts/facts/description';

/** A small description in the shape of https://docs.x.com/openapi.json, with each of its constructs once. */
const DOCUMENT = {
	openapi: '3.0.0',
	info: { version: '2.170', title: 'X API v2' },
	paths: {
		'/2/shelves/{id}/books': {
			get: {
				operationId: 'getBooks',
				tags: ['Shelves'],
				security: [{ OAuth2UserToken: ['users.read', 'shelf.read'] }, { UserToken: [] }, { BearerToken: [] }],
				externalDocs: { url: 'https://docs.x.com/x-api/shelves/get-books' },
				parameters: [
					{ name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/ShelfId' } },
					{
						name: 'max_results',
						in: 'query',
						required: false,
						schema: { type: 'integer', format: 'int32', minimum: 5, maximum: 100, default: 10 },
					},
					{ name: 'pagination_token', in: 'query', schema: { type: 'string', minLength: 16 } },
					{ $ref: '#/components/parameters/BookFieldsParameter' },
				],
				responses: {
					'200': {
						content: { 'application/json': { schema: { $ref: '#/components/schemas/GetBooksResponse' } } },
					},
					default: { content: { 'application/json': { schema: { type: 'object' } } } },
				},
			},
			post: {
				operationId: 'addBook',
				tags: ['Shelves'],
				security: [{ OAuth2UserToken: ['shelf.write'] }],
				requestBody: {
					required: true,
					content: {
						'application/json': { schema: { $ref: '#/components/schemas/AddBookRequest' } },
						'multipart/form-data': { schema: { $ref: '#/components/schemas/AddBookRequest' } },
					},
				},
				responses: {
					'201': {
						content: {
							'application/json': { schema: { type: 'object', properties: { data: { type: 'object' } } } },
						},
					},
				},
			},
		},
		'/2/shelves/stream': {
			get: {
				operationId: 'streamShelves',
				tags: ['Stream'],
				security: [{ BearerToken: [] }],
				responses: { '200': { content: { 'application/json': { schema: { type: 'object' } } } } },
				'x-twitter-streaming': true,
			},
		},
		'/2/shelves/scan': {
			get: {
				operationId: 'scan',
				tags: ['Shelves'],
				responses: { '200': { content: { 'application/octet-stream': { schema: { type: 'string' } } } } },
			},
		},
	},
	components: {
		parameters: {
			BookFieldsParameter: {
				name: 'book.fields',
				in: 'query',
				schema: {
					type: 'array',
					minItems: 1,
					uniqueItems: true,
					items: { type: 'string', enum: ['id', 'title', 'title'] },
				},
			},
		},
		schemas: {
			ShelfId: { type: 'string', pattern: '^[0-9]{1,19}$', example: '2244994945' },
			GetBooksResponse: {
				type: 'object',
				properties: {
					data: { type: 'array', items: { type: 'object' } },
					meta: { $ref: '#/components/schemas/Meta' },
				},
			},
			Meta: { type: 'object', properties: { next_token: { type: 'string' } } },
			AddBookRequest: {
				type: 'object',
				anyOf: [{ required: ['file'] }, { required: ['title'] }],
				properties: {
					file: {
						anyOf: [
							{ type: 'string', format: 'binary' },
							{ type: 'string', format: 'byte' },
						],
					},
					title: { type: 'string', maxLength: 40 },
					due: { type: 'string', format: 'date-time' },
					chapter: { $ref: '#/components/schemas/Chapter' },
					owner_ids: { type: 'array', maxItems: 3, items: { $ref: '#/components/schemas/ShelfId' } },
				},
				additionalProperties: false,
			},
			Chapter: {
				type: 'object',
				required: ['name'],
				properties: {
					name: { type: 'string' },
					chapters: { type: 'array', items: { $ref: '#/components/schemas/Chapter' } },
				},
			},
		},
	},
};

const description = descriptionOf(JSON.stringify(DOCUMENT), 'openapi.json');

describe('a published description', () => {
	it('has its routes', () => {
		expect(routesOf(description)).toEqual([
			'GET /2/shelves/{id}/books',
			'POST /2/shelves/{id}/books',
			'GET /2/shelves/stream',
			'GET /2/shelves/scan',
		]);
	});

	it('gives the row of a list, also by another name of the path parameter', () => {
		expect(operationRow(description, 'GET /2/shelves/{shelf_id}/books')).toEqual({
			route: 'GET /2/shelves/{id}/books',
			id: 'getBooks',
			tag: 'Shelves',
			auth: ['app', 'oAuth2', 'oAuth1'],
			scopes: ['shelf.read', 'users.read'],
			parameters: [
				{
					name: 'id',
					in: 'path',
					type: 'string',
					required: true,
					pattern: '^[0-9]{1,19}$',
					example: '2244994945',
				},
				{ name: 'max_results', in: 'query', type: 'integer', min: 5, max: 100, default: 10 },
				{ name: 'pagination_token', in: 'query', type: 'string', minLength: 16 },
				{
					name: 'book.fields',
					in: 'query',
					type: 'string',
					list: true,
					enum: ['id', 'title'],
					minItems: 1,
					uniqueItems: true,
				},
			],
			paging: {
				request: 'pagination_token',
				answer: 'meta.next_token',
				size: 'max_results',
				min: 5,
				max: 100,
				default: 10,
			},
			status: 200,
			answer: 'many',
			spec: '2.170',
			docs: 'https://docs.x.com/x-api/shelves/get-books',
		});
	});

	it('gives the row of a write, with what its body may hold', () => {
		expect(operationRow(description, 'POST /2/shelves/{id}/books')).toEqual({
			route: 'POST /2/shelves/{id}/books',
			id: 'addBook',
			tag: 'Shelves',
			auth: ['oAuth2'],
			scopes: ['shelf.write'],
			parameters: [],
			body: {
				types: ['application/json', 'multipart/form-data'],
				required: true,
				anyOf: [['file'], ['title']],
				fields: [
					{ name: 'file', type: 'binary' },
					{ name: 'title', type: 'string', maxLength: 40 },
					{ name: 'due', type: 'string', format: 'date-time' },
					{
						name: 'chapter',
						type: 'object',
						open: true,
						fields: [
							{ name: 'name', type: 'string', required: true },
							{ name: 'chapters', type: 'object', list: true, recursive: true },
						],
					},
					{
						name: 'owner_ids',
						type: 'string',
						list: true,
						maxItems: 3,
						pattern: '^[0-9]{1,19}$',
						example: '2244994945',
					},
				],
			},
			status: 201,
			answer: 'one',
			spec: '2.170',
		});
	});

	it('tells streams, files and what needs no credential', () => {
		expect(operationRow(description, 'GET /2/shelves/stream')).toMatchObject({
			answer: 'stream',
			auth: ['app'],
		});
		expect(operationRow(description, 'GET /2/shelves/scan')).toMatchObject({ answer: 'file', auth: [] });
	});

	it('says what it cannot read', () => {
		expect(() => operationRow(description, 'GET /2/none')).toThrow('does not describe GET /2/none');
		expect(() => descriptionOf('<html>', 'page.html')).toThrow(
			'page.html is not an OpenAPI description in JSON',
		);
		expect(() => descriptionOf('{"openapi":"3.0.0","info":{"version":"3"},"paths":{}}', 'x')).toThrow(
			'no operation',
		);
		const changed = JSON.stringify(DOCUMENT).replace('"UserToken"', '"PassKey"');
		const unknown = descriptionOf(changed, 'openapi.json');
		expect(() => operationRow(unknown, 'GET /2/shelves/{id}/books')).toThrow('the credential PassKey');
	});
});
