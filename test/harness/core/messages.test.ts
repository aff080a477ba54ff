/** @jest-environment ./test/support/environment.ts */
import { by, byId, first, useCore } from './support';

const { core, held, lastBody, world } = useCore();

const picture = async () => {
	const items = [{ json: {}, binary: { data: { data: 'aGVsbG8=', mimeType: 'image/png' } } }];
	return first(await core('media.upload', { media_category: 'dm_image' }, { items }));
};

describe('sending', () => {
	it.each(['oAuth1', 'oAuth2'] as const)('writes to a user, with %s', async (as) => {
		const { other, pair } = world();
		const form = { participant_id: by('username', other.username), text: "It's (here)! 100 % + ☂" };
		const run = await core('directMessage.send', form, { as });
		expect(run.json).toEqual([
			{ dm_conversation_id: pair.id, dm_event_id: expect.stringMatching(/^\d{19}$/) as string },
		]);
		expect(held().dmEvents.get(first(run, 'dm_event_id'))).toMatchObject({ text: form.text });
		expect(lastBody()).toEqual({ text: form.text });
	});

	it('sends one picture, without a text', async () => {
		const { group } = world();
		const media_id = await picture();
		const run = await core('directMessage.sendToConversation', {
			dm_conversation_id: byId(group.id),
			additionalFields: { media_id },
		});
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({ attachments: [{ media_id }] });
	});

	it('begins a group with several people and a picture', async () => {
		const { others, me } = world();
		const media_id = await picture();
		const run = await core('directMessage.createGroup', {
			first_participant: byId(others[0]!.id),
			second_participant: by('username', others[1]!.username),
			text: 'Hello all',
			additionalFields: { more_participant_ids: `${others[2]!.id},${others[3]!.id}`, media_id },
		});
		expect(run.error).toBeUndefined();
		const ids = others.slice(0, 4).map(({ id }) => id);
		expect(lastBody()).toEqual({
			conversation_type: 'Group',
			participant_ids: ids,
			message: { text: 'Hello all', attachments: [{ media_id }] },
		});
		const made = held().conversations.get(first(run, 'dm_conversation_id'));
		expect(made).toMatchObject({ group: true, participants: [me.id, ...ids] });
	});
});
