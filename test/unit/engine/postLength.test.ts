import { fc } from '../../support/properties';
import { weightedLength } from '../../../nodes/XCore/operations/postLength';
import { parseTweet } from 'twitter-text';

/** What X's own library counts. */
const counted = (text: string) => parseTweet(text).weightedLength;

const TEXTS: ReadonlyArray<readonly [text: string, length: number]> = [
	['', 0],
	['Hello, world!', 13],
	['naïve café', 10],
	['cafe\u0301', 4],
	['日本語', 6],
	['한국어', 6],
	['العربية', 7],
	['Привет', 6],
	['שלום', 4],
	['€', 2],
	['“quoted” – text…', 17],
	['😀', 2],
	['👍🏽', 2],
	['👩‍👩‍👧‍👦', 2],
	['🇩🇪🇫🇷', 4],
	['1️⃣ #️⃣', 5],
	['❤️', 2],
	['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
	['https://example.com', 23],
	['see https://example.com/a/b?c=d#e now', 31],
	['example.com', 23],
	['two: http://a.de and http://b.fr/x', 56],
	['me@example.com', 14],
	['line\nbreak', 10],
];

describe('the counted length of a text', () => {
	it.each(TEXTS)('%j counts %d, as X’s own library counts it', (text, length) => {
		expect([weightedLength(text), counted(text)]).toEqual([length, length]);
	});

	it('is the library’s for texts of many scripts, emoji and addresses', () => {
		// No dot among the letters: a bare domain under a rare top-level domain is counted as text here.
		const word = fc.oneof(
			fc.string({ unit: fc.constantFrom(...'abc XYZ0189éüñ,;!?-(') }),
			fc.constantFrom('日本', '한국', 'Привет', 'مرحبا', 'ไทย', 'हिन्दी', 'Ελλάδα'),
			fc.constantFrom('😀', '👍🏿', '👩‍💻', '🇯🇵', '✨', '☔', '❤️', '1️⃣', '⚽'),
			fc.constantFrom(
				'https://example.com/path?x=1',
				'http://t.co/abc',
				'https://x.com/a/status/1',
				'example.org',
			),
			fc.constantFrom('#hashtag', '@user', '$CASH'),
		);
		fc.assert(
			fc.property(fc.array(word, { maxLength: 12 }), (words) => {
				const text = words.join(' ');
				expect([text, weightedLength(text)]).toEqual([text, counted(text)]);
			}),
			{ numRuns: 500 },
		);
	});
});
