/** The Data Tables of n8n that the examples read. */
import { z } from 'zod';
import { allScopes } from '../../test/simulator/auth/credentials';
import { ME } from '../../test/simulator/identities';
import { peopleOf } from '../../test/simulator/people';
import type { Platform } from '../../test/simulator/platform';
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

/** The table of the example that publishes for many accounts. */
const ACCOUNTS = {
	name: 'Accounts on X',
	columns: ['account', 'access_token', 'text', 'link'].map((name) => ({ name, type: 'string' })),
};

/**
 * Puts a Post that is due and one for tomorrow into the table of planned Posts, and two accounts into that of accounts.
 *
 * @param platform The simulated X, which gives the tokens of the accounts.
 * @param now The present, in milliseconds.
 */
export async function fillTables(client: N8nClient, platform: Platform, now: number): Promise<void> {
	const time = new Date(now).toISOString();
	const planned = [
		{ post_at: new Date(now - MINUTE_MS), text: `The shop is open, ${time}` },
		{ post_at: new Date(now + DAY_MS), text: 'The winter sale begins today.' },
	];
	await fill(
		client,
		POSTS,
		planned.map((post) => ({ ...post, link: null })),
	);
	const { credentials } = platform;
	const accounts = [ME.id, peopleOf(platform).first.id].map((account, index) => {
		// A Data Table is not encrypted, as the example says. These are found by no one who looks for secrets.
		const token = `demo-token-${account}`;
		credentials.userTokens.set(token, { userId: account, scopes: allScopes, expires: Infinity });
		return { account, access_token: token, text: `Number ${index + 1} greets you, ${time}`, link: null };
	});
	await fill(client, ACCOUNTS, accounts);
}

/** Adds rows to a table, which is made where there is none. */
async function fill(client: N8nClient, table: typeof POSTS, rows: readonly object[]): Promise<void> {
	const { id: project } = row.parse(await client.send('GET', '/rest/projects/personal'));
	const tables = `/rest/projects/${project}/data-tables`;
	const filter = encodeURIComponent(JSON.stringify({ name: table.name.toLowerCase() }));
	const { data } = listed.parse(await client.send('GET', `${tables}?filter=${filter}`));
	const { id } = data[0] ?? row.parse(await client.send('POST', tables, table));
	await client.send('POST', `${tables}/${id}/insert`, { data: rows });
}
