/**
 * The example workflows about threads and files of messages: their own nodes, as imported, on the seeded platform.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { readBinary, runNode } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { useCore } from './support';

const { sim, held, world } = useCore();
useSkippedWaits(sim);

/** The parameters of a node of an example. */
function parametersOf(file: string, name: string): INodeParameters {
	const path = join(__dirname, '../../../examples', file);
	const { nodes } = JSON.parse(readFileSync(path, 'utf8')) as {
		nodes: { name: string; parameters: INodeParameters }[];
	};
	return nodes.find((node) => node.name === name)?.parameters ?? {};
}

it('publishes a thread with pictures', async () => {
	const parameters = parametersOf('x-thread-with-pictures.json', 'Publish the thread');
	const binary = { data: { data: 'aGVsbG8=', mimeType: 'image/png' } };
	const run = await runNode({ node: 'xCore', sim: sim(), parameters, items: [{ json: {}, binary }] });
	expect(run.error).toBeUndefined();
	// The second text is longer than a Post.
	expect(run.json.map(({ of }) => of)).toEqual([4, 4, 4, 4]);
	const posts = run.json.map(({ id }) => held().posts.get(id as string));
	expect(posts.map((post) => Object.keys(post?.attachments ?? {}).join())).toEqual([
		'media_keys',
		'',
		'',
		'poll_ids',
	]);
});

it('downloads what customers sent', async () => {
	const file = 'x-download-messages-media.json';
	const of = async (name: string, items?: Parameters<typeof runNode>[0]['items']) =>
		await runNode({
			node: 'xCore',
			sim: sim(),
			parameters: parametersOf(file, name),
			...(items && { items }),
		});
	const messages = await of('Latest messages');
	const sent = messages.json.filter(
		({ attachments, sender_id }) => attachments !== undefined && sender_id !== world().me.id,
	);
	expect(sent).toHaveLength(1);
	const run = await of('Download file', [{ json: sent[0]! }]);
	expect(run.error).toBeUndefined();
	const bytes = await readBinary(run.items[0]!.binary!['data']!);
	expect([...held().messageFiles.values()].map((content) => content.equals(bytes))).toEqual([true]);
});
