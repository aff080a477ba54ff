import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import type { Workflow } from '../../scripts/runtime/types';
import { ME } from '../simulator/identities';
import { webhookSimulator } from '../simulator/webhooks';
import { ours, useStage } from './support/stage';
import { useEditor } from './support/useEditor';

describe('X Webhook Trigger in the editor', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);
	const trigger = (name: string, events = {}): Workflow => {
		const parameters = { authentication: 'app', ...events };
		const node = ours('xWebhookTrigger', 'On event', parameters, stage().credential(CREDENTIAL_TYPES.app));
		return { name, nodes: [{ ...node, position: [0, 0] }], connections: {} };
	};

	it('takes one credential, of whichever kind', async () => {
		const { credential } = stage();
		const editor = await openEditor(trigger('On an event, in the editor'), 'On event');
		await editor.showsCredential(credential(CREDENTIAL_TYPES.app).name);
		for (const kind of ['oAuth2', 'oAuth1', 'accessToken'] as const) {
			const { name } = credential(CREDENTIAL_TYPES[kind]);
			await editor.chooseCredential(name);
			await editor.showsCredential(name);
			expect(await editor.page.getByTestId('credentials-label').allInnerTexts()).toEqual(['Credential']);
		}
	});

	it('shows what it waits for, and what to do when there is no place for a test address', async () => {
		const { sim } = stage();
		const { id } = webhookSimulator(sim.platform).register('https://crm.example.com/hook');
		const events = { eventTypes: ['post.create', 'profile.update.bio'], userIds: ME.id };
		const editor = await openEditor(trigger('No place, in the editor', events));
		const { page } = editor;
		await page.getByTestId('canvas-node').getByText('post, profile bio').waitFor();
		await editor.openNode('On event');
		await editor.executeOpenNode();
		const toast = page.locator('.el-notification').filter({ hasText: 'allows no more webhooks' });
		await toast.waitFor();
		expect(await toast.innerText()).toContain(`${id} (https://crm.example.com/hook)`);
		expect(await toast.innerText()).toContain('Share With Other Workflows');
	});
});
