import { z } from 'zod';
import type { Api } from '../../shared/http/connection';
import { encodeRfc3986 } from '../../shared/util/text';
import { growingPause, pollUntil } from '../../shared/util/poll';
import { lenient } from '../../shared/util/lenient';
import { ask } from '../../shared/events/ask';

const webhookShape = z.object({
	id: lenient.textOrEmpty,
	url: lenient.textOrEmpty,
	valid: lenient.flag,
});
const webhookList = z.object({ data: lenient.listOf(webhookShape) });

export type Webhook = z.infer<typeof webhookShape>;

const PATH = '/2/webhooks';
const pathOf = (id: string) => `${PATH}/${encodeRfc3986(id)}`;

/** Lists the app's webhooks: https://docs.x.com/x-api/webhooks/get-webhook */
export const listWebhooks = async (app: Api): Promise<Webhook[]> =>
	webhookList.parse(await ask(app, { method: 'GET', path: PATH })).data;

/**
 * Registers an address, which X challenges first. Is undefined if the answer does not name the webhook.
 *
 * @throws If the challenge fails, the address is refused, or the app has no webhook left.
 */
export async function createWebhook(app: Api, url: string): Promise<Webhook | undefined> {
	const answer = await ask(app, { method: 'POST', path: PATH, body: { url } });
	const webhook = webhookShape.parse(answer.data ?? answer);
	return webhook.id === '' ? undefined : webhook;
}

/**
 * Has X challenge the address again, and asks for some seconds whether it is valid:
 * https://docs.x.com/x-api/webhooks/validate-webhook and
 * https://docs.x.com/x-api/webhooks/quickstart#validate-and-re-enable-a-webhook differ about the answer.
 */
export async function validateWebhook(app: Api, id: string): Promise<boolean> {
	await app.send({ method: 'PUT', path: pathOf(id) });
	const { state } = await pollUntil({
		ask: async () => (await listWebhooks(app)).find((webhook) => webhook.id === id),
		isDone: (found) => found?.valid !== false,
		pause: growingPause(1_000, 1_000),
		timeout: 2_000,
	});
	return state?.valid === true;
}

export async function deleteWebhook(app: Api, id: string): Promise<void> {
	await app.send({ method: 'DELETE', path: pathOf(id) });
}
