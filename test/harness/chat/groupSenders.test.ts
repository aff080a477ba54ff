/**
 * Who counts as a member of a group: those that X names, and those that signed changes name. Everyone else is doubted.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { contents, newKey, type SignedAction } from '../../simulator/chat/person';
import {
	after,
	LATER,
	PASSING_ON,
	useAttackedChat,
	ADA,
	BOB,
	EVE,
	byId,
	type More,
} from '../../support/chat';

const { sim, chat, say, control, held, sent, me, talkers, laterKey, slip, hide, send, events } =
	useAttackedChat();

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
		expect(texts(await events({ id: byId(id), returnAll: false, limit: 1 }))).toEqual(['From Bob']);
		// A member has signed the key, so none that came before it is looked for.
		expect([asked(id), reads(id)]).toEqual([1, 1]);
		const first = await read();
		expect(texts(first)).toEqual(['From Bob', 'From Ada']);
		expect(asked(id)).toBe(2);
		const second = await read(after(first));
		expect(texts(second)).toEqual(['From Bob', 'From Ada']);
		expect(asked(id)).toBe(2);
	});

	it('a message of a stranger who has the key is left out, and one of who has left is not', async () => {
		const { id, read, texts, key } = await begun();
		const first = await read();
		const [eve] = talkers(EVE);
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
		const [eve] = talkers(EVE);
		const foreign = laterKey();
		slip(id, eve.keyChange(id, talkers(ADA, BOB, EVE, me.id), foreign), EVE);
		slip(id, eve.message(id, foreign, contents.text('I am Eve')), EVE);
		const [ada] = talkers(ADA);
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

	it('whom a key of a former member hands itself to is not believed for that', async () => {
		const { id, read, texts } = await leftByBob();
		const [bob, eve] = talkers(BOB, EVE);
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
		const [bob] = talkers(BOB);
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

	it.each<[string, (id: string, version: string) => [SignedAction, string]]>([
		[
			'of a member that was changed on its way',
			(id, version) => {
				const [ada] = talkers(ADA);
				const [signed, changed] = [BOB, EVE].map((each) =>
					ada.memberAddition(id, [each], [ADA, BOB, me.id], version),
				) as [SignedAction, SignedAction];
				return [{ ...signed, detail: changed.detail }, ADA];
			},
		],
		[
			'that a stranger has signed, with the key of a member',
			(id, version) => [talkers(EVE)[0].memberAddition(id, [EVE], [ADA, BOB, me.id], version), EVE],
		],
	])('an addition %s makes nobody a member', async (_whose, addition) => {
		const { id, read, texts, key } = await begun();
		slip(id, ...addition(id, key.version));
		slip(id, talkers(EVE)[0].message(id, key, contents.text('I am Eve')), EVE);
		expect(texts(await read())).toEqual(['From Bob', 'From Ada']);
	});

	it('a key of a removed member does not count where X no longer shows the key that came before it', async () => {
		const { id = '' } = await control('group', { by: ADA, members: [ADA, me.id] });
		await control('join', { conversation: id, user: BOB, by: ADA });
		await say({ from: BOB, conversation: id, text: 'From Bob' });
		const group = held().conversations.get(id)!;
		for (const people of [group.members, group.admins]) people.delete(BOB);
		sim().platform.clock.advance(LATER);
		await control('rotate', { conversation: id, by: ADA });
		await say({ from: ADA, conversation: id, text: 'Without him' });
		const first = await send({ to: id });
		expect(first.error).toBeUndefined();
		// The new key, and the two messages that were written with it.
		hide(id, 3);
		const [bob] = talkers(BOB);
		const planted = laterKey();
		slip(id, bob.keyChange(id, talkers(ADA, BOB, me.id), planted), BOB);
		slip(id, bob.message(id, planted, contents.text('I am still here')), BOB);
		const { json } = await events({ id: byId(id) }, after(first));
		expect(json.flatMap(({ text }) => text ?? [])).toEqual(['From Bob']);
		const { error } = await send({ ...after(first), to: id });
		expect(error?.message).toContain(`was added by the user ${BOB}, who is not a member`);
	});

	it.each([
		['refuses to say', { status: 403 }],
		['says with an empty list', { status: 200, body: { data: { member_ids: [], participant_ids: [] } } }],
	])(
		'no one is doubted where X %s who is in it, and nothing is written with a key not seen before',
		async (_how, answer) => {
			const { id, read, texts } = await begun();
			sim().fail({ match: { path: '/2/chat/conversations/{id}' }, kind: 'status', ...answer });
			const run = await read({}, PASSING_ON);
			expect(texts(run)).toEqual(['From Bob', 'From Ada']);
			const unsure = 'Signed by the sender; X does not say whether they are in the group';
			const said = run.json.filter(({ kind }) => kind === 'message');
			expect(said).toMatchObject([
				{ verification: unsure, verified: true },
				{ verification: unsure, verified: true },
			]);
			expect(run.hints.map(({ message }) => message).join()).toContain('X did not say who is in the group');
			sim().fail({ match: { path: '/2/chat/conversations/{id}' }, kind: 'status', times: 9, ...answer });
			const { error } = await send({ to: id });
			expect(error?.message).toContain(`added by the user ${ADA}, and X did not say who is a member`);
		},
	);

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
