/** What a person reads before an agent may use a tool: all of its input, and in it no line that is not the input's. */
import { inputAsText } from '../../../nodes/XChat/waiting/question';

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
