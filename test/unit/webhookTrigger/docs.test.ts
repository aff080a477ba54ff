import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { EVENT_TYPES, eventTypeName } from '../../../nodes/shared/model/eventTypes';
import { eventsOf } from '../../../nodes/XWebhookTrigger/events';
import { signaturesIn, verify } from '../../../nodes/XWebhookTrigger/signature';
import { serve } from '../../support/ownHost';

const SECRETS = { oauth2: ['a secret'], oauth1: ['another secret'] };

async function sent(language: string, run: (code: string, url: string) => Promise<unknown>) {
	const page = await readFile(resolve(__dirname, '../../../docs/webhook-signatures.md'), 'utf8');
	const code = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';
	const requests: Array<{ headers: IncomingHttpHeaders; body: Buffer }> = [];
	const server = await serve((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			requests.push({ headers: request.headers, body: Buffer.concat(chunks) });
			response.end('{}');
		});
	});
	try {
		await run(code, `${server.url}/`);
	} finally {
		server.close();
	}
	const [request] = requests;
	if (request === undefined) throw new Error('nothing was sent');
	return request;
}

describe('the documentation of the trigger', () => {
	it('has a script that sends an event the trigger takes', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'trigger-docs-'));
		try {
			const { headers, body } = await sent('js', async (code, url) => {
				const file = join(folder, 'send.mjs');
				await writeFile(file, code);
				await promisify(execFile)(process.execPath, [file, url], {
					env: { ...process.env, CLIENT_SECRET: 'a secret' },
				});
			});
			expect(verify(body, signaturesIn(headers), SECRETS)).toEqual({ outcome: 'valid', scheme: 'oauth2' });
			expect(eventsOf(JSON.parse(body.toString()))).toMatchObject([
				{ eventType: 'post.create', source: 'activity', key: expect.any(String) as string },
			]);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	});

	it('names for each array of Account Activity the events that replace it', async () => {
		const page = await readFile(resolve(__dirname, '../../../docs/webhook-events.md'), 'utf8');
		const rows = [...page.matchAll(/^\| `(\w+)` +\| (_.+_) +\|$/gm)];
		expect(rows).toHaveLength(10);
		const labels = rows.flatMap(([, , events = '']) =>
			[...events.matchAll(/_([^_]+)_/g)].map(([, one]) => one),
		);
		expect(labels.filter((label) => !EVENT_TYPES.some(({ name }) => name === label))).toEqual([]);
		for (const [, array = '', events = ''] of rows.filter(([, name]) => name !== 'user_event')) {
			const [event] = eventsOf({ for_user_id: '1', [array]: [{ id: '2' }] });
			expect([array, events]).toEqual([
				array,
				expect.stringContaining(`_${eventTypeName(event?.eventType ?? '')}_`),
			]);
		}
	});

	it('has shell commands that sign a delivery', async () => {
		const { headers, body } = await sent('sh', async (code, URL) => {
			const env = { ...process.env, CLIENT_SECRET: 'a secret', BODY: '{"data":{"text":"žluťoučký"}}', URL };
			await promisify(execFile)('bash', ['-euc', code], { env });
		});
		expect(verify(body, signaturesIn(headers), SECRETS)).toEqual({ outcome: 'valid', scheme: 'oauth2' });
		expect(body.toString()).toContain('žluťoučký');
	});
});
