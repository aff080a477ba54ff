/**
 * What goes wrong with each request of each operation that has keys in its hands shows neither a key nor a text.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { host } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { ADA, byId, useChat } from '../../support/chat';

const { sim, chat, say, control, held, me } = useChat();
useSkippedWaits(sim);

const PLAIN = 'Meet me at nine';
const file = { data: Buffer.from(PLAIN).toString('base64'), fileName: 'a.txt', mimeType: 'text/plain' };
const items = [{ json: { text: PLAIN }, binary: { data: file } }];

const written = (bytes: Buffer): string[] => [
	...[bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex'), bytes.join(',')].map(
		(text) => text.replace(/=+$/, ''),
	),
];

/** Every key that the account has, and the text of the messages. */
function secrets(): string[] {
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

it.each(Object.keys(operations))('%s', async (name) => {
	const said = await say({ from: ADA, to: me.id, text: PLAIN, file: file.data, name: 'a.txt' });
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
			expect(secrets().filter((secret) => told.includes(secret))).toEqual([]);
			if (run.error || run.json.some((json) => 'error' in json)) failures++;
			if (sim().requests.length - before <= request) break;
		}
		expect(failures).toBeGreaterThan(0);
		const sent = JSON.stringify(sim().requests.map(({ path, query, body }) => [path, query, body]));
		for (const secret of secrets()) {
			expect(log.lines.join('\n')).not.toContain(secret);
			expect(sent + unpacked(sent)).not.toContain(secret);
		}
	} finally {
		log.stop();
	}
});
