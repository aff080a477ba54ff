/** Reading a published description into rows of the facts, and telling where it and they differ. */
import { set, unset } from 'lodash';
import { descriptionOf, operationRow, routesOf } from '../../../scripts/facts/description';
import { lineOf } from '../../../scripts/facts/differences';
import { operationDifferences } from '../../../scripts/facts/operations';
import type { Operation } from '../../facts';

const ANSWER = { content: { 'application/json': { schema: { type: 'object', properties: { data: {} } } } } };
const NEW_NOTE = { schema: { $ref: '#/components/schemas/NewNote' } };

/** A small description in the shape of https://docs.x.com/openapi.json, with constructs that `npm run operation` does not show. */
const document = () => ({
	openapi: '3.0.0',
	info: { version: '2.170' },
	paths: {
		'/2/notes': {
			post: {
				operationId: 'createNote',
				tags: ['Notes'],
				security: [{ OAuth2UserToken: ['note.write'] }],
				parameters: [
					{ name: 'mode', in: 'query', schema: { type: 'string', enum: ['draft', 'public'] } },
					{ name: 'note.fields', in: 'query', schema: { type: 'string', maxLength: 9 } },
				],
				requestBody: {
					required: true,
					content: { 'application/json': NEW_NOTE, 'multipart/form-data': NEW_NOTE },
				},
				responses: { '201': ANSWER },
			},
		},
		'/2/notes/{id}': { get: { operationId: 'getNote', tags: ['Notes'], responses: { '200': ANSWER } } },
		'/2/notes/stream': {
			get: {
				operationId: 'streamNotes',
				tags: ['Stream'],
				security: [{ BearerToken: [] }],
				responses: { '200': { content: { 'application/json': { schema: { type: 'object' } } } } },
				'x-twitter-streaming': true,
			},
		},
		'/2/notes/scan': {
			get: {
				operationId: 'scan',
				tags: ['Notes'],
				responses: { '200': { content: { 'application/octet-stream': { schema: { type: 'string' } } } } },
			},
		},
	},
	components: {
		schemas: {
			NoteId: { type: 'string', pattern: '^[0-9]{1,19}$', example: '2244994945' },
			NewNote: {
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
					owner_ids: { type: 'array', maxItems: 3, items: { $ref: '#/components/schemas/NoteId' } },
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
});

const CREATE = 'paths./2/notes.post';

/** What `unset` leaves in a list is no entry. */
const withoutHoles = (_: string, value: unknown): unknown =>
	Array.isArray(value) ? value.filter((entry) => entry !== undefined) : value;

const read = (change: (changed: object) => unknown = () => undefined, version = '2.170') => {
	const changed = document();
	changed.info.version = version;
	change(changed);
	return descriptionOf(JSON.stringify(changed, withoutHoles), 'openapi.json');
};

const description = read();

describe('a published description', () => {
	it('gives the row of a write, with what its body may hold', () => {
		expect(operationRow(description, 'POST /2/notes')).toEqual({
			route: 'POST /2/notes',
			id: 'createNote',
			tag: 'Notes',
			auth: ['oAuth2'],
			scopes: ['note.write'],
			parameters: [
				{ name: 'mode', in: 'query', type: 'string', enum: ['draft', 'public'] },
				{ name: 'note.fields', in: 'query', type: 'string', maxLength: 9 },
			],
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
		expect(operationRow(description, 'GET /2/notes/stream')).toMatchObject({
			answer: 'stream',
			auth: ['app'],
		});
		expect(operationRow(description, 'GET /2/notes/scan')).toMatchObject({ answer: 'file', auth: [] });
	});

	it('says what it cannot read', () => {
		expect(() => operationRow(description, 'GET /2/none')).toThrow('does not describe GET /2/none');
		expect(() => descriptionOf('<html>', 'page.html')).toThrow(
			'page.html is not an OpenAPI description in JSON',
		);
		expect(() => descriptionOf('{"openapi":"3.0.0","info":{"version":"3"},"paths":{}}', 'x')).toThrow(
			'no operation',
		);
	});
});

const facts = routesOf(description).map((route): Operation => {
	const { tag, ...row } = operationRow(description, route);
	return { ...row, api: 'core', method: 'GET', path: '', section: tag };
});

const linesAfter = (change: (changed: object) => unknown, rows = facts) =>
	operationDifferences(read(change), rows).differences.map(lineOf);

describe('operations of the facts', () => {
	it('equal the description that they were read from', () => {
		expect(operationDifferences(read(), facts)).toEqual({ differences: [], newer: 0 });
	});

	it.each<[string, (changed: object) => unknown, string[]]>([
		[
			'an operation more',
			(changed) =>
				set(changed, ['paths', '/2/new', 'get'], {
					operationId: 'getNew',
					tags: ['N'],
					responses: { '200': ANSWER },
				}),
			['added · GET /2/new: operation getNew (N)'],
		],
		[
			'another scope',
			(changed) => set(changed, `${CREATE}.security[0].OAuth2UserToken`, ['note.make']),
			['added · POST /2/notes: scope note.make', 'gone · POST /2/notes: scope note.write'],
		],
		[
			'a parameter more',
			(changed) =>
				set(changed, `${CREATE}.parameters[2]`, {
					name: 'lang',
					in: 'query',
					required: true,
					schema: { type: 'string' },
				}),
			['added · POST /2/notes: query parameter lang (string, required)'],
		],
		[
			'a value more and one less',
			(changed) => set(changed, `${CREATE}.parameters[0].schema.enum`, ['draft', 'secret']),
			[
				'added · POST /2/notes: query parameter mode: value secret',
				'gone · POST /2/notes: query parameter mode: value public',
			],
		],
		[
			'another bound',
			(changed) => set(changed, `${CREATE}.parameters[1].schema.maxLength`, 10),
			['changed · POST /2/notes: query parameter note.fields: maxLength is 10; the facts have 9'],
		],
		[
			'a member of the body more',
			(changed) => set(changed, 'components.schemas.Chapter.properties.start', { type: 'string' }),
			['added · POST /2/notes: body field chapter.start (string)'],
		],
		['no body', (changed) => unset(changed, `${CREATE}.requestBody`), ['gone · POST /2/notes: body']],
		[
			'a credential of an unknown kind',
			(changed) => set(changed, `${CREATE}.security[0]`, { PassKey: [] }),
			[
				'changed · POST /2/notes: cannot be read: createNote takes the credential PassKey, which the facts do not know.',
			],
		],
	])('%s', (_, change, lines) => {
		expect(linesAfter(change)).toEqual(lines);
	});

	it('know the values of other sources and the other names of a parameter', () => {
		const rows = facts.map((row) => ({
			...row,
			parameters: row.parameters.map((parameter) => ({
				...parameter,
				...(parameter.name === 'mode' && { also: [{ values: ['secret'], source: 'https://docs.x.com/' }] }),
				...(parameter.name === 'note.fields' && { name: 'memo.fields', alias: 'note.fields' }),
			})),
		}));
		const change = (changed: object) =>
			set(changed, `${CREATE}.parameters[0].schema.enum`, ['draft', 'public', 'secret']);
		expect(linesAfter(change, rows)).toEqual([]);
	});

	it('are not compared with a description that is older than they are', () => {
		const older = read((changed) => unset(changed, CREATE), '2.99');
		const newest = facts.map((row) => ({ ...row, spec: row.route.startsWith('POST') ? '2.100' : '2.99' }));
		expect(operationDifferences(older, newest)).toEqual({ differences: [], newer: 1 });
	});
});
