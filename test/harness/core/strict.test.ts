/** @jest-environment ./test/support/environment.ts */
/** Against a platform that takes what its published description has, and nothing of the older vocabulary. */
import { byId, itemsWith, useCore } from './support';

const { sim, core, lastBody, sent, world } = useCore();

beforeEach(async () => {
	await sim().control('core', 'settings', { strict: 'openapi' });
});

describe('a read with nothing chosen', () => {
	const reads: Array<[string, () => Record<string, unknown>]> = [
		['directMessage.get', () => ({ event_id: world().ownMessage.id })],
		['directMessage.getMany', () => ({})],
		['directMessage.getManyOfConversation', () => ({ id: byId(world().pair.id) })],
		['directMessage.getManyWithUser', () => ({ participant_id: byId(world().other.id) })],
	];

	it.each(reads)('gives events with their senders: %s', async (name, form) => {
		const run = await core(name, form() as never);
		expect(run.error).toBeUndefined();
		expect(run.json.length).toBeGreaterThan(0);
		for (const event of run.json)
			if (event.event_type === 'MessageCreate')
				expect(event).toMatchObject({
					text: expect.any(String) as string,
					sender_id: expect.any(String) as string,
				});
	});

	it('says who wrote a Post', async () => {
		const { ownPost, me } = world();
		const run = await core('post.get', { id: byId(ownPost.id) });
		expect(run.json[0]).toMatchObject({ author_id: me.id, author: { id: me.id } });
	});

	it('finds out once what X refuses, not for each item', async () => {
		const { ownMessage } = world();
		const ids = [ownMessage.id, ownMessage.id, ownMessage.id];
		await core('directMessage.get', { event_id: '={{ $json.value }}' }, { items: itemsWith(ownMessage.id) });
		const alone = sent().length;
		await core('directMessage.get', { event_id: '={{ $json.value }}' }, { items: itemsWith(...ids) });
		expect(sent().length).toBe(2 * alone + ids.length - 1);
	});
});

describe('Selected Fields', () => {
	it.each(['sender_id', 'participant_ids'])(
		'have what is to be had by an expansion only: %s',
		async (name) => {
			const run = await core('directMessage.getMany', {
				output: 'selectedFields',
				outputFields: `id,${name}`,
				returnAll: true,
			});
			expect(run.error).toBeUndefined();
			expect(run.json.some((event) => event[name] !== undefined)).toBe(true);
		},
	);
});

describe('a choice of the user', () => {
	it('goes by the name that X has for it', async () => {
		const { ownPost } = world();
		const run = await core('post.get', {
			id: byId(ownPost.id),
			options: { tweet_fields: ['text', 'note_tweet'], expansions: ['author_id', 'edit_history_tweet_ids'] },
		});
		expect(run.error).toBeUndefined();
		expect(sim().requests.at(-1)?.query).toMatchObject({
			'post.fields': 'text,note_post',
			expansions: 'author_id,edit_history_post_ids',
		});
	});

	it('is an error that names the field where X has none', async () => {
		const run = await core('user.getMe', { options: { user_fields: ['pinned_tweet_id'] } });
		expect(run.error?.message).toMatch(/pinned_(tweet|post)_id/);
		expect(run.error?.message).toMatch(/user\.fields/);
	});

	it.each([
		['received', 'inbound'],
		['sent', 'outbound'],
		['inbound', 'inbound'],
	])('names a direction as X does: %s', async (direction, wire) => {
		const run = await core('activitySubscription.create', {
			event_type: 'like.create',
			user_id: byId(world().me.id),
			additionalFields: { filter_direction: direction },
		});
		expect(run.error).toBeUndefined();
		expect(lastBody()).toMatchObject({ filter: { direction: wire } });
	});
});
