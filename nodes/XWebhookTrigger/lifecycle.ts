import type { Api } from './api';
import { failedFor, isGone, isUnreachable, messageOf } from './platformReasons';
import { claimWebhook } from './ensureWebhook';
import { accountActivity } from './sources/accountActivity';
import { activity } from './sources/activity';
import { filteredStream } from './sources/filteredStream';
import type { Settings } from './settings';
import type { Registration } from './registrationStore';
import { deleteWebhook, listWebhooks, validateWebhook } from './webhooks';

/** What switching a workflow on and off works with. */
export interface ActivationContext {
	/** The app, without a user. */
	app: Api;
	/** The user, when a user credential is chosen. */
	user: Api | undefined;
	settings: Settings;
	/** The node's address in this mode. */
	url: string;
	isTest: boolean;
	workflowId: string;
	fingerprint: string;
	/** Whether n8n is starting up, as against somebody waiting for the result. */
	isStartup: boolean;
	read(): Registration | undefined;
	write(registration: Registration | undefined): void;
	/** Records of this node under addresses that n8n no longer has. */
	moved(): Registration[];
	forget(url: string): void;
	/** Whether the challenge is answered at an address with this app's secret. */
	answers(url: string): Promise<boolean>;
	/** Workflows that receive through this one's webhook. */
	sharers(): number;
	joinHub(hubUrl: string): Promise<void>;
	/** @param url the address that received through the owner's webhook */
	leaveHub(hubUrl: string, url: string): Promise<void>;
	warn(message: string): void;
	/** An error the user sees. */
	fail(message: string, description: string): Error;
	/** Whatever was thrown, as an error the user sees. */
	shown(error: unknown): Error;
}

/** Steps that take back what an activation has done so far. */
export type Rollback = Array<() => Promise<unknown>>;

/** One source of events: what it needs on the platform. */
export interface SourceHandler {
	/** Makes the platform deliver; notes what it made in the record, and how to take it back. */
	apply(
		life: ActivationContext,
		record: Registration,
		previous: Registration | undefined,
		undo: Rollback,
	): Promise<void>;
	/** Removes what the record says is ours; what could not be removed stays in the record. */
	remove(life: ActivationContext, record: Registration): Promise<void>;
	/** Whether everything the settings ask for is still there. */
	isComplete(life: ActivationContext, record: Registration): Promise<boolean>;
}

const HANDLERS: readonly SourceHandler[] = [activity, accountActivity, filteredStream];

/**
 * Whether nothing needs to be done: the platform delivers to this address what the settings ask for.
 * While n8n starts up and the platform cannot be reached, the record is trusted: giving up would unregister the
 * address in n8n, although the platform goes on delivering to it.
 */
export async function isActive(life: ActivationContext): Promise<boolean> {
	const record = life.read();
	if (record === undefined || record.fingerprint !== life.fingerprint) return false;
	try {
		const webhook = (await listWebhooks(life.app)).find(({ id }) => id === record.webhookId);
		if (webhook === undefined) return false;
		if (!webhook.valid && !(await validateWebhook(life.app, webhook.id))) return false;
		for (const handler of HANDLERS) if (!(await handler.isComplete(life, record))) return false;
		if (record.hubUrl !== undefined) await life.joinHub(record.hubUrl);
		return true;
	} catch (error) {
		if (!life.isStartup || !isUnreachable(error)) throw life.shown(error);
		life.warn(
			`The platform could not be asked about the webhook; it is taken to be as it was: ${messageOf(error)}`,
		);
		return true;
	}
}

/**
 * Makes the platform deliver to this address what the settings ask for. What is there already is used; what an
 * earlier activation made and is no longer wanted is removed. If anything fails, what was made on the way is taken
 * back, because n8n does not keep the record of a failed activation.
 */
export async function activate(life: ActivationContext): Promise<void> {
	const previous = life.read();
	const undo: Rollback = [];
	try {
		await leaveOldAddresses(life);
		const place = await claimWebhook(life, previous, undo);
		const record: Registration = {
			...place,
			url: life.url,
			workflowId: life.workflowId,
			isTest: life.isTest,
			at: 0,
			fingerprint: life.fingerprint,
			subscriptions: [],
			users: [],
			rules: [],
			linked: false,
		};
		const kept = previous?.webhookId === record.webhookId ? previous : undefined;
		if (previous !== kept && previous !== undefined) await removeAll(life, previous);
		for (const handler of HANDLERS) await handler.apply(life, record, kept, undo);
		if (record.hubUrl !== undefined) await life.joinHub(record.hubUrl);
		life.write(record);
	} catch (error) {
		await takeBack(life, undo);
		throw life.shown(error);
	}
}

async function takeBack(life: ActivationContext, undo: Rollback): Promise<void> {
	for (const step of undo.reverse()) {
		await step().catch((error: unknown) => {
			if (!isGone(error)) life.warn(`Left on the platform by a failed activation: ${messageOf(error)}`);
		});
	}
}

/**
 * Removes from the platform what this node put there. Never throws: n8n switches the workflow off either way, and
 * what could not be removed stays in the record for the next activation.
 */
export async function deactivate(life: ActivationContext): Promise<void> {
	await attempt(life, 'What is registered under a former address', async () => {
		await leaveOldAddresses(life);
	});
	const record = life.read();
	if (record === undefined) return;
	// A test run is over after one event: it keeps nothing.
	if (life.settings.onDeactivation === 'keepAll' && !record.isTest) return;
	await removeParts(life, record);
	const isDone = (await removeWebhook(life, record)) && isEmpty(record);
	life.write(isDone ? undefined : record);
}

/**
 * Removes what this node left under addresses it no longer has: n8n has another public name than before, as with
 * every start of a tunnel. Where the challenge is still answered a copy of this n8n is at work, which keeps its own.
 */
async function leaveOldAddresses(life: ActivationContext): Promise<void> {
	for (const record of life.moved()) {
		if (await isInUse(life, record)) {
			life.warn(
				`The former address ${record.url} still answers; its webhook ${record.webhookId} and its subscriptions stay`,
			);
			continue;
		}
		if (await removeAll(life, record)) life.forget(record.url);
	}
}

/** Removes what an earlier activation put elsewhere than the present one. */
async function removeAll(life: ActivationContext, record: Registration): Promise<boolean> {
	await removeParts(life, record);
	if (!record.created) return isEmpty(record);
	const isRemoved = await attempt(life, `The webhook ${record.webhookId}`, async () => {
		await deleteWebhook(life.app, record.webhookId);
	});
	return isRemoved && isEmpty(record);
}

async function isInUse(life: ActivationContext, { hubUrl, url, webhookId }: Registration): Promise<boolean> {
	if (hubUrl !== undefined) return await life.answers(url);
	try {
		return await validateWebhook(life.app, webhookId);
	} catch (error) {
		if (isGone(error) || failedFor(error, 'CrcValidationFailed')) return false;
		throw life.shown(error);
	}
}

/** Removes all but the webhook; what could not be removed stays in the record. */
async function removeParts(life: ActivationContext, record: Registration): Promise<void> {
	for (const handler of HANDLERS) {
		await attempt(life, 'A subscription', async () => await handler.remove(life, record));
	}
	const { hubUrl } = record;
	if (hubUrl === undefined) return;
	await attempt(life, 'The share of the webhook', async () => await life.leaveHub(hubUrl, record.url));
}

/** Whether the webhook is no longer this node's business. */
async function removeWebhook(life: ActivationContext, record: Registration): Promise<boolean> {
	const { onDeactivation } = life.settings;
	if (record.hubUrl !== undefined) return true;
	if (!record.isTest) {
		if (onDeactivation === 'keepWebhook') return false;
		if (!record.created && onDeactivation !== 'deleteAdopted') return true;
		if (life.sharers() > 0) {
			life.warn(
				`The webhook ${record.webhookId} stays: ${life.sharers()} other workflows receive through it`,
			);
			return false;
		}
	}
	if (record.isTest && !record.created) return true;
	return await attempt(life, `The webhook ${record.webhookId}`, async () => {
		await deleteWebhook(life.app, record.webhookId);
	});
}

async function attempt(life: ActivationContext, what: string, work: () => Promise<void>): Promise<boolean> {
	try {
		await work();
		return true;
	} catch (error) {
		if (isGone(error)) return true;
		life.warn(`${what} could not be removed from the platform: ${messageOf(error)}`);
		return false;
	}
}

function isEmpty(record: Registration): boolean {
	return record.subscriptions.length + record.users.length + record.rules.length === 0 && !record.linked;
}
