import { errorOf, outputOf, type SavedCredential } from '../../scripts/runtime/types';
import { addAppKinds, APP_KINDS, type AppKind, credentialOf } from '../support/appKinds';
import type { SigningScheme } from '../simulator/webhooks';
import { useStage } from './support/stage';
import { useEditor } from './support/useEditor';
import { AFTER, NOTHING, outcomes, triggerWorkflow, useTriggers } from './support/useTriggers';

const KINDS = Object.values(APP_KINDS);

/** By which header X signs, and a challenge is answered, where the app has the client secret. */
const schemeOf = ({ secrets }: AppKind): SigningScheme =>
	secrets.clientSecret === undefined ? 'oauth1' : 'oauth2';

describe('X Webhook Trigger in a real n8n, with the secrets of', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);
	const { events, settle, save, executions } = useTriggers(stage);

	beforeAll(() => addAppKinds(events()));

	const credentialFor = async (one: AppKind, secrets = one.secrets): Promise<SavedCredential> =>
		await stage().client.saveCredential(credentialOf(one, stage().sim, secrets));

	it.each(KINDS)(
		'$kind: runs once for an event, never for a forged one, shares, and comes back',
		async (one) => {
			const { client, url } = stage();
			const app = await credentialFor(one);
			const saved = await save(triggerWorkflow({ options: { share: true } }, [app]));
			await client.activate(saved);
			expect(events().challenges.at(-1)).toMatchObject({ verdict: 'passed', answeredWith: schemeOf(one) });
			const [webhook] = events().inventory().webhooks;
			expect(webhook).toMatchObject({ appId: one.id, valid: true });

			const to = { appId: one.id };
			const event = events().build('post.create', { text: 'Hello' });
			for (const forgery of ['wrong', 'missing', 'otherSecret'] as const) {
				// with two signatures a wrong one under the newer header is enough to be refused
				const forged = { forgery, once: true, ...(forgery !== 'missing' && { forgeOnly: schemeOf(one) }) };
				expect(outcomes(await events().deliver(event, { ...to, ...forged }))).toEqual(['401']);
			}
			expect(outcomes(await events().deliver(event, { ...to, copies: 2 }))).toEqual(['200', '200']);

			const guest = await save(
				triggerWorkflow(
					{
						eventTypes: ['post.delete'],
						options: { internalUrl: url, webhookId: { __rl: true, mode: 'id', value: webhook?.id } },
					},
					[app],
				),
			);
			await client.activate(guest);
			expect(outcomes(await events().deliver(events().build('post.delete'), to))).toEqual(['200']);
			const [forwarded] = await executions(guest, 1);
			expect(forwarded && outputOf(forwarded, AFTER)).toMatchObject([{ eventType: 'post.delete' }]);
			await client.deactivate(guest);

			await client.deactivate(saved);
			await settle();
			expect(events().inventory()).toMatchObject(NOTHING);
			await client.activate(saved);
			expect(outcomes(await events().deliver(events().build('post.create'), to))).toEqual(['200']);
			const runs = await executions(saved, 2);
			expect(runs.map((run) => [errorOf(run), outputOf(run, AFTER).length])).toEqual([
				[undefined, 1],
				[undefined, 1],
			]);
		},
	);

	const { old, new: current, both } = APP_KINDS;
	it.each([
		{ one: old, secrets: { consumerSecret: 'of another app' }, used: 'Consumer Secret' },
		{ one: current, secrets: { consumerSecret: 'what else the app has' }, used: 'Consumer Secret' },
		{ one: both, secrets: { ...both.secrets, clientSecret: 'of another app' }, used: 'Client Secret' },
	])('$one.kind: says on publishing that the $used does not fit', async ({ one, secrets, used }) => {
		const saved = await save(triggerWorkflow({}, [await credentialFor(one, secrets)]));
		const editor = await openEditor();
		const { page } = editor;
		await editor.openWorkflow(saved.id);
		await page.getByRole('button', { name: 'Publish' }).first().click();
		await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
		const toast = page.locator('.el-notification').filter({ hasText: 'could not be published' });
		await toast.waitFor();
		expect(await toast.innerText()).toContain(
			`X did not accept the answer to its challenge, which this node made with the ${used}`,
		);
		expect(events().challenges.at(-1)).toMatchObject({ verdict: 'wrong' });
	});
});
