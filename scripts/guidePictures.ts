/**
 * Takes the pictures of the guides in a real n8n: a filled form with its result beside it. `npx tsx
 * scripts/guidePictures.ts` takes all of them, and with names only these.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { happen } from './demo/events';
import type { Trial } from './demo/recipes';
import { startHost } from './demo/host';
import { seedDemo } from './demo/seed';
import { fillTables } from './demo/tables';
import { type Example, importExamples, readExamples } from './examples';
import { Editor, openBrowser } from './runtime/browser';
import { CREDENTIAL_TYPES } from './runtime/credentials';
import { PROJECT_ROOT } from './runtime/package';
import { freePort } from './runtime/port';
import { workflowFile } from './runtime/types';
import { until as eventually } from './runtime/until';
import { startWorld, type World } from './world';

interface Shot {
	/** A recipe, or a page whose first workflow is run. */
	readonly from: string;
	/** Whose form is opened; without one, the canvas is shown. */
	readonly node?: string;
	/** Until which node the workflow runs; by default the one that is opened. Null where nothing runs. */
	readonly until?: string | null;
	/** In place of those that the node has. */
	readonly parameters?: IDataObject;
	/** What has happened on X before it runs. */
	readonly after?: Trial;
	/** What happens on X once the opened trigger waits for it. */
	readonly event?: Trial;
}

const SHOTS: Readonly<Record<string, Shot>> = {
	// First, while the account has published nothing: rows wait after another Post.
	schedule: {
		from: 'x-schedule-posts-from-sheet.json',
		node: 'Publish what is due',
		until: 'Note it in the row',
	},
	'first-post': { from: 'docs/start.md', node: 'Publish' },
	'first-trigger': { from: 'x-agent-answers-mentions.json', node: 'New mention', until: 'Has X approved?' },
	try: {
		from: 'docs/start.md',
		node: 'Publish',
		parameters: {
			authentication: 'oAuth2',
			resource: 'post',
			operation: 'create',
			text: '=Hello from n8n, {{ $json.name }} here.',
			options: { dryRun: true },
		},
	},
	trouble: {
		from: 'docs/start.md',
		node: 'Who am I',
		parameters: {
			authentication: 'oAuth2',
			resource: 'user',
			operation: 'get',
			id: { __rl: true, mode: 'username', value: '@nobody_here_12' },
		},
	},
	publish: { from: 'x-post-with-image.json', node: 'Publish Post' },
	answer: { from: 'x-mentions-round.json', node: 'Answer the mention', until: 'Remember the mention' },
	messages: {
		from: 'x-answer-direct-messages.json',
		node: 'Send answer',
		until: 'Remember the answer',
		after: ['message'],
	},
	approve: { from: 'chat-approve-post.json', node: 'Ask for approval', until: null },
	agent: { from: 'x-agent-answers-mentions.json', until: 'Has X approved?' },
	costs: { from: 'docs/how/costs.md', node: 'Followers for at most 3 cents' },
	'go-on': { from: 'docs/how/go-on.md', node: 'Followers, page by page' },
	accounts: { from: 'x-post-for-many-accounts.json', node: 'Publish for each account' },
	lists: { from: 'docs/how/lists.md', node: 'Followers into a file' },
	catalog: { from: 'catalog-nightly-sync.json', node: 'Sync products', until: 'Write the message' },
	'ads-report': { from: 'ads-daily-report.json', node: 'Campaigns of two weeks', until: 'CSV file' },
	'webhook-trigger': { from: 'trigger-mention-triage.json', node: 'On mention', event: ['mention'] },
	'stream-trigger': {
		from: 'stream-brand-monitor.json',
		node: 'Post that matches',
		event: ['mention', 'My acme parcel is broken, can you help?'],
	},
	live: { from: 'docs/live.md', node: 'Live Spaces' },
	'core-admin': { from: 'docs/core-admin.md', node: 'Any request' },
	audiences: { from: 'ads-audience-from-sheet.json', node: 'Add to the audience' },
	creatives: { from: 'ads-website-card.json', node: 'Create website card' },
	measurement: { from: 'ads-offline-conversions.json', node: 'Send conversions' },
};

/** As much of a form and its output as the page of a guide can show. */
const SIZE = { width: 1360, height: 820 };

const pathOf = (name: string): string => join(PROJECT_ROOT, `docs/images/guides/${name}.png`);

async function main(names: readonly string[]): Promise<void> {
	const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
	const userFolder = await mkdtemp(join(tmpdir(), 'x-platform-picture-'));
	const world = await startWorld({ userFolder, say: console.log });
	const browser = await openBrowser();
	const open = async (): Promise<Editor> => {
		const editor = await Editor.open(browser, { client: world.client, url: world.n8n.url });
		await editor.page.setViewportSize(SIZE);
		// n8n explains pinning once to each browser, above the output.
		await editor.page.addInitScript(
			"for (const place of ['NDV', 'CANVAS']) localStorage.setItem('N8N_PIN_DATA_DISCOVERY_' + place, 'true')",
		);
		return editor;
	};
	try {
		await seedDemo(world.sim);
		await fillTables(world.client, world.sim.platform, Date.now());
		const host = await startHost(world.sim.platform, await freePort(), () => undefined);
		const model = await world.client.saveCredential(host.model);
		const credentials = [...world.credentials, model];
		const examples = await readExamples();
		if (isWanted('install')) await takeInstall(await open(), world);
		for (const [name, shot] of Object.entries(SHOTS).filter(([each]) => isWanted(each))) {
			const example = host.localize(await exampleOf(shot, examples));
			const [workflow] = await importExamples(world.client, [example], credentials);
			if (shot.after !== undefined) await happen(world.sim.platform, ...shot.after);
			const editor = await open();
			await editor.openWorkflow(workflow?.id ?? '');
			const ready = shot.event === undefined ? run(editor, shot) : receive(editor, shot, world);
			await ready
				.then(async () => await take(editor, name))
				.catch((error: unknown) => console.error(name, error));
			await editor.close();
		}
		host.close();
	} finally {
		await browser.close();
		await world.close();
		await rm(userFolder, { recursive: true, force: true });
	}
}

async function exampleOf({ from, node, parameters }: Shot, examples: readonly Example[]): Promise<Example> {
	const found = examples.find(({ file }) => file === from);
	if (found !== undefined) return found;
	const page = await readFile(join(PROJECT_ROOT, from), 'utf8');
	const [, code = ''] = /^```json workflow\n([^]*?)^```/m.exec(page) ?? [];
	const workflow = workflowFile.parse({ name: from, settings: {}, ...(JSON.parse(code) as object) });
	const nodes = workflow.nodes.map((each) => {
		const shown = each.name === node && parameters !== undefined ? { ...each, parameters } : each;
		const kind = shown.parameters['authentication'] as keyof typeof CREDENTIAL_TYPES | undefined;
		return kind === undefined
			? shown
			: { ...shown, credentials: { [CREDENTIAL_TYPES[kind]]: { id: null, name: 'X account' } } };
	});
	return { file: from, workflow: { ...workflow, name: `${from} ${node}`, nodes } };
}

async function run(editor: Editor, { node, until = node }: Shot): Promise<void> {
	if (until !== null) await editor.executeWorkflow(until ?? '');
	// What says that a run failed stays until someone closes it.
	const close = editor.page.locator('.el-notification__closeBtn').last();
	await close.click({ timeout: 3_000 }).catch(() => undefined);
	await editor.toastsGone();
	if (node !== undefined) await editor.openNode(node);
}

/** Lets the form of a trigger wait, and the event happen until X can deliver it there. */
async function receive(editor: Editor, { node = '', event = [''] }: Shot, { sim }: World): Promise<void> {
	await editor.openNode(node);
	await editor.executeOpenNode();
	await eventually('a delivery', async () => {
		const { webhooks, streams } = await happen(sim.platform, ...event);
		return webhooks + streams > 0 || undefined;
	});
	await editor.output
		.getByText(/parcel/)
		.first()
		.waitFor();
	// While it listens, n8n covers the form.
	await editor.page.getByText('Listening for test event').waitFor({ state: 'hidden' });
}

async function take(editor: Editor, name: string): Promise<void> {
	await editor.toastsGone();
	await editor.page.waitForLoadState('networkidle');
	await editor.page.waitForFunction('[...document.images].every(({ complete }) => complete)');
	await editor.page.screenshot({ path: pathOf(name), animations: 'disabled' });
	console.log(pathOf(name));
}

/** The dialog in which people enter the name of the package. */
async function takeInstall(editor: Editor, { n8n }: World): Promise<void> {
	const { page } = editor;
	await page.goto(`${n8n.url}/settings/community-nodes`);
	await page.getByRole('button', { name: 'Install' }).first().click();
	await page.getByPlaceholder(/n8n-nodes/).fill('n8n-nodes-x-platform');
	await page.getByRole('dialog').getByText('I understand').waitFor();
	await page.screenshot({ path: pathOf('install'), animations: 'disabled' });
	console.log(pathOf('install'));
	await editor.close();
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : String(error));
		process.exit(1);
	},
);
