/**
 * Loaded before a program that stands for n8n: what n8n shares with community nodes comes from the installed n8n, not
 * from this project, as it does for a user. So our nodes and n8n's own run on one n8n-core.
 */
import Module from 'node:module';
import { join } from 'node:path';

type Resolve = (request: string, ...rest: unknown[]) => string;

const SHARED = /^(n8n-core|n8n-workflow|zod|lodash|luxon|reflect-metadata|@n8n\/[^/]+)(\/|$)/;

const folder = process.env['BENCH_N8N'];
if (folder === undefined) throw new Error('BENCH_N8N must name the folder of an installed n8n');
const RUNTIME = join(folder, 'node_modules');

const resolver = Module as unknown as { _resolveFilename: Resolve };
const original = resolver._resolveFilename;
resolver._resolveFilename = function (request, parent, ...rest) {
	const from = (parent as { filename?: string } | undefined)?.filename ?? '';
	if (!SHARED.test(request) || from.startsWith(RUNTIME)) return original.call(this, request, parent, ...rest);
	const asN8n = { ...(parent as object), id: RUNTIME, filename: join(RUNTIME, 'n8n.js'), paths: [RUNTIME] };
	return original.call(this, request, asN8n, ...rest);
};
