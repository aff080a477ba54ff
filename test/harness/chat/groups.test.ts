/**
 * Groups, keys, files and requests, against a platform that checks every signature whose text it can make.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { randomBytes } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { openMedia } from '../../simulator/chat/cipher';
import { asText } from '../../../nodes/shared/util/text';
import { host } from '../../support';
import { ADA, BOB, EVE, byId, useChat } from '../../support/chat';
import { useSkippedWaits } from '../../support/waits';

const { sim, chat, say, readAs, control, held, me } = useChat();
useSkippedWaits(sim);

describe('a group', () => {
	it('is made, gets members, a new key and a name; each reads what it may', async () => {
		for (const person of [ADA, BOB, EVE]) held().talker(person);
		const made = await chat('group.create', {
			group_members: `${ADA}, ${BOB}`,
			additionalFields: { group_name: 'Team', ttl_seconds: 60 },
		});
		expect(made.error).toBeUndefined();
		const id = asText(made.json[0]?.conversation_id);
		expect(made.json[0]).toMatchObject({ member_ids: [me.id, ADA, BOB], admin_ids: [me.id] });
		await chat('message.send', { id: byId(id), text: 'One' });
		const added = await chat('group.addMembers', { group_id: byId(id), user_ids: EVE });
		expect(added.error).toBeUndefined();
		expect(added.json[0]).toMatchObject({ added_ids: [EVE] });
		await chat('message.send', { id: byId(id), text: 'Two' });
		await chat('group.removeMembers', { group_id: byId(id), user_ids: BOB });
		const rotated = await chat('conversation.rotateKeys', { id: byId(id) });
		expect(rotated.error).toBeUndefined();
		expect(rotated.json[0]).toMatchObject({ member_ids: expect.not.arrayContaining([BOB]) as string[] });
		const sent = await chat('message.send', { id: byId(id), text: 'Three' });
		expect(sent.error).toBeUndefined();
		const texts = async (user: string) => (await readAs(user, id)).map(({ first }) => first);
		expect(await texts(ADA)).toEqual(['One', 'Two', 'Three']);
		expect(await texts(BOB)).toEqual(['One', 'Two']);
		expect(await texts(EVE)).toEqual(['Two', 'Three']);
		const { json } = await chat('message.getEvents', { id: byId(id), returnAll: true });
		const changes = json.filter(({ kind }) => kind === 'groupChange');
		expect(changes.map(({ change, verified }) => [change, verified])).toEqual([
			['group_member_add', true],
			['group_create', true],
		]);
	});

	it.each([
		['after it', {}, 1],
		['of all attempts', { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 }, 4],
	])('gets a member although X’s answer is lost, %s', async (_when, settings, times) => {
		for (const person of [ADA, BOB, EVE]) held().talker(person);
		const { json } = await chat('group.create', { group_members: `${ADA}, ${BOB}` });
		const id = asText(json[0]?.conversation_id);
		const path = '/2/chat/conversations/{id}/members';
		sim().fail({ match: { method: 'POST', path }, kind: 'reset', after: true, times });
		const added = await chat('group.addMembers', { group_id: byId(id), user_ids: EVE }, { settings });
		expect(added.error?.message).toBeUndefined();
		const again = await chat('group.addMembers', { group_id: byId(id), user_ids: EVE });
		expect(again.json).toEqual([{ conversation_id: id, added_ids: [] }]);
		expect(again.hints.map(({ message }) => message)).toEqual([expect.stringMatching(/members already/)]);
		await chat('message.send', { id: byId(id), text: 'Welcome' });
		expect((await readAs(EVE, id)).map(({ first }) => first)).toEqual(['Welcome']);
		// Who X does not show as a member was not added.
		sim().fail({ match: { method: 'POST', path }, kind: 'reset', times: 4 });
		const lost = await chat('group.addMembers', { group_id: byId(id), user_ids: '4400000000000000004' });
		expect(lost.error?.message).toBeDefined();
	});

	it('names who has no keys before there is a group', async () => {
		held().talker(ADA);
		const { error } = await chat('group.create', { group_members: `${ADA},${BOB}` });
		expect(error?.message).toContain(`no valid public key of them: ${BOB}`);
		expect(held().groups.size).toBe(0);
	});

	it('refuses a name that cannot be signed', async () => {
		const { error } = await chat('group.create', {
			group_members: ADA,
			additionalFields: { group_name: 'Ada, Bob and me' },
		});
		expect(error?.message).toContain('without a comma');
		expect(sim().requests).toEqual([]);
	});
});

describe('a file', () => {
	const file = (bytes: Buffer, fileName = 'invoice.pdf', mimeType = 'application/pdf') => [
		{ json: {}, binary: { data: { data: bytes.toString('base64'), fileName, mimeType } } },
	];

	it.each(['initialize', '{id}/finalize'])('is sent although the answer to %s is lost', async (step) => {
		held().talker(ADA);
		const path = `/2/chat/media/upload/${step}`;
		sim().fail({ match: { method: 'POST', path }, kind: 'reset', after: true });
		const form = { id: byId(ADA), text: 'Your invoice', additionalFields: { file: 'data' } };
		const { error, json } = await chat('message.send', form, { items: file(randomBytes(100)) });
		expect([error?.message, json[0]?.text]).toEqual([undefined, 'Your invoice']);
	});

	it('is encrypted, uploaded and attached; the other side opens it, and it disappears with its message', async () => {
		held().talker(ADA);
		const bytes = randomBytes(5 * 1024 * 1024);
		const { json, error } = await chat(
			'message.send',
			{ id: byId(ADA), text: 'Your invoice', additionalFields: { file: 'data', ttl: 60 } },
			{ items: file(bytes) },
		);
		expect(error).toBeUndefined();
		const finalized = sim().requests.find(({ path }) => path.endsWith('/finalize'));
		expect(finalized?.body).toMatchObject({ message_id: json[0]?.message_id, ttl_msec: '60000' });
		const [attachment] = json[0]?.attachments as Record<string, unknown>[];
		expect(attachment).toMatchObject({ kind: 'file', file_name: 'invoice.pdf', size: bytes.length });
		const conversation = `${me.id}:${ADA}`;
		const stored = held().files.get(asText(attachment?.media_hash_key));
		expect(stored?.parts.size).toBe(2);
		const key = held().keysOf(held().conversations.get(conversation)!, ADA).get(asText(json[0]?.key_version));
		expect(openMedia(key!, Buffer.concat([...stored!.parts.values()]))?.equals(bytes)).toBe(true);
	});

	it('counts as one write with its message, and as one without', async () => {
		held().talker(ADA);
		const send = { id: byId(ADA), text: 'Your invoice', additionalFields: { file: 'data' } };
		// The first message gives the conversation its key.
		await chat('message.send', send, { items: file(randomBytes(10)) });
		const options = { guard: { writesPerDay: 2 } };
		const guarded = async (name: string, form: INodeParameters) =>
			await chat(name, { ...form, options }, { items: file(randomBytes(10)) });
		expect((await guarded('message.send', send)).error).toBeUndefined();
		expect((await guarded('media.upload', { conversation_id: byId(ADA) })).error).toBeUndefined();
		expect((await guarded('message.send', send)).error?.message).toMatch(/Writes per Day \(2\)/);
	});

	it('that somebody sent is downloaded and decrypted, also after a change of the key', async () => {
		const bytes = Buffer.from('%PDF-1.4 from Ada');
		const sent = await say({ from: ADA, to: me.id, file: bytes.toString('base64'), name: 'a.pdf' });
		await control('rotate', { conversation: sent.conversation, by: ADA });
		const run = await chat('media.download', {
			id: byId(ADA),
			media_hash_key: asText(sent.hash),
			additionalFields: { fileName: 'a.pdf' },
		});
		expect(run.error).toBeUndefined();
		expect(run.json[0]).toMatchObject({ decrypted: true, size: bytes.length });
		const binary = run.items[0]?.binary?.data;
		expect((await host().services.readBinary(binary!)).equals(bytes)).toBe(true);
	});

	it('that was changed on the way is refused', async () => {
		const sent = await say({ from: ADA, to: me.id, file: 'SGVsbG8=', name: 'a.txt' });
		const part = held().files.get(asText(sent.hash))!.parts.get(0)!;
		part[30] = part[30]! ^ 1;
		const { error } = await chat('media.download', { id: byId(ADA), media_hash_key: asText(sent.hash) });
		expect(error?.message).toContain('cannot be decrypted');
	});

	it('is uploaded by itself under the name of the conversation that X wants', async () => {
		held().talker(ADA);
		const { json, error } = await chat(
			'media.upload',
			{ conversation_id: byId(ADA), binaryProperty: 'data' },
			{ items: file(Buffer.from('GIF89a'), 'a.gif', 'image/gif') },
		);
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ kind: 'gif', size: 6, conversation_id: `${me.id}:${ADA}` });
		expect(held().files.size).toBe(1);
	});
});

describe('around messages', () => {
	it('reads the requests of strangers and accepts one', async () => {
		await say({ from: EVE, to: me.id, text: 'I have a question', isRequest: true });
		const { json, error } = await chat('messageRequest.getMany', { returnAll: true });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			sender_id: EVE,
			messages: [{ text: 'I have a question', verified: true }],
		});
		expect((await chat('conversation.getMany', { returnAll: true })).json).toEqual([]);
		await chat('messageRequest.accept', { id: byId(EVE) });
		expect((await chat('conversation.getMany', { returnAll: true })).json).toHaveLength(1);
	});

	it('registers the public halves of new keys', async () => {
		const before = held().person(me.id)!.row;
		const { json, error } = await chat('publicKey.register', {});
		expect(error).toBeUndefined();
		expect(json[0]).toHaveProperty('fingerprint');
		const body = sim().requests.at(-1)?.body as { public_key: Record<string, string> };
		expect(body.public_key.public_key).toBe(before.public_key);
		expect(body.public_key.signing_public_key).toBe(before.signing_public_key);
	});
});
