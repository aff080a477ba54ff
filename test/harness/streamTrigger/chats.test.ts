/**
 * Encrypted messages, over the stream of activities.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { useWorld, type OpenOptions } from './world';

const world = useWorld();
const ADA = '4400000000000000001';
const PARAMETERS = {
	events: 'activity',
	authentication: 'oAuth2',
	eventTypes: ['chat.received'],
	userIds: '',
};

interface Said {
	readonly id: string;
	readonly conversation: string;
}

const begun = async (options: OpenOptions = {}) => {
	const made = world();
	const trigger = await made.openActive({ parameters: PARAMETERS, ...options });
	const say = async (input: IDataObject) => (await made.sim.control('chat', 'say', input)) as Said;
	const chats = () => trigger.emitted.map(({ chat }) => chat as IDataObject);
	return { ...made, trigger, say, chats };
};

describe('encrypted messages', () => {
	it('come decrypted, in their order', async () => {
		const { say, chats, until, trigger } = await begun();
		for (const text of ['One', 'Two', 'Three']) await say({ from: ADA, to: ME.id, text });
		await until(() => chats().length === 3);
		expect(chats()).toMatchObject([
			{ text: 'One', decrypted: true, verified: true },
			{ text: 'Two', decrypted: true, verified: true },
			{ text: 'Three', decrypted: true, verified: true },
		]);
		expect(trigger.emitted.map(({ chatInput }) => chatInput)).toEqual(['One', 'Two', 'Three']);
	});

	it.each([
		['passOn', 2, [true, false]],
		['report', 2, [true, false]],
		['leaveOut', 2, [true, true]],
	])('that were changed on the way are not believed: %s', async (unverified, count, verified) => {
		const parameters = { ...PARAMETERS, options: { unverified } };
		const { say, chats, until, sim, streams } = await begun({ parameters });
		const said = await say({ from: ADA, to: ME.id, text: 'Send me the money' });
		const { id, conversation } = said;
		await sim.control('chat', 'tamper', { conversation, id, fromEnd: 60 });
		const payload = (await sim.control('chat', 'payload', { conversation, id })) as Record<string, string>;
		streams.activity('chat.received', { payload, id: 'another' });
		if (unverified === 'leaveOut') await say({ from: ADA, to: ME.id, text: 'Next' });
		await until(() => chats().length === count);
		expect(chats().map((chat) => chat.verified)).toEqual(verified);
		expect(chats().some(({ kind }) => kind === 'unverified')).toBe(unverified === 'report');
	});

	it('come once, also if the same signed message comes as another event', async () => {
		const { say, chats, until, sim, streams } = await begun();
		const { id, conversation } = await say({ from: ADA, to: ME.id, text: 'Pay me' });
		await until(() => chats().length === 1);
		const payload = (await sim.control('chat', 'payload', { conversation, id })) as Record<string, string>;
		streams.activity('chat.received', { payload, id: 'another' });
		await say({ from: ADA, to: ME.id, text: 'Next' });
		await until(() => chats().length === 2);
		expect(chats().map(({ text, identity }) => [text, identity])).toEqual([
			['Pay me', 'new'],
			['Next', 'known'],
		]);
	});

	it('are not lost where X cannot be asked for the keys', async () => {
		const { say, chats, until, sim, trigger, advance } = await begun();
		sim.fail({ match: { path: '/2/users/{id}/public_keys' }, kind: 'unavailable', times: 4 });
		await say({ from: ADA, to: ME.id, text: 'Later' });
		await advance(20);
		await until(() => chats().length === 1);
		expect(chats()[0]).toMatchObject({
			kind: 'encrypted',
			problem: expect.stringContaining('X could not be asked for the keys') as string,
		});
		expect(trigger.failures).toHaveLength(1);
		await say({ from: ADA, to: ME.id, text: 'Now' });
		await until(() => chats().length === 2);
		expect(chats()[1]).toMatchObject({ text: 'Now', verified: true });
	});
});

describe('private keys', () => {
	it('that the account has replaced are reported once, and the event comes closed', async () => {
		const { say, chats, until, sim, trigger } = await begun();
		await sim.control('chat', 'keys', { user: ME.id, version: '1769472999999' });
		for (const text of ['One', 'Two']) await say({ from: ADA, to: ME.id, text });
		await until(() => chats().length === 2);
		expect(chats().map(({ kind }) => kind)).toEqual(['encrypted', 'encrypted']);
		expect(trigger.failures).toHaveLength(1);
		expect(String(trigger.failures[0])).toContain('older than those of the account');
	});
});
