/** @jest-environment ./test/support/environment.ts */
import { by, byId, first, useCore } from './support';

const { sim, core, count, held, lastBody, sent, world } = useCore();

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

describe('reading', () => {
	it('reads all conversations to the end', async () => {
		const run = await core('directMessage.getMany', { returnAll: true });
		expect(run.json).toHaveLength(held().dmEvents.size);
		expect(count('/2/dm_events')).toBe(Math.ceil(held().dmEvents.size / 100));
		expect(sim().requests[0]?.query.max_results).toBe('100');
	});

	it('reads the conversation with one user, senders joined in', async () => {
		const { other } = world();
		const run = await core('directMessage.getManyWithUser', {
			participant_id: byId(other.id),
			limit: 3,
			options: { expansions: ['sender_id'] },
			filters: { event_types: ['MessageCreate'] },
		});
		expect(run.json).toHaveLength(3);
		for (const event of run.json)
			expect(event).toMatchObject({ event_type: 'MessageCreate', sender: { id: event.sender_id } });
	});

	it('tells people joining from messages', async () => {
		const { group } = world();
		const run = await core('directMessage.getManyOfConversation', {
			id: byId(group.id),
			filters: { event_types: ['ParticipantsJoin'] },
			options: { expansions: ['participant_ids'] },
		});
		expect(run.json).toMatchObject([{ event_type: 'ParticipantsJoin', participant_ids: group.participants }]);
		expect(run.json[0]?.participants).toHaveLength(group.participants.length);
	});

	it('says that an event is not there', async () => {
		const run = await core('directMessage.get', { event_id: '1' });
		expect(run.error?.message).toMatch(/^Not found: Could not find dm_event/);
		expect(run.error?.httpCode).toBe('404');
	});
});

it('deletes an own message and refuses another’s in plain words', async () => {
	const { ownMessage, me } = world();
	const run = await core('directMessage.delete', { event_id: ownMessage.id });
	expect(run.json).toEqual([{ deleted: true, event_id: ownMessage.id }]);
	expect(held().dmEvents.has(ownMessage.id)).toBe(false);
	const theirs = [...held().dmEvents.values()].find(({ sender_id }) => sender_id !== me.id)!;
	const refused = await core('directMessage.delete', { event_id: theirs.id });
	expect(refused.error?.message).toBe('This is not allowed: You may delete messages that you sent only');
	expect(sent().at(-1)).toBe(`DELETE /2/dm_events/${theirs.id}`);
});
