/**
 * What version 2.170 of the description added to operations that were there before.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { byId, useCore } from './support';

const { core, held, lastBody, sent, world } = useCore();

describe('many bookmarks at once', () => {
	it('go into a folder with one request, and say what was refused', async () => {
		const { foreignPost, ownPost, me } = world();
		const [folder = ''] = held().bookmarkFolders.keys();
		const ids = [foreignPost.id, ownPost.id, '12'];
		const run = await core('bookmark.addMany', {
			tweet_ids: ids.join(),
			additionalFields: { folder_id: folder },
		});
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({ tweet_ids: ids, folder_id: folder });
		expect(run.json).toMatchObject([
			{ tweet_id: foreignPost.id, bookmarked: true },
			{ tweet_id: ownPost.id, bookmarked: true },
			{ tweet_id: '12', bookmarked: false, detail: expect.any(String) as string },
		]);
		expect(run.hints[0]?.message).toContain('Could not find the Post');
		expect(held().bookmarks.get(me.id)?.slice(0, 2).sort()).toEqual([foreignPost.id, ownPost.id].sort());
		expect(sent().filter((request) => request.startsWith('POST'))).toHaveLength(1);
	});

	it('are done where X refuses none of them', async () => {
		const { foreignPost, ownPost } = world();
		const run = await core('bookmark.addMany', { tweet_ids: `${foreignPost.id},${ownPost.id}` });
		expect([run.error?.message, run.json.map(({ bookmarked }) => bookmarked)]).toEqual([
			undefined,
			[true, true],
		]);
	});
});

describe('a subscription to activity', () => {
	it('may end by itself, and have further conditions', async () => {
		const { me } = world();
		const run = await core('activitySubscription.create', {
			event_type: 'subscriptions.subscribe',
			user_id: byId(me.id),
			additionalFields: { expires_at: '2026-12-31T00:00:00Z', filter_qualifiers: '{"source":"web"}' },
		});
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({
			event_type: 'subscriptions.subscribe',
			filter: { user_id: me.id, qualifiers: { source: 'web' } },
			expires_at: '2026-12-31T00:00:00Z',
		});
	});
});
