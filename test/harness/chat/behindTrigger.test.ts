/**
 * X Chat behind a trigger of this package. n8n stores what a workflow remembers as one, a run as it was when the run began:
 * a run that stores would take the trigger back to where it was then, and its next poll would forget what the run knew.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';
import { runBehindTrigger } from '../../support/behindTrigger';
import { ADA, byId, useChat } from '../../support/chat';

const { sim, say, control, me } = useChat();

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
