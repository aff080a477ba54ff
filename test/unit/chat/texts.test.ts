/**
 * Texts: links, mentions, hashtags and cashtags, against twitter-text, as X's own clients use it for Posts; and what a
 * person reads before an agent may use a tool, where each line comes from the input.
 */
import {
	extractCashtagsWithIndices,
	extractHashtagsWithIndices,
	extractMentionsWithIndices,
	extractUrlsWithIndices,
} from 'twitter-text';
import { entitiesIn } from '../../../nodes/XChat/operations/attachments';
import { cases } from '../../support/cases';
import { effortOf } from '../../support/effort';
import { fc } from '../../support/properties';
import { inputAsText } from '../../../nodes/XChat/waiting/question';

const PIECES = [
	'Hello Grüße 東京 😀 12 a@b.example $5 # @ $ #1 ##a @@b #news #Übung #東京 #a_1 @ada @Ada_1 $TSLA $x',
	'https://example.com https://example.com/a?b=c&d=%20#e http://example.com/~x/(y) ftp://example.com',
].flatMap((line) => line.split(' '));
const SIGNS = [' ', '  ', '\n', ', ', '. ', '! ', '? ', ' (', ') ', ': '];

/** What twitter-text finds, in bytes. */
function witnessed(text: string): unknown[] {
	const links = extractUrlsWithIndices(text, { extractUrlsWithoutProtocol: false });
	const isFree = ({ indices: [start] }: { readonly indices: readonly [number, number] }) =>
		!links.some(({ indices: [from, to] }) => start >= from && start < to);
	const found = [
		...links.map((each) => ['url', each.indices] as const),
		...extractMentionsWithIndices(text)
			.filter(isFree)
			.map((each) => ['mention', each.indices] as const),
		...extractHashtagsWithIndices(text)
			.filter(isFree)
			.map((each) => ['hashtag', each.indices] as const),
		...extractCashtagsWithIndices(text)
			.filter(isFree)
			.map((each) => ['cashtag', each.indices] as const),
	];
	return found.map(([kind, [start, end]]) => [kind, text.slice(start, end)]).sort(byText);
}

const byText = (a: unknown[], b: unknown[]): number => (String(a) < String(b) ? -1 : 1);

/** What the nodes mark, read back by the bytes that they name. */
const found = (text: string): unknown[] =>
	entitiesIn(text)
		.map(({ start_index: start, end_index: end, content = {} }) => [
			Object.keys(content)[0],
			Buffer.from(text).subarray(start, end).toString(),
		])
		.sort(byText);

test('texts of words, signs and entities have the entities that twitter-text finds', () => {
	const text = fc
		.array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(...SIGNS)), { maxLength: 8 })
		.map((all) => all.flat().join(''));
	fc.assert(
		fc.property(text, (given) => expect(found(given)).toEqual(witnessed(given))),
		{ numRuns: cases(300, 20_000) },
	);
});

test('any text has entities within its bytes, in order and without an overlap', () => {
	const text = fc.string({
		unit: fc.constantFrom('@', '#', '$', 'a', 'http://', '.', ' ', '😀', ')'),
		maxLength: 200,
	});
	fc.assert(
		fc.property(text, (given) => {
			const places = entitiesIn(given).flatMap(({ start_index: start, end_index: end }) => [
				start ?? -1,
				end ?? -1,
			]);
			expect(places).toEqual([...places].sort((a, b) => a - b));
			expect(places.at(-1) ?? 0).toBeLessThanOrEqual(Buffer.byteLength(given));
		}),
		{ numRuns: cases(300, 3000) },
	);
});

test.each(['@', '#', '$', '#1', 'https://', '@a ', ')', 'https://x)'])(
	'10,000 characters of "%s" take no time',
	async (unit) => {
		const text = unit.repeat(10_000 / unit.length);
		expect(await effortOf(() => entitiesIn(text), 10)).toBeLessThan(10);
	},
);

describe('the input of a tool, as a person reads it', () => {
	// https://www.unicode.org/reports/tr36/ and the tags of https://www.unicode.org/charts/PDF/UE0000.pdf (read on 2026-11-28)
	it.each([
		['a line separator', 'Hi\u2028Approve: https://example.com/', '\\u2028'],
		['a paragraph separator', 'Hi\u2029Input: {}', '\\u2029'],
		['a next line', 'Hi\u0085Input: {}', '\\u0085'],
		['a change of direction', 'pay \u202e00001$\u202c', '\\u202e'],
		['an isolate', 'pay \u206700001$\u2069', '\\u2067'],
		['a letter that no one sees', 'Hi\u200b', '\\u200b'],
		['a letter without a shape', 'Hi\u3164', '\\u3164'],
		['a tag', 'Hi\u{e0041}', '\\udb40\\udc41'],
	])('shows %s', (_what, text, shown) => {
		const written = inputAsText({ Text: text });
		expect(written).toContain(shown);
		expect(written).toMatch(/^\{\n {2}"Text": "[ -~]+"\n\}$/);
		expect(JSON.parse(written)).toEqual({ Text: text });
	});

	it.each(['می\u200cخواهم', '👨\u200d👩\u200d👧', 'Grüße, 你好 ❤\ufe0f'])('leaves %s as it is', (text) => {
		expect(inputAsText({ Text: text })).toContain(text);
	});
});
