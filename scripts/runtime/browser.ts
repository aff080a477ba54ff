import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
	type Browser,
	type BrowserContext,
	type Locator,
	type Page,
	chromium,
	selectors,
} from 'playwright-core';
import type { N8nClient } from './client';
import { BROWSER_ID } from './rest';
import { until } from './until';
import { ARTIFACTS } from './package';

const candidates = [
	process.env['CHROMIUM'] ?? '',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** How long the editor may take for one thing on a busy computer, in milliseconds. */
const PATIENCE = 180_000;
/** After how long a double click that opened nothing is repeated, in milliseconds. */
const MISSED = 10_000;

const VIEW = { width: 1440, height: 900 };

/**
 * Starts the machine's Chromium without a window.
 * @throws Error when the machine has none
 */
export async function openBrowser(...more: readonly string[]): Promise<Browser> {
	return await chromium.launch(launching(more));
}

/** The same with a folder for what it loads and compiles: the editor is there at once when it is opened again. */
export async function openProfile(folder: string): Promise<BrowserContext> {
	return await chromium.launchPersistentContext(folder, { ...launching([]), viewport: VIEW });
}

function launching(more: readonly string[]) {
	const executablePath = candidates.find((path) => path !== '' && existsSync(path));
	if (executablePath === undefined) {
		throw new Error(
			'The browser tests need Chromium. Install it (Debian and Ubuntu: "apt-get install chromium"), or set CHROMIUM to its path.',
		);
	}
	selectors.setTestIdAttribute('data-test-id');
	return {
		executablePath,
		headless: true,
		timeout: PATIENCE,
		// no sandbox: containers run as root; the rest keeps the browser from calling home
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-dev-shm-usage',
			'--disable-background-networking',
			// Playwright's own way to refuse other hosts would switch the cache off.
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
			...more,
		],
	};
}

/** n8n's editor in a browser tab: what a user sees and clicks. */
export class Editor {
	private constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	/**
	 * Opens a tab that talks to this machine only, with the session of a client that has signed in. Not by the form:
	 * n8n takes five sign-ins of one e-mail address a minute, and each test file makes one already. What the editor noted
	 * of earlier tabs is forgotten here: a tab that was asked for it while it closed could hang without end.
	 */
	static async open(
		browser: Browser | BrowserContext,
		{ client, url }: { client: N8nClient; url: string },
	): Promise<Editor> {
		const context = 'newContext' in browser ? await browser.newContext({ viewport: VIEW }) : browser;
		await context.addCookies([{ name: 'n8n-auth', value: client.session ?? '', url }]);
		const page = await context.newPage();
		await page.addInitScript(`
			if (sessionStorage.getItem('begun') === null) localStorage.clear();
			sessionStorage.setItem('begun', 'yes');
			localStorage.setItem('n8n-browserId', ${JSON.stringify(BROWSER_ID)});
		`);
		page.setDefaultTimeout(PATIENCE);
		return new Editor(page, url);
	}

	/** Opens a stored workflow on the canvas. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`, { waitUntil: 'commit' });
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Opens the form of a node by its address, as a link that n8n gives does. */
	async openForm(workflow: string, node: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflow}/${node}`, { waitUntil: 'commit' });
		await this.form.waitFor();
	}

	/** Runs the open workflow from its trigger and waits until the last node, by name, has its mark. */
	async executeWorkflow(lastNode: string): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').click();
		await this.node(lastNode)
			.getByTestId(/^canvas-node-status-(success|error)$/)
			.waitFor();
	}

	/** Makes a copy of the open workflow by its menu. n8n suggests a name first, which would replace one typed earlier. */
	async duplicateWorkflow(name: string): Promise<void> {
		await this.page.getByTestId('workflow-menu').click();
		await this.page.getByTestId('workflow-menu-item-duplicate').click();
		const dialog = this.page.getByTestId('duplicate-modal');
		const field = dialog.locator('input').first();
		await until('a suggested name', async () => ((await field.inputValue()) === '' ? undefined : true));
		await field.fill(name);
		await dialog.getByRole('button', { name: 'Duplicate', exact: true }).click();
	}

	/** Opens a node's form. A double click may miss: the canvas still moves after its nodes are there. */
	async openNode(name: string): Promise<void> {
		await until(`the form of "${name}"`, async () => {
			if (await this.form.isVisible()) return true;
			await this.node(name)
				.dblclick({ timeout: MISSED })
				.catch(() => undefined);
			return await this.form.waitFor({ timeout: MISSED }).then(
				() => true as const,
				() => undefined,
			);
		});
	}

	private get form(): Locator {
		return this.page.getByTestId('ndv').or(this.page.getByTestId('node-parameters')).first();
	}

	private node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** The open form's input of the parameter with this internal name. */
	parameter(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`);
	}

	/** Waits until the drop-down of a parameter shows this text. */
	async shows(name: string, wanted: string): Promise<void> {
		await shows(this.parameter(name), wanted);
	}

	/** Chooses an entry, by its name, from the drop-down of a parameter of the open form. */
	async choose(name: string, entry: string): Promise<void> {
		await this.parameter(name).locator('input').first().click();
		await this.page.getByRole('option').filter({ hasText: entry, visible: true }).first().click();
	}

	/** The drop-down with the credentials for the open node. */
	get credentials(): Locator {
		return this.page.getByTestId('node-credentials-select');
	}

	/** Waits until a drop-down for credentials shows this name: it is empty until n8n has given the list of them. */
	async showsCredential(wanted: string, at: Locator = this.credentials): Promise<void> {
		await shows(at, wanted);
	}

	/** Chooses credentials by their name from a drop-down of the open form. */
	async chooseCredential(name: string, from: Locator = this.credentials): Promise<void> {
		await from.click();
		await this.page.getByRole('option').filter({ hasText: name, visible: true }).click();
	}

	/** Presses the open node's run button. */
	async executeOpenNode(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	/** The panel with the open node's output. */
	get output(): Locator {
		return this.page.getByTestId('output-panel');
	}

	/** Waits until the little messages in the corner have gone. */
	async toastsGone(): Promise<void> {
		await this.page.locator('.el-notification').last().waitFor({ state: 'hidden' });
	}

	/** Takes a picture of the tab and gives its path. */
	async picture(name: string): Promise<string> {
		await mkdir(ARTIFACTS, { recursive: true });
		const path = join(ARTIFACTS, `${name}.png`);
		await this.page.screenshot({ path });
		return path;
	}

	async close(): Promise<void> {
		await this.page.close();
	}
}

/** Waits until a drop-down shows a text; says what it shows instead when it never does. */
async function shows(dropDown: Locator, wanted: string): Promise<void> {
	const input = dropDown.locator('input').first();
	let shown = '';
	await until(`"${wanted}" in a drop-down`, async () => {
		shown = await input.inputValue();
		return shown === wanted || undefined;
	}).catch((error: unknown) => {
		throw new Error(`The drop-down shows "${shown}"`, { cause: error });
	});
}
