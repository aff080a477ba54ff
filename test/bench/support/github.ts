/**
 * GitHub, as far as n8n's Github Trigger needs it: it takes a webhook and signs what it delivers there.
 * https://docs.github.com/en/rest/repos/webhooks
 * https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 */
import { createHmac } from 'node:crypto';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { serve } from '../../support/ownHost';

const hookInput = z.object({
	config: z.object({ url: z.string(), secret: z.string() }).passthrough(),
	events: z.array(z.string()),
});

export interface Delivery {
	/** Where it goes. */
	url: string;
	headers: Record<string, string>;
	bytes: Buffer;
}

export interface Github {
	/** `http://127.0.0.1:<port>` */
	origin: string;
	/** A signed push event of so many bytes, for the webhook that was registered last. */
	push(bytes: number): Delivery;
	close(): void;
}

/** Starts it on a free port. */
export async function startGithub(): Promise<Github> {
	const hooks: z.infer<typeof hookInput>[] = [];
	const { url, close } = await serve((request, response) => {
		const answer = (status: number, body?: object) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(body && JSON.stringify(body));
		};
		const [, id] = /^\/repos\/[^/]+\/[^/]+\/hooks(?:\/(\d+))?$/.exec(request.url ?? '') ?? [];
		const hook = id === undefined ? undefined : hooks[Number(id) - 1];
		if (request.method === 'POST')
			json(request)
				.then((body) => {
					const made = hooks.push(hookInput.parse(body));
					answer(201, { id: made, active: true, ...hooks[made - 1] });
				})
				.catch((error: unknown) => answer(422, { message: String(error) }));
		else if (!hook) answer(404, { message: 'Not Found' });
		else if (request.method === 'DELETE') answer(204);
		else answer(200, { id, active: true, ...hook });
	});
	return {
		origin: url,
		close,
		push: (size) => {
			const hook = hooks.at(-1);
			if (!hook) throw new Error('No webhook was registered');
			const event = { ref: 'refs/heads/main', repository: { full_name: 'acme/shop' }, text: '' };
			event.text = 'x'.repeat(size - JSON.stringify(event).length);
			const bytes = Buffer.from(JSON.stringify(event));
			const signature = createHmac('sha256', hook.config.secret).update(bytes).digest('hex');
			const headers = {
				'content-type': 'application/json',
				'x-github-event': 'push',
				'x-hub-signature-256': `sha256=${signature}`,
			};
			return { url: hook.config.url, headers, bytes };
		},
	};
}
