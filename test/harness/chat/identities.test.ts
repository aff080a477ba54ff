/**
 * Whose public keys are known, changed or taken back, and how a person decides about them; also behind a trigger of this
 * package. n8n stores what a workflow remembers as one, a run as it was when the run began: a run that stores would take
 * the trigger back to where it was then, and its next poll would forget what the run knew.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createHash } from 'node:crypto';
import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';
import { contents, Person } from '../../simulator/chat/person';
import { after, PASSING_ON, useAttackedChat, ADA, BOB, EVE, byId } from '../../support/chat';
import { runBehindTrigger } from '../../support/behindTrigger';

const { chat, say, control, held, sim, me, pair, talkers, slip, send, events } = useAttackedChat();

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
		expect(accepted.hints.map(({ message }) => message).join()).toContain(`${fingerprint} were accepted`);
		expect((await send(after(accepted))).error).toBeUndefined();
		expect((await send(after(first))).error?.message).toBe(changed);
		// Only forgetting leads back to keys that were replaced.
		held().people.set(ADA, held().people.get(ADA)!.slice(0, 1));
		const back = await chat('trust.accept', { id: byId(ADA), fingerprint: old }, after(accepted));
		expect((await send(after(back))).error?.message).toBe(changed);
		// Nor do keys count that X shows as older ones only now.
		const shown = held().people.get(ADA)!;
		held().people.set(ADA, [new Person(ADA, '1000')]);
		const late = { id: byId(ADA), fingerprint: fingerprintOf(ADA) };
		const { error } = await chat('trust.accept', late, after(accepted));
		expect(error?.message).toContain(`The user ${ADA} has replaced these keys (version 1000)`);
		held().people.set(ADA, shown);
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
		const [ada, eve] = talkers(ADA, EVE);
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

describe('behind a trigger of this package', () => {
	/** Runs an operation of X Chat behind a trigger, in a published workflow. */
	async function behind(
		trigger: string,
		operation: string,
		form: IDataObject,
		more: { readonly id?: string; readonly mode?: WorkflowExecuteMode } = {},
	) {
		const parameters = { authentication: 'oAuth2', resource: 'message', operation, id: byId(ADA), ...form };
		return await runBehindTrigger({
			sim: sim(),
			node: 'xChat',
			parameters,
			trigger,
			...(more.id !== undefined && { id: more.id }),
			...(more.mode && { mode: more.mode }),
		});
	}

	const POLL = 'n8n-nodes-x-platform.xCoreTrigger';
	const READ = { returnAll: true };

	it.each(['xCoreTrigger', 'xStreamTrigger', 'xWebhookTrigger'])(
		'stores nothing behind %s, and knows people in the next run of the process',
		async (name) => {
			const trigger = `n8n-nodes-x-platform.${name}`;
			await say({ from: ADA, to: me.id, text: 'Hi' });
			const first = await behind(trigger, 'getEvents', READ);
			expect(first.json[0]).toMatchObject({ text: 'Hi', identity: 'new' });
			expect(first.staticData.global ?? {}).toEqual({});
			const second = await behind(trigger, 'getEvents', READ, first);
			expect(second.json[0]).toMatchObject({ identity: 'known' });
			await control('keys', { user: ADA, version: '1769472999999' });
			const third = await behind(trigger, 'send', { text: 'Hello' }, first);
			expect(third.error).toBe(`The user ${ADA} has other public keys than before`);
			expect(third.staticData.global ?? {}).toEqual({});
		},
	);

	it('Trust: Forget counts for the trigger in front as well, which stores it', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const first = await behind(POLL, 'getEvents', READ);
		await control('keys', { user: ADA, version: '1769472999999' });
		expect((await behind(POLL, 'send', { text: 'Hello' }, first)).error).toContain('other public keys');
		const forgotten = await behind(POLL, 'forget', { resource: 'trust', user_id: ADA }, first);
		expect(forgotten.json).toEqual([{ user_id: ADA, forgotten: true }]);
		expect((await behind(POLL, 'send', { text: 'Hello' }, first)).error).toBeUndefined();
	});

	it('behind another trigger it is n8n that stores', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const run = await behind('n8n-nodes-base.manualTrigger', 'getEvents', READ);
		expect(JSON.stringify(run.staticData)).toContain(ADA);
	});

	it('says so where the trigger is in another process, as in queue mode; not in a test run', async () => {
		await say({ from: ADA, to: me.id, text: 'Hi' });
		const told = expect.stringContaining('in this process of n8n alone') as string;
		expect((await behind(POLL, 'getEvents', READ)).hints).toContainEqual(told);
		expect((await behind(POLL, 'send', { text: 'Hello' })).hints).toContainEqual(told);
		expect((await behind(POLL, 'getEvents', READ, { mode: 'manual' })).hints).not.toContainEqual(told);
	});
});
