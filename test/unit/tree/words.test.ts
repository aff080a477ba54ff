/**
 * The words of the forms: those that CONTRIBUTING.md asks for. What messages name as a label is in a form.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { once } from 'lodash';
import ts from 'typescript';
import { host } from '../../support';
import { avoidedIn } from './support/avoidedWords';
import { nodesOf, parse, placeOf, sourceFiles, type SourceFile } from './support/sourceFiles';

const TEXTS = ['displayName', 'description', 'hint', 'placeholder', 'action'] as const;

interface Named {
	readonly name?: string;
	readonly path: string;
	readonly text: string;
}

/** Every text that people read, anywhere in a description. */
function* textsIn(value: unknown, path: string): Generator<Named> {
	if (typeof value !== 'object' || value === null) return;
	if (Array.isArray(value)) {
		for (const each of value) yield* textsIn(each, path);
		return;
	}
	const part = value as Record<string, unknown>;
	const name = typeof part.name === 'string' ? part.name : undefined;
	const here = name === undefined ? path : `${path} → ${name}`;
	for (const key of TEXTS) {
		const text = part[key];
		if (typeof text === 'string') yield { path: here, text, ...(name !== undefined && { name }) };
	}
	if ('value' in part && name !== undefined) yield { path: here, text: name, name };
	for (const inner of Object.values(part)) yield* textsIn(inner, here);
}

const described = () =>
	[...host().nodesOfPackage(), ...host().credentialsOfPackage()].map(([, each]) => each);

const shown = once((): Named[] => [
	...host()
		.nodesOfPackage()
		.flatMap(([, { description }]) => [...textsIn(description, description.name)]),
	...host()
		.credentialsOfPackage()
		.flatMap(([, { name, properties }]) => [...textsIn(properties, name)]),
]);

/** Abbreviations end no sentence. */
const sentences = (text: string) =>
	text.replace(/\b(e\.g|i\.e|etc)\./g, '').match(/[a-z0-9)>”"][.!?] (?=[A-Z])/g) ?? [];

describe('the words of the forms', () => {
	it.each(avoidedIn('forms'))('are not %s', (pattern, _, instead) => {
		const hits = shown().flatMap(({ path, text }) => {
			const word = pattern.exec(text)?.[0];
			return word === undefined ? [] : [`${path} "${word}" → write ${instead}: ${text}`];
		});
		expect(hits).toEqual([]);
	});

	it('would be found', () => {
		expect(avoidedIn('forms').filter(([pattern, example]) => !pattern.test(example))).toEqual([]);
		expect(shown().length).toBeGreaterThan(3000);
	});

	it('end with a full stop after several sentences', () => {
		const open = shown().filter(({ text }) => sentences(text).length > 0 && !/[.!?]$/.test(text));
		expect(open).toEqual([]);
	});
});

/** What n8n, X and shops call their things, and fields that only one of several forms has. */
const OF_OTHERS = [
	'Execute Sub-workflow',
	'HTTP Request',
	'On Error',
	'WordPress to English',
	'X Ads',
	'X Ads Manager',
	'X Premium',
];

const VERBS = 'set raise lower switch choose enter use under in of with clear check'
	.split(' ')
	.map((verb) => `[${verb.charAt(0).toUpperCase()}${verb.charAt(0)}]${verb.slice(1)}`)
	.join('|');
const WORD = String.raw`[A-Z][\w'-]*`;
const BETWEEN = '(?: (?:of|the|and|to|in|for|a|on|by|at|an|is|per)(?= [A-Z]))?';
/** A verb or a preposition, and two words or more that are written as a label. */
const NAMED = new RegExp(String.raw`\b((?:${VERBS}|Options →)) (${WORD}(?:${BETWEEN} ${WORD})+)`, 'g');

const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
	ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

/** Whether a label begins so, its parts are labels, or it is a part of one. */
function isKnown(verb: string, label: string, known: ReadonlySet<string>): boolean {
	const words = label.split(' ');
	const begins = words.map((_, last) => words.slice(0, last + 1).join(' ')).slice(1);
	return (
		[...begins, ...begins.map((begin) => `${verb} ${begin}`)].some((each) => known.has(each)) ||
		label.split(/ (?:in|to) /).every((part) => known.has(part)) ||
		[...known].some((each) => each.endsWith(` ${verb} ${label}`))
	);
}

/** The labels that a file names and no form has. */
const unknownLabels = (file: SourceFile, known: ReadonlySet<string>): string[] =>
	nodesOf(file.tree, isText)
		.filter(({ text }) => !known.has(text))
		.flatMap((node) =>
			[...node.text.matchAll(NAMED)]
				.filter(([, verb = '', label = '']) => !isKnown(verb, label, known))
				.map(([, , label]) => `${placeOf(file, node)} ${label}`),
		);

/** Every label, option and action, with and without its unit in brackets. */
function labelsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => {
		if (typeof inner !== 'string') return labelsIn(inner);
		return ['displayName', 'name', 'action'].includes(key) ? [inner, inner.replace(/ \([^()]+\)$/, '')] : [];
	});
}

const known = once(() => new Set([...labelsIn(described()), ...OF_OTHERS]));

describe('what messages of the nodes name as a label', () => {
	it('is a label of a form', () => {
		expect(sourceFiles('nodes').flatMap((file) => unknownLabels(file, known()))).toEqual([]);
	});

	it('is found where it is none', () => {
		const file = parse('nodes/a.ts', "const advice = 'Raise Longest Wait, or set Max Wait in the options';");
		expect(unknownLabels(file, known())).toEqual(['nodes/a.ts:1 Longest Wait']);
	});
});
