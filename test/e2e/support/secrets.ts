/** The search for secrets in what a real n8n keeps: its log, its database, and the workflows that it exports. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8nClient } from '../../../scripts/runtime/client';
import { secretsIn } from '../../support/secrets';

/** The log, and the database with what SQLite has not merged into it yet. Credentials are encrypted in it. */
const KEPT = /^(n8n\.log|database\.sqlite.*|.*\.log)$/;

/**
 * Where secrets were found, and which.
 *
 * @param client Who may read every workflow.
 */
export async function secretsLeft(client: N8nClient, userFolder: string): Promise<string[]> {
	const found: string[] = [];
	for (const folder of [userFolder, join(userFolder, '.n8n')])
		for (const name of (await readdir(folder)).filter((each) => KEPT.test(each)))
			found.push(...named(name, await readFile(join(folder, name), 'latin1')));
	for (const { id, name } of await client.workflows())
		found.push(
			...named(`workflow ${name}`, JSON.stringify(await client.send('GET', `/rest/workflows/${id}`))),
		);
	return found;
}

const named = (where: string, text: string): string[] => secretsIn(text).map((what) => `${where}: ${what}`);
