/** Takes the pictures of credentials for docs/keys.md in a real n8n: `npx tsx scripts/credentialPictures.ts`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Editor, openBrowser } from './runtime/browser';
import { CREDENTIAL_TYPES } from './runtime/credentials';
import { PROJECT_ROOT } from './runtime/package';
import { startWorld } from './world';

/** The picture, where it begins, and what is switched on. */
const PICTURES: ReadonlyArray<readonly [file: string, label: string, part?: string]> = [
	['credential', 'OAuth Redirect URL'],
	['credential-events', 'Use for Streams and Webhooks', 'useForEvents'],
	['credential-chat', 'Use for Encrypted Chat', 'useForChat'],
];

async function main(): Promise<void> {
	const userFolder = await mkdtemp(join(tmpdir(), 'x-platform-picture-'));
	const world = await startWorld({ userFolder, say: console.log });
	const browser = await openBrowser();
	try {
		const { page } = await Editor.open(browser, { client: world.client, url: world.n8n.url });
		await page.setViewportSize({ width: 1280, height: 1200 });
		for (const [file, label, part] of PICTURES) {
			const { id } = await world.client.saveCredential({
				name: 'My account on X',
				type: CREDENTIAL_TYPES.oAuth2,
				data: { clientId: 'bXlfYXBw', ...(part !== undefined && { [part]: true }) },
			});
			await page.goto(`${world.n8n.url}/home/credentials/${id}`);
			const form = page.getByTestId('editCredential-modal');
			const start = form.getByText(label, { exact: true });
			await start.evaluate((element: { scrollIntoView(isAtTop: boolean): void }) =>
				element.scrollIntoView(true),
			);
			const path = join(PROJECT_ROOT, `docs/images/${file}.png`);
			await form.screenshot({ path });
			console.log(path);
		}
	} finally {
		await browser.close();
		await world.close();
		await rm(userFolder, { recursive: true, force: true });
	}
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : String(error));
		process.exit(1);
	},
);
