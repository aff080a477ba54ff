/** What forms and pages say to run with npx: a name that no one has on npm, anyone can take. */
import { commands, commandsIn, notOurs } from '../../../scripts/commands';
import { placeholders } from '../../../scripts/owner';

const manifest = jest.requireActual<{ repository: { url: string } }>('../../../package.json');

it('names no program of npm before the package can be published', () => {
	const isUnpublished = placeholders().some(({ file }) => file === 'tools/chat-keys/package.json');
	expect(isUnpublished ? commands() : []).toEqual([]);
});

it('finds a command in prose, code and forms, and leaves the tools of this project alone', () => {
	const program = ['some', 'keys'].join('-');
	const file = 'docs/page.md';
	const texts = [
		`<code>npx ${program} get</code>`,
		`Run: npx --yes ${program}@latest.`,
		`\`npx ${program}\``,
	];
	for (const text of texts)
		expect(commandsIn(file, text)).toEqual([{ file, program: expect.stringContaining(program) as string }]);
	expect(commandsIn(file, 'npx tsx scripts/owner.ts && npx jest test/unit')).toEqual([]);
});

it('takes a name for published only where npm has it from this repository', () => {
	const named = [{ file: 'docs/page.md', program: 'some-keys' }];
	expect(notOurs(named, () => undefined)).toEqual(named);
	expect(notOurs(named, () => 'git+https://github.com/somebody/else.git')).toEqual(named);
	expect(notOurs(named, () => manifest.repository.url)).toEqual([]);
});
