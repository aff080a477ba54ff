/** .githooks/commit-msg holds the subjects of commits to CONTRIBUTING.md, in a shell and without node_modules. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

/** What the hook says to a message; empty where it accepts it. */
function refusalOf(message: string): string {
	const file = join(mkdtempSync(join(tmpdir(), 'x-platform-')), 'message');
	writeFileSync(file, message);
	const { status, stderr } = spawnSync('sh', ['.githooks/commit-msg', file], { cwd: ROOT, encoding: 'utf8' });
	expect(status).toBe(stderr === '' ? 0 : 1);
	return stderr;
}

it.each([
	'core: ask again without a field X refuses\n\nA body has lines of any length, and says why.',
	'# A comment of the editor\nads-campaigns: a name with a hyphen',
	'repo: the last area of the table',
	`docs: ${'é'.repeat(66)}`,
	'Merge branch "main"',
])('takes %j', (message) => {
	expect(refusalOf(message)).toBe('');
});

it.each([
	['poll trigger: an area that is not in the table', 'no area'],
	['A sentence without an area', 'no area'],
	['core:no space', 'no area'],
	['', 'no area'],
	[`core: ${'a'.repeat(67)}`, '72 characters'],
])('refuses %j', (message, why) => {
	expect(refusalOf(message)).toContain(why);
});
