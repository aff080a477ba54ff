/**
 * CONTRIBUTING.md, walked once: with the record that it prints comes everything that it promises, without it nothing.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { omit } from 'lodash';
import type { INodeType } from 'n8n-workflow';
import { buildRequest } from '../../../nodes/shared/engine/request';
import { describe as formOf } from '../../../nodes/shared/form/describe';
import type { NodeSpec } from '../../../nodes/shared/operation/nodeSpec';
import { spec } from '../../../nodes/XCore/spec';
import { referencePage } from '../../../scripts/docs/tables';
import { findOperation } from '../../facts';
import { choices, forms, shown, type Form } from '../../support/forms';
import { differences } from './support/differences';
import { NOT_OFFERED } from './support/notOffered';

const ROOT = join(__dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const [, file = '', record = ''] = /`(nodes\/[^`]+\.ts)`:\s+```ts\n([^]+?)```/.exec(PAGE) ?? [];

const list = spec.resources.find(({ value }) => value === 'list');
const operation = list?.operations.getFollowers;

/** The node as it was before the operation was added. */
const before: NodeSpec = {
	...spec,
	resources: spec.resources.map((resource) => {
		const operations = omit(resource.operations, resource === list ? 'getFollowers' : []);
		return { ...resource, operations };
	}),
};

const formsOf = (node: NodeSpec): Form[] => {
	const description = { name: 'xCore', version: 1, properties: formOf(node) };
	return forms({ description } as unknown as INodeType);
};
const isNew = ({ values }: Form) => values.resource === 'list' && values.operation === 'getFollowers';

describe('adding the operation of CONTRIBUTING.md', () => {
	it('takes the record that is printed there, from the file that is named there', () => {
		const source = readFileSync(join(ROOT, file), 'utf8').replace(/^\t\t/gm, '');
		expect(record).toContain(`route: '${operation?.route}'`);
		expect(source).toContain(record);
	});

	it('makes an entry in the menu and a form', () => {
		expect(formsOf(before).filter(isNew)).toEqual([]);
		const [form] = formsOf(spec).filter(isNew);
		const properties = form ? shown(form) : [];
		expect(properties.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['authentication', 'id', 'returnAll', 'limit', 'output', 'options']),
		);
		const menu = properties.find(({ name }) => name === 'operation');
		expect(choices(menu)).toContainEqual(
			expect.objectContaining({ name: 'Get Followers', action: 'Get the followers of a list' }),
		);
	});

	it('makes the request', () => {
		const request = operation && buildRequest(operation, { id: '84839422', 'user.fields': 'created_at' });
		expect(request).toMatchObject({
			method: 'GET',
			path: '/2/lists/84839422/followers',
			query: [['user.fields', 'created_at']],
		});
	});

	it('makes a row of the reference page', () => {
		const rows = (node: NodeSpec) => referencePage('X Core', node).split('\n');
		const known = new Set(rows(before));
		const added = rows(spec).filter((line) => line.startsWith('|') && !known.has(line));
		expect(added).toEqual([
			expect.stringMatching(/^\| .*Get Followers.*`GET \/2\/lists\/\{id\}\/followers`/),
		]);
	});

	it('is held against the facts, which knew the operation before', () => {
		expect(operation && findOperation(operation.route)).toMatchObject({ route: operation?.route });
		expect(NOT_OFFERED).not.toHaveProperty([operation?.route ?? '']);
		const compared = differences(({ label }) => [label]);
		expect(compared.filter((line) => line.includes('xCore.list.getFollowers'))).toHaveLength(1);
	});
});

describe('CONTRIBUTING.md', () => {
	it('builds before it writes pages, and writes pages before tests compare them', () => {
		const order = ['npm run build', 'npx tsx scripts/docs.ts', 'npx jest'];
		const lines = [...PAGE.matchAll(/```sh\n([^]+?)```/g)].map(([, code = '']) => code.trim());
		const all = lines.filter((line) => line.includes(' && '));
		expect(all.length).toBeGreaterThan(2);
		for (const line of all) {
			const steps = line.split(' && ').map((step) => order.findIndex((start) => step.startsWith(start)));
			expect([line, steps]).toEqual([line, [0, 1, 2]]);
		}
	});

	it('names files and commands that exist', () => {
		const paths = [...PAGE.matchAll(/`((?:nodes|test|scripts|docs)\/[\w./]+|\.[\w-]+\.cjs)`/g)].map(
			([, path]) => path ?? '',
		);
		const links = [...PAGE.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path]) => path ?? '');
		expect(paths.length).toBeGreaterThan(5);
		expect([...paths, ...links].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
		const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
			scripts: Record<string, string>;
		};
		const named = [...PAGE.matchAll(/npm (?:run )?(test|start|[\w:]+)`/g)].map(([, name]) => name ?? '');
		expect(named.filter((name) => !['ci', 'install'].includes(name) && !(name in scripts))).toEqual([]);
	});
});
