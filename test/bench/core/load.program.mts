/**
 * Loads node files the way n8n does at its start and says how long each took and how large its (largest) description is.
 * Run directly, without a loader, which would be measured too:
 * `node load.program.mts <file.node.js> …` prints one line of JSON.
 */
import { createRequire } from 'node:module';
import { basename } from 'node:path';

interface NodeClass {
	description: object;
	/** Where a node has several versions, each has a description and the editor loads them all. */
	nodeVersions?: Record<string, { description: object }>;
}

const files = process.argv.slice(2);
const require = createRequire(files[0] ?? '/');

// n8n has these in memory before it loads the first node.
for (const shared of ['n8n-workflow', 'zod', 'lodash', 'luxon']) require(shared);

const loaded = files.map((file) => {
	const startedAt = performance.now();
	const exported = require(file) as Record<string, new () => NodeClass>;
	const Type = exported[basename(file).split('.')[0] ?? ''];
	if (!Type) throw new Error(`${file} exports no node`);
	const node = new Type();
	const ms = performance.now() - startedAt;
	const sizes = Object.values(node.nodeVersions ?? { only: node }).map(({ description }) =>
		Buffer.byteLength(JSON.stringify(description)),
	);
	return { ms, bytes: Math.max(...sizes) };
});

console.log(JSON.stringify(loaded));
