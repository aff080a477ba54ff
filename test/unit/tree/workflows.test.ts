/**
 * What the workflows of GitHub may do: https://docs.npmjs.com/trusted-publishers,
 * https://github.com/ossf/scorecard/blob/main/docs/checks.md (Token-Permissions, Pinned-Dependencies)
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled, reduced, type Lock } from '../../../scripts/buildTools';

const FOLDER = join(__dirname, '../../../.github/workflows');

interface Job {
	readonly name: string;
	readonly text: string;
}

const workflows = readdirSync(FOLDER).map((name) => ({
	name,
	text: readFileSync(join(FOLDER, name), 'utf8'),
}));

/** The jobs of a workflow: each is a name that is indented by two, and what is indented by more. */
const jobsOf = (text: string): Job[] =>
	[...(text.split(/^jobs:\n/m)[1] ?? '').matchAll(/^ {2}([\w-]+):\n((?: {3,}.*\n|\n|\s*#.*\n)*)/gm)].map(
		([, name = '', body = '']) => ({ name, text: body }),
	);
const jobs = workflows.flatMap(({ name, text }) =>
	jobsOf(text).map((job) => ({
		...job,
		name: `${name} ${job.name}`,
		above: text.split(/^jobs:\n/m)[0] ?? '',
	})),
);

const INSTALLS = /\b(npm (ci|install|i|test|run|exec)|npx|yarn|pnpm|\.ci\/run)\b|actions\/checkout/;
const WRITES = /^\s+[\w-]+: write$/m;

it('the workflows are read', () => {
	expect(workflows.length).toBeGreaterThan(3);
	expect(jobs.length).toBeGreaterThanOrEqual(workflows.length + 3);
});

it('every action is pinned by its commit, and says its version', () => {
	const uses = workflows.flatMap(({ name, text }) =>
		[...text.matchAll(/uses: (.*)/g)].map(([, used = '']) => `${name} ${used}`),
	);
	expect(uses.length).toBeGreaterThan(10);
	expect(uses.filter((used) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))).toEqual([]);
});

it('no job that may write installs or runs what was downloaded', () => {
	const writing = jobs.filter(({ above, text }) => WRITES.test(text) || WRITES.test(above));
	expect(writing.map(({ name }) => name).sort()).toEqual([
		'docs.yml publish',
		'facts.yml report',
		'publish-chat-keys.yml publish',
		'publish.yml publish',
	]);
	expect(writing.filter(({ text }) => INSTALLS.test(text))).toEqual([]);
});

it('no job keeps the token of the repository in its checkout', () => {
	for (const { text } of jobs.filter((job) => job.text.includes('actions/checkout')))
		expect(text).toMatch(/actions\/checkout.*\n\s+with:\n(\s+.*\n)*?\s+persist-credentials: false/);
});

it.each([
	['publish.yml', ['npm test', 'scripts/scan.ts latest beta']],
	['publish-chat-keys.yml', ['npx jest test/harness/chat/keysProgram']],
])(
	'%s: what is published is built apart from the tests, equals what was tested, and keeps its hash',
	(file, tests) => {
		const named = (name: string) => jobs.find((job) => job.name === `${file} ${name}`)?.text ?? '';
		const [test, build, publish] = [named('test'), named('build'), named('publish')];
		const isInOrder = (text: string, steps: readonly string[]) => {
			const places = steps.map((step) => text.indexOf(step));
			return places.every((place, index) => place > (places[index - 1] ?? 0));
		};
		expect(isInOrder(test, ['npm ci', ...tests, 'npm pack', 'actions/upload-artifact'])).toBe(true);
		expect(build).toContain('needs: test');
		const compared = ['npm pack', 'diff -r one other', 'sha256sum packed/*.tgz', 'actions/upload-artifact'];
		expect(isInOrder(build, compared)).toBe(true);
		// Without the tests' packages: all of them are installed by a bare npm ci.
		expect(build).not.toMatch(/run: npm (ci|install|test)/);
		expect(publish).toContain('needs: build');
		expect(publish).toContain('environment: npm');
		expect(publish).toContain('id-token: write');
		expect([...publish.matchAll(/- run: (.*)/g)].map(([, run]) => run)).toEqual([
			'echo "${{ needs.build.outputs.sha256 }}  $(echo packed/*.tgz)" | sha256sum --check --strict',
			'npm publish ./packed/*.tgz --provenance --access public --ignore-scripts',
		]);
	},
);

it('the job that builds what is published installs the compiler and no tool of the tests', () => {
	const lock = jest.requireActual<Lock>('../../../package-lock.json');
	const { packages } = reduced(lock, ['typescript', 'gulp', 'tsx', ...bundled()]);
	const names = Object.keys(packages);
	expect(names).toEqual(
		expect.arrayContaining(['node_modules/typescript', 'node_modules/tsx', 'node_modules/esbuild']),
	);
	expect(names.filter((name) => /jest|eslint|playwright|vitepress|n8n-core/.test(name))).toEqual([]);
	expect(names.length).toBeLessThan(Object.keys(lock.packages).length / 4);
});
