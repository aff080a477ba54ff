/** New parameters of every operation that X describes and a node offers: `npm run operation` writes them all. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { fieldsOf } from '../../../scripts/operation/addField';
import { recordsOf } from '../../../scripts/operation/place';
import { describedOperation } from '../../../scripts/operation/published';
import { coreOperations, operationOf } from '../../facts';
import { cases } from '../../support/cases';
import { descriptionWith } from './description';

const ROOT = resolve(__dirname, '../../..');
const COPY = mkdtempSync(join(tmpdir(), 'every-field-'));
const NEW = [
	{ name: 'garden_size', in: 'query', schema: { type: 'string', enum: ['small', 'large'] } },
	{ name: 'garden_season', in: 'query', required: true, schema: { type: 'string', maxLength: 40 } },
];

const routes = coreOperations()
	.filter(({ spec, route }) => spec !== undefined && recordsOf(route).length > 0)
	.map(({ route }) => route);
const description = descriptionWith(routes, NEW);
const add = (root: string, route: string) =>
	fieldsOf(root, describedOperation(description, route), operationOf(route));

const codeOf = (root: string, route: string) =>
	[...add(root, route).changes].filter(([path]) => path.endsWith('.ts'));

const syntaxErrors = (path: string, text: string) =>
	ts.transpileModule(text, { fileName: path, reportDiagnostics: true }).diagnostics ?? [];

beforeAll(() => {
	for (const folder of ['nodes', 'credentials', 'test/facts']) {
		cpSync(join(ROOT, folder), join(COPY, folder), { recursive: true });
	}
	for (const file of ['tsconfig.json', 'tsconfig.build.json']) cpSync(join(ROOT, file), join(COPY, file));
	symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'));
});

afterAll(() => rmSync(COPY, { recursive: true, force: true }));

it('are written for each of them, one after the other, and the code compiles', () => {
	expect(routes.length).toBeGreaterThan(150);
	const some = routes.filter((_route, index) => index % cases(6, 1) === 0);
	const refused = some.flatMap((route) => {
		try {
			const [code, ...more] = codeOf(COPY, route);
			if (!code || more.length > 0) return [`${route}: ${more.length} files too many`];
			const [path, text] = code;
			const before = readFileSync(join(COPY, path), 'utf8');
			const names = (of: string) => of.split(/garden_(?:size|season)\b/).length - 1;
			writeFileSync(join(COPY, path), text);
			return names(text) === names(before) + 2 && syntaxErrors(path, text).length === 0
				? []
				: [`${route}: ${path} has other text`];
		} catch (error) {
			return [`${route}: ${(error as Error).message}`];
		}
	});
	expect(refused).toEqual([]);
	if (cases(0, 1) === 0) return;
	const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
	execFileSync(process.execPath, [compiler, '--noEmit', '-p', 'tsconfig.build.json'], { cwd: COPY });
}, 300_000);
