/**
 * Encrypted conversations, found and read at intervals.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { host } from '../../support';
import { chatKeys, credentialsFor } from '../../support/credentials';
import type { WorkflowJson } from '../../support/host/run';
import { makeBot } from '../../support/keysProgram';
import { itemsOf } from '../../support/pollTrigger';
import { byId, ME, useWorld } from './world';

const world = useWorld();
const ADA = '4400000000000000001';
const BOB = '4400000000000000002';

interface Said {
	readonly id: string;
	readonly conversation: string;
}

const EVENTS = '/2/chat/conversations/{id}/events';

/** The world with hands to write, and a trigger that has been activated. */
async function begun(
	parameters: INodeParameters = {},
	options: IDataObject = {},
	before: (say: (input: IDataObject) => Promise<Said>) => Promise<unknown> = () => Promise.resolve(),
) {
	const made = world();
	const say = async (input: IDataObject) => (await made.sim.control('chat', 'say', input)) as Said;
	await before(say);
	const trigger = await made.open('chatMessage', parameters, { options });
	await trigger.activate();
	expect(itemsOf(trigger)).toEqual([]);
	const poll = async () => {
		const before = itemsOf(trigger).length;
		made.pass(1);
		await trigger.poll();
		expect(trigger.errors).toEqual([]);
		return itemsOf(trigger).slice(before);
	};
	return { ...made, say, poll, trigger };
}

describe('a bot', () => {
	it('gets what is written to it, with its token and the keys that the program made', async () => {
		const made = world();
		const { id, credentials } = await makeBot(made.sim.baseUrl, 'acme_helper');
		const trigger = await made.open('chatMessage', {}, { as: 'accessToken', credentials });
		await trigger.activate();
		await made.sim.control('chat', 'say', { from: ADA, to: id, text: 'Where is my order?' });
		await made.sim.control('chat', 'say', { from: ADA, to: ME.id, text: 'For someone else' });
		made.pass(1);
		await trigger.poll();
		expect(trigger.errors).toEqual([]);
		expect(itemsOf(trigger)).toMatchObject([{ text: 'Where is my order?', verified: true, decrypted: true }]);
	});
});

describe('chat messages', () => {
	it('come from conversations old and new, and from strangers, each once', async () => {
		const { say, poll, pass } = await begun({}, {}, async (tell) => {
			await tell({ from: ADA, to: ME.id, text: 'Before' });
		});
		pass(10);
		await say({ from: ADA, to: ME.id, text: 'After' });
		await say({ from: BOB, to: ME.id, text: 'I am new here', isRequest: true });
		const found = await poll();
		expect(found.map(({ text }) => text).sort()).toEqual(['After', 'I am new here']);
		expect(found.every(({ verified }) => verified === true)).toBe(true);
		expect(await poll()).toEqual([]);
		await say({ from: BOB, to: ME.id, text: 'Are you there?' });
		expect((await poll()).map(({ text }) => text)).toEqual(['Are you there?']);
	});

	it('come in their order, also when there are more than a page', async () => {
		const { say, poll } = await begun();
		for (let count = 0; count < 130; count++) await say({ from: ADA, to: ME.id, text: String(count) });
		expect((await poll()).map(({ text }) => text)).toEqual(
			Array.from({ length: 130 }, (_, count) => String(count)),
		);
	});

	it('leave conversations alone in which nothing happened', async () => {
		const { say, poll, count, sim } = await begun({}, {}, async (tell) => {
			for (const from of [ADA, BOB]) await tell({ from, to: ME.id, text: 'Before' });
		});
		const before = count(EVENTS);
		await poll();
		expect(count(EVENTS)).toBe(before);
		await say({ from: ADA, to: ME.id, text: 'After' });
		await poll();
		const asked = sim.requests.filter(({ route }) => route === EVENTS).slice(before);
		expect(new Set(asked.map(({ path }) => path)).size).toBe(1);
	});

	it('come from one conversation where the form says which', async () => {
		const { say, poll, count } = await begun({ chat_conversation: byId(ADA) }, {}, async (tell) => {
			await tell({ from: ADA, to: ME.id, text: 'Before' });
		});
		await say({ from: ADA, to: ME.id, text: 'Yes' });
		await say({ from: BOB, to: ME.id, text: 'No' });
		expect((await poll()).map(({ text }) => text)).toEqual(['Yes']);
		expect(count('/2/chat/conversations')).toBe(0);
	});

	it('may be reactions and edits, and what one writes oneself', async () => {
		const { say, poll } = await begun(
			{},
			{ kinds: ['message', 'reactionAdded', 'edit', 'deletion'], includeOwn: true },
		);
		const { id } = await say({ from: ME.id, to: ADA, text: 'Mine' });
		await say({ from: ADA, to: ME.id, target: id, emoji: '👍' });
		await say({ from: ME.id, to: ADA, target: id, edit: 'Still mine' });
		await say({ from: ME.id, to: ADA, target: id, deleted: true });
		expect((await poll()).map(({ kind }) => kind)).toEqual(['message', 'reactionAdded', 'edit', 'deletion']);
	});

	it('are looked for again where X shows errors and no conversations', async () => {
		const { say, poll, sim, trigger } = await begun();
		await say({ from: ADA, to: ME.id, text: 'Are you there?' });
		sim.fail({
			match: { path: '/2/chat/conversations' },
			kind: 'altered',
			times: 1,
			alter: (answer) => ({ ...answer, body: { errors: [{ title: 'Over capacity' }] } }),
		});
		await trigger.poll();
		expect(trigger.errors.map(({ message }) => message)).toEqual([expect.stringContaining('Over capacity')]);
		trigger.errors.length = 0;
		expect((await poll()).map(({ text }) => text)).toEqual(['Are you there?']);
	});

	it('come once, also when X lists the same signed message under another ID', async () => {
		const { say, poll, sim } = await begun();
		const { id, conversation } = await say({ from: ADA, to: ME.id, text: 'Pay me' });
		expect((await poll()).map(({ text }) => text)).toEqual(['Pay me']);
		await sim.control('chat', 'replay', { conversation, id });
		await say({ from: ADA, to: ME.id, text: 'Thanks' });
		expect((await poll()).map(({ text }) => text)).toEqual(['Thanks']);
		await sim.control('chat', 'replay', { conversation, id });
		expect(await poll()).toEqual([]);
	});

	it('that were changed on the way start nothing, unless they are asked for', async () => {
		for (const [unverified, expected] of [
			['leaveOut', ['Next']],
			['passOn', [undefined, 'Next']],
			['report', [undefined, 'Next']],
		] as const) {
			const { say, poll, sim } = await begun({}, { unverified });
			const { id, conversation } = await say({ from: ADA, to: ME.id, text: 'Send me the money' });
			await sim.control('chat', 'tamper', { conversation, id, fromEnd: 260 });
			await say({ from: ADA, to: ME.id, text: 'Next' });
			const items = await poll();
			expect(items.map(({ text }) => text)).toEqual(expected);
			expect(items.some(({ kind }) => kind === 'unverified')).toBe(unverified === 'report');
		}
	});

	it('say whether the sender is known, also after a restart', async () => {
		const made = world();
		const trigger = await made.open('chatMessage');
		await trigger.activate();
		const next = async (text: string) => {
			await made.sim.control('chat', 'say', { from: ADA, to: ME.id, text });
			made.pass(1);
			await trigger.poll();
			return itemsOf(trigger).at(-1);
		};
		expect(await next('One')).toMatchObject({ text: 'One', identity: 'new' });
		await trigger.restart();
		expect(await next('Two')).toMatchObject({ text: 'Two', identity: 'known' });
		await made.sim.control('chat', 'keys', { user: ADA, version: '1769472999999' });
		const { conversation } = (await made.sim.control('chat', 'say', {
			from: ADA,
			to: ME.id,
			text: 'Three',
		})) as Said;
		expect(conversation).toContain(ADA);
		made.pass(1);
		await trigger.poll();
		expect(itemsOf(trigger).at(-1)).toMatchObject({ text: 'Three', identity: 'changed', verified: true });
	});

	it('come without their text where there are no keys', async () => {
		const made = world();
		const trigger = await made.open('chatMessage', {}, { credentials: chatKeys(null) });
		await trigger.activate();
		await made.sim.control('chat', 'say', { from: ADA, to: ME.id, text: 'Secret' });
		await trigger.poll();
		const [item] = itemsOf(trigger);
		expect(item).toMatchObject({ kind: 'encrypted', sender_id: ADA, decrypted: false });
		expect(JSON.stringify(item)).not.toContain('Secret');
	});

	it('wait for the right keys, and are not lost until then', async () => {
		const made = world();
		const old = (await made.sim.control('chat', 'privateKeys', { user: ME.id })) as Record<string, string>;
		const trigger = await made.open('chatMessage', {}, { credentials: chatKeys(old) });
		await trigger.activate();
		await made.sim.control('chat', 'keys', { user: ME.id, version: '1769472999999' });
		await made.sim.control('chat', 'say', { from: ADA, to: ME.id, text: 'For the new keys' });
		await trigger.poll();
		await trigger.poll();
		expect(itemsOf(trigger)).toEqual([]);
		expect(trigger.errors.map(({ message }) => message)).toEqual([
			expect.stringContaining('older than those of the account'),
			expect.stringContaining('older than those of the account'),
		]);
	});
});

describe('the example', () => {
	it('answers an encrypted message, quoting it, and nothing that is not certainly by its sender', async () => {
		const made = world();
		const file = join(__dirname, '../../../examples/chat-answer-messages.json');
		const whole = JSON.parse(readFileSync(file, 'utf8')) as WorkflowJson;
		const nodes = whole.nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
		const workflow = { ...whole, nodes };
		const trigger = await host().PollHost.open(
			await host().registry(),
			...structuredClone([workflow, 'Encrypted message', credentialsFor(made.sim)] as const),
		);
		await trigger.activate();
		const say = async (text: string) =>
			(await made.sim.control('chat', 'say', { from: ADA, to: ME.id, text })) as Said;
		const { id, conversation } = await say('Where is my order?');
		const forged = await say('Send me the money');
		// A byte of the signature, which is near the end.
		await made.sim.control('chat', 'tamper', { conversation, id: forged.id, fromEnd: 60 });
		await trigger.poll();
		expect(trigger.errors).toEqual([]);
		const read = (await made.sim.control('chat', 'read', { user: ADA, conversation })) as IDataObject[];
		expect(read.filter(({ from }) => from === ME.id)).toMatchObject([
			{ first: 'Thank you for your message! We answer within a day.' },
		]);
		expect(read.map((each) => each.id)).toContain(id);
		const marks = made.sim.requests.filter(({ path }) => path.endsWith('/read'));
		expect(marks.map(({ status }) => status)).toEqual([200]);
	});
});
