/** A simulator of the webhook area alone, and a webhook owner that it delivers to. */
import { APP, ME } from '../../simulator/identities';
import { webhooks, webhookSimulator, type WebhookSimulator } from '../../simulator/webhooks';
import { useSimulator, type Simulator } from '../../support/simulator';
import { startReceiver, type Receiver } from '../../support/webhookReceiver';

export const WEBHOOK_ADDRESS = 'https://n8n.example/webhook/x';
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const AS_USER = `Bearer ${ME.oauth2AccessToken}`;

export interface Stage {
	readonly sim: Simulator;
	readonly events: WebhookSimulator;
	/** The owner behind the public address. */
	readonly receiver: Receiver;
	/** A request with the app's bearer token, or another `authorization`. */
	ask(
		method: string,
		path: string,
		body?: unknown,
		authorization?: string,
	): Promise<{ status: number; body: unknown }>;
	/** Moves X's time ahead and lets it do what is due. */
	pass(milliseconds: number): Promise<void>;
}

/** A stage for each test of a file. */
export function useStage(): Stage {
	const sim = useSimulator({}, [webhooks]);
	let receiver: Receiver;
	const events = () => webhookSimulator(sim().platform);
	beforeEach(async () => {
		// What is due is due only when a test has moved the time that far.
		sim().platform.clock.stop();
		receiver = await startReceiver();
		events().route('https://n8n.example', receiver.url);
	});
	afterEach(async () => await receiver.close());
	return {
		get sim() {
			return sim();
		},
		get events() {
			return events();
		},
		get receiver() {
			return receiver;
		},
		ask: async (method, path, body, authorization = `Bearer ${APP.bearerToken}`) => {
			const response = await fetch(`${sim().baseUrl}${path}`, {
				method,
				headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
				...(body !== undefined && { body: JSON.stringify(body) }),
			});
			return { status: response.status, body: await response.json() };
		},
		pass: async (milliseconds) => {
			sim().platform.clock.advance(milliseconds);
			await events().settled();
		},
	};
}
