/** Result files, cut anywhere, against the JSON parser. */
import { entriesIn, entriesOf } from '../../../nodes/XAdsAnalytics/report/entries';
import { WrongAnswer, type SegmentMetrics } from '../../../nodes/XAdsAnalytics/report/rows';
import type { Problem } from '../../../nodes/shared/errors';
import { fc } from '../../support/properties';

async function read(text: string, pieces: readonly number[], problems: Problem[] = []) {
	const cuts = [...new Set(pieces.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
	const parts = [0, ...cuts].map((from, place) => text.slice(from, cuts[place] ?? text.length));
	const entries: SegmentMetrics[] = [];
	for await (const entry of entriesIn(
		(async function* () {
			for (const part of parts) yield await Promise.resolve(part);
		})(),
		problems,
	))
		entries.push(entry);
	return entries;
}

const wording = fc.string({
	unit: fc.constantFrom('a', '"', '\\', '{', '}', '[', ']', 'id', 'data', 'é', ','),
});
const metrics = fc.dictionary(
	wording.filter((name) => name !== '__proto__'),
	fc.oneof(fc.constant(null), fc.array(fc.oneof(fc.nat(), fc.constant(null)), { maxLength: 4 })),
);
const segment = fc.oneof(fc.constant(null), fc.record({ segment_name: wording, segment_value: wording }));
const file = fc.record({
	request: fc.record({ params: fc.record({ id: wording, data: fc.array(fc.record({ id: wording })) }) }),
	data_type: wording,
	errors: fc.option(fc.array(fc.record({ message: wording, params: fc.record({ data: wording }) })), {
		nil: undefined,
	}),
	data: fc.array(
		fc.record({
			id: wording.filter((id) => id !== '' && !/["\\]/.test(id)),
			id_data: fc.array(fc.record({ segment, metrics }), { maxLength: 3 }),
		}),
		{ maxLength: 4 },
	),
});

it('reads what the JSON parser reads, wherever the pieces begin', async () => {
	await fc.assert(
		fc.asyncProperty(
			file,
			fc.array(fc.nat(), { maxLength: 12 }),
			fc.boolean(),
			async (body, pieces, isWide) => {
				const text = JSON.stringify(body, null, isWide ? 2 : 0);
				const problems: Problem[] = [];
				expect(await read(text, pieces, problems)).toEqual(entriesOf(JSON.parse(text)));
				expect(problems).toEqual(body.errors ?? []);
			},
		),
		{ numRuns: 400 },
	);
});

it.each(['{"data":[{"id":"a","id_data":[{"segm', '{"errors":[]}', '<html>Sign in</html>', ''])(
	'refuses %s',
	async (text) => {
		await expect(read(text, [])).rejects.toBeInstanceOf(WrongAnswer);
	},
);
