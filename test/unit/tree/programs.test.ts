/** What small programs of the project decide: names of npm, findings of yara, subjects of commits. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, notOurs } from '../../../scripts/commands';
import { placeholders } from '../../../scripts/owner';
import { hitsOf } from '../../../scripts/scan/malware';

const ROOT = join(__dirname, '../../..');

/** What forms and pages say to run with npx: a name that no one has on npm, anyone can take. */
describe('a command', () => {
	it('names no program of npm before the package can be published', () => {
		const isUnpublished = placeholders().some(({ file }) => file === 'tools/chat-keys/package.json');
		expect(isUnpublished ? commands() : []).toEqual([]);
	});

	it('is taken for published only where npm has it from this repository', () => {
		const { repository } = jest.requireActual<{ repository: { url: string } }>('../../../package.json');
		const named = [{ file: 'docs/page.md', program: 'some-keys' }];
		expect(notOurs(named, () => undefined)).toEqual(named);
		expect(notOurs(named, () => 'git+https://github.com/somebody/else.git')).toEqual(named);
		expect(notOurs(named, () => repository.url)).toEqual([]);
	});
});

/** What the scan takes for a finding of the program yara, whose rules say for which files they are. */
it('takes rules of threats for the files that they are for', () => {
	const printed = [
		'threat_download [description="calls",path_include="*.js,*.mjs"] /scan/dist/nodes/a.js',
		'threat_download [description="calls",path_include="*.js,*.mjs"] /scan/CHANGELOG.md',
		'threat_install [path_include="*/package.json"] /scan/package.json',
		'threat_install [path_include="*/package.json"] /scan/dist/nodes/XCore/XCore.node.json',
		'threat_left_out [path_exclude="vendor/*,*.node.js"] /scan/dist/nodes/XCore/XCore.node.js',
		'threat_everywhere [severity="high"] /scan/README.md',
		'capability_network [path_include="*.js"] /scan/dist/nodes/a.js',
	].join('\n');
	expect(hitsOf(printed, '/scan')).toEqual([
		{ rule: 'threat_download', file: 'dist/nodes/a.js' },
		{ rule: 'threat_install', file: 'package.json' },
		{ rule: 'threat_everywhere', file: 'README.md' },
	]);
});

/** .githooks/commit-msg holds the subjects of commits to CONTRIBUTING.md, in a shell and without node_modules. */
describe('the subject of a commit', () => {
	/** What the hook says to a message; empty where it accepts it. */
	function refusalOf(message: string): string {
		const folder = mkdtempSync(join(tmpdir(), 'x-platform-'));
		const file = join(folder, 'message');
		writeFileSync(file, message);
		const { status, stderr } = spawnSync('sh', ['.githooks/commit-msg', file], {
			cwd: ROOT,
			encoding: 'utf8',
		});
		rmSync(folder, { recursive: true });
		expect(status).toBe(stderr === '' ? 0 : 1);
		return stderr;
	}

	it.each([
		'core: ask again without a field X refuses\n\nA body has lines of any length, and says why.',
		'repo: the last area of the table',
		`docs: ${'é'.repeat(66)}`,
		'Merge branch "main"',
	])('takes %j', (message) => {
		expect(refusalOf(message)).toBe('');
	});

	it.each([
		['poll trigger: an area that is not in the table', 'no area'],
		['A sentence without an area', 'no area'],
		['', 'no area'],
		[`core: ${'a'.repeat(67)}`, '72 characters'],
	])('refuses %j', (message, why) => {
		expect(refusalOf(message)).toContain(why);
	});
});
