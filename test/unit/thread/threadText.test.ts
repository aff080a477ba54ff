/** The cutting of long texts, held against X's own library for counting. */
import { parseTweet } from 'twitter-text';
import { cutText, segmentsOf, threadTexts } from '../../../nodes/XCore/operations/threadText';
import { fc } from '../../support/properties';
import { effortOf } from '../../support/effort';
import { cases } from '../../support/cases';

const counted = (text: string) => parseTweet(text).weightedLength;
const withoutBlanks = (text: string) => text.replace(/\s+/g, '');

/** Some with a mark at an end, and some that only look like one. */
const ADDRESSES =
	'https://example.com/path?x=1&y=(2) http://t.co/abc. (https://x.com/a/status/1), example.org ' +
	'https://example.photography/a https://localhost/a a.b.c.museum @https://a.de me@example.com ' +
	'https://例え.jp/パス https://a.com/日本語 www.example.co.uk/x? x.y… https://a.com/b(c/d';

/** Words of many kinds, and blanks of many kinds between them. */
const word = fc.oneof(
	fc.lorem({ maxCount: 3 }),
	fc.string({ unit: fc.constantFrom(...'abcXYZ019éüñ.,;!?-_/()@#$'), minLength: 1, maxLength: 30 }),
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }),
	fc.constantFrom(
		'日本語の文です。次の文。',
		'한국어',
		'Привет, мир!',
		'مرحبا',
		'ไทย',
		'हिन्दी',
		'z. B.',
		'Dr. Who',
	),
	fc.constantFrom('😀', '👍🏿', '👩‍💻', '🐱‍🐉', '🇯🇵', '🇯', '❤️', '1️⃣', '⚽', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '©', '‼️'),
	fc.constantFrom(...ADDRESSES.split(' '), `https://example.com/${'long/'.repeat(100)}`),
	fc.constantFrom('a'.repeat(700), '字'.repeat(300), '.'.repeat(400)),
);
const blank = fc.constantFrom(' ', ' ', ' ', '\n', '\n\n', '  ', '. ', '! ', '? ', '\t', '\u3000');
const text = fc
	.array(fc.tuple(word, blank), { maxLength: 60 })
	.map((pairs) => pairs.map(([one, gap]) => one + gap).join(''));

describe('a text that is cut', () => {
	it('loses nothing, and no part counts too much', () => {
		fc.assert(
			fc.property(text, fc.constantFrom(280, 280, 100, 40), (whole, max) => {
				const parts = cutText(whole, max);
				expect(withoutBlanks(parts.join(''))).toBe(withoutBlanks(whole));
				for (const part of parts) {
					expect([counted(part) <= max, part]).toEqual([true, part]);
					expect(part.trim()).toBe(part);
				}
			}),
			{ numRuns: cases(40, 1000) },
		);
	});

	it('is numbered within the same bound', () => {
		fc.assert(
			fc.property(
				fc.array(text, { minLength: 1, maxLength: 4 }),
				fc.constantFrom('before', 'after'),
				(texts, numbering) => {
					const parts = threadTexts(texts, { max: 280, isCut: true, numbering } as const).flat();
					for (const [index, part] of parts.entries()) {
						const number = `${index + 1}/${parts.length}`;
						expect(numbering === 'before' ? part.split(' ')[0] : part.split(' ').at(-1)).toBe(number);
						expect([counted(part) <= 280, part]).toEqual([true, part]);
					}
				},
			),
			{ numRuns: cases(8, 200) },
		);
	});

	const sentence = (length: number) => `Word ${'word '.repeat(length / 5 - 2)}end.`;

	it.each<[string, string, string[]]>([
		['one that fits', 'Hello', ['Hello']],
		['a blank one', ' \n ', ['']],
		['at the end of a sentence', `${sentence(200)} ${sentence(200)}`, [sentence(200), sentence(200)]],
		[
			'at the end of a paragraph rather than of a sentence',
			`${sentence(200)}\n\n${sentence(50)} ${sentence(200)}`,
			[sentence(200), `${sentence(50)} ${sentence(200)}`],
		],
		[
			'between words where no sentence ends near',
			`${'word '.repeat(56)}and on`,
			['word '.repeat(56).trim(), 'and on'],
		],
		[
			'not after an abbreviation',
			`${sentence(150)} See e.g. ${'word '.repeat(40)}end.`,
			[sentence(150), `See e.g. ${'word '.repeat(40)}end.`],
		],
		[
			'after Chinese sentences without blanks',
			`${'字'.repeat(99)}。${'字'.repeat(99)}。`,
			[`${'字'.repeat(99)}。`, `${'字'.repeat(99)}。`],
		],
		[
			'never in an address',
			`${'x'.repeat(260)} https://example.com/?a=b.c`,
			['x'.repeat(260), 'https://example.com/?a=b.c'],
		],
		[
			'before an address that stands in a long word',
			`${'字'.repeat(130)}https://example.com/?a=b.c${'字'.repeat(130)}`,
			['字'.repeat(130), `https://example.com/?a=b.c${'字'.repeat(115)}`, '字'.repeat(15)],
		],
		['in a word that no Post can hold', 'x'.repeat(281), ['x'.repeat(280), 'x']],
	])('is cut %s', (_case, whole, parts) => {
		expect(cutText(whole, 280)).toEqual(parts);
	});

	it.each([
		'a.'.repeat(12_500),
		`${'a'.repeat(25_000)}.`,
		`a.${'\u0301\u0323'.repeat(12_000)}`,
		'👍'.repeat(6_250),
		'각'.repeat(8_333),
		'☺'.repeat(8_333),
		'e\u0301'.repeat(8_333),
	])('takes ten times a fixed calculation at most for a long word: %.8s …', async (word) => {
		expect(await effortOf(() => cutText(word, 280), 10)).toBeLessThan(10);
	});

	it('is divided into what people see as characters, as Unicode says', () => {
		const segmenter = new Intl.Segmenter('und');
		const parts =
			'e 1 \u0301 \u0323 \u0483 👍 🏽 \u200d \ufe0f \u20e3 あ \u3099 각 \u1100 \u1161 क \u094d ก \u0e33 \u0600 🇩 \r \n © 字 ж';
		const part = fc.constantFrom(...parts.split(' '), '\u00ad', '\ud83d', '\u0301'.repeat(300));
		const characters = fc.oneof(
			fc.array(part, { maxLength: 8 }),
			fc.array(part, { minLength: 100, maxLength: 500 }),
		);
		fc.assert(
			fc.property(characters, (some) => {
				const whole = some.join('');
				expect(segmentsOf(whole)).toEqual(Array.from(segmenter.segment(whole), ({ segment }) => segment));
			}),
			{ numRuns: cases(300, 5_000) },
		);
	});

	it('makes room for longer numbers', () => {
		const parts = threadTexts(['word '.repeat(600)], { max: 280, isCut: true, numbering: 'after' }).flat();
		expect(parts).toHaveLength(11);
		expect(parts[0]).toMatch(/ 1\/11$/);
		expect(parts.at(-1)).toMatch(/ 11\/11$/);
	});

	it('stays whole where it is not to be cut', () => {
		const rules = { max: 280, isCut: false, numbering: 'none' } as const;
		expect(threadTexts(['x'.repeat(999), 'b'], rules)).toEqual([['x'.repeat(999)], ['b']]);
	});
});
