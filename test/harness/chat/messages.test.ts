/**
 * Encrypted messages, both ways: the other side is played with libsodium. What goes wrong with a request of an operation
 * that has keys in its hands shows neither a key nor a text.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { asText } from '../../../nodes/shared/util/text';
import { useSkippedWaits } from '../../support/waits';
import { chatKeys } from '../../support/credentials';
import { ADA, BOB, byId, useChat } from '../../support/chat';
import { host } from '../../support';

const { sim, chat, say, readAs, control, held, sent, me } = useChat();
useSkippedWaits(sim);

const pair = () => `${me.id}:${ADA}`;
const MESSAGES = '/2/chat/conversations/{id}/messages';
const events = async (more: Parameters<typeof chat>[2] = {}, options: Record<string, string> = {}) =>
	await chat('message.getEvents', { id: byId(ADA), returnAll: true, options }, more);

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

	it('needs the private keys', async () => {
		const { error } = await chat(
			'message.send',
			{ id: byId(ADA), text: 'Hello' },
			{ credentials: chatKeys(null) },
		);
		expect(error?.message).toContain('needs the private keys');
	});
});

const PLAIN = 'Meet me at nine';
const FILE = { data: Buffer.from(PLAIN).toString('base64'), fileName: 'a.txt', mimeType: 'text/plain' };
const items = [{ json: { text: PLAIN }, binary: { data: FILE } }];

const written = (bytes: Buffer): string[] => [
	...[bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex'), bytes.join(',')].map(
		(text) => text.replace(/=+$/, ''),
	),
];

/** Every key that the account has, and the text of the messages. */
function allSecrets(): string[] {
	const blob = Buffer.from(held().talker(me.id).blob, 'base64');
	const keys = [...held().conversations.values()].flatMap((conversation) => [
		...held().keysOf(conversation, me.id).values(),
	]);
	const whole = [blob, blob.subarray(0, 32), blob.subarray(32), ...keys];
	return [PLAIN, ...whole.flatMap(written), ...written(Buffer.from(PLAIN))];
}

/** What the Base64 of a text contains, and the Base64 of that. */
const unpacked = (text: string): string =>
	(text.match(/[A-Za-z0-9+/_-]{20,}/g) ?? [])
		.map((part) => Buffer.from(part, 'base64').toString('latin1'))
		.map((part) => part + unpacked(part))
		.join('\n');

const TEXT = '={{ $json.text }}';
const operations: Readonly<Record<string, (target: string, hash: string) => INodeParameters>> = {
	'message.getEvents': () => ({ returnAll: true }),
	'message.send': () => ({ text: TEXT, additionalFields: { file: 'data' } }),
	'message.reply': (target) => ({ target, text: TEXT }),
	'message.edit': (target) => ({ target, text: TEXT }),
	'message.delete': (target) => ({ sequence_ids: target, delete_message_action: 'delete_for_all' }),
	'media.download': (_target, media_hash_key) => ({ media_hash_key }),
	'media.upload': () => ({ conversation_id: byId(ADA), binaryProperty: 'data' }),
	'conversation.rotateKeys': () => ({}),
	'publicKey.register': () => ({}),
};

/** Operations that name no conversation, or name it otherwise. */
const WITHOUT_ID = ['media.upload', 'publicKey.register'];

it.each(Object.keys(operations))(
	'%s shows neither a key nor a text, whichever of its requests fails',
	async (name) => {
		const said = await say({ from: ADA, to: me.id, text: PLAIN, file: FILE.data, name: 'a.txt' });
		await control('tamper', { conversation: said.conversation, id: said.id, fromEnd: 260 });
		const own = await say({ from: me.id, to: ADA, text: PLAIN });
		const conversation = WITHOUT_ID.includes(name) ? {} : { id: byId(ADA) };
		const form = { ...conversation, ...operations[name]!(own.id, said.hash ?? '') };
		const log = host().services.recordLog(['debug', 'info', 'warn', 'error']);
		try {
			let failures = 0;
			for (let request = 0; ; request++) {
				const before = sim().requests.length;
				sim().fail({ match: { path: '/2/*' }, skip: request, kind: 'status', status: 400, body: {} });
				const run = await chat(name, form, { items, continueOnFail: request % 2 === 1 });
				sim().repair();
				const told = JSON.stringify([run.error, run.hints, run.json.filter((json) => 'error' in json)]);
				expect(allSecrets().filter((secret) => told.includes(secret))).toEqual([]);
				if (run.error || run.json.some((json) => 'error' in json)) failures++;
				if (sim().requests.length - before <= request) break;
			}
			expect(failures).toBeGreaterThan(0);
			const sent = JSON.stringify(sim().requests.map(({ path, query, body }) => [path, query, body]));
			for (const secret of allSecrets()) {
				expect(log.lines.join('\n')).not.toContain(secret);
				expect(sent + unpacked(sent)).not.toContain(secret);
			}
		} finally {
			log.stop();
		}
	},
);
