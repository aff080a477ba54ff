import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { APP, ME } from '../../simulator/identities';
import { PATIENT_SETTINGS, webhookSimulator, type WebhookSimulator } from '../../simulator/webhooks';
import { host, type CredentialOverrides, type Finished } from '../../support';
import { useSimulator, type Simulator } from '../../support/simulator';
import { openTrigger, type Trigger } from '../../support/webhookTrigger';

/** Where the simulated X believes n8n to be. */
export const PUBLIC = 'https://n8n.example.com';

export interface World {
	sim: Simulator;
	events: WebhookSimulator;
	/** A workflow with the trigger, reachable for X; closed after the test. */
	open: (options?: OpenOptions) => Promise<Trigger>;
	/** The same, activated. */
	openActive: (options?: OpenOptions) => Promise<Trigger>;
	/** A request of the app to X. */
	ask: (method: string, path: string, body?: object) => Promise<Response>;
	/** Lets X make all of its further tries of what was not taken. */
	tryAgain: () => Promise<void>;
	/** One address for all triggers, as several workflows of one n8n have. */
	front: string;
}

export interface OpenOptions {
	/** Whether the form is as n8n begins it; otherwise it begins with `posts`. */
	isFresh?: boolean;
	parameters?: IDataObject;
	credentials?: CredentialOverrides;
	webhookId?: string;
	staticData?: IDataObject;
	memory?: 'connected' | 'away';
	/** A public name of its own, for a second workflow. */
	origin?: string;
}

/** A fresh platform for each test, with room for one webhook as the smallest plan has. */
export function useWorld(): () => World {
	const sim = useSimulator();
	let opened: Trigger[] = [];
	let front: Server;
	let pauseAgain: () => void;
	beforeAll(async () => {
		pauseAgain = host().skipJoinPauses();
		front = createServer((incoming, outgoing) => {
			const target = opened.findLast((trigger) => incoming.url?.startsWith(new URL(trigger.url()).pathname));
			const { method, headers } = incoming;
			const passed = request(`${target?.origin ?? 'http://127.0.0.1:1'}${incoming.url ?? ''}`, {
				method,
				headers,
				agent: false,
			});
			passed.on('response', (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502)));
			passed.on('error', () => outgoing.writeHead(502).end());
			incoming.pipe(passed);
		});
		await once(front.listen(0, '127.0.0.1'), 'listening');
	});
	beforeEach(() => {
		webhookSimulator(sim().platform).configure(PATIENT_SETTINGS);
	});
	afterAll(() => {
		pauseAgain();
		front.closeAllConnections();
		front.close();
	});
	afterEach(async () => {
		await Promise.all(opened.map(async (trigger) => await trigger.close()));
		opened = [];
	});
	return () => {
		const events = webhookSimulator(sim().platform);
		const open = async ({ origin = PUBLIC, parameters = {}, isFresh = false, ...rest }: OpenOptions = {}) => {
			const trigger = await openTrigger({
				node: 'xWebhookTrigger',
				parameters: { ...(!isFresh && posts), ...parameters } as INodeParameters,
				sim: sim(),
				publicOrigin: origin,
				// What a node remembers lives as long as the process: each trigger needs an address of its own.
				webhookId: randomUUID(),
				...rest,
			});
			opened.push(trigger);
			events.route(origin, trigger.origin);
			return trigger;
		};
		const tryAgain = async () => {
			for (const wait of events.settings.retryWaitsMs) {
				sim().platform.clock.advance(wait);
				await events.settled();
			}
		};
		return {
			sim: sim(),
			events,
			open,
			openActive: async (options) => {
				const trigger = await open(options);
				await trigger.activate();
				return trigger;
			},
			ask: async (method, path, body) =>
				await fetch(`${sim().baseUrl}${path}`, {
					method,
					headers: {
						authorization: `Bearer ${APP.bearerToken}`,
						...(body && { 'content-type': 'application/json' }),
					},
					...(body && { body: JSON.stringify(body) }),
				}),
			tryAgain,
			front: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
		};
	};
}

/** Opens a fresh world for each test, in which one workflow is active. */
export function useActive(world = useWorld()) {
	return async (parameters: IDataObject = {}): Promise<World & { trigger: Trigger }> => {
		const here = world();
		return { ...here, trigger: await here.openActive({ parameters }) };
	};
}

/** First outcome of each copy of a delivery. */
export const outcomes = (deliveries: Array<{ attempts: Array<{ outcome: string }> }>) =>
	deliveries.map(({ attempts }) => attempts[0]?.outcome);

/** The smallest useful settings: the user's own Posts, subscribed with the app's token. */
export const posts: INodeParameters = {
	authentication: 'app',
	eventTypes: ['post.create'],
	userIds: ME.id,
};

/** No subscription of its own: what others have subscribed to on the webhook. */
export const ELSEWHERE: INodeParameters = {
	authentication: 'app',
	eventTypes: [],
	otherSources: ['elsewhere'],
};

/** What the trigger gave to the workflow. */
export function itemsOf(execution: Finished | undefined): IDataObject[] {
	return (execution?.nodes.Subject?.[0]?.data?.main?.[0] ?? []).map((item) => item.json);
}

/** A tag as X has it: followed by the node's mark, or the mark alone. */
export const marked = (tag = ''): string =>
	expect.stringMatching(new RegExp(`^${tag}${tag && ' '}n8n(/[^/ ]+){4}$`)) as string;

/** What X holds where nothing is registered. */
export const NOTHING = { webhooks: [], activity: [], accounts: [], rules: [], links: [] };
