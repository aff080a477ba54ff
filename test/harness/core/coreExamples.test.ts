/**
 * The example workflows about threads, planned Posts and files of messages: their own nodes, as imported, on the seeded platform.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { set } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readBinary, runNode } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { sendFile } from '../../simulator/core/messageFiles';
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
	// A node before it has the first text.
	set(parameters, 'posts.posts.0.text', 'How our colours came about, a thread');
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

it('publishes each row of a sheet once, killed in the middle', async () => {
	const file = 'x-schedule-posts-from-sheet.json';
	const parameters = parametersOf(file, 'Publish what is due');
	const { value: cells } = parametersOf(file, 'Note it in the row').columns as { value: IDataObject };
	const { clock } = sim().platform;
	const start = clock.now();
	// As a Data Table gives its rows: cells that were never written are null.
	const empty = Object.fromEntries(Object.keys(cells).map((name) => [name, null]));
	const table: IDataObject[] = [1, 2, 3, 4].map((id) => ({
		id,
		post_at: new Date(start + id * 5 * 60_000).toISOString(),
		text: id === 3 ? 'Offer 3\n---\nand its terms' : `Offer ${id}`,
		...empty,
	}));
	const options = () => ({
		node: 'xCore',
		sim: sim(),
		parameters,
		// The filter "is empty" of a Data Table finds null, and not an empty text.
		items: table.filter(({ link }) => link === null).map((json) => ({ json: { ...json } })),
	});
	const posts = () => [...held().posts.values()].filter(({ created_at }) => Date.parse(created_at) >= start);
	for (let round = 0; round < 20; round++) {
		clock.advance(5 * 60_000);
		const isKilled = round === 3 || round === 9;
		const run = await runNode(options());
		expect(run.error).toBeUndefined();
		// What a killed execution found out is in no row.
		if (isKilled) continue;
		for (const row of run.json) {
			const stored = table.find(({ id }) => id === row.id);
			for (const name of Object.keys(cells)) if (stored) stored[name] = row[name];
		}
	}
	expect(posts().map(({ text }) => text)).toEqual([
		'Offer 1',
		'Offer 2',
		'Offer 3',
		'and its terms',
		'Offer 4',
	]);
	expect(table.map(({ status }) => status)).toEqual(Array<string>(4).fill('published'));
	expect(table.map(({ link }) => link)).toEqual(
		posts()
			.filter(({ referenced_tweets }) => !referenced_tweets)
			.map(({ id }) => `https://x.com/i/status/${id}`),
	);
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
	const { me, other } = world();
	const content = Buffer.from('a picture');
	sendFile(held(), sim().platform, [other.id, me.id], { content, name: 'lamp.png', type: 'photo' });
	const messages = await of('Latest messages');
	const sent = messages.json.filter(
		({ attachments, sender_id }) => attachments !== undefined && sender_id !== me.id,
	);
	expect(sent).toHaveLength(1);
	const run = await of('Download file', [{ json: sent[0]! }]);
	expect(run.error).toBeUndefined();
	const bytes = await readBinary(run.items[0]!.binary!['data']!);
	expect(content.equals(bytes)).toBe(true);
});
