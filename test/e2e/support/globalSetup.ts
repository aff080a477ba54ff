import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startN8nWithPackage } from '../../../scripts/world';
import { keep } from './shared';

/** Starts the one n8n of the whole run, on fresh data. Each test file has a simulator of its own. */
export default async function globalSetup(): Promise<void> {
	const userFolder = await mkdtemp(join(tmpdir(), 'x-platform-e2e-'));
	keep(await startN8nWithPackage({ userFolder, say: (line) => process.stdout.write(`${line}\n`) }));
}
