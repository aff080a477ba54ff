/** The operations of the facts against a description in which something changed. */
import { set, unset } from 'lodash';
import { descriptionOf, operationRow } from '../../../scripts/facts/description';
import { lineOf } from '../../../scripts/facts/differences';
import { operationDifferences } from '../../../scripts/facts/operations';
import type { Operation } from '../../facts';

const ANSWER = { content: { 'application/json': { schema: { type: 'object', properties: { data: {} } } } } };

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
					content: {
						'application/json': {
							schema: {
								type: 'object',
								additionalProperties: false,
								required: ['text'],
								properties: {
									text: { type: 'string' },
									poll: { type: 'object', properties: { end: { type: 'string' } } },
								},
							},
						},
					},
				},
				responses: { '201': ANSWER },
			},
		},
		'/2/notes/{id}': { get: { operationId: 'getNote', tags: ['Notes'], responses: { '200': ANSWER } } },
	},
});

const CREATE = 'paths./2/notes.post';
const BODY = `${CREATE}.requestBody.content['application/json'].schema`;

/** What `unset` leaves in a list is no entry. */
const withoutHoles = (_: string, value: unknown): unknown =>
	Array.isArray(value) ? value.filter((entry) => entry !== undefined) : value;

const read = (change: (changed: object) => unknown = () => undefined, version = '2.170') => {
	const changed = document();
	changed.info.version = version;
	change(changed);
	return descriptionOf(JSON.stringify(changed, withoutHoles), 'openapi.json');
};

const facts = ['POST /2/notes', 'GET /2/notes/{id}'].map((route): Operation => {
	const { tag, ...row } = operationRow(read(), route);
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
			'an operation less',
			(changed) => unset(changed, ['paths', '/2/notes/{id}']),
			['gone · GET /2/notes/{id}: operation getNote'],
		],
		[
			'another scope',
			(changed) => set(changed, `${CREATE}.security[0].OAuth2UserToken`, ['note.make']),
			['added · POST /2/notes: scope note.make', 'gone · POST /2/notes: scope note.write'],
		],
		[
			'a credential more',
			(changed) => set(changed, `${CREATE}.security[1]`, { UserToken: [] }),
			['added · POST /2/notes: credential oAuth1'],
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
			'a parameter less',
			(changed) => unset(changed, `${CREATE}.parameters[1]`),
			['gone · POST /2/notes: query parameter note.fields'],
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
			'values that are no longer listed',
			(changed) => unset(changed, `${CREATE}.parameters[0].schema.enum`),
			['gone · POST /2/notes: query parameter mode: list of its values'],
		],
		[
			'another bound',
			(changed) => set(changed, `${CREATE}.parameters[1].schema.maxLength`, 10),
			['changed · POST /2/notes: query parameter note.fields: maxLength is 10; the facts have 9'],
		],
		[
			'a member of the body more',
			(changed) => set(changed, `${BODY}.properties.poll.properties.start`, { type: 'string' }),
			['added · POST /2/notes: body field poll.start (string)'],
		],
		[
			'a member that is no longer required',
			(changed) => set(changed, `${BODY}.required`, []),
			['changed · POST /2/notes: body field text: required is not set; the facts have true'],
		],
		['no body', (changed) => unset(changed, `${CREATE}.requestBody`), ['gone · POST /2/notes: body']],
		[
			'another status',
			(changed) => set(changed, `${CREATE}.responses`, { '200': ANSWER }),
			['changed · POST /2/notes: status of a success is 200; the facts have 201'],
		],
		[
			'a credential of an unknown kind',
			(changed) => set(changed, `${CREATE}.security[0]`, { PassKey: [] }),
			[
				'changed · POST /2/notes: cannot be read: createNote takes the credential PassKey, which the facts do not know.',
			],
		],
		[
			'another shape',
			(changed) => set(changed, `${CREATE}.responses`, 'none'),
			[
				'changed · POST /2/notes: cannot be read: openapi.json describes POST /2/notes in a shape that is not known.',
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
