/**
 * Which keys of a conversation X, or a stranger with keys of their own, cannot make the node write with or believe.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { asText } from '../../../nodes/shared/util/text';
import { contents, newKey, readMessage } from '../../simulator/chat/person';
import { changedVersionOf } from '../../simulator/chat/state';
import { structure, write } from '../../simulator/chat/thrift';
import { after, LATER, PASSING_ON, useAttackedChat, ADA, BOB, EVE, byId } from '../../support/chat';

const { sim, chat, say, control, held, me, pair, talkers, laterKey, slip, hide, send, events } =
	useAttackedChat();

describe('a key', () => {
	it('of another conversation is passed over, in the events and among their keys', async () => {
		const { id: group } = await control('group', { by: ADA, members: [ADA, me.id, EVE] });
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const { keyVersion: version } = held().conversations.get(pair())!;
		const foreign = laterKey();
		const [ada, eve, own] = talkers(ADA, EVE, me.id);
		slip(pair(), ada.keyChange(String(group), [ada, own, eve], foreign), ADA, String(group));
		const { json, error } = await send();
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ key_version: version });
	});

	it('that a stranger adds to a conversation of two is passed over', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const { keyVersion: version } = held().conversations.get(pair())!;
		const [eve] = talkers(EVE);
		slip(pair(), eve.keyChange(pair(), talkers(ADA, me.id, EVE), laterKey()), EVE);
		const { json, error } = await send();
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ key_version: version });
	});

	it('that a stranger adds to a group stops writing', async () => {
		const { id = '' } = await control('group', { by: ADA, members: [ADA, me.id] });
		const before = await send({ to: id });
		expect(before.error).toBeUndefined();
		const [eve] = talkers(EVE);
		slip(id, eve.keyChange(id, talkers(ADA, me.id, EVE), laterKey()), EVE);
		const { error } = await send({ to: id });
		expect(error?.message).toBe(
			`The newest key of the group was added by the user ${EVE}, who is not a member`,
		);
		expect(error?.description).toContain('They may just have left');
		expect(error?.description).toContain('Rotate Keys');
	});

	it.each([
		['a stranger', [ADA, BOB, me.id]],
		['a removed member', [ADA, BOB, EVE, me.id]],
	])(
		'that %s adds under the version that was used proves nothing, and nothing is written with it',
		async (_who, members) => {
			const { id = '' } = await control('group', { by: ADA, members });
			const conversation = held().conversations.get(id)!;
			conversation.members.delete(EVE);
			await control('rotate', { conversation: id, by: ADA });
			const before = await send({ to: id });
			const { version } = held().keyOf(sim().platform, conversation, ADA);
			expect(before.json[0]).toMatchObject({ key_version: version });
			const [eve] = talkers(EVE);
			// The last of those that are sorted by their bytes.
			const foreign = { version, key: Buffer.alloc(32, 255) };
			const slipKey = () => slip(id, eve.keyChange(id, talkers(ADA, BOB, EVE, me.id), foreign), EVE);
			const form = { id: byId(id), returnAll: false, ...PASSING_ON };
			const planted = slipKey();
			const last = async () => (await events({ ...form, limit: 1 }, after(before))).json;
			expect(await last()).toMatchObject([{ id: planted, verified: 'unknown' }]);
			// Nor does it count for a run that has seen nothing before.
			const { json: all } = await events({ ...form, limit: 20 });
			expect(all.find((each) => each.id === planted)).toMatchObject({ verified: 'unknown' });
			const sent = await send({ ...after(before), to: id });
			expect(sent.error).toBeUndefined();
			const { bytes } = conversation.events.at(-1)!;
			expect(() => readMessage(bytes, new Map([[version, foreign.key]]))).toThrow();
			// X no longer shows the key that was used, nor what was written with it.
			hide(id, 1);
			const isKey = (each: { readonly bytes: Buffer }) => changedVersionOf(each.bytes) === version;
			conversation.events.splice(conversation.events.findIndex(isKey), 1);
			expect(await last()).toMatchObject([{ id: planted, verified: 'unknown' }]);
			const { error } = await send({ ...after(before), to: id });
			expect(error?.message).toContain(`was added by the user ${EVE}, who is not a member`);
			slip(id, eve.message(id, foreign, contents.text('I am Eve')), EVE);
			slipKey();
			for (const limit of [1, 2, 20]) {
				const { json } = await events({ ...form, limit }, after(before));
				expect(json.filter(({ sender_id: by, verified }) => by === EVE && verified === true)).toEqual([]);
			}
		},
	);

	it('is not proven by the list of those who got it, which nobody signs', async () => {
		const { id = '' } = await control('group', { by: ADA, members: [ADA, me.id] });
		const [ada, eve] = talkers(ADA, EVE);
		const [key, foreign] = [laterKey(), laterKey(2 * LATER)];
		// The one who relays it can add a row for Eve to what Ada has signed.
		slip(id, ada.keyChange(id, talkers(ADA, me.id, EVE), key), ADA);
		slip(id, eve.keyChange(id, talkers(ADA, me.id, EVE), foreign), EVE);
		slip(id, eve.message(id, foreign, contents.text('I am Eve')), EVE);
		const { json } = await events({ id: byId(id), ...PASSING_ON });
		expect(json.slice(0, 2)).toMatchObject([{ verified: 'unknown' }, { verified: 'unknown' }]);
		expect(json[2]).toMatchObject({
			kind: 'keyChange',
			verified: true,
			unsigned: { member_ids: [ADA, me.id, EVE] },
		});
		expect(json[2]).not.toHaveProperty('member_ids');
		expect((await send({ to: id })).error?.message).toContain(`was added by the user ${EVE}`);
	});

	it('whose signature is of an older version is not written with', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const [ada] = talkers(ADA);
		const action = ada.keyChange(pair(), talkers(ADA, me.id), laterKey());
		const signature = structure(write.text(1, 'bm9uc2Vuc2U'), write.text(2, ada.version), write.text(3, '5'));
		slip(pair(), { ...action, signature }, ADA);
		const { error } = await send();
		expect(error?.message).toContain('The newest key of the conversation cannot be verified');
		expect(error?.description).toContain('Nothing was sent');
	});

	it('that was used before is not gone back from, when X no longer shows it', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const { version } = await control('rotate', { conversation: pair(), by: ADA });
		const first = await send();
		expect(first.json[0]).toMatchObject({ key_version: version });
		hide(pair(), 2);
		const second = await send(after(first));
		expect(second.error?.message).toContain(`and ${version} was used before`);
		expect(second.error?.description).toContain('Nothing was sent');
		const rotated = await chat('conversation.rotateKeys', { id: byId(ADA) }, after(first));
		expect(rotated.error).toBeUndefined();
		expect((await send(after(rotated))).error).toBeUndefined();
		// Nor from one that Rotate Keys made, which no message was written with.
		hide(pair(), 2);
		const { error } = await send(after(rotated));
		expect(error?.message).toContain(`and ${asText(rotated.json[0]?.key_version)} was used before`);
	});
});

describe('the version of a key', () => {
	const DAY = 86_400_000;
	const wrote = ({ json, error }: Awaited<ReturnType<typeof send>>) => {
		expect(error).toBeUndefined();
		return json[0]?.key_version;
	};

	/** A group that Eve has given a key of a version, and that she was removed from since. */
	async function plantedBy(ahead: number) {
		const { id = '' } = await control('group', { by: ADA, members: [ADA, EVE, me.id] });
		held().conversations.get(id)!.admins.add(me.id);
		const [eve] = talkers(EVE);
		const planted = laterKey(ahead);
		slip(id, eve.keyChange(id, talkers(ADA, me.id, EVE), planted), EVE);
		return { id, planted };
	}

	it('that a member planted ahead of the time is passed by Rotate Keys, also with what a run has stored', async () => {
		const { id, planted } = await plantedBy(DAY / 2);
		held().conversations.get(id)!.keyVersion = planted.version;
		const first = await send({ to: id });
		expect(wrote(first)).toBe(planted.version);
		held().conversations.get(id)!.members.delete(EVE);
		const rotated = await chat('conversation.rotateKeys', { id: byId(id) }, after(first));
		expect(rotated.json[0]?.key_version).toBe(String(BigInt(planted.version) + 1n));
		expect(wrote(await send({ ...after(rotated), to: id }))).toBe(rotated.json[0]?.key_version);
		expect(wrote(await send({ to: id }))).toBe(rotated.json[0]?.key_version);
		const added = await chat(
			'group.addMembers',
			{ group_id: byId(id), user_ids: held().talker(BOB).userId },
			after(rotated),
		);
		expect(wrote(added)).toBe(String(BigInt(planted.version) + 2n));
		expect(wrote(await send({ ...after(added), to: id }))).toBe(added.json[0]?.key_version);
	});

	it('that is more than a day ahead is neither read nor written with, which is said', async () => {
		const { id, planted } = await plantedBy(2 * DAY);
		const [eve] = talkers(EVE);
		slip(id, eve.message(id, planted, contents.text('Ahead')), EVE);
		const read = await events({ id: byId(id), ...PASSING_ON });
		expect(read.json[0]).toMatchObject({
			kind: 'encrypted',
			problem: expect.stringContaining('a day ahead') as string,
		});
		expect(read.json[1]).toMatchObject({
			kind: 'keyChange',
			problem: expect.stringContaining('a day ahead') as string,
		});
		const sent = await send({ ...after(read), to: id });
		expect(wrote(sent)).toBe(held().conversations.get(id)?.keyVersion);
		expect(sent.hints.map(({ message }) => message).join()).toContain(
			`${planted.version}, which is more than a day`,
		);
	});

	it('that is damaged in what a run has stored ends nothing', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const far = { global: { chatTrust: `key ${pair()} 99999999999999999999` } };
		expect((await send(after({ staticData: far }))).error).toBeUndefined();
		const soon = String(Math.floor(sim().platform.clock.now()) + DAY / 2);
		const near = { global: { chatTrust: `key ${pair()} ${soon}` } };
		expect((await send(after({ staticData: near }))).error?.message).toContain(`${soon} was used before`);
		const rotated = await chat('conversation.rotateKeys', { id: byId(ADA) }, after({ staticData: near }));
		expect(wrote(rotated)).toBe(String(BigInt(soon) + 1n));
		expect(wrote(await send(after(rotated)))).toBe(rotated.json[0]?.key_version);
	});

	it('of which there are two keys opens the messages of both, and writes with a member’s', async () => {
		const { id = '' } = await control('group', { by: ADA, members: [ADA, BOB, me.id] });
		const [ada, bob, eve] = talkers(ADA, BOB, EVE);
		const one = laterKey();
		// The key of Eve is the first of those that are sorted by their bytes.
		const foreign = { version: one.version, key: Buffer.alloc(32) };
		for (const [by, key] of [
			[eve, foreign],
			[ada, one],
			[bob, newKey(one.version)],
		] as const) {
			slip(id, by.keyChange(id, talkers(ADA, BOB, me.id, EVE), key), by.userId);
			slip(id, by.message(id, key, contents.text(`From ${by.userId}`)), by.userId);
		}
		held().conversations.get(id)!.keyVersion = one.version;
		const { json } = await events({ id: byId(id) });
		expect(json.flatMap(({ text }) => text ?? [])).toEqual([`From ${BOB}`, `From ${ADA}`]);
		expect(wrote(await send({ to: id }))).toBe(one.version);
		const written = held().conversations.get(id)!.events.at(-1)!.bytes;
		expect(() => readMessage(written, new Map([[one.version, foreign.key]]))).toThrow();
	});
});

describe('a message', () => {
	it('of another conversation, of a stranger, or in the clear is left out, and said', async () => {
		await say({ from: ADA, to: me.id, text: 'Real' });
		const conversation = held().conversations.get(pair())!;
		const key = held().keyOf(sim().platform, conversation, ADA);
		const [ada, eve] = talkers(ADA, EVE);
		const ids = [
			slip(pair(), ada.message(`${ADA}:${EVE}`, key, contents.text('For Eve')), ADA, `${ADA}:${EVE}`),
			slip(pair(), eve.message(pair(), key, contents.text('I am Eve')), EVE),
			slip(
				pair(),
				{
					...ada.message(pair(), key, contents.text('Plain')),
					detail: structure(write.inner(1, write.bytes(100, contents.text('Plain')))),
				},
				ADA,
			),
		];
		const { json, hints } = await events();
		expect(json.map(({ kind, text }) => [kind, text])).toEqual([
			['message', 'Real'],
			['keyChange', undefined],
		]);
		expect(hints.map(({ message }) => message).join()).toContain(
			`3 events were left out, as they are not verified: ${[...ids].reverse().join(', ')}`,
		);
		const all = await events(PASSING_ON);
		expect(all.json.slice(0, 3)).toMatchObject([
			{ text: 'Plain', decrypted: false, verified: false },
			{ text: 'I am Eve', verified: false, verification: 'The sender is not in the conversation' },
			{ verified: false, verification: 'Of another conversation than the one that was asked for' },
		]);
		const reported = await events({ options: { unverified: 'report' } });
		expect(reported.json.map(({ id, kind, verified }) => [id, kind, verified]).slice(0, 4)).toEqual([
			...[...ids].reverse().map((id) => [id, 'unverified', false]),
			[expect.any(String), 'message', true],
		]);
		expect(reported.json[1]).toMatchObject({
			sender_id: EVE,
			verification: 'The sender is not in the conversation',
		});
		expect(JSON.stringify(reported.json)).not.toContain('I am Eve');
		expect(reported.json[1]).not.toHaveProperty('encoded_event');
		expect(reported.hints.map(({ message }) => message).join()).not.toContain('left out');
	});
});
