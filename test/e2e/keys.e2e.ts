import { execFileSync } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { Editor, openBrowser } from '../../scripts/runtime/browser';
import { errorOf } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { chat } from '../simulator/chat/area';
import { Realms } from '../simulator/chat/realms';
import { backUp } from '../support/keysProgram';
import { APP, ME } from '../simulator/identities';
import { webhookSimulator } from '../simulator/webhooks';
import { ADA, saidTo } from '../support/ada';
import { serve, type Served } from '../support/ownHost';
import { chain, ours, useStage } from './support/stage';

const ROOT = join(__dirname, '../..');
/** Where the pictures of docs/keys.md go: `KEYS_PICTURES=docs/images` takes them anew. */
const PICTURES = join(ROOT, process.env['KEYS_PICTURES'] ?? '.cache/e2e');
const X = 'https://realm-b.x.com';
const KINDS: Readonly<Record<string, string>> = {
	'.html': 'text/html',
	'.js': 'text/javascript',
	'.css': 'text/css',
	'.wasm': 'application/wasm',
};

/** The page with its component, as the site has it, and no other page: the others take minutes. */
function buildPage(folder: string): void {
	mkdirSync(join(folder, '.vitepress'));
	copyFileSync(join(ROOT, 'docs/chat-keys.md'), join(folder, 'chat-keys.md'));
	writeFileSync(join(folder, '.vitepress/config.mjs'), 'export default { ignoreDeadLinks: true };');
	mkdirSync(join(folder, '.vitepress/theme'));
	writeFileSync(
		join(folder, '.vitepress/theme/index.mjs'),
		`export { default } from ${JSON.stringify(join(ROOT, 'docs/.vitepress/theme/index.mts'))};`,
	);
	const vitepress = join(dirname(require.resolve('vitepress/package.json')), 'bin/vitepress.js');
	execFileSync(process.execPath, [vitepress, 'build', folder], { cwd: ROOT, stdio: 'pipe' });
}

/** A certificate that no one has signed, for the servers of X in this test. */
function certificate(folder: string): { key: string; cert: string } {
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const how = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=x.com'.split(' ');
	execFileSync('openssl', ['req', ...how, '-keyout', key, '-out', cert], { stdio: 'pipe' });
	return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

/** docs/keys.md, and its page that gets keys, in a browser for which the servers of X are simulated ones. */
describe('keys', () => {
	const stage = useStage();
	let folder: string;
	let site: Served;
	let realms: Realms;
	let browser: Browser;
	let page: Page;
	/** Hosts that the page asked, or wanted to ask. */
	const asked = new Set<string>();

	beforeAll(async () => {
		mkdirSync(join(ROOT, '.cache'), { recursive: true });
		folder = mkdtempSync(join(ROOT, '.cache/page-'));
		buildPage(folder);
		site = await serve(({ url = '' }, response) => {
			const path = join(folder, '.vitepress/dist', new URL(url, X).pathname);
			response.setHeader('content-type', KINDS[extname(path)] ?? 'text/plain');
			response.end(existsSync(path) ? readFileSync(path) : '');
		});
		realms = new Realms(certificate(folder));
		await realms.open();
		browser = await openBrowser(`--host-resolver-rules=MAP *.x.com ${realms.host}, MAP * 127.0.0.1`);
		page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
		page.on('request', (request) => asked.add(new URL(request.url()).host));
		await page.goto(`${site.url}/chat-keys.html`);
	});
	afterAll(async () => {
		await browser.close();
		realms.close();
		site.close();
		rmSync(folder, { recursive: true, force: true });
	});

	const field = (label: string) => page.getByLabel(label);

	/** What the node of n8n gives for the account. */
	async function output(): Promise<string> {
		const { sim, credential, outputs } = stage();
		await sim.control('chat', 'backup', { user: ME.id, backup: realms.backupAt(X) });
		const parameters = {
			authentication: 'oAuth2',
			resource: 'publicKey',
			operation: 'getOfUser',
			id: { __rl: true, mode: 'id', value: ME.id },
		};
		const node = ours('xChat', 'Public keys', parameters, credential(CREDENTIAL_TYPES.oAuth2));
		return JSON.stringify((await outputs(chain('Keys', node)))('Public keys'));
	}

	async function recover(pasted: string, pin: string): Promise<void> {
		await field('Output of X Chat').fill(pasted);
		await field('PIN of X Chat').fill(pin);
		await page.getByRole('button', { name: 'Recover keys' }).click();
	}

	it('recovers the keys of the account with the PIN, and asks nobody but X', async () => {
		const { blob, version } = chat.state(stage().sim.platform).talker(ME.id);
		await backUp(realms, blob, { pin: '2580', tries: 3 });
		const pasted = await output();
		await recover(pasted, '1111');
		expect(await page.getByRole('alert').textContent()).toContain('The PIN is wrong; 2 more tries');
		await recover(pasted, '2580');
		expect(await field('Private Keys').inputValue()).toBe(blob);
		expect(await field('Key Version').inputValue()).toBe(version);
		expect(await field('PIN of X Chat').inputValue()).toBe('');
		expect([...asked].filter((host) => !host.startsWith('127.0.0.1:'))).toEqual(['realm-b.x.com']);
	});

	it('lets no script ask another host', async () => {
		const ask = `fetch('https://example.com/').then(() => 'sent', () => 'refused')`;
		const refused = page.waitForEvent('console', (said) => said.text().includes('Content Security Policy'));
		expect(await page.evaluate(ask)).toBe('refused');
		expect((await refused).type()).toBe('error');
	});

	/** What a person does in the editor, counted: fields filled, clicks, words typed and not pasted. */
	class Walk {
		readonly done = { fields: 0, clicks: 0, words: 0 };

		constructor(readonly editor: Editor) {}

		get page(): Page {
			return this.editor.page;
		}

		/** The dialog of the credential. */
		get dialog(): Locator {
			return this.page.getByTestId('editCredential-modal');
		}

		/** The input of a field, in the form or in the dialog. */
		field(name: string): Locator {
			return this.editor.parameter(name).locator('input, textarea, [contenteditable="true"]');
		}

		async click(at: Locator): Promise<void> {
			this.done.clicks++;
			await at.first().click();
		}

		async paste(at: Locator, value: string): Promise<void> {
			this.done.fields++;
			await at.first().fill(value);
		}

		async type(at: Locator, value: string): Promise<void> {
			this.done.words += value.split(' ').length;
			await this.paste(at, value);
		}

		/** Adds a node by its name and what it does. */
		async add(words: string, node: string, action: string): Promise<void> {
			const more = this.page.getByTestId('canvas-handle-plus');
			const isFirst = (await this.page.getByTestId('canvas-node').count()) === 0;
			await this.click(isFirst ? this.page.getByTestId('canvas-add-button') : more.last());
			this.done.words += words.split(' ').length;
			await this.page.getByTestId('node-creator-search-bar').fill(words);
			const entry = (kind: string, name: string): Locator =>
				this.page.locator(`[data-keyboard-nav-type="${kind}"]`).getByText(name, { exact: true });
			await this.click(entry('node', node));
			// In front of a workflow, n8n shows the actions of a node folded below its triggers.
			if (isFirst && node === 'X Core') await this.click(this.page.getByText(/^Actions \(\d+\)/));
			await this.click(entry('action', action));
		}

		/** Chooses from the list of a resource locator, after a search. */
		async choose(name: string, typed: string): Promise<void> {
			await this.click(this.page.getByTestId(`resource-locator-${name}`).getByTestId('rlc-input'));
			await this.type(this.page.getByTestId('rlc-search'), typed);
			await this.click(this.page.getByTestId('rlc-item').filter({ hasText: typed, visible: true }));
		}

		async run(): Promise<void> {
			await this.click(this.page.getByTestId('node-execute-button'));
		}

		async closeNode(): Promise<void> {
			await this.click(this.page.getByTestId('ndv-close-button').or(this.page.getByTestId('back-to-canvas')));
		}

		/** Opens the credential of the node, switches a part of it on and fills that in. */
		async addPart(
			part: string,
			name: string,
			value: string,
			picture: readonly [string, string],
		): Promise<void> {
			await this.click(this.page.getByTestId('credential-edit-button'));
			await this.click(this.dialog.getByTestId(`parameter-input-${part}`).locator('.el-switch'));
			await this.picture(...picture);
			await this.paste(this.dialog.getByTestId(`parameter-input-${name}`).locator('input'), value);
			await this.click(this.dialog.getByTestId('credential-save-button'));
			await this.dialog.getByText('Saved', { exact: true }).first().waitFor();
			await this.closeDialog();
		}

		async closeDialog(): Promise<void> {
			await this.click(this.dialog.locator('.el-dialog__headerbtn'));
		}

		/** A picture for docs/keys.md: the dialog from a label on. */
		async picture(file: string, label: string): Promise<void> {
			const start = this.dialog.getByText(label, { exact: true }).first();
			await start.evaluate((element: { scrollIntoView(isAtTop: boolean): void }) =>
				element.scrollIntoView(true),
			);
			// Under the pointer, n8n shows buttons of its own.
			await this.page.mouse.move(0, 0);
			mkdirSync(PICTURES, { recursive: true });
			await this.dialog.screenshot({ path: join(PICTURES, `${file}.png`) });
		}
	}

	/** Begins with an empty workflow. Addresses of the simulated X stand in for those of X in what n8n stores. */
	async function walkTo(goal: string, steps: (walk: Walk) => Promise<void>): Promise<Walk['done']> {
		const { sim, url } = stage();
		const { baseUrl, adsUrl, adsSandboxUrl } = sim;
		const addresses = { baseUrl, adsUrl, adsSandboxUrl, authorizeUrl: `${baseUrl}/i/oauth2/authorize` };
		const editor = await Editor.open(browser, stage());
		const { page: tab } = editor;
		await tab.context().route(/\/rest\/credentials(\/\w+)?$/, async (route: Route) => {
			const sent = route.request().postDataJSON() as { data?: object } | null;
			const postData = { ...sent, data: { ...sent?.data, ...addresses } };
			await (sent?.data ? route.continue({ postData }) : route.continue());
		});
		await tab.setViewportSize({ width: 1280, height: 1200 });
		await tab.goto(`${url}/workflow/new`, { waitUntil: 'commit' });
		await tab.getByText('Add first step').first().waitFor();
		const walk = new Walk(editor);
		const startedAt = Date.now();
		try {
			await steps(walk);
			const { fields, clicks, words } = walk.done;
			const seconds = Math.round((Date.now() - startedAt) / 1000);
			process.stdout.write(
				`From nothing to ${goal}: ${fields} fields, ${clicks} clicks, ${words} words, ${seconds} s\n`,
			);
		} finally {
			await editor.picture(`keys: ${goal}`.replace(/\W+/g, '-'));
			await editor.close();
		}
		return walk.done;
	}

	it('lead from nothing to a first Post', async () => {
		const { client, sim } = stage();
		for (const { id } of await client.credentials()) await client.deleteCredential(id);
		const done = await walkTo('a first Post', async (walk) => {
			await walk.add('x core', 'X Core', 'Create a post');
			await walk.click(walk.page.getByRole('button', { name: 'Connect to X (Twitter)' }));
			await walk.paste(walk.field('clientId'), APP.clientId);
			await walk.picture('credential', 'OAuth Redirect URL');
			await walk.paste(walk.field('clientSecret'), APP.clientSecret);
			await walk.click(walk.dialog.getByRole('button', { name: /connect/i }));
			// n8n closes the dialog when X has answered.
			await walk.dialog.waitFor({ state: 'hidden' });
			await walk.type(walk.field('text'), 'Hello from n8n');
			await walk.run();
			await walk.editor.output.getByText('https://x.com/i/status/').first().waitFor();
		});
		expect(sim.requests.filter(({ path }) => path === '/2/tweets').map(({ status }) => status)).toEqual([
			201,
		]);
		expect(done).toEqual({ fields: 3, clicks: 7, words: 5 });
	});

	it('lead on to a first webhook', async () => {
		const { client, sim } = stage();
		const events = webhookSimulator(sim.platform);
		const done = await walkTo('a first webhook', async (walk) => {
			await walk.add('x webhook', 'X Webhook', 'On mention');
			await walk.addPart('useForEvents', 'bearerToken', APP.bearerToken, [
				'credential-events',
				'Use for Streams and Webhooks',
			]);
			await walk.closeNode();
			await walk.click(walk.page.getByTestId('workflow-open-publish-modal-button'));
			await walk.click(walk.page.getByTestId('workflow-publish-button'));
			await until('a subscription', () =>
				Promise.resolve(events.inventory().activity.length > 0 || undefined),
			);
			await events.publish(events.build('post.mention.create', { text: 'Hello' }));
			const published = (await client.workflows()).find(({ active }) => active);
			const { id } = await client.firstExecution(published?.id ?? '');
			expect(errorOf(await client.finishedExecution(id))).toBeUndefined();
		});
		expect(done).toEqual({ fields: 1, clicks: 10, words: 2 });
	});

	it('lead on to a first answer in X Chat', async () => {
		const { sim } = stage();
		const { blob } = chat.state(sim.platform).talker(ME.id);
		await sim.control('chat', 'backup', { user: ME.id, backup: realms.backupAt(X) });
		await backUp(realms, blob, { pin: '2580', tries: 3 });
		await sim.control('chat', 'say', { from: ADA, to: ME.id, text: 'Where is my order?' });

		const done = await walkTo('a first answer in X Chat', async (walk) => {
			const { output } = walk.editor;
			await walk.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
			await walk.add('x chat', 'X Chat', 'Get the public keys of a user');
			await walk.choose('id', ME.username);
			await walk.run();
			await output.getByText('fingerprint').first().waitFor();
			await walk.click(output.getByText('JSON', { exact: true }));
			await walk.click(output.getByTestId('ndv-json-actions').locator('button'));
			const copied = await walk.page.evaluate<string>('navigator.clipboard.readText()');
			// The page for keys, in another tab.
			await page.reload();
			await walk.paste(field('Output of X Chat'), copied);
			await walk.type(field('PIN of X Chat'), '2580');
			await page.locator('.keys').screenshot({ path: join(PICTURES, 'chat-keys.png') });
			await walk.click(page.getByRole('button', { name: 'Recover keys' }));
			await walk.click(page.getByRole('button', { name: 'Copy', exact: true }));
			const keys = await field('Private Keys').inputValue();
			await walk.addPart('useForChat', 'privateKeys', keys, ['credential-chat', 'Use for Encrypted Chat']);
			await walk.closeNode();
			await walk.add('x chat', 'X Chat', 'Get the events of an encrypted conversation');
			await walk.choose('id', 'Ada');
			await walk.run();
			await output.getByText('Where is my order?').first().waitFor();
			await walk.click(walk.editor.parameter('operation').locator('input'));
			await walk.click(walk.page.getByRole('option').getByText('Send', { exact: true }));
			await walk.type(walk.field('text'), 'On its way');
			await walk.run();
			await until('the answer', async () =>
				(await saidTo(sim, ADA)).includes('On its way') ? true : undefined,
			);
		});
		expect(done).toEqual({ fields: 6, clicks: 24, words: 10 });
		expect((await saidTo(sim, ADA)).at(-1)).toBe('On its way');
	});
});
