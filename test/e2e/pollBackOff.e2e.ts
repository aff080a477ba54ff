/** How long n8n waits with the next poll after an error of ours, by n8n's own rules. */
import { execFileSync } from 'node:child_process';
import type { INode } from 'n8n-workflow';
import { classify, toNodeApiError } from '../../nodes/shared/errors';
import { ensureRuntime } from '../../scripts/runtime/install';

const NODE: INode = { id: '1', name: 'X', type: 'xCore', typeVersion: 1, position: [0, 0], parameters: {} };
const NOW = Date.UTC(2026, 10, 30, 12);
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Reads an error as n8n does after a poll that failed for the first time. */
const PROGRAM = `
	const policy = require(process.argv[1] + '/node_modules/n8n/dist/workflows/triggers/poll-backoff-policy.js');
	const { error, now } = JSON.parse(process.argv[2]);
	const found = policy.pollFailureFromError(error, new Date(now));
	console.log(policy.computeBackoffDelayMs({ ...found, consecutiveErrors: 1 }));`;

const capped = (period: string) => ({
	type: 'https://api.x.com/2/problems/usage-capped',
	title: 'UsageCapExceeded',
	period,
});

it.each([
	['402: auto-recharge may take 5 minutes', { status: 402 }, 5 * MINUTE],
	['403: nothing changes until a person acts', { status: 403 }, 30 * MINUTE],
	['401', { status: 401 }, 30 * MINUTE],
	['404', { status: 404 }, 30 * MINUTE],
	['503 with the time that X asks for', { status: 503, headers: { 'retry-after': '120' } }, 2 * MINUTE],
	['503 without a time', { status: 503 }, 5 * SECOND],
	[
		'429 with the end of its window',
		{ status: 429, headers: { 'x-rate-limit-reset': String((NOW + 15 * MINUTE) / SECOND) } },
		15 * MINUTE,
	],
	// n8n waits an hour at most.
	['429 for the cap of a day', { status: 429, body: capped('Daily') }, 60 * MINUTE],
	['429 for the cap of a month', { status: 429, body: capped('Monthly') }, 60 * MINUTE],
])('after %s', async (_case, answer, wait) => {
	const { node, folder } = await ensureRuntime();
	const { httpCode, failure } = toNodeApiError(NODE, classify({ ...answer, now: new Date(NOW) }));
	const read = JSON.stringify({ error: { httpCode, failure }, now: NOW });
	expect(Number(execFileSync(node, ['-e', PROGRAM, folder, read], { encoding: 'utf8' }))).toBe(wait);
});
