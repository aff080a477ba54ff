/**
 * No regular expression of the nodes takes time with the square of its input. Texts come from strangers, from shops and
 * from models: 16,000 blanks once cost 1.3 s. Every expression of the source is run on long texts that repeat what it
 * looks for and then breaks off. Expressions that repeat nothing without end look a bounded way ahead from each place.
 */
import { range } from 'lodash';
import ts from 'typescript';
import { cases } from '../../support/cases';
import { effortOf } from '../../support/effort';
import { nodesOf, placeOf, sourceFiles, type SourceFile } from './support/sourceFiles';

interface Pattern {
	readonly where: string;
	readonly regex: RegExp;
}

const patternsOf = (file: SourceFile): Pattern[] =>
	nodesOf(file.tree, ts.isRegularExpressionLiteral).map((literal) => {
		const [, body = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(literal.text) ?? [];
		return { where: `${placeOf(file, literal)} ${literal.text}`, regex: new RegExp(body, flags) };
	});

const hasEndlessRepeat = ({ source }: RegExp): boolean =>
	/[*+]|\{\d+,\}/.test(source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''));

/** What may follow and repeat: one character of each kind, and pairs of them. */
const KINDS = [...'aA0 \n\t=.,-_/<>&"@(é😀'];
const ENDS = ['a a', '\u0000', '', 'a!', ' .'].slice(0, cases(2, 5));

/** Texts that repeat a piece of what an expression names, after a start and before an end that may not fit. */
function* texts({ source }: RegExp, length: number): Generator<string> {
	const named = [...new Set(source.replace(/\\[a-zA-Z]/g, '').match(/[^\\()[\]{}|?*+^$]/gu) ?? [])].slice(
		0,
		12,
	);
	const literal = source.match(/[\w:/@.-]{2,}/g) ?? [];
	const single = [...new Set([...KINDS, ...named])];
	const units = [...single, ...literal, ...single.flatMap((each) => [`${each} `, `${each}a`, `${each}\n`])];
	for (const unit of new Set(units)) {
		const body = unit.repeat(Math.ceil(length / unit.length));
		for (const start of new Set(['', ...named.slice(0, cases(1, 4)), ...literal.slice(0, 2), 'a']))
			for (const end of ENDS) yield `${start}${body}${end}`;
	}
}

/** With the square of the length, no machine takes less than this millisecond. To read a clock costs less than the CPU's. */
function takesLong(regex: RegExp, text: string): boolean {
	const start = performance.now();
	text.replace(regex, '');
	return performance.now() - start > 1;
}

/** The text that costs an expression too much, if there is one. */
async function tooDear(regex: RegExp): Promise<string | undefined> {
	for (const text of texts(regex, LENGTH)) {
		// What is slow once may be the collection of garbage, and the exact measurement costs more than all of this.
		const isSlow = range(3).every(() => takesLong(regex, text));
		if (isSlow && (await effortOf(() => text.replace(regex, ''), MOST)) >= MOST)
			return JSON.stringify(text.slice(0, 12));
	}
	return undefined;
}

const LENGTH = 10_000;
/** In proportion to the length, 10,000 characters cost a fiftieth of this, and with its square ten times as much. */
const MOST = 1 / 3;

/** Each expression once, with one of its places. */
const patterns = [
	...new Map(
		sourceFiles('nodes', 'credentials')
			.flatMap(patternsOf)
			.map((pattern) => [String(pattern.regex), pattern]),
	).values(),
];

it('are found in the source', () => {
	expect(patterns.length).toBeGreaterThan(200);
});

it('none takes time with the square of the length', async () => {
	expect(await tooDear(/=+$/)).toBeDefined();
	const repeating = patterns.filter(({ regex }) => hasEndlessRepeat(regex));
	expect(repeating.length).toBeGreaterThan(100);
	const slow: string[] = [];
	for (const { where, regex } of repeating) {
		const text = await tooDear(regex);
		if (text !== undefined) slow.push(`${where} for many of ${text}`);
	}
	expect(slow).toEqual([]);
});
