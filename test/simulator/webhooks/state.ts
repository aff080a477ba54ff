import { Timers } from '../clock';
import { APP } from '../identities';
import type { Platform } from '../platform';
import { Detours } from './address';
import type { JsonObject } from './events';
import type { SigningScheme } from './signing';

export interface Webhook {
	id: string;
	appId: string;
	url: string;
	valid: boolean;
	createdAt: string;
	/** When a challenge was last answered rightly, by the simulator's clock. */
	lastSuccess: number;
	/** Calls the next scheduled challenge off. */
	cancelCheck: () => void;
}

export interface ActivitySubscription {
	subscription_id: string;
	appId: string;
	event_type: string;
	filter: {
		user_id?: string;
		keyword?: string;
		direction?: 'inbound' | 'outbound';
		qualifiers?: Record<string, string>;
	};
	expires_at?: string;
	tag?: string;
	webhook_id?: string;
	created_at: string;
	updated_at: string;
}

export interface StreamRule {
	id: string;
	value: string;
	tag?: string;
}

export interface StreamLink {
	webhookId: string;
	createdAt: string;
	/** Requested fields and expansions by parameter name. */
	fields: Record<string, string[]>;
}

/** One challenge as it was sent and judged. */
export interface CrcRecord {
	webhookId: string;
	url: string;
	at: number;
	durationMs: number;
	cause: 'create' | 'validate' | 'schedule';
	outcome: string;
	verdict: 'passed' | 'wrong' | 'transient';
	/** The secret that the answer was made with, if it is one of the app's. */
	answeredWith?: SigningScheme;
}

interface Attempt {
	/** When it was due, by the simulator's clock. */
	at: number;
	/** How long the receiver took, in real milliseconds. */
	durationMs: number;
	/** The status as text, or `timeout`, `closed`, `unresolved`. */
	outcome: string;
}

/** One body on its way to one callback address. */
export interface Delivery {
	id: string;
	webhookId: string | undefined;
	url: string;
	/** The bytes as sent. */
	bytes: Buffer;
	at: number;
	attempts: Attempt[];
	state: 'pending' | 'delivered' | 'failed';
	/** Resolves when it was taken or given up. */
	done: Promise<Delivery>;
}

const SECOND = 1000;

/** What differs between plans and between the documents, so that tests can have it either way. */
const DEFAULT_SETTINGS = {
	/**
	 * Whose tokens may subscribe to private events. The specification has both kinds; an independent program found
	 * OAuth 1.0a alone accepted: https://github.com/vercel/chat, README of the X adapter (read on 22 November 2026).
	 */
	privateSubscriptions: 'anyUser' as 'anyUser' | 'oAuth1' | 'oAuth2',
	/** Webhooks an app may have. The pay-per-use plan has one. */
	webhookLimit: 1,
	accountActivityLimit: 3,
	/** Activity subscriptions an app may have. */
	activityLimit: 1500,
	ruleLimit: 25_000,
	ruleLength: 2048,
	/** Whether the plan includes filtered-stream webhooks. */
	streamWebhooks: true,
	/** Where an answer has the list of stream links: `data.links` on the pages, `data` in the newest specification. */
	linkList: 'links' as 'links' | 'data',
	/** Which of the documented forms an activity subscription is answered in. */
	subscriptionShape: 'subscription' as 'subscription' | 'object' | 'array',
	/** Where an answer has the failure reason; the documentation does not say. */
	reasonIn: 'message' as 'message' | 'detail' | 'title' | 'reason',
	/**
	 * What kind of apps there are: old ones, signed for with the consumer secret alone (`oauth1`), new ones with the
	 * client secret alone (`oauth2`), or apps with both, whose deliveries have two signature headers and whose challenges
	 * must be answered with the client secret (`both`).
	 */
	webhookSigning: 'both' as SigningScheme | 'both',
	/** The only figure any document gives for a challenge; deliveries have 10 s. */
	crcDeadlineMs: 3 * SECOND,
	deliveryDeadlineMs: 10 * SECOND,
	/** Waits before the second, third … try of a delivery. */
	retryWaitsMs: [3 * SECOND, 27 * SECOND, 242 * SECOND],
};

export type Settings = typeof DEFAULT_SETTINGS;

/**
 * Deadlines for tests in which it does not matter how fast a receiver is: on a busy computer a real n8n may miss the
 * platform's own.
 */
export const PATIENT_SETTINGS: Pick<Settings, 'crcDeadlineMs' | 'deliveryDeadlineMs'> = {
	crcDeadlineMs: 120 * SECOND,
	deliveryDeadlineMs: 120 * SECOND,
};

/** The secrets of an app; one that has a single secret is signed for with that one, whatever the settings say. */
export interface AppSecrets {
	consumerSecret?: string;
	clientSecret?: string;
}

export class WebhooksState {
	settings = { ...DEFAULT_SETTINGS };
	readonly timers: Timers;
	readonly detours = new Detours();
	readonly secrets = new Map<string, AppSecrets>();
	readonly webhooks = new Map<string, Webhook>();
	readonly activity = new Map<string, ActivitySubscription>();
	/** Subscribed users by webhook. */
	readonly accounts = new Map<string, Set<string>>();
	readonly rules = new Map<string, StreamRule>();
	readonly links = new Map<string, StreamLink>();
	readonly deliveries: Delivery[] = [];
	readonly challenges: CrcRecord[] = [];
	/** Webhooks whose events are being replayed. */
	readonly replays = new Set<string>();

	constructor(readonly platform: Platform) {
		this.timers = new Timers(platform.clock);
		const { id, consumerSecret, clientSecret } = APP;
		this.secrets.set(id, { consumerSecret, clientSecret });
	}
}

/** A registered webhook in the form the API prints it. */
export function webhookJson(webhook: Webhook): JsonObject {
	return { id: webhook.id, url: webhook.url, valid: webhook.valid, created_at: webhook.createdAt };
}

/** The webhooks of one app, oldest first. */
export function webhooksOf(state: WebhooksState, appId: string): Webhook[] {
	return [...state.webhooks.values()].filter((webhook) => webhook.appId === appId);
}

/** The activity subscriptions that have not ended. */
export function running({ activity, platform }: WebhooksState): ActivitySubscription[] {
	const hasEnded = ({ expires_at: end }: ActivitySubscription) =>
		end !== undefined && Date.parse(end) <= platform.clock.now();
	for (const [id, subscription] of activity) if (hasEnded(subscription)) activity.delete(id);
	return [...activity.values()];
}

/**
 * Removes a webhook with its stream link and Account Activity subscriptions, whose paths begin with it. Activity
 * subscriptions are things of their own and stay behind, as no document says otherwise: who made them deletes them.
 */
export function removeWebhook(state: WebhooksState, webhook: Webhook): void {
	webhook.cancelCheck();
	state.webhooks.delete(webhook.id);
	state.accounts.delete(webhook.id);
	state.links.delete(webhook.id);
}

interface Signer {
	scheme: SigningScheme;
	secret: string;
}

/**
 * What X signs an app's deliveries with, one header each. The first is also what a challenge must be answered with: the
 * client secret where the app has one.
 */
export function signersOf(
	{ settings, secrets }: WebhooksState,
	appId: string,
	webhookSigning = settings.webhookSigning,
): Signer[] {
	const app = secrets.get(appId);
	if (app === undefined) throw new Error(`No app ${appId} on the simulated platform`);
	const { consumerSecret, clientSecret } = app;
	const signers: Signer[] = [];
	if (clientSecret !== undefined && (consumerSecret === undefined || webhookSigning !== 'oauth1'))
		signers.push({ scheme: 'oauth2', secret: clientSecret });
	if (consumerSecret !== undefined && (clientSecret === undefined || webhookSigning !== 'oauth2'))
		signers.push({ scheme: 'oauth1', secret: consumerSecret });
	return signers;
}
