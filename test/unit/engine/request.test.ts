import { parseTweet } from 'twitter-text';
import { spec } from '../../support/coreNodes';
import { id, text, update } from '../../../nodes/shared/fields';
import { labelOf } from '../../../nodes/shared/operation/labels';
import { op, user, type Field } from '../../../nodes/shared/operation/operation';
import { buildRequest } from '../../../nodes/shared/engine/request';
import { fc } from '../../support/properties';
import { weightedLength } from '../../../nodes/XCore/operations/postLength';

const operations = spec.resources.flatMap((resource) =>
	Object.entries(resource.operations).map(
		([name, operation]) => [`${resource.value}.${name}`, operation] as const,
	),
);

describe.each(operations)('the request of %s', (_name, operation) => {
	it('has no query without values, and a body only where there is always one', () => {
		const empty = buildRequest(operation, {});
		expect(empty.query).toEqual([]);
		expect(empty.body).toEqual(operation.body === 'always' ? {} : undefined);
	});

	it('names its fields apart', () => {
		const shown = Object.entries(operation.fields).filter(([, field]) => field.property && !field.when);
		const labels = shown.map(([key, field]) => `${field.collection ?? 'top'} ${labelOf(key, field)}`);
		expect(new Set(labels).size).toBe(labels.length);
	});
});

describe('values on the wire', () => {
	const record = (fields: Record<string, Field>) =>
		op({
			route: 'POST /2/things/{id}',
			name: 'X',
			action: 'x',
			description: 'x',
			auth: user(),
			fields: { id: id(), ...fields },
		});

	it.each([
		['a slash', 'a/b', '/2/things/a%2Fb'],
		['reserved characters', "!*'()", '/2/things/%21%2A%27%28%29'],
		['dots that climb', '../x', '/2/things/..%2Fx'],
	])('in a path are encoded: %s', (_what, value, path) => {
		expect(buildRequest(record({}), { id: value }).path).toBe(path);
	});

	it('that are empty are left out, but in an update, where they unset; false and zero are sent', () => {
		const given = { id: '1', title: '', on: false, count: 0 };
		const fields = { title: text(), on: text(), count: text() };
		expect(buildRequest(record(fields), given).body).toEqual({ on: false, count: 0 });
		expect(buildRequest(record(update(fields)), given).body).toEqual({ title: '', on: false, count: 0 });
	});
});

/** What X's own library counts. */
const counted = (text: string) => parseTweet(text).weightedLength;

describe('the counted length of a text', () => {
	it('is the library’s for texts of many scripts, emoji and addresses', () => {
		// No dot among the letters: a bare domain under a rare top-level domain is counted as text here.
		const word = fc.oneof(
			fc.string({ unit: fc.constantFrom(...'abc XYZ0189éüñ,;!?-(') }),
			fc.constantFrom(
				'日本',
				'한국',
				'Привет',
				'مرحبا',
				'ไทย',
				'हिन्दी',
				'Ελλάδα',
				'שלום',
				'cafe\u0301',
				'€',
				'“q” – …',
			),
			fc.constantFrom('😀', '👍🏿', '👩‍👩‍👧‍👦', '🇯🇵🇫🇷', '✨', '☔', '❤️', '1️⃣', '⚽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'line\nbreak'),
			fc.constantFrom(
				'https://example.com/path?x=1',
				'http://t.co/abc',
				'https://x.com/a/status/1',
				'example.org',
			),
			fc.constantFrom('#hashtag', '@user', '$CASH', 'me@example.com', 'see example.com'),
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
