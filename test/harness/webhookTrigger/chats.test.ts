/**
 * Encrypted messages, delivered by webhook.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import type { CredentialOverrides } from '../../support';
import { chatKeys } from '../../support/credentials';
import { skipWaits } from '../../support/waits';
import { itemsOf, NOTHING, outcomes, useWorld } from './world';

const world = useWorld();
const ADA = '4400000000000000001';
const BOB = '4400000000000000002';
const CHATS = {
	authentication: 'oAuth2',
	eventTypes: ['chat.received', 'chat.sent'],
	userIds: '',
};

const PASSING_ON = { options: { unverified: 'passOn' } };

interface Said {
	readonly id: string;
	readonly conversation: string;
}

/** A published workflow, and the hands of those who write. */
async function begun(credentials: CredentialOverrides = {}, parameters = {}) {
	const made = world();
	const trigger = await made.openActive({ parameters: { ...CHATS, ...parameters }, credentials });
	const say = async (input: IDataObject) => (await made.sim.control('chat', 'say', input)) as Said;
	const asked = (path: RegExp) => made.sim.requests.filter((request) => path.test(request.path)).length;
	let runs = 0;
	/** What the workflow received while `work` ran. */
	const next = async () => {
		const executions = await trigger.executed(++runs);
		const [item] = itemsOf(executions[runs - 1]);
		return item as IDataObject & { chat: IDataObject };
	};
	return { ...made, trigger, say, asked, next };
}

/** Moves a byte of a stored event, and gives what X would deliver of it. */
async function tampered({ sim }: ReturnType<typeof world>, { id, conversation }: Said, fromEnd: number) {
	await sim.control('chat', 'tamper', { conversation, id, fromEnd });
	return (await sim.control('chat', 'payload', { conversation, id })) as Record<string, string>;
}

describe('encrypted messages', () => {
	it('come decrypted, with what proves who wrote them, cost few requests, and start one run, also as another event', async () => {
		const { say, next, asked, sim, events, trigger } = await begun();
		const said = await say({ from: ADA, to: ME.id, text: 'Where is my order?' });
		expect(await next()).toMatchObject({
			eventType: 'chat.received',
			payload: { sender_id: ADA, encoded_event: expect.any(String) as string },
			chat: { kind: 'message', text: 'Where is my order?', decrypted: true, verified: true, sender_id: ADA },
			chatInput: 'Where is my order?',
			sessionId: [ME.id, ADA].sort().join(':'),
		});
		const before = asked(/public_keys|chat/);
		await say({ from: ADA, to: ME.id, text: 'Hello?' });
		expect((await next()).chat).toMatchObject({ text: 'Hello?', verified: true });
		await say({ from: ME.id, to: ADA, text: 'On its way' });
		expect(await next()).toMatchObject({
			eventType: 'chat.sent',
			chat: { text: 'On its way', verified: true },
		});
		expect(asked(/public_keys|chat/)).toBe(before);
		const payload = (await sim.control('chat', 'payload', { ...said })) as Record<string, string>;
		const again = events.build('chat.received', { payload });
		expect(outcomes(await events.deliver(again, { filter: { user_id: ME.id } }))).toEqual(['200']);
		await say({ from: ADA, to: ME.id, text: 'Next' });
		expect((await next()).chat).toMatchObject({ text: 'Next' });
		expect(trigger.executions).toHaveLength(4);
	});

	it('open with a key that was handed over before the node listened', async () => {
		const made = world();
		await made.sim.control('chat', 'say', { from: ADA, to: ME.id, text: 'Before' });
		const { say, next, asked } = await begun();
		await say({ from: ADA, to: ME.id, text: 'After' });
		expect((await next()).chat).toMatchObject({ text: 'After', verified: true });
		expect(asked(/\/events/)).toBe(1);
	});

	it('are delivered again where X cannot be asked for now', async () => {
		const { say, next, sim, tryAgain } = await begun();
		sim.fail({ match: { path: '/2/users/{id}/public_keys' }, kind: 'unavailable', times: 4 });
		const { waits, waitAgain } = skipWaits(sim);
		await say({ from: BOB, to: ME.id, text: 'Patience' });
		await tryAgain();
		waitAgain();
		expect(waits.taken).toHaveLength(3);
		expect((await next()).chat).toMatchObject({ text: 'Patience', verified: true });
	});

	it('that were changed on the way are not believed', async () => {
		const made = await begun({}, PASSING_ON);
		const { say, next, events } = made;
		const filter = { user_id: ME.id };
		for (const [fromEnd, expected] of [
			[60, { verified: false, text: 'Send me the money' }],
			// A byte of the ciphertext, which comes before the signature.
			[260, { verified: false, decrypted: false }],
		] as const) {
			const said = await say({ from: ADA, to: ME.id, text: 'Send me the money' });
			await next();
			const payload = await tampered(made, said, fromEnd);
			await events.deliver(events.build('chat.received', { payload }), { filter });
			expect((await next()).chat).toMatchObject(expected);
		}
	});
});

describe('private keys', () => {
	it('of another account keep the workflow from being published', async () => {
		const made = world();
		const other = (await made.sim.control('chat', 'privateKeys', { user: ADA })) as Record<string, string>;
		const trigger = await made.open({ parameters: CHATS, credentials: chatKeys(other) });
		await expect(trigger.activate()).rejects.toThrow('not those of this account');
		expect(made.events.inventory()).toMatchObject(NOTHING);
	});

	it('that are none are refused without being shown', async () => {
		const privateKeys = Buffer.from('a secret that is no key').toString('base64');
		const trigger = await world().open({ parameters: CHATS, credentials: chatKeys({ privateKeys }) });
		const failure = await trigger.activate().catch((error: unknown) => error);
		expect(String(failure)).toContain('must have 64 bytes');
		expect(String(failure)).not.toContain(privateKeys);
	});
});
