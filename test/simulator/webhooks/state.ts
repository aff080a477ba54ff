import { APP } from '../identities';
import type { Platform } from '../platform';
import { makeDetours, type Detours } from './address';
import type { JsonObject } from './events';
import type { SignatureHeader, SigningScheme } from './signing';
import { Timers } from './timers';

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

/** What differs between plans and between the documents, so that tests can have it either way. */
export interface Settings {
	/**
	 * Whose tokens may subscribe to private events. The specification has both kinds; an independent program found
	 * OAuth 1.0a alone accepted: https://github.com/vercel/chat, README of the X adapter (read on 22 November 2026).
	 */
	privateSubscriptions: 'anyUser' | 'oAuth1' | 'oAuth2';
	/** Webhooks an app may have. The pay-per-use plan has one. */
	webhookLimit: number;
	accountActivityLimit: number;
	/** Activity subscriptions an app may have. */
	activityLimit: number;
	ruleLimit: number;
	ruleLength: number;
	/** Whether the plan includes filtered-stream webhooks. */
	streamWebhooks: boolean;
	/** Where an answer has the list of stream links: `data.links` on the pages, `data` in the newest specification. */
	linkList: 'links' | 'data';
	/** Which of the documented forms an activity subscription is answered in. */
	subscriptionShape: 'subscription' | 'object' | 'array';
	/** Where an answer has the failure reason; the documentation does not say. */
	reasonIn: 'message' | 'detail' | 'title' | 'reason';
	/** Name of the older signature header; the one of OAuth 2.0 is named after it. */
	signatureHeader: SignatureHeader;
	/**
	 * What kind of apps there are: old ones, signed for with the consumer secret alone (`oauth1`), new ones with the
	 * client secret alone (`oauth2`), or apps with both, whose deliveries have two signature headers and whose challenges
	 * must be answered with the client secret (`both`).
	 */
	webhookSigning: SigningScheme | 'both';
	crcDeadlineMs: number;
	crcEveryMs: number;
	/** How long after a right answer no challenge comes. */
	crcQuietMs: number;
	/** How long a webhook stays valid while challenges fail for reasons that may pass. */
	crcGraceMs: number;
	deliveryDeadlineMs: number;
	/** Waits before the second, third … try of a delivery. */
	retryWaitsMs: readonly number[];
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const DEFAULT_SETTINGS: Settings = {
	privateSubscriptions: 'anyUser',
	webhookLimit: 1,
	accountActivityLimit: 3,
	activityLimit: 1500,
	ruleLimit: 25_000,
	ruleLength: 2048,
	streamWebhooks: true,
	linkList: 'links',
	subscriptionShape: 'subscription',
	reasonIn: 'message',
	signatureHeader: 'x-twitter-webhooks-signature',
	webhookSigning: 'both',
	// The only figure any document gives for a challenge; deliveries have 10 s.
	crcDeadlineMs: 3 * SECOND,
	// https://docs.x.com/x-api/webhooks/introduction#webhook-validation (read on 22 November 2026); a paragraph on
	// security of the same page still says "hourly".
	crcEveryMs: HOUR / 2,
	crcQuietMs: 24 * HOUR,
	crcGraceMs: 28 * HOUR,
	deliveryDeadlineMs: 10 * SECOND,
	retryWaitsMs: [3 * SECOND, 27 * SECOND, 242 * SECOND],
};

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

export interface WebhooksState {
	platform: Platform;
	settings: Settings;
	timers: Timers;
	detours: Detours;
	secrets: Map<string, AppSecrets>;
	webhooks: Map<string, Webhook>;
	activity: Map<string, ActivitySubscription>;
	/** Subscribed users by webhook. */
	accounts: Map<string, Set<string>>;
	rules: Map<string, StreamRule>;
	links: Map<string, StreamLink>;
	deliveries: Delivery[];
	challenges: CrcRecord[];
	/** Webhooks whose events are being replayed. */
	replays: Set<string>;
}

export function createState(platform: Platform): WebhooksState {
	return {
		platform,
		settings: { ...DEFAULT_SETTINGS },
		timers: new Timers(platform.clock),
		detours: makeDetours(),
		secrets: new Map([[APP.id, { consumerSecret: APP.consumerSecret, clientSecret: APP.clientSecret }]]),
		webhooks: new Map(),
		activity: new Map(),
		accounts: new Map(),
		rules: new Map(),
		links: new Map(),
		deliveries: [],
		challenges: [],
		replays: new Set(),
	};
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
