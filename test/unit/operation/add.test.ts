/** What `npm run operation` makes of a published description, before it is written. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { additionOf, type Wishes } from '../../../scripts/operation/add';
import { describedOperation } from '../../../scripts/operation/published';
import { description, NEW_ROUTE, VERSION, KNOWN_ROUTE } from './description';
import { fieldsOf } from '../../../scripts/operation/addField';
import { operationOf } from '../../facts';

const ROOT = resolve(__dirname, '../../..');
const add = (route: string, wishes: Wishes = {}) => {
	const published = description();
	return additionOf(ROOT, published, describedOperation(published, route), wishes);
};

/** Lines that a file gets, without what Prettier does to them. */
function newLines(route: string, path: string, wishes?: Wishes): string {
	const before = new Set(readFileSync(join(ROOT, path), 'utf8').split('\n'));
	const after = (add(route, wishes).changes.get(path) ?? '').split('\n');
	return after
		.filter((line) => !before.has(line))
		.join(' ')
		.replaceAll('"', "'")
		.replace(/\s+/g, ' ')
		.trim();
}

/** The row that a table gets. */
const newRow = (route: string, path: string, wishes?: Wishes): unknown => {
	const before = new Set(readFileSync(join(ROOT, path), 'utf8').split('\n'));
	const after = (add(route, wishes).changes.get(path) ?? '').split('\n');
	const [line = ''] = after.filter((each) => !before.has(each));
	return JSON.parse(line.replace(/,$/, '').replace(/^\t\t"[^"]+": /, ''));
};

describe('a read of an entity', () => {
	it('is a record of the resource whose paths are like its own', () => {
		expect(add(NEW_ROUTE)).toMatchObject({
			place: 'X Core: community',
			entity: 'user',
			texts: {
				key: 'getGardeners',
				name: 'Get Gardeners',
				action: 'Get the gardeners of a community',
				description: 'Get the users who tend the garden of a community',
			},
		});
		const lines = newLines(NEW_ROUTE, 'nodes/XCore/resources/community.ts');
		expect(lines).toContain("auth: any('list.read', 'tweet.read', 'users.read')");
		expect(lines).toContain("...readPages('user', { 'id': id({ 'label': 'Community ID' }) }, 100)");
	});

	it('is a row of the facts that names shared parameters, and a sample that names the entity', () => {
		expect(newRow(NEW_ROUTE, 'test/facts/core.json')).toMatchObject({
			route: NEW_ROUTE,
			id: 'getCommunitiesGardeners',
			parameters: [
				{ name: 'id' },
				{ name: 'max_results' },
				{ name: 'pagination_token' },
				'UserFields',
				'UserExpansions',
				'PostFields',
			],
			paging: { request: 'pagination_token', answer: 'meta.next_token', max: 100 },
			spec: VERSION,
		});
		expect(newRow(NEW_ROUTE, 'test/facts/core-answers.json')).toEqual({
			data: [{ $object: 'User' }],
			meta: { result_count: 1 },
		});
	});

	it('has the price of the other reads of the entity, and its line among theirs', () => {
		expect(newRow(NEW_ROUTE, 'test/facts/prices.json')).toMatchObject({
			usd: 0.01,
			kind: 'User: Read',
			sources: ['concluded'],
		});
		expect(newLines(NEW_ROUTE, 'nodes/shared/model/prices.ts')).toContain('GET /2/communities/{}/gardeners');
	});

	it('takes the price, the name and the resource that the user names', () => {
		const wishes = { price: 'List: Read', name: 'Get Everyone', resource: 'xCore.list' };
		expect(newRow(NEW_ROUTE, 'test/facts/prices.json', wishes)).toMatchObject({
			usd: 0.005,
			sources: ['pricing'],
		});
		expect(add(NEW_ROUTE, wishes)).toMatchObject({
			place: 'X Core: list',
			texts: { key: 'getEveryone', name: 'Get Everyone' },
		});
		expect(newRow(NEW_ROUTE, 'test/facts/prices.json', { price: 'none' })).toMatchObject({ usd: null });
	});

	it('that sorts first leaves the operation that a new node begins with', () => {
		const path = 'nodes/XCore/resources/list.ts';
		expect(newLines(NEW_ROUTE, path, { name: 'Access', resource: 'xCore.list' })).toContain(
			"defaultOperation: 'addMember'",
		);
		expect(newLines(NEW_ROUTE, path, { name: 'Get Everyone', resource: 'xCore.list' })).not.toContain(
			'defaultOperation',
		);
	});
});

describe('a write', () => {
	const route = 'POST /2/lists/{id}/sections';

	it('has a field for every member of its body, with the bounds that X documents', () => {
		const lines = newLines(route, 'nodes/XCore/resources/list.ts');
		expect(lines).toContain("action: 'Add a section to a list', description: 'Create a section in a list'");
		expect(lines).toContain("'title': text({ 'min': 1, 'max': 30, 'description': 'Title of the section' })");
		expect(lines).toContain("'kind': choice({ 'pinned': 'Pinned', 'hidden_tweets': 'Hidden Posts' })");
		expect(lines).toContain("'is_public': flag({ 'description': 'Whether everyone sees the section' })");
		expect(lines).toContain("'style.size': number({ 'min': 1, 'max': 9 })");
		expect(lines).toContain("'links': rows({ 'url': required(text()) }, { 'max': 3 })");
	});
});

describe('nothing is added', () => {
	it.each([
		['GET /2/communities/{id}/owners', /Nearest to it:\n {2}GET \/2\/communities\/\{id\}\/gardeners/],
		['GET /2/communities/stream', /is a stream: a source of X Stream Trigger/],
		['GET /2/polls/{id}', /No resource has anything like GET \/2\/polls\/\{id\}/],
		['communities', /"communities" is no route/],
	])('of %s, and the message says why', (route, message) => {
		expect(() => add(route)).toThrow(message);
	});

	it('where a wish names what is not there', () => {
		expect(() => add(NEW_ROUTE, { price: 'Poll: Read' })).toThrow(/no price "Poll: Read", only /);
		expect(() => add(NEW_ROUTE, { resource: 'poll' })).toThrow('No node has a resource "poll".');
		expect(() => add(NEW_ROUTE, { name: 'Get' })).toThrow('has an operation "Get" already');
	});
});

const addFields = (route: string) =>
	fieldsOf(ROOT, describedOperation(description(), route), operationOf(route));

const COMMUNITY = 'nodes/XCore/resources/community.ts';
const oneLine = (text = '') => text.replaceAll('"', "'").replace(/\s+/g, ' ');

describe('new parameters of an operation', () => {
	it('are fields of its record: required ones on top, others in a collection', () => {
		const before = oneLine(readFileSync(join(ROOT, COMMUNITY), 'utf8'));
		const after = oneLine(addFields(KNOWN_ROUTE).changes.get(COMMUNITY));
		expect(after.length).toBeGreaterThan(before.length);
		expect(after).toContain(", 'season': text({ 'max': 40 })");
		expect(after).toContain(
			"filters({ 'garden_size': choice({ 'small': 'Small', 'large': 'Large' }, { 'description': 'The size of the gardens of communities' }) })",
		);
		expect(after).toMatch(/import \{[^}]*\bchoice\b[^}]*\} from '\.\.\/\.\.\/shared\/fields'/);
	});

	it('are in the row of the facts', () => {
		const line = (addFields(KNOWN_ROUTE).changes.get('test/facts/core.json') ?? '')
			.split('\n')
			.find((each) => each.includes(`"route": "${KNOWN_ROUTE}"`));
		const row = JSON.parse(line?.trim().replace(/,$/, '') ?? '{}') as { parameters: unknown[] };
		expect(row.parameters).toEqual(
			expect.arrayContaining([
				'CommunityFields',
				{ name: 'garden_size', in: 'query', type: 'string', enum: ['small', 'large'] },
				{ name: 'season', in: 'query', type: 'string', required: true, maxLength: 40 },
			]),
		);
	});

	it('are none where X describes the operation as the facts do', () => {
		expect(() => addFields('GET /2/communities/{id}')).toThrow(
			'The facts have GET /2/communities/{id} already, and xCore.community.get offers it. X describes it as the facts do.',
		);
	});
});
