/**
 * `npm run video`: rehearses against a running `npm start` the take that n8n's portal for verification asks for, at
 * most five minutes: the package is there, a credential's test is green, an action gives an item, a trigger fires. It
 * clicks as a person does, says when each step was done, and leaves a picture of it in .cache/e2e. docs/review.md
 * says what is recorded.
 */
import { APP } from '../test/simulator/identities';
import { readExamples } from './examples';
import { hostPort, portOfDemo } from './demo/ports';
import { Editor, openBrowser } from './runtime/browser';
import { N8nClient } from './runtime/client';
import { CREDENTIAL_TYPES } from './runtime/credentials';
import type { SavedWorkflow } from './runtime/types';
import { until } from './runtime/until';

/** What the portal allows, in seconds. */
const LONGEST = 300;

const ACTION = 'who-am-i.json';
const TRIGGER = 'trigger-mention-triage.json';

/** What a step has to do with. */
interface Stage {
	readonly url: string;
	readonly client: N8nClient;
	readonly editor: Editor;
}

async function recipe({ client }: Stage, file: string): Promise<SavedWorkflow> {
	const example = (await readExamples()).find((one) => one.file === file);
	const stored = (await client.workflows()).find(({ name }) => name === example?.workflow.name);
	if (stored === undefined) throw new Error(`The demo has no recipe of examples/${file}`);
	return await client.workflow(stored.id);
}

const STEPS: ReadonlyArray<readonly [string, (stage: Stage) => Promise<void>]> = [
	[
		'The package is in the panel of nodes',
		async ({ url, editor: { page } }) => {
			await page.goto(`${url}/workflow/new`, { waitUntil: 'commit' });
			await page
				.getByTestId('canvas-add-button')
				.or(page.getByTestId('node-creator-plus-button'))
				.first()
				.click();
			await page.getByTestId('node-creator-search-bar').fill('x core');
			await page.getByTestId('item-iterator-item').filter({ hasText: 'X Core' }).first().waitFor();
		},
	],
	[
		'The test of the credential is green',
		async ({ url, client, editor: { page } }) => {
			const app = (await client.credentials()).find(({ type }) => type === CREDENTIAL_TYPES.app);
			if (app === undefined) throw new Error('The demo has no credential X (Twitter) App API');
			await page.goto(`${url}/home/credentials/${app.id}`, { waitUntil: 'commit' });
			const dialog = page.getByTestId('editCredential-modal');
			await dialog.getByTestId('parameter-input-bearerToken').locator('input').fill(APP.bearerToken);
			await dialog.getByRole('button', { name: 'Save', exact: true }).click();
			await dialog.getByTestId('credentials-config-container-test-success').waitFor();
		},
	],
	[
		'An action gives an item',
		async (stage) => {
			const { id, nodes } = await recipe(stage, ACTION);
			const last = nodes.at(-1)?.name ?? '';
			await stage.editor.openWorkflow(id);
			await stage.editor.executeWorkflow(last);
			await stage.editor.openNode(last);
			await stage.editor.output.getByText('username').first().waitFor();
		},
	],
	[
		'The trigger fires',
		async (stage) => {
			const workflow = await recipe(stage, TRIGGER);
			const { client, editor, url } = stage;
			await client.activate(workflow);
			try {
				const before = new Set((await client.executions(workflow.id)).map(({ id }) => id));
				const event = { method: 'POST', body: JSON.stringify({ name: 'mention' }) };
				const answer = await fetch(`http://127.0.0.1:${hostPort(Number(new URL(url).port))}/event`, event);
				if (!answer.ok) throw new Error(await answer.text());
				const run = await until('the run of the trigger', async () =>
					(await client.executions(workflow.id)).find(({ id }) => !before.has(id)),
				);
				const { status } = await client.finishedExecution(run.id);
				if (status !== 'success') throw new Error(`The run of the trigger ended with ${status}`);
				await editor.page.goto(`${url}/workflow/${workflow.id}/executions/${run.id}`, {
					waitUntil: 'commit',
				});
				await editor.page.getByText('Succeeded').first().waitFor();
			} finally {
				await client.deactivate(workflow);
			}
		},
	],
];

async function main(): Promise<void> {
	const url = `http://127.0.0.1:${await portOfDemo()}`;
	const client = new N8nClient(url);
	await client.signIn();
	const browser = await openBrowser();
	const startedAt = Date.now();
	const seconds = () => Math.round((Date.now() - startedAt) / 1000);
	try {
		const stage = { url, client, editor: await Editor.open(browser, { client, url }) };
		for (const [index, [name, play]] of STEPS.entries()) {
			await play(stage);
			const picture = await stage.editor.picture(`video-${index + 1}`);
			console.log(`${String(seconds()).padStart(4)} s  ${name}  (${picture})`);
		}
	} finally {
		await browser.close();
	}
	if (seconds() > LONGEST) throw new Error(`The take needs ${seconds()} s; the portal allows ${LONGEST} s.`);
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : String(error));
		process.exit(1);
	},
);
