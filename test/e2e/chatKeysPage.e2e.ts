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
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../scripts/runtime/browser';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { chat } from '../simulator/chat/area';
import { Realms } from '../simulator/chat/realms';
import { ME } from '../simulator/identities';
import { backUp } from '../support/backUp';
import { chain, ours, useStage } from './support/stage';

const ROOT = join(__dirname, '../..');
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

/** The page of the documentation that gets keys, in a browser for which the servers of X are simulated ones. */
describe('the page for keys of X Chat', () => {
	const stage = useStage();
	let folder: string;
	let site: Server;
	let realms: Realms;
	let browser: Browser;
	let page: Page;
	/** Hosts that the page asked, or wanted to ask. */
	const asked = new Set<string>();

	beforeAll(async () => {
		mkdirSync(join(ROOT, '.cache'), { recursive: true });
		folder = mkdtempSync(join(ROOT, '.cache/page-'));
		buildPage(folder);
		site = createServer(({ url = '' }, response) => {
			const path = join(folder, '.vitepress/dist', new URL(url, X).pathname);
			response.setHeader('content-type', KINDS[extname(path)] ?? 'text/plain');
			response.end(existsSync(path) ? readFileSync(path) : '');
		});
		await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
		realms = new Realms(certificate(folder));
		await realms.open();
		browser = await openBrowser(`--host-resolver-rules=MAP *.x.com ${realms.host}, MAP * 127.0.0.1`);
		page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
		page.on('request', (request) => asked.add(new URL(request.url()).host));
		await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/chat-keys.html`);
	});
	afterAll(async () => {
		await browser.close();
		realms.close();
		site.close();
		rmSync(folder, { recursive: true, force: true });
	});

	const field = (label: string) => page.getByLabel(label);

	/** What the node of n8n gives for the account, where its backup has this address. */
	async function output(address: string, hashing?: string): Promise<string> {
		const { sim, credential, outputs } = stage();
		await sim.control('chat', 'backup', { user: ME.id, backup: realms.backupAt(address, hashing) });
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
		const pasted = await output(X);
		await recover(pasted, '1111');
		expect(await page.getByRole('alert').textContent()).toContain('The PIN is wrong; 2 more tries');
		await recover(pasted, '2580');
		expect(await field('Private Keys').inputValue()).toBe(blob);
		expect(await field('Key Version').inputValue()).toBe(version);
		expect(await field('PIN of X Chat').inputValue()).toBe('');
		expect([...asked].filter((host) => !host.startsWith('127.0.0.1:'))).toEqual(['realm-b.x.com']);
	});

	it.each([
		['https://backup.example.com', 'Standard2019', 'which is no server of X'],
		[X, 'FastInsecure', 'another way (FastInsecure) than that of X'],
	])('refuses %s with hashing %s', async (address, hashing, told) => {
		await recover(await output(address, hashing), '2580');
		expect(await page.getByRole('alert').textContent()).toContain(told);
	});

	it('lets no script ask another host', async () => {
		const ask = `fetch('https://example.com/').then(() => 'sent', () => 'refused')`;
		const refused = page.waitForEvent('console', (said) => said.text().includes('Content Security Policy'));
		expect(await page.evaluate(ask)).toBe('refused');
		expect((await refused).type()).toBe('error');
	});

	it('makes new keys', async () => {
		await page.getByRole('button', { name: 'Make new keys' }).click();
		const made = Buffer.from(await field('Private Keys').inputValue(), 'base64');
		expect(made).toHaveLength(64);
		expect(await page.getByText('X does not know these yet').isVisible()).toBe(true);
	});
});
