/** docs/promises.md: the promises for people, and which hold for what. */
import { groupBy } from 'lodash';
import { MECHANISMS, type Mechanism, type MechanismName } from './promiseMechanisms';
import { cellOf, promises, type Cell, type Promised } from './promises';
import { subjects, type AnySubject } from './promiseSubjects';

const SIGNS: Readonly<Record<Cell['state'], string>> = { holds: '✓', exempt: '–', open: '○' };

const HEAD = `# Promises

What this package promises, for each operation, event, credential and recipe. This page is generated from the records that the nodes are made of and from [the list of steps](https://github.com/n8n-nodes-x-platform/n8n-nodes-x-platform/blob/main/nodes/shared/engine/steps.ts) that each request takes. A cell comes by rule from what kind of thing it is; what a rule cannot know is an exception with its reason.

- **✓ holds**: by the mechanism that is named with the promise. The test beside it fails when the mechanism is taken out, which a test of its own tries.
- **– exempt**: the promise says nothing here, for the reason that is named.
- **○ open**: not so yet. The sentence says what happens.
`;

interface Place {
	readonly subject: AnySubject;
	readonly cell: Cell;
}

const PLURALS: Readonly<Record<AnySubject['kind'], readonly [one: string, many: string]>> = {
	operation: ['operation', 'operations'],
	event: ['event', 'events'],
	credential: ['credential', 'credentials'],
	recipe: ['recipe', 'recipes'],
};

const counted = (all: readonly AnySubject[]): string =>
	Object.entries(groupBy(all, 'kind'))
		.map(([kind, { length }]) => `${length} ${PLURALS[kind as AnySubject['kind']][length === 1 ? 0 : 1]}`)
		.join(', ');

const linkTo = (file: string): string =>
	`[${file.replace(/^nodes\/shared\/|^nodes\/|^test\//, '').replace(/(\.test)?\.(ts|json)$/, '')}](../${file})`;

const kept = (name: MechanismName): string => {
	const { does, file, test }: Mechanism = MECHANISMS[name];
	return `\`${name}\` ${does} (${linkTo(file)}; shown by ${linkTo(test[0])}: “${test[1].trim()}”)`;
};

/** One line for each reason, with what it is about: open ones name all of them, folded. */
function linesOf(sign: string, places: readonly Place[], reasonOf: (cell: Cell) => string): string[] {
	return Object.entries(groupBy(places, ({ cell }) => reasonOf(cell))).map(([reason, all]) => {
		const found = all.map(({ subject }) => subject);
		const names = sign === SIGNS.open ? `\n  ${folded(found)}` : '';
		return `- ${sign} ${counted(found)}: ${reason}${names}`;
	});
}

const folded = (all: readonly AnySubject[]): string =>
	`<details><summary>Which</summary>${all.map(({ label }) => label).join(' · ')}</details>`;

const reasonOf = (cell: Cell): string =>
	cell.state === 'holds' ? kept(cell.by) : cell.state === 'exempt' ? cell.why : cell.what;

function section([, promised]: readonly [string, Promised], all: readonly AnySubject[]): string[] {
	const places = all.map((subject): Place => ({ subject, cell: cellOf(promised, subject) }));
	const states = (['holds', 'open', 'exempt'] as const).flatMap((state) =>
		linesOf(
			SIGNS[state],
			places.filter(({ cell }) => cell.state === state),
			reasonOf,
		),
	);
	return [`### ${promised.name}`, '', promised.says, '', ...states, ''];
}

/** The anchor of a heading. */
export const anchorOf = (name: string): string =>
	name
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

/** What equals in all cells is one row. */
function matrix(group: string, all: readonly AnySubject[]): string[] {
	const columns = promises().filter(([, promised]) =>
		all.some((subject) => cellOf(promised, subject).state !== 'exempt'),
	);
	const numbers = new Map(promises().map(([id], place) => [id, place + 1]));
	const signs = (subject: AnySubject) =>
		columns.map(([, promised]) => SIGNS[cellOf(promised, subject).state]).join(' | ');
	const rows = Object.entries(groupBy(all, signs)).sort(([, one], [, other]) => other.length - one.length);
	return [
		`### ${group}`,
		'',
		`| | ${columns.map(([id, { name }]) => `[${numbers.get(id)}](#${anchorOf(name)})`).join(' | ')} |`,
		`|---|${columns.map(() => ':-:').join('|')}|`,
		...rows.map(([cells, same]) => `| ${rowName(same)} | ${cells} |`),
		'',
	];
}

function rowName(all: readonly AnySubject[]): string {
	const names = all.map(({ label }) => label.replace(/^[^:]*: /, ''));
	const [few, more] = [names.slice(0, 3), names.slice(3)];
	return more.length === 0
		? few.join(', ')
		: `<details><summary>${few.join(', ')} and ${more.length} more</summary>${more.join(', ')}</details>`;
}

/** The page. */
export function promisesPage(): string {
	const all = subjects();
	const groups = Object.entries(groupBy(all, 'group'));
	const list = promises().map(
		([, { name, says }], place) => `${place + 1}. [${name}](#${anchorOf(name)}): ${says}`,
	);
	return [
		HEAD,
		'## The promises',
		'',
		...list,
		'',
		'## What they hold for',
		'',
		'The numbers are those of the list. A promise without a column is exempt in all rows of the table.',
		'',
		...groups.flatMap(([group, members]) => matrix(group, members)),
		'## How they are kept',
		'',
		...promises().flatMap((each) => section(each, all)),
	].join('\n');
}
