/**
 * Encrypted messages, both ways: the other side is played with libsodium.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get } from 'lodash';
import { asText } from '../../../nodes/shared/util/text';
import { makeBot } from '../../support/keysProgram';
import { useSkippedWaits } from '../../support/waits';
import { chatKeys } from '../../support/credentials';
import { ADA, BOB, byId, useChat } from '../../support/chat';

const { sim, chat, say, readAs, control, held, sent, me } = useChat();

useSkippedWaits(sim);

const pair = () => `${me.id}:${ADA}`;
const MESSAGES = '/2/chat/conversations/{id}/messages';
const events = async (more: Parameters<typeof chat>[2] = {}, options: Record<string, string> = {}) =>
	await chat('message.getEvents', { id: byId(ADA), returnAll: true, options }, more);

describe('a bot', () => {
	it('reads and answers with its token and the keys that the program made', async () => {
		const { id, credentials } = await makeBot(sim().baseUrl, 'acme_helper');
		const { conversation } = await say({ from: ADA, to: id, text: 'Where is my order?' });
		const form = { authentication: 'accessToken', id: byId(conversation) };
		const read = await chat('message.getEvents', form, { credentials });
		expect(read.error).toBeUndefined();
		const [message] = read.json;
		expect(message).toMatchObject({ text: 'Where is my order?', verified: true, sender_id: ADA });
		const reply = { ...form, target: asText(message?.id), text: 'On its way' };
		const answered = await chat('message.reply', reply, { credentials });
		expect(answered.error).toBeUndefined();
		const heard = await readAs(ADA, conversation);
		expect(heard.at(-1)).toMatchObject({ from: id, first: 'On its way' });
	});
});

describe('reading', () => {
	it('gives messages, reactions, edits and deletions, decrypted and verified', async () => {
		const first = await say({ from: ADA, to: me.id, text: 'Where is my order?' });
		await say({ from: ADA, to: me.id, target: first.id, emoji: '🙏' });
		await say({ from: ADA, to: me.id, target: first.id, edit: 'Where is order 7?' });
		await say({ from: ADA, to: me.id, target: first.id, deleted: true });
		const { json, error } = await events();
		expect(error).toBeUndefined();
		expect(json.map(({ kind }) => kind)).toEqual([
			'deletion',
			'edit',
			'reactionAdded',
			'message',
			'keyChange',
		]);
		expect(json[3]).toMatchObject({
			id: first.id,
			message_id: first.messageId,
			conversation_id: pair(),
			sender_id: ADA,
			text: 'Where is my order?',
			decrypted: true,
			verified: true,
		});
		expect(json[2]).toMatchObject({ target_id: first.id, emoji: '🙏', verified: true });
		expect(json[1]).toMatchObject({ target_id: first.id, text: 'Where is order 7?', verified: true });
		expect(json[0]).toMatchObject({ target_ids: [first.id], is_for_all: true, verified: true });
	});

	it('finds the keys of messages whose key change is on another page', async () => {
		for (let count = 1; count <= 12; count++) await say({ from: ADA, to: me.id, text: `Message ${count}` });
		const { json } = await chat('message.getEvents', { id: byId(ADA), limit: 3 });
		expect(json.map(({ text }) => text)).toEqual(['Message 12', 'Message 11', 'Message 10']);
	});

	it('gives who, when and what kind without keys', async () => {
		await say({ from: ADA, to: me.id, text: 'Secret' });
		const { json, error } = await events({ credentials: chatKeys(null) });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({
			kind: 'encrypted',
			sender_id: ADA,
			decrypted: false,
			verified: true,
			problem: 'no private keys were given',
		});
		expect(json[0]?.created_at).toMatch(/^\d{4}-/);
		expect(JSON.stringify(json)).not.toContain('Secret');
	});

	it('says which message was changed on the way, and reads the others', async () => {
		const first = await say({ from: ADA, to: me.id, text: 'One' });
		await say({ from: ADA, to: me.id, text: 'Two' });
		// The last byte of the ciphertext comes before the version of the key and the signature.
		await control('tamper', { conversation: pair(), id: first.id, fromEnd: 160 });
		const { json } = await events({}, { unverified: 'passOn' });
		expect(json[0]).toMatchObject({ text: 'Two', verified: true });
		expect(json[1]).toMatchObject({ id: first.id, decrypted: false, verified: false });
		expect(json[1]).not.toHaveProperty('text');
	});

	it.each([
		[
			'of another account',
			{ privateKeys: Buffer.alloc(64, 7).toString('base64'), version: '' },
			'not those of this account',
		],
		['of another version than is said', { version: '5' }, 'and the credential says 5'],
		['that are none', { privateKeys: 'bm8gc2VjcmV0IGhlcmU=' }, 'must have 64 bytes'],
	])('refuses keys %s', async (_case, keys, message) => {
		await say({ from: ADA, to: me.id, text: 'Hello' });
		const { error } = await events({ credentials: chatKeys(keys) });
		expect(error?.message).toContain(message);
	});

	it('refuses old keys where newer ones are written for', async () => {
		const old = await control('privateKeys', { user: me.id });
		await control('keys', { user: me.id, version: '1769472999999' });
		await say({ from: ADA, to: me.id, text: 'For the new keys' });
		const { error } = await events({ credentials: chatKeys(old) });
		expect(error?.message).toBe(
			'The private keys are older than those of the account, which are of version 1769472999999',
		);
	});

	it('tells what was written before somebody joined from what was changed', async () => {
		const { id } = await control('group', { by: ADA, members: [ADA, BOB], title: 'Team' });
		await say({ from: ADA, conversation: id, text: 'Before' });
		await control('join', { conversation: id, user: me.id, by: ADA });
		await say({ from: ADA, conversation: id, text: 'After' });
		const { json, error } = await chat('message.getEvents', { id: byId(String(id)), returnAll: true });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ text: 'After', verified: true });
		expect(json[3]).toMatchObject({ decrypted: false, problem: 'its key was not given to you' });
	});
});

describe('writing', () => {
	it('begins a conversation with somebody who has keys', async () => {
		held().talker(ADA);
		const { json, error } = await chat('message.send', { id: byId(ADA), text: 'Hello Ada' });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ conversation_id: pair(), kind: 'message', text: 'Hello Ada' });
		expect(await readAs(ADA, pair())).toMatchObject([{ from: me.id, kind: 1, first: 'Hello Ada' }]);
		expect(sent().filter((line) => line.startsWith('POST'))).toEqual([
			`POST /2/chat/conversations/${ADA}/keys`,
			`POST /2/chat/conversations/${ADA}/messages`,
		]);
	});

	it('answers, reacts, edits, deletes; the other side reads all of it', async () => {
		const asked = await say({ from: ADA, to: me.id, text: 'Where is my order?' });
		const answer = await chat('message.reply', { id: byId(ADA), target: asked.id, text: 'On its way' });
		expect(answer.error).toBeUndefined();
		const own = asText(answer.json[0]?.id);
		const steps: [string, Record<string, string>][] = [
			['message.react', { target: asked.id, emoji: '👍' }],
			['message.removeReaction', { target: asked.id, emoji: '👍' }],
			['message.edit', { target: own, text: 'It arrives today' }],
		];
		for (const [name, form] of steps) {
			const { error } = await chat(name, { id: byId(ADA), ...form });
			expect(error).toBeUndefined();
		}
		expect(await readAs(ADA, pair())).toMatchObject([
			{ from: ADA, first: 'Where is my order?' },
			{ from: me.id, kind: 1, first: 'On its way' },
			{ kind: 2, first: asked.id, second: '👍' },
			{ kind: 3, first: asked.id, second: '👍' },
			{ kind: 4, first: own, second: 'It arrives today' },
		]);
		const deleted = await chat('message.delete', {
			id: byId(ADA),
			sequence_ids: own,
			delete_message_action: 'delete_for_all',
		});
		expect(deleted.json).toEqual([{ deleted: true, sequence_ids: [own] }]);
		const { json } = await events();
		expect(json.find(({ text }) => text === 'On its way')).toMatchObject({
			verified: true,
			reply_to: { id: asked.id, text: 'Where is my order?', verified: true },
		});
	});

	it('quotes a message as it was edited, with the key that opens it', async () => {
		const asked = await say({ from: ADA, to: me.id, text: 'Where is my order?' });
		await say({ from: ADA, to: me.id, target: asked.id, edit: 'Where is order 7?' });
		await control('rotate', { conversation: pair(), by: ADA });
		await say({ from: ADA, to: me.id, text: 'Hello?' });
		const { error } = await chat('message.reply', { id: byId(ADA), target: asked.id, text: 'On its way' });
		expect(error).toBeUndefined();
		// The page with the newest event only has no older key.
		const { json } = await chat('message.getEvents', { id: byId(ADA), limit: 1 });
		expect(json[0]).toMatchObject({
			text: 'On its way',
			reply_to: { id: asked.id, text: 'Where is order 7?', verified: true },
		});
	});

	it('writes with the newest key after a rotation', async () => {
		await say({ from: ADA, to: me.id, text: 'One' });
		const { version } = await control('rotate', { conversation: pair(), by: ADA });
		const { json, error } = await chat('message.send', { id: byId(ADA), text: 'Two' });
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ key_version: version });
	});

	it('sends the very same body again after a fault, so that nothing doubles', async () => {
		await say({ from: ADA, to: me.id, text: 'One' });
		sim().fail({ match: { path: MESSAGES }, kind: 'unavailable' });
		sim().fail({ match: { path: MESSAGES }, kind: 'reset', after: true });
		const { error } = await chat('message.send', { id: byId(ADA), text: 'Two' });
		expect(error).toBeUndefined();
		const bodies = sim()
			.requests.filter(({ path }) => path.endsWith('/messages'))
			.map(({ body }) => body);
		expect(bodies).toHaveLength(3);
		expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
		expect(await readAs(ADA, pair())).toHaveLength(2);
	});

	it.each([
		['X did it', true],
		['X did not', false],
	])('is not sent twice by a run that resumes, nor left out: %s', async (_case, after) => {
		await say({ from: ADA, to: me.id, text: 'One' });
		sim().fail({ match: { path: MESSAGES }, kind: 'reset', after, times: 4 });
		// The run looks for it itself, in vain.
		const match = { method: 'GET', path: MESSAGES.replace(/messages$/, 'events') };
		sim().fail({ match, kind: 'status', status: 500, skip: 1, times: 4 });
		const run = await chat('message.send', { id: byId(ADA), text: 'Two' });
		const resumeFrom = get(run.error, 'context.data.resume') as string;
		expect(resumeFrom).toMatchObject({ left: [{ item: 0, unsure: true }] });
		const rest = await chat('message.send', { id: byId(ADA), text: 'Two', options: { resumeFrom } });
		expect(rest.error).toBeUndefined();
		expect(rest.json).toMatchObject([{ kind: 'message', text: 'Two', sender_id: me.id }]);
		expect((await readAs(ADA, pair())).map(({ first }) => first)).toEqual(['One', 'Two']);
	});

	it('says who has no keys, and sends nothing', async () => {
		const { error } = await chat('message.send', { id: byId(BOB), text: 'Hello' });
		expect(error?.message).toContain(`no valid public key of them: ${BOB}`);
		expect(sent().filter((line) => line.startsWith('POST'))).toEqual([]);
	});

	it('needs the private keys', async () => {
		const { error } = await chat(
			'message.send',
			{ id: byId(ADA), text: 'Hello' },
			{ credentials: chatKeys(null) },
		);
		expect(error?.message).toContain('needs the private keys');
	});

	it('shows neither key nor text in errors and requests', async () => {
		const secret = held().talker(me.id).blob;
		await say({ from: ADA, to: me.id, text: 'One' });
		sim().fail({ match: { path: MESSAGES }, kind: 'status', status: 400 });
		// n8n keeps the node beside the error, with its parameters as they are written.
		const run = await chat(
			'message.send',
			{ id: byId(ADA), text: '={{ $json.text }}' },
			{ items: [{ json: { text: 'The plain text' } }] },
		);
		expect(run.error).toBeDefined();
		const told = JSON.stringify(run.error);
		expect(told).not.toContain('The plain text');
		expect(told).not.toContain(secret);
		for (const { body } of sim().requests) {
			expect(JSON.stringify(body ?? '')).not.toContain('The plain text');
			expect(JSON.stringify(body ?? '')).not.toContain(secret.slice(0, 40));
		}
	});
});
