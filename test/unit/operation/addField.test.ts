/** What `npm run operation` makes of new parameters of an operation that the facts have. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fieldsOf } from '../../../scripts/operation/addField';
import { describedOperation } from '../../../scripts/operation/published';
import { fieldReportOf } from '../../../scripts/operation/report';
import { operationOf } from '../../facts';
import { description, KNOWN_ROUTE } from './description';

const ROOT = resolve(__dirname, '../../..');
const add = (route: string) => fieldsOf(ROOT, describedOperation(description(), route), operationOf(route));

const COMMUNITY = 'nodes/XCore/resources/community.ts';
const oneLine = (text = '') => text.replaceAll('"', "'").replace(/\s+/g, ' ');

describe('new parameters of an operation', () => {
	it('are fields of its record: required ones on top, others in a collection', () => {
		const before = oneLine(readFileSync(join(ROOT, COMMUNITY), 'utf8'));
		const after = oneLine(add(KNOWN_ROUTE).changes.get(COMMUNITY));
		expect(after.length).toBeGreaterThan(before.length);
		expect(after).toContain(", 'season': text({ 'max': 40 })");
		expect(after).toContain(
			"filters({ 'garden_size': choice({ 'small': 'Small', 'large': 'Large' }, { 'description': 'The size of the gardens of communities' }) })",
		);
		expect(after).toMatch(/import \{[^}]*\bchoice\b[^}]*\} from '\.\.\/\.\.\/shared\/fields'/);
	});

	it('are in the row of the facts', () => {
		const line = (add(KNOWN_ROUTE).changes.get('test/facts/core.json') ?? '')
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

	it('are in the report, with what a person decides', () => {
		const report = fieldReportOf(add(KNOWN_ROUTE));
		expect(report).toContain('xCore.community.search has garden_size, season.');
		expect(report).toContain('Garden Size: The size of the gardens of communities.');
	});

	it('are none where X describes the operation as the facts do', () => {
		expect(() => add('GET /2/communities/{id}')).toThrow(
			'The facts have GET /2/communities/{id} already, and xCore.community.get offers it. X describes it as the facts do.',
		);
	});
});
