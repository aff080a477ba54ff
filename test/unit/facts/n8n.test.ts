/** The watch on n8n's pages: a stored page, and the same page changed on purpose. */
import { digestsOf, pageDifferences, releaseDifferences, ruleDifferences } from '../../../scripts/facts/n8n';
import { Unreadable } from '../../../scripts/facts/source';
import { n8nFacts } from '../../facts';

const page = [
	'---\nurl: https://example.com\n---\n',
	'# Guidelines <a href="#guidelines" id="guidelines"></a>\n',
	'{% hint style="info" %}\nRead **all** of it.\n{% endhint %}\n',
	'## Names\n\n* Names are [short](names.md).\n',
	'## Licenses\n\n* Use MIT.\n',
].join('\n');
const known = digestsOf(page);
const ABOUT = { subject: 'n8n’s verification guidelines' };
const differences = (text: string) => pageDifferences('verification', text, known);

it('has a digest for each section, which what is no text leaves as it is', () => {
	expect(Object.keys(known)).toEqual(['Guidelines', 'Names', 'Licenses']);
	const rewritten = page
		.replace(/<a .*<\/a>/, '')
		.replace('**all**', 'all')
		.replace('names.md', 'other.md');
	expect(differences(rewritten)).toEqual([]);
});

it('notices a section that says something else, a new one, and one that is gone', () => {
	expect(differences(page.replace('Use MIT.', 'Use MIT or Apache-2.0.'))).toEqual([
		{
			...ABOUT,
			change: 'changed',
			what: expect.stringMatching(/^the section “Licenses” says something else \([0-9a-f]{12}\)$/) as string,
		},
	]);
	expect(differences(`${page}\n## Video\n\nShow it in five minutes.\n`)).toEqual([
		{ ...ABOUT, change: 'added', what: expect.stringMatching(/^the section “Video” \(/) as string },
	]);
	expect(differences(page.slice(0, page.indexOf('## Licenses')))).toEqual([
		{ ...ABOUT, change: 'gone', what: 'the section “Licenses”' },
	]);
	expect(() => differences('An error page.')).toThrow(Unreadable);
});

it('knows the sections on which the package relies', () => {
	const { pages } = n8nFacts();
	const sections = Object.values(pages).flatMap((each) => Object.keys(each.sections));
	expect(sections).toEqual(
		expect.arrayContaining([
			'No external dependencies',
			'Node Types',
			'Deleting operations output',
			'Node categories',
			'Failure causes',
		]),
	);
});

it('notices a category that is new, and one that is gone', () => {
	const names = n8nFacts().categories.names.map((name) => `* ${name}\n`);
	const codex = `## Node categories\n\nChoose:\n\n${names.slice(1).join('')}* Social\n`;
	const found = pageDifferences('codex', codex, digestsOf(codex));
	expect(found.map(({ change, what }) => [change, what])).toEqual([
		['added', 'Social'],
		['gone', 'Data & Storage'],
	]);
});

it('notices a rule that is new, and one that is gone', () => {
	const row = (name: string) => `| [${name}](docs/rules/${name}.md) | What it wants | ✅ |\n`;
	const { names } = n8nFacts().rules;
	expect(ruleDifferences(names.map(row).join(''))).toEqual([]);
	const found = ruleDifferences([...names.slice(1), 'no-long-names'].map(row).join(''));
	expect(found.map(({ change, what }) => [change, what])).toEqual([
		['added', 'no-long-names'],
		['gone', names[0]],
	]);
	expect(() => ruleDifferences('# Rules')).toThrow(Unreadable);
});

it('gives entries about community nodes of releases that are new', () => {
	const release = (version: string) =>
		[
			`## \`n8n ${version}\` Something, plus others <a href="#n8n" id="n8n"></a>\n`,
			'**Released:** 2026-12-01\n',
			'* [Slack Node: Add a field](https://github.com/n8n-io/n8n/pull/1): Longer.',
			'* [Refuse packages without provenance](https://github.com/n8n-io/n8n/pull/2): Community nodes need it.\n',
		].join('\n');
	const { newest } = n8nFacts().releases;
	expect(releaseDifferences(release(newest) + release('1.9'))).toEqual([]);
	expect(releaseDifferences(release('2.100') + release(newest))).toEqual([
		{ change: 'added', subject: 'n8n’s release notes', what: '2.100: Refuse packages without provenance' },
	]);
	expect(() => releaseDifferences('# Release notes')).toThrow(Unreadable);
});
