/**
 * Takes the README's pictures: `tsx scripts/screenshot.ts <file in examples> <png> [node to open]`.
 * Runs the example in a real n8n's editor first.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Editor, openBrowser } from './runtime/browser';
import { importExamples, readExamples } from './examples';
import { startWorld } from './world';

async function main([file, picture, node]: readonly string[]): Promise<void> {
	const example = (await readExamples()).find((one) => one.file === file);
	if (example === undefined || picture === undefined) {
		throw new Error('Usage: tsx scripts/screenshot.ts <file in examples> <png> [node to open]');
	}
	const userFolder = await mkdtemp(join(tmpdir(), 'x-platform-picture-'));
	const world = await startWorld({ userFolder, say: console.log });
	const browser = await openBrowser();
	try {
		const [workflow] = await importExamples(world.client, [example], world.credentials);
		if (workflow === undefined) throw new Error(`${example.file} was not imported`);
		const editor = await Editor.open(browser, { client: world.client, url: world.n8n.url });
		await editor.openWorkflow(workflow.id);
		await editor.executeWorkflow(workflow.nodes.at(-1)?.name ?? '');
		if (node !== undefined) await editor.openNode(node);
		await editor.toastsGone();
		await mkdir(dirname(picture), { recursive: true });
		await editor.page.screenshot({ path: picture });
		console.log(picture);
	} finally {
		await browser.close();
		await world.close();
		await rm(userFolder, { recursive: true, force: true });
	}
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : String(error));
		process.exit(1);
	},
);
