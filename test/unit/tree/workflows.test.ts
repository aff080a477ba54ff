/**
 * What the workflows of GitHub may do: https://docs.npmjs.com/trusted-publishers,
 * https://github.com/ossf/scorecard/blob/main/docs/checks.md (Token-Permissions, Pinned-Dependencies)
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
	['publish.yml', ['npm test', 'scripts/scan.ts']],
	['publish-chat-keys.yml', ['npx jest test/harness/chat/keysProgram']],
])('%s: what is published is what was tested, after approval', (file, tests) => {
	const named = (name: string) => jobs.find((job) => job.name === `${file} ${name}`)?.text ?? '';
	const [pack, publish] = [named('pack'), named('publish')];
	const order = ['npm ci', ...tests, 'npm pack', 'actions/upload-artifact'];
	const places = order.map((step) => pack.indexOf(step));
	expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true);
	expect(publish).toContain('needs: pack');
	expect(publish).toContain('environment: npm');
	expect(publish).toContain('id-token: write');
	expect([...publish.matchAll(/- run: (.*)/g)].map(([, run]) => run)).toEqual([
		'npm publish ./packed/*.tgz --provenance --access public --ignore-scripts',
	]);
});
