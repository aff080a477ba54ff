/** The search for secrets in what a real n8n keeps: every file of its folder, and the workflows that it exports. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8nClient } from '../../../scripts/runtime/client';
import { secretsIn } from '../../support/secrets';

/** What was searched, and where secrets were found. */
interface Searched {
	readonly files: number;
	readonly found: string[];
}

/**
 * Searches the log, the database with executions, binary data and all else. Credentials are encrypted in the database.
 *
 * @param client Who may read every workflow.
 */
export async function secretsLeft(client: N8nClient, userFolder: string): Promise<Searched> {
	const entries = await readdir(userFolder, { recursive: true, withFileTypes: true });
	// The package itself has come from here.
	const files = entries
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map(({ parentPath, name }) => join(parentPath, name));
	const found: string[] = [];
	// n8n removes some of its files in the meantime.
	for (const file of files)
		found.push(...named(file.slice(userFolder.length), await readFile(file, 'latin1').catch(() => '')));
	for (const { id, name } of await client.workflows())
		found.push(
			...named(`workflow ${name}`, JSON.stringify(await client.send('GET', `/rest/workflows/${id}`))),
		);
	return { files: files.length, found };
}

const named = (where: string, text: string): string[] => secretsIn(text).map((what) => `${where}: ${what}`);
