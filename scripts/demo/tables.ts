/** The Data Tables of n8n that the examples read and fill. */
import { omit } from 'lodash';
import { z } from 'zod';
import { allScopes } from '../../test/simulator/auth/credentials';
import { ME } from '../../test/simulator/identities';
import { peopleOf } from '../../test/simulator/people';
import type { Platform } from '../../test/simulator/platform';
import type { N8nClient } from '../runtime/client';

const row = z.object({ id: z.string() });
const listed = z.object({ data: z.array(row) });
const content = z.object({ count: z.number(), data: z.array(z.record(z.unknown())) });

/** The most rows that n8n gives at once. */
const PAGE = 250;

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
	columns: ['account', 'access_token', 'refresh_token', 'text', 'link'].map((name) => ({
		name,
		type: 'string',
	})),
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
	const { tables, id: found } = await find(client, table.name);
	const id = found ?? row.parse(await client.send('POST', tables, table)).id;
	await client.send('POST', `${tables}/${id}/insert`, { data: rows });
}

/** The address of all tables, and the ID of one, if it is there. */
async function find(client: N8nClient, name: string): Promise<{ tables: string; id: string | undefined }> {
	const { id: project } = row.parse(await client.send('GET', '/rest/projects/personal'));
	const tables = `/rest/projects/${project}/data-tables`;
	const filter = encodeURIComponent(JSON.stringify({ name: name.toLowerCase() }));
	const { data } = listed.parse(await client.send('GET', `${tables}?filter=${filter}`));
	return { tables, id: data[0]?.id };
}

/**
 * The rows of a table as text, without what n8n itself counts and dates; none where the table is not there.
 * @throws Error when the table has more rows than n8n gives at once
 */
export async function rowsOf(client: N8nClient, name: string): Promise<string[]> {
	const { tables, id } = await find(client, name);
	if (id === undefined) return [];
	const { count, data } = content.parse(await client.send('GET', `${tables}/${id}/rows?take=${PAGE}`));
	if (count > data.length) throw new Error(`The table "${name}" has ${count} rows`);
	return data.map((each) => JSON.stringify(omit(each, ['id', 'createdAt', 'updatedAt'])));
}

/** Deletes a table, if it is there. */
export async function deleteTable(client: N8nClient, name: string): Promise<void> {
	const { tables, id } = await find(client, name);
	if (id !== undefined) await client.send('DELETE', `${tables}/${id}`);
}
