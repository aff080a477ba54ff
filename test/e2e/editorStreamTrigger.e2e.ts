import { streamSimulator } from '../simulator/streams';
import { useStage } from './support/stage';
import { useEditor } from './support/useEditor';
import { until } from '../../scripts/runtime/until';

describe('X Stream Trigger in the editor', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);

	it('is found by searching, tested with a Post, and published', async () => {
		const { client, sim, url } = stage();
		const streams = streamSimulator(sim.platform);
		const connected = async () =>
			await until('a connection', async () => await Promise.resolve(streams.open.length > 0 || undefined));
		const editor = await openEditor();
		const { page } = editor;
		await page.goto(`${url}/workflow/new`, { waitUntil: 'commit' });
		await page.getByTestId('canvas-add-button').or(page.getByText('Add first step')).first().click();
		await page.getByTestId('node-creator-search-bar').fill('x stream');
		await page.getByText('X Stream', { exact: true }).first().click();
		await page.getByText('On a post that matches a rule', { exact: true }).first().click();
		await page.getByText('Add Rule', { exact: true }).first().click();
		await editor.parameter('value').locator('input,textarea').first().fill('n8n');
		await editor.executeOpenNode();
		await connected();
		streams.post('n8n in a test');
		await editor.output.getByText('n8n in a test').first().waitFor();

		await page.getByTestId('ndv-close-button').or(page.getByTestId('back-to-canvas')).first().click();
		await page.getByRole('button', { name: 'Publish' }).first().click();
		await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
		await page.getByText('The stream is open').waitFor();
		await connected();
		streams.post('n8n after publishing');
		const [workflow] = await client.workflows();
		const run = await until('a run', async () => {
			const found = await client.executions(workflow?.id ?? '');
			return found.find(({ mode, status }) => mode === 'trigger' && status === 'success');
		});
		expect(run.mode).toBe('trigger');
	});
});
