/**
 * Takes the README's picture: `tsx scripts/screenshot.ts <file in examples> <png> [node whose form is shown beside it]`.
 * Runs the example in a real n8n's editor first.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
		await editor.toastsGone();
		await mkdir(dirname(picture), { recursive: true });
		const canvas = await editor.page.screenshot();
		const form = node === undefined ? undefined : await formOf(editor, node);
		await writeFile(picture, form === undefined ? canvas : await sideBySide(editor, canvas, form));
		console.log(picture);
	} finally {
		await browser.close();
		await world.close();
		await rm(userFolder, { recursive: true, force: true });
	}
}

/** The form of a node, without input and output beside it. */
async function formOf(editor: Editor, node: string): Promise<Buffer> {
	await editor.openNode(node);
	await editor.toastsGone();
	return await editor.page.getByTestId('node-parameters').first().screenshot();
}

/** The canvas, and the form to the right of it. */
async function sideBySide({ page }: Editor, canvas: Buffer, form: Buffer): Promise<Buffer> {
	const image = (bytes: Buffer, width: number) =>
		`<img width="${width}" style="border:1px solid #d0d3d8;border-radius:8px" src="data:image/png;base64,${bytes.toString('base64')}">`;
	await page.setContent(
		`<body style="margin:0;background:#fff"><div id="both" style="display:flex;gap:16px;align-items:center;padding:8px;width:1424px">${image(canvas, 1040)}${image(form, 360)}</div></body>`,
	);
	return await page.locator('#both').screenshot();
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : String(error));
		process.exit(1);
	},
);
