import { untilUnchanged } from '../../../nodes/XAdsCampaigns/campaign/changedSince';

const page = (...times: (string | undefined)[]) => ({
	data: times.map((updated_at, index) => ({ id: `${index}`, updated_at })),
	next_cursor: 'c2',
});
const SINCE = { changed_since: '2026-03-01T12:00:00Z' };
const idsOf = (body: unknown) => (body as ReturnType<typeof page>).data.map(({ id }) => id);

describe('a list of changes', () => {
	it('goes on while all of a page changed at that very time: the next page may hold more of them', () => {
		const { body, last } = untilUnchanged(page('2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z'), SINCE);
		expect([idsOf(body), last]).toEqual([['0', '1'], false]);
	});

	it('ends where something is older', () => {
		const { body, last } = untilUnchanged(page('2026-03-01T12:00:00Z', '2026-03-01T11:59:59Z'), SINCE);
		expect([idsOf(body), last]).toEqual([['0'], true]);
	});

	it('keeps what does not say when it changed', () => {
		const { body, last } = untilUnchanged(page(undefined, '2026-03-01T12:00:01Z'), SINCE);
		expect([idsOf(body), last]).toEqual([['0', '1'], false]);
	});
});
