/** The Data Tables of n8n that the examples read. */
import { z } from 'zod';
import type { N8nClient } from '../runtime/client';

const row = z.object({ id: z.string() });
const listed = z.object({ data: z.array(row) });

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The table of the example that publishes Posts when their time has come. */
const POSTS = {
	name: 'Posts to publish',
	columns: [
		{ name: 'post_at', type: 'date' },
		{ name: 'text', type: 'string' },
		...['link', 'status', 'reason', 'wait_until'].map((name) => ({ name, type: 'string' })),
	],
};

/**
 * Puts a Post that is due and one for tomorrow into the table of planned Posts.
 *
 * @param client Signed in.
 * @param now The present, in milliseconds.
 */
export async function fillTables(client: N8nClient, now: number): Promise<void> {
	const { id: project } = row.parse(await client.send('GET', '/rest/projects/personal'));
	const tables = `/rest/projects/${project}/data-tables`;
	const filter = encodeURIComponent(JSON.stringify({ name: POSTS.name.toLowerCase() }));
	const { data } = listed.parse(await client.send('GET', `${tables}?filter=${filter}`));
	const { id } = data[0] ?? row.parse(await client.send('POST', tables, POSTS));
	const planned = [
		{ post_at: new Date(now - MINUTE_MS), text: `The shop is open, ${new Date(now).toISOString()}` },
		{ post_at: new Date(now + DAY_MS), text: 'The winter sale begins today.' },
	];
	await client.send('POST', `${tables}/${id}/insert`, {
		data: planned.map((post) => ({ ...post, link: null })),
	});
}
