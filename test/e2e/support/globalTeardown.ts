import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ARTIFACTS } from '../../../scripts/runtime/package';
import { kept, profileFolder } from './shared';

/** Ends n8n and removes its data; its log stays with the pictures, one for each part of the files. */
export default async function globalTeardown({ shard }: { shard?: { shardIndex: number } }): Promise<void> {
	const n8n = kept();
	if (n8n === undefined) return;
	await n8n.stop();
	await mkdir(ARTIFACTS, { recursive: true });
	await copyFile(n8n.logFile, join(ARTIFACTS, `n8n${shard?.shardIndex ?? ''}.log`));
	for (const folder of [n8n.userFolder, profileFolder(n8n.userFolder)])
		await rm(folder, { recursive: true, force: true });
}
