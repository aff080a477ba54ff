/** The table of promises (docs/promises.md): nothing is without a cell, and nothing is promised that the table does not have. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { difference, uniq } from 'lodash';
import { STEPS } from '../../../nodes/shared/engine/steps';
import { MECHANISMS, type Mechanism } from '../../../scripts/docs/promiseMechanisms';
import { anchorOf } from '../../../scripts/docs/promisesPage';
import { cellOf, promises } from '../../../scripts/docs/promises';
import { subjects, type AnySubject, type CredentialSubject } from '../../../scripts/docs/promiseSubjects';
import type { TakenOut } from '../../support/packageCopy';
import { MISTAKES } from './support/mistakes';
import { records } from './support/records';

const ROOT = resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const mechanisms: Array<[string, Mechanism]> = Object.entries(MECHANISMS);
const shown: Array<[string, TakenOut]> = [
	...mechanisms,
	...MISTAKES.map((mistake): [string, TakenOut] => [mistake.takeOut[0], mistake]),
];
const all = subjects();
const ofKind = (kind: AnySubject['kind']) => all.filter((subject) => subject.kind === kind);
const held = promises().flatMap(([, promised]) =>
	all.flatMap((subject) => {
		const cell = cellOf(promised, subject);
		return cell.state === 'holds' ? [cell.by] : [];
	}),
);

describe('the table', () => {
	it('has a cell for all that the package has', () => {
		const { n8n } = JSON.parse(read('package.json')) as { n8n: { credentials: string[]; nodes: string[] } };
		expect(ofKind('operation')).toHaveLength(records().length);
		expect(ofKind('credential')).toHaveLength(n8n.credentials.length);
		expect(uniq(all.map(({ group }) => group)).filter((group) => group.startsWith('X '))).toHaveLength(
			n8n.nodes.length,
		);
		expect(ofKind('recipe')).toHaveLength(
			readdirSync(join(ROOT, 'examples')).filter((file) => file.endsWith('.json')).length,
		);
		expect(uniq(all.map(({ label }) => label))).toHaveLength(all.length);
	});

	it('has no exception for what there is not', () => {
		const labels = all.map(({ label }) => label);
		const exceptions = promises().flatMap(([, promised]) => Object.keys(promised.exceptions ?? {}));
		expect(difference(exceptions, labels)).toEqual([]);
	});

	it('says why, wherever a promise does not hold', () => {
		const unsaid = promises().flatMap(([id, promised]) =>
			all
				.filter((subject) => {
					const cell = cellOf(promised, subject);
					return (
						cell.state !== 'holds' &&
						!/^(?:[A-Z]|n8n).*\.$/.test(cell.state === 'open' ? cell.what : cell.why)
					);
				})
				.map(({ label }) => `${id}: ${label}`),
		);
		expect(unsaid).toEqual([]);
	});
});

describe('a mechanism', () => {
	it.each(shown)('is there, with the test that shows it: %s', (_name, { file, takeOut, test }) => {
		expect(read(file).split(takeOut[0])).toHaveLength(2);
		const name = test[1].replaceAll("'", String.raw`\'`);
		const source = read(test[0]);
		expect(source.includes(test[1]) || source.includes(name)).toBe(true);
	});

	it('keeps some promise', () => {
		expect(difference(Object.keys(MECHANISMS), held)).toEqual([]);
	});

	it('is each step of a request, but for what promises nothing', () => {
		// One makes lists in the editor cheaper, one says more of a refusal.
		const withoutPromise = ['seen', 'access'];
		expect(
			difference(
				STEPS.map(({ name }) => name),
				[...Object.keys(MECHANISMS), ...withoutPromise],
			),
		).toEqual([]);
	});
});

/** A sentence about all operations, triggers, credentials or recipes. */
const CLAIM =
	/\b(?:every|each|all) (operation|write|trigger|credential|recipe)s?(?: of [\w ]+| that \w+(?:,[^,]*,)?)? (?:has(?! its own)|have|ends?|stops?|remembers?|keeps?|passes|with which|never)\b/i;
const KINDS: Readonly<Record<string, AnySubject['kind']>> = {
	operation: 'operation',
	write: 'operation',
	trigger: 'event',
	credential: 'credential',
	recipe: 'recipe',
};

/** Pages that people wrote. */
const pages = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((file) => `docs/${file}`)].filter(
	(file) => file.endsWith('.md') && file !== 'docs/promises.md',
);

/** What is wrong with a sentence; undefined if it claims no more than the table. */
function fault(sentence: string): string | undefined {
	const kind = KINDS[CLAIM.exec(sentence)?.[1]?.toLowerCase() ?? ''];
	if (!kind) return undefined;
	const anchor = /promises\.md#([^)]+)/.exec(sentence)?.[1];
	const promised = promises().find(([, { name }]) => anchorOf(name) === anchor)?.[1];
	if (!promised) return 'links to no promise';
	const holes = ofKind(kind).filter((subject) => cellOf(promised, subject).state === 'open');
	return holes.length > 0 && !/\b(?:but|except)\b/.test(sentence)
		? `is not so for ${holes.map(({ label }) => label).join(', ')}`
		: undefined;
}

it('finds a sentence that claims too much', () => {
	expect(fault('Every write has a look-up.')).toBe('links to no promise');
	expect(fault('Every operation has a [place](promises.md#goes-on-where-it-stopped).')).toContain(
		'is not so',
	);
});

it('claims no more in a page than the table has', () => {
	const sentences = pages.flatMap((file) =>
		read(file)
			.split(/(?<=[.!?:])\s+|\n/)
			.map((sentence) => [file, sentence] as const),
	);
	expect(sentences.filter(([, sentence]) => CLAIM.test(sentence)).length).toBeGreaterThan(3);
	const wrong = sentences.flatMap(([file, sentence]) => {
		const found = fault(sentence);
		return found === undefined ? [] : [`${file}: "${sentence}" ${found}`];
	});
	expect(wrong).toEqual([]);
});

it('shows no secret of a credential', () => {
	const shown = (ofKind('credential') as CredentialSubject[]).flatMap(({ label, type }) =>
		type.properties
			.filter(
				({ name, type: kind, typeOptions }) =>
					kind !== 'notice' && /token$|secret|private|keys$/i.test(name) && typeOptions?.password !== true,
			)
			.map(({ name }) => `${label}: ${name}`),
	);
	expect(shown).toEqual([]);
});
