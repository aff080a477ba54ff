/**
 * What X, or a stranger with keys of their own, cannot make the node do: every attempt is refused or reported.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import {
	contents,
	newKey,
	relayed,
	type Key,
	type Person,
	type SignedAction,
} from '../../simulator/chat/person';
import type { Conversation } from '../../simulator/chat/state';
import { structure, write } from '../../simulator/chat/thrift';
import { byId, useChat, type More } from '../../support/chat';

const { sim, chat, say, control, held, sent, me } = useChat();

const ADA = '4400000000000000001';
const BOB = '4400000000000000002';
const EVE = '4400000000000000003';
const pair = () => `${me.id}:${ADA}`;
const LATER = 10_000;

const talkers = (...ids: string[]): Person[] => ids.map((id) => held().talker(id));
/** A key that is newer than all others. */
const laterKey = (by = LATER): Key => newKey(String(Math.floor(sim().platform.clock.now()) + by));

/** Puts an event into a conversation, as only X itself could. */
function slip(into: string, action: SignedAction, senderId: string, named = into): string {
	const found = held().conversations.get(into) as Conversation;
	const id = sim().platform.newId();
	const createdAt = sim().platform.clock.now();
	const bytes = relayed(action, senderId, named, id, createdAt);
	found.events.push({ id, messageId: action.messageId, senderId, createdAt, bytes });
	return id;
}

/** Removes events from a conversation, as only X itself could. */
function hide(from: string, count: number): void {
	held().conversations.get(from)?.events.splice(-count);
}

const send = async (more: More & { readonly to?: string; readonly form?: IDataObject } = {}) => {
	const { to = ADA, form = {}, ...rest } = more;
	return await chat('message.send', { id: byId(to), text: 'Hello', ...(form as object) }, rest);
};
const events = async (form: IDataObject = {}, more: More = {}) =>
	await chat('message.getEvents', { id: byId(ADA), returnAll: true, ...(form as object) }, more);
const PASSING_ON = { options: { unverified: 'passOn' } };
/** A later run: n8n has stored what the first one left. */
const after = ({ staticData }: { readonly staticData: IDataObject }): More => ({ staticData });

describe('a key', () => {
	it('of another conversation is passed over, in the events and among their keys', async () => {
		const { id: group } = await control('group', { by: ADA, members: [ADA, me.id, EVE] });
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const { keyVersion: version } = held().conversations.get(pair())!;
		const foreign = laterKey();
		const [ada, eve, own] = talkers(ADA, EVE, me.id) as [Person, Person, Person];
		slip(pair(), ada.keyChange(String(group), [ada, own, eve], foreign), ADA, String(group));
		const { json, error } = await send();
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ key_version: version });
	});

	it('that a stranger adds to a conversation of two is passed over', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const { keyVersion: version } = held().conversations.get(pair())!;
		const [eve] = talkers(EVE) as [Person];
		slip(pair(), eve.keyChange(pair(), talkers(ADA, me.id, EVE), laterKey()), EVE);
		const { json, error } = await send();
		expect(error).toBeUndefined();
		expect(json[0]).toMatchObject({ key_version: version });
	});

	it('that a stranger adds to a group stops writing', async () => {
		const { id = '' } = await control('group', { by: ADA, members: [ADA, me.id] });
		const before = await send({ to: id });
		expect(before.error).toBeUndefined();
		const [eve] = talkers(EVE) as [Person];
		slip(id, eve.keyChange(id, talkers(ADA, me.id, EVE), laterKey()), EVE);
		const { error } = await send({ to: id });
		expect(error?.message).toBe(
			`The newest key of the group was added by the user ${EVE}, who is not a member`,
		);
		expect(error?.description).toContain('They may just have left');
		expect(error?.description).toContain('Rotate Keys');
	});

	it('is not proven by the list of those who got it, which nobody signs', async () => {
		const { id = '' } = await control('group', { by: ADA, members: [ADA, me.id] });
		const [ada, eve] = talkers(ADA, EVE) as [Person, Person];
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
		const [ada] = talkers(ADA) as [Person];
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
		const [eve] = talkers(EVE) as [Person];
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
		expect(added.error?.message ?? '').toContain('admin');
	});

	it('that is more than a day ahead is neither read nor written with, which is said', async () => {
		const { id, planted } = await plantedBy(2 * DAY);
		const [eve] = talkers(EVE) as [Person];
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
		const [ada, bob, eve] = talkers(ADA, BOB, EVE) as [Person, Person, Person];
		const one = laterKey();
		for (const [by, key] of [
			[eve, newKey(one.version)],
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
	});
});

describe('a message', () => {
	it('of another conversation, of a stranger, or in the clear is left out, and said', async () => {
		await say({ from: ADA, to: me.id, text: 'Real' });
		const conversation = held().conversations.get(pair())!;
		const key = held().keyOf(sim().platform, conversation, ADA);
		const [ada, eve] = talkers(ADA, EVE) as [Person, Person];
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

describe('in a group', () => {
	/** A group of Ada, Bob and the account, and a run that has read a message of each. */
	async function begun() {
		const { id = '' } = await control('group', { by: ADA, members: [ADA, BOB, me.id] });
		await say({ from: ADA, conversation: id, text: 'From Ada' });
		await say({ from: BOB, conversation: id, text: 'From Bob' });
		const read = async (more: More = {}, form: IDataObject = {}) =>
			await events({ id: byId(id), ...form }, more);
		const texts = (run: { readonly json: readonly IDataObject[] }) =>
			run.json.flatMap(({ text }) => text ?? []);
		const key = held().keyOf(sim().platform, held().conversations.get(id)!, ADA);
		return { id, read, texts, key };
	}
	const asked = (id: string) => sent().filter((line) => line === `GET /2/chat/conversations/${id}`).length;

	const reads = (id: string) => sent().filter((line) => line.includes(`/${id}/events`)).length;

	it('members are believed, and X is asked for them once for each key', async () => {
		const { id, read, texts } = await begun();
		const first = await read();
		expect(texts(first)).toEqual(['From Bob', 'From Ada']);
		expect(asked(id)).toBe(1);
		const second = await read(after(first));
		expect(texts(second)).toEqual(['From Bob', 'From Ada']);
		expect(asked(id)).toBe(1);
	});

	it('a message of a stranger who has the key is left out, and one of who has left is not', async () => {
		const { id, read, texts, key } = await begun();
		const first = await read();
		const [eve] = talkers(EVE) as [Person];
		slip(id, eve.message(id, key, contents.text('I am Eve')), EVE);
		held().conversations.get(id)?.members.delete(BOB);
		const second = await read(after(first));
		expect(texts(second)).toEqual(['From Bob', 'From Ada']);
		expect(second.hints.map(({ message }) => message).join()).toContain(
			'The sender is not among the members',
		);
	});

	it('a key that a stranger adds opens nothing that is believed', async () => {
		const { id, read, texts } = await begun();
		const [eve] = talkers(EVE) as [Person];
		const foreign = laterKey();
		slip(id, eve.keyChange(id, talkers(ADA, BOB, EVE, me.id), foreign), EVE);
		slip(id, eve.message(id, foreign, contents.text('I am Eve')), EVE);
		const [ada] = talkers(ADA) as [Person];
		slip(id, ada.message(id, foreign, contents.text('Under the key of Eve')), ADA);
		const run = await read();
		expect(texts(run)).toEqual(['From Bob', 'From Ada']);
		expect(run.hints.map(({ message }) => message).join()).toContain(
			'Its key was added by someone who is not',
		);
		const passed = await read({}, PASSING_ON);
		expect(passed.json[0]).toMatchObject({ text: 'Under the key of Eve', verified: 'unknown' });
	});

	/** Bob adds a key, writes with it, and leaves; Ada writes with it, too. No run has seen any of it. */
	async function leftByBob() {
		const { id, read, texts } = await begun();
		await control('rotate', { conversation: id, by: BOB });
		await say({ from: BOB, conversation: id, text: 'Bye' });
		const { members } = held().conversations.get(id)!;
		members.delete(BOB);
		await say({ from: ADA, conversation: id, text: 'He has left' });
		return { id, read, texts };
	}

	it('a key of who has left since counts where a member had handed them the key before', async () => {
		const { id, read, texts } = await leftByBob();
		const run = await read();
		expect(texts(run)).toEqual(['He has left', 'Bye', 'From Bob', 'From Ada']);
		expect(run.json.every(({ verified }) => verified === true)).toBe(true);
		const { error } = await send({ to: id });
		expect(error).toBeUndefined();
	});

	it('the key before is looked for once where the page does not have it', async () => {
		const { id, texts } = await leftByBob();
		const run = await events({ id: byId(id), returnAll: false, limit: 1 });
		expect(texts(run)).toEqual(['He has left']);
		expect(reads(id)).toBe(2);
		const later = await events({ id: byId(id), returnAll: false, limit: 1 }, after(run));
		expect(texts(later)).toEqual(['He has left']);
		expect(reads(id)).toBe(3);
	});

	it('the key before is not looked for where a member has signed the key', async () => {
		const { id, texts } = await begun();
		expect(texts(await events({ id: byId(id), returnAll: false, limit: 1 }))).toEqual(['From Bob']);
		expect(reads(id)).toBe(1);
	});

	it('a key of who has left since does not count where the group got one without them', async () => {
		const { id, read, texts, key } = await begun();
		const { members } = held().conversations.get(id)!;
		members.delete(BOB);
		await control('rotate', { conversation: id, by: ADA });
		const [bob, ada] = talkers(BOB, ADA) as [Person, Person];
		const late = laterKey();
		slip(id, bob.keyChange(id, talkers(ADA, BOB, me.id), late), BOB);
		slip(id, ada.message(id, late, contents.text('Under the key of Bob')), ADA);
		expect(texts(await read())).toEqual(['From Bob', 'From Ada']);
		const { error } = await send({ to: id });
		expect(error?.message).toContain(`was added by the user ${BOB}, who is not a member`);
		expect(key.version).not.toBe(late.version);
	});

	it('whom a key of a former member hands itself to is not believed for that', async () => {
		const { id, read, texts } = await leftByBob();
		const [bob, eve] = talkers(BOB, EVE) as [Person, Person];
		const late = laterKey();
		slip(id, bob.keyChange(id, talkers(ADA, BOB, EVE, me.id), late), BOB);
		slip(id, eve.message(id, late, contents.text('I am Eve')), EVE);
		expect(texts(await read())).toEqual(['He has left', 'Bye', 'From Bob', 'From Ada']);
	});

	it.each([
		['made after the group got one without them', LATER],
		['said to be older than that', -LATER],
	])('a key of a removed member, %s, is not believed', async (_when, by) => {
		const { id, read, texts } = await begun();
		const first = await read();
		const group = held().conversations.get(id)!;
		for (const people of [group.members, group.admins]) people.delete(BOB);
		const [bob] = talkers(BOB) as [Person];
		sim().platform.clock.advance(10 * LATER);
		await control('rotate', { conversation: id, by: ADA });
		const planted = newKey(String(BigInt(group.keyVersion ?? 0) + BigInt(by)));
		sim().platform.clock.advance(2 * 3_600_000);
		slip(id, bob.keyChange(id, talkers(ADA, BOB, me.id), planted), BOB);
		slip(id, bob.message(id, planted, contents.text('I am still here')), BOB);
		await control('rotate', { conversation: id, by: ADA });
		await say({ from: ADA, conversation: id, text: 'Without him' });
		for (const more of [{}, after(first)])
			expect(texts(await read(more))).toEqual(['Without him', 'From Bob', 'From Ada']);
		// Nor where the page begins after the key that they did not get.
		const page = await events({ id: byId(id), returnAll: false, limit: 4, ...PASSING_ON }, after(first));
		const shown = page.json.find(({ text }) => text === 'I am still here');
		expect(shown).toMatchObject({ verified: 'unknown' });
	});

	it('no one is doubted where X does not say who is in it', async () => {
		const { read, texts } = await begun();
		sim().fail({ match: { path: '/2/chat/conversations/{id}' }, kind: 'status', status: 403 });
		const run = await read({}, PASSING_ON);
		expect(texts(run)).toEqual(['From Bob', 'From Ada']);
		const unsure = 'Signed by the sender; X does not say whether they are in the group';
		const said = run.json.filter(({ kind }) => kind === 'message');
		expect(said).toMatchObject([
			{ verification: unsure, verified: true },
			{ verification: unsure, verified: true },
		]);
		expect(run.hints.map(({ message }) => message).join()).toContain('X did not say who is in the group');
	});

	it('whose only key is by who has left is read, and gets a new key before anything is written', async () => {
		const { id = '' } = await control('group', { by: BOB, members: [ADA, BOB, me.id] });
		await say({ from: ADA, conversation: id, text: 'Hello' });
		const group = held().conversations.get(id)!;
		for (const people of [group.members, group.admins]) people.delete(BOB);
		const run = await events({ id: byId(id) });
		expect(run.json.flatMap(({ text }) => text ?? [])).toEqual(['Hello']);
		const stopped = await send({ to: id });
		expect(stopped.error?.description).toContain('They may just have left');
		expect((await chat('conversation.rotateKeys', { id: byId(id) })).error).toBeUndefined();
		expect((await send({ to: id })).error).toBeUndefined();
	});
});

/** The fingerprint of someone's newest keys, as X's clients show it. */
const fingerprintOf = (user: string): string =>
	createHash('sha256')
		.update(Buffer.from(held().person(user)?.row.public_key ?? '', 'base64'))
		.digest('base64url');
const accepting = (fingerprints: string) => ({ options: { acceptedFingerprints: fingerprints } });

describe('an identity', () => {
	const changed = `The user ${ADA} has other public keys than before`;

	it('is new, then known, and after an exchange of keys changed; its fingerprint is shown', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const first = await events();
		expect(first.json[0]).toMatchObject({ identity: 'new', fingerprint: expect.any(String) as string });
		const keys = await chat('publicKey.getOfUser', { id: byId(ADA) });
		expect(keys.json[0]).toMatchObject({ fingerprint: first.json[0]?.fingerprint });
		const second = await events({}, after(first));
		expect(second.json[0]).toMatchObject({ identity: 'known', fingerprint: first.json[0]?.fingerprint });
		await control('keys', { user: ADA, version: '1769472999999' });
		await control('rotate', { conversation: pair(), by: ADA });
		await say({ from: ADA, to: me.id, text: 'From my new phone' });
		const third = await events({}, after(second));
		expect(third.json[0]).toMatchObject({ text: 'From my new phone', verified: true, identity: 'changed' });
		expect(third.json[0]?.fingerprint).not.toBe(first.json[0]?.fingerprint);
		expect(third.json.at(-2)).toMatchObject({ text: 'Hi', identity: 'known' });
	});

	it('that changed stops writing until it is accepted', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const first = await send();
		await control('keys', { user: ADA, version: '1769472999999' });
		const stopped = await send(after(first));
		expect(stopped.error?.message).toBe(changed);
		expect(stopped.error?.description).toContain('Compare it with that person');
		const fingerprint = fingerprintOf(ADA);
		expect(stopped.error?.description).toContain(`The fingerprint of ${ADA} is now ${fingerprint}`);
		const other = await send({ ...after(first), form: accepting('x'.repeat(43)) });
		expect(other.error?.message).toBe(changed);
		const accepted = await send({ ...after(first), form: accepting(fingerprint) });
		expect(accepted.error).toBeUndefined();
		expect(accepted.json[0]).toMatchObject({ accepted: [{ user_id: ADA, fingerprint }] });
		expect(accepted.hints.map(({ message }) => message).join()).toContain(`${fingerprint} were accepted`);
		const next = await send({ ...after(accepted), form: accepting(fingerprint) });
		expect(next.error).toBeUndefined();
		expect(next.json[0]).not.toHaveProperty('accepted');
		// What stays in the form accepts no one else.
		await control('keys', { user: ADA, version: '1769473999999' });
		expect((await send({ ...after(next), form: accepting(fingerprint) })).error?.message).toBe(changed);
	});

	it('of several people is named for all, and accepted one by one', async () => {
		const { id = '' } = await control('group', { by: me.id, members: [ADA, BOB, me.id] });
		const first = await chat('conversation.rotateKeys', { id: byId(id) });
		await control('keys', { user: ADA, version: '1769472999999' });
		await control('keys', { user: BOB, version: '1769472999999' });
		const rotate = async (...fingerprints: string[]) =>
			await chat(
				'conversation.rotateKeys',
				{ id: byId(id), ...accepting(fingerprints.join(', ')) },
				after(first),
			);
		const [ada, bob] = [fingerprintOf(ADA), fingerprintOf(BOB)];
		const both = (await rotate(ada)).error;
		expect(both?.message).toContain(`The user ${BOB} has other public keys`);
		const { error } = await chat('conversation.rotateKeys', { id: byId(id) }, after(first));
		expect(error?.message).toContain(`${ADA}, ${BOB}`);
		for (const each of [ada, bob]) expect(error?.description).toContain(each);
		const { json } = await rotate(ada, bob);
		expect(json[0]).toMatchObject({ accepted: [{ user_id: ADA }, { user_id: BOB, fingerprint: bob }] });
	});

	it('that X takes back is changed, stops writing and cannot be accepted', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const old = fingerprintOf(ADA);
		await control('keys', { user: ADA, version: '1769472999999' });
		await control('rotate', { conversation: pair(), by: ADA });
		const first = await send();
		expect(first.error).toBeUndefined();
		// A message of the replaced keys: an ordinary one of before.
		const read = await events({}, after(first));
		expect(read.json.find(({ text }) => text === 'Hi')).toMatchObject({ identity: 'replaced' });
		held().people.set(ADA, held().people.get(ADA)!.slice(0, 1));
		const { error } = await chat(
			'conversation.rotateKeys',
			{ id: byId(ADA), ...accepting(old) },
			after(first),
		);
		expect(error?.message).toBe(changed);
		expect(error?.description).toContain('no new phone does that');
		expect(error?.description).toContain('Trust: Forget');
		const again = await events({}, after(first));
		expect(again.json.find(({ text }) => text === 'Hi')).toMatchObject({ identity: 'changed' });
	});

	it('of the own account with newer keys is said to be one’s own', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const first = await send();
		await control('keys', { user: me.id, version: '1769472999999' });
		const { error } = await send(after(first));
		expect(error?.message).toBe(
			'The private keys are older than those of the account, which are of version 1769472999999',
		);
	});

	it('that changed gets no new key of a group or of a conversation', async () => {
		const { id = '' } = await control('group', { by: me.id, members: [ADA, me.id] });
		const first = await chat('conversation.rotateKeys', { id: byId(id) });
		expect(first.error).toBeUndefined();
		await control('keys', { user: ADA, version: '1769472999999' });
		const requests: [string, IDataObject][] = [
			['conversation.rotateKeys', { id: byId(id) }],
			['group.addMembers', { group_id: byId(id), user_ids: BOB }],
			['group.create', { group_members: ADA }],
		];
		held().talker(BOB);
		for (const [name, form] of requests) {
			const { error } = await chat(name, form as never, after(first));
			expect(error?.message).toBe(changed);
		}
	});

	it('is listed, accepted by its fingerprint and forgotten with Trust', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const first = await send();
		const old = fingerprintOf(ADA);
		const listed = await chat('trust.getMany', {}, after(first));
		const row = { user_id: ADA, fingerprint: old, public_key_version: held().person(ADA)?.version };
		expect(listed.json).toContainEqual(expect.objectContaining(row));
		await control('keys', { user: ADA, version: '1769472999999' });
		const fingerprint = fingerprintOf(ADA);
		const wrong = await chat('trust.accept', { id: byId(ADA), fingerprint: 'x'.repeat(43) }, after(first));
		expect(wrong.error?.description).toContain(`The newest that X has is ${fingerprint}`);
		const accepted = await chat('trust.accept', { id: byId(ADA), fingerprint }, after(first));
		expect(accepted.json).toEqual([
			{ user_id: ADA, fingerprint, public_key_version: '1769472999999', accepted: true },
		]);
		expect((await send(after(accepted))).error).toBeUndefined();
		expect((await send(after(first))).error?.message).toBe(changed);
		// Only forgetting leads back to keys that were replaced.
		held().people.set(ADA, held().people.get(ADA)!.slice(0, 1));
		const back = await chat('trust.accept', { id: byId(ADA), fingerprint: old }, after(accepted));
		expect((await send(after(back))).error?.message).toBe(changed);
		const forgotten = await chat('trust.forget', { user_id: ADA }, after(accepted));
		expect(forgotten.json).toEqual([{ user_id: ADA, forgotten: true }]);
		const anew = await send(after(forgotten));
		expect(anew.error).toBeUndefined();
		const again = await chat('trust.forget', { user_id: ADA }, after(forgotten));
		expect(again.json).toEqual([{ user_id: ADA, forgotten: false }]);
	});

	it('is noticed where only the key for signatures was exchanged', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const first = await events();
		const [ada, eve] = talkers(ADA, EVE) as [Person, Person];
		// Everyone can sign Ada's public identity key with a key of their own.
		const forged = Object.assign(Object.create(eve) as Person, {
			userId: ADA,
			version: ada.version,
		});
		const row = { ...eve.bound(ada.publicIdentity), public_key_version: ada.version };
		Object.defineProperty(forged, 'row', { value: row });
		held().people.set(ADA, [forged]);
		const key = held().keyOf(sim().platform, held().conversations.get(pair())!, ADA);
		slip(pair(), forged.message(pair(), key, contents.text('I am Ada')), ADA);
		const { json } = await events(PASSING_ON, after(first));
		expect(json[0]).toMatchObject({ kind: 'encrypted', identity: 'changed' });
		expect(json[0]?.fingerprint).toBe(first.json[0]?.fingerprint);
	});

	it('is compared within a test run only, which is said', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const { json, hints } = await events({}, { mode: 'manual' });
		expect(json[0]).toMatchObject({ identity: 'new' });
		expect(hints.map(({ message }) => message).join()).toContain('n8n remembers no identities in a test run');
	});
});
