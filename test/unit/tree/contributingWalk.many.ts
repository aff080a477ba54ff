/**
 * CONTRIBUTING.md, "X has a new operation", "X has a new field" and "Add an event to X Trigger", walked by their letter
 * in a copy of the repository: the commands that are printed there and those that they print, with operations that X does
 * not have, and the event that is printed there.
 */
import { execSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { partition } from 'lodash';
import { document, KNOWN_ROUTE, KNOWN_ROUTES, NEW_ROUTE, NEW_ROUTES } from '../operation/description';

const ROOT = resolve(__dirname, '../../..');
const COPY = mkdtempSync(join(tmpdir(), 'contributing-'));

/** What is made anew. */
const LEFT_OUT = ['node_modules', 'dist', 'coverage', '.git', '.n8n-demo'];

const section = (heading: string): string => {
	const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
	return page.split(/^## /m).find((each) => each.startsWith(heading)) ?? '';
};
const printedCommand = (heading: string): string =>
	/```sh\n(npm run operation [^\n]+)/.exec(section(heading))?.[1] ?? '';

function run(command: string): string {
	try {
		// Many cases are for this test, not for those that a person runs.
		const env = { ...process.env, MANY_CASES: '' };
		return execSync(command, { cwd: COPY, encoding: 'utf8', stdio: 'pipe', env });
	} catch (error) {
		const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
		throw new Error(`${command}\n${stdout}\n${stderr}`);
	}
}

/** The commands at the end of what `npm run operation` prints; the last one runs all tests. */
const printed = (report: string): string[] =>
	(report.split('Then, one after the other:\n')[1] ?? '')
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '' && line !== 'npm test');

/** What runs one form each as one command for all of those forms: jest starts once. */
function joined(commands: readonly string[]): string[] {
	const [forms, others] = partition([...new Set(commands)], (command) => command.includes(' -t '));
	const [first = ''] = forms[0]?.split(' -t ') ?? [];
	const labels = forms.map((command) => command.split(' -t ')[1] ?? '');
	return [...others, `${first} -t '${labels.join('|')}'`];
}

const filesIn = (folder: string): Record<string, string> =>
	Object.fromEntries(
		readdirSync(join(COPY, folder), { recursive: true, encoding: 'utf8' })
			.filter((path) => /\.(ts|json|md)$/.test(path))
			.map((path) => [path, readFileSync(join(COPY, folder, path), 'utf8')]),
	);

beforeAll(() => {
	cpSync(ROOT, COPY, {
		recursive: true,
		filter: (path) => !LEFT_OUT.some((name) => relative(ROOT, path).split('/').includes(name)),
	});
	symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'));
	// Some tests ask git which files the repository has.
	run('git init -q && git add .');
	writeFileSync(join(COPY, 'openapi.json'), JSON.stringify(document));
});

afterAll(() => rmSync(COPY, { recursive: true, force: true }));

describe('X has a new operation', () => {
	it('is one command, for ten in a row, and those that it prints pass in their order', () => {
		const ofOperation = printedCommand('X has a new operation');
		const ofField = printedCommand('X has a new field');
		expect(ofOperation).toContain(`"${NEW_ROUTE}"`);
		expect(ofField).toContain(`"${KNOWN_ROUTE}"`);
		const added = [
			...NEW_ROUTES.map((route) => run(ofOperation.replace(NEW_ROUTE, route))),
			...KNOWN_ROUTES.map((route) => run(ofField.replace(KNOWN_ROUTE, route))),
		];
		expect(added).toHaveLength(20);
		// What all of them print is run once: the fields are in their records by then.
		const commands = joined(added.flatMap(printed));
		expect(commands.length).toBeGreaterThan(3);
		for (const command of commands) run(command);
		const reference = filesIn('docs/reference')['x-core.md'];
		expect(reference).toContain('Get Gardeners');
	}, 900_000);

	it('leaves everything as it was where the page cannot be made', () => {
		const before = [filesIn('test/facts'), filesIn('nodes'), filesIn('docs/reference')];
		rmSync(join(COPY, 'docs/errors.md'));
		expect(() => run('npm run operation -- "POST /2/lists/{id}/sections" --from openapi.json')).toThrow(
			/errors\.md/,
		);
		expect([filesIn('test/facts'), filesIn('nodes'), filesIn('docs/reference')]).toEqual(before);
	}, 120_000);
});

it('X Trigger has a new event: its guide ends green', () => {
	const [record = '', example = ''] = [...section('Add an event').matchAll(/```ts\n([^]+?)```/g)].map(
		([, code]) => code ?? '',
	);
	expect(example).toMatch(/^repostOfPost: \{\n\tparameters: ofWatchedPost,\n\thappen: /);
	const rewrite = (path: string, change: (text: string) => string) => {
		const text = readFileSync(join(COPY, path), 'utf8');
		const changed = change(text);
		expect([path, changed === text]).toEqual([path, false]);
		writeFileSync(join(COPY, path), changed);
	};
	cpSync(join(ROOT, 'dist'), join(COPY, 'dist'), { recursive: true });
	const [moved = '', list = ''] =
		/\t\tgetRepostingUsers: (op\(\{[^]*?\n\t\t\}\)),\n/.exec(
			readFileSync(join(COPY, 'nodes/XCore/resources/post.ts'), 'utf8'),
		) ?? [];
	rewrite('nodes/XCore/resources/post.ts', (text) =>
		text
			.replace(moved, '\t\tgetRepostingUsers: repostingUsers,\n')
			.replace('recentSearch,', 'recentSearch, repostingUsers,'),
	);
	const own = list.replace('op({', 'op({ auth: read,');
	rewrite('nodes/shared/core/lists.ts', (text) => `${text}\nexport const repostingUsers = ${own};\n`);
	rewrite('nodes/XCoreTrigger/events/others.ts', (text) =>
		`${text}\n${record}`.replace('placeTrends }', 'placeTrends, repostingUsers }'),
	);
	rewrite('nodes/XCoreTrigger/events/index.ts', (text) =>
		text.replace('\trepostOfMe:', '\trepostOfPost: others.repostOfPost,\n\trepostOfMe:'),
	);
	rewrite('test/harness/pollTrigger/cases.ts', (text) => text.replace(/\};\n$/, `${example}};\n`));
	run('npx tsc -p tsconfig.build.json');
	run('npx jest -w 1 "test/harness/pollTrigger/(events|bill)" -t repostOfPost');
}, 600_000);
