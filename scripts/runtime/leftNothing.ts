/** What triggers have on X, as the simulated X shows it. */
import type { WebhookSimulator } from '../../test/simulator/webhooks';
import { until } from './until';

/** Waits until X has nothing of any workflow: what one had there goes half a minute after it. */
export const leftNothing = async (platform: WebhookSimulator) =>
	await until('nothing to be left on X', async () => {
		const { webhooks, activity } = platform.inventory();
		return await Promise.resolve(webhooks.length + activity.length === 0 || undefined);
	});
