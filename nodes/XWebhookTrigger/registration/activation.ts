import { isNotFound, isUnreachable, webhookReasonOf } from '../../shared/errors';
import { messageOf } from '../context';
import { accountActivity } from '../sources/accountActivity';
import { activity } from '../sources/activity';
import { filteredStream } from '../sources/filteredStream';
import type { Rollback } from '../sources/source';
import type { ActivationContext } from './activationContext';
import { ensureWebhook } from './ensureWebhook';
import type { Registration } from './registrationStore';
import { deleteWebhook, listWebhooks, validateWebhook } from './webhooks';

const SOURCES = [activity, accountActivity, filteredStream];

/**
 * Whether nothing needs to be done: the platform delivers to this address what the settings ask for.
 * While n8n starts up and the platform cannot be reached, the record is trusted: giving up would unregister the
 * address in n8n, although the platform goes on delivering to it.
 */
export async function isActive(activation: ActivationContext): Promise<boolean> {
	const { registrations, url, fingerprint, isStartup, warn } = activation;
	const record = registrations.read(url);
	if (record?.fingerprint !== fingerprint) return false;
	return await isComplete(activation, record).catch((error: unknown) => {
		if (!isStartup || !isUnreachable(error)) throw error;
		warn(
			`The platform could not be asked about the webhook; it is taken to be as it was: ${messageOf(error)}`,
		);
		return true;
	});
}

async function isComplete(activation: ActivationContext, record: Registration): Promise<boolean> {
	const { app, sharing, url } = activation;
	const webhook = (await listWebhooks(app)).find(({ id }) => id === record.webhookId);
	if (webhook === undefined) return false;
	if (!webhook.valid && !(await validateWebhook(app, webhook.id))) return false;
	for (const source of SOURCES) if (!(await source.isComplete(activation, record))) return false;
	if (record.hubUrl !== undefined) await sharing.join(record.hubUrl, url);
	return true;
}

/**
 * Makes the platform deliver to this address what the settings ask for. What is there already is used; what an
 * earlier activation made and is no longer wanted is removed. If anything fails, what was made on the way is taken
 * back, because n8n does not keep the record of a failed activation.
 */
export async function activate(activation: ActivationContext): Promise<void> {
	const undo: Rollback = [];
	await register(activation, undo).catch(async (error: unknown) => {
		await rollBack(activation, undo);
		throw error;
	});
}

async function register(activation: ActivationContext, undo: Rollback): Promise<void> {
	const { registrations, sharing, url, isTest, fingerprint } = activation;
	const previous = registrations.read(url);
	await leavePreviousAddresses(activation);
	const record = {
		...(await ensureWebhook(activation, previous, undo)),
		...{ url, isTest, fingerprint },
		...{ subscriptions: [], users: [], rules: [], linked: false },
	};
	const kept = previous?.webhookId === record.webhookId ? previous : undefined;
	if (previous !== undefined && kept === undefined) await removeAll(activation, previous);
	for (const source of SOURCES) await source.apply(activation, record, kept, undo);
	if (record.hubUrl !== undefined) await sharing.join(record.hubUrl, url);
	registrations.write(url, record);
}

async function rollBack(activation: ActivationContext, undo: Rollback): Promise<void> {
	for (const step of undo.reverse()) {
		await step().catch((error: unknown) => {
			if (!isNotFound(error))
				activation.warn(`Left on the platform by a failed activation: ${messageOf(error)}`);
		});
	}
}

/**
 * Removes from the platform what this node put there. Never throws: n8n switches the workflow off either way, and
 * what could not be removed stays in the record for the next activation.
 */
export async function deactivate(activation: ActivationContext): Promise<void> {
	const { registrations, settings, url } = activation;
	await attempt(activation, 'What is registered under a former address', () =>
		leavePreviousAddresses(activation),
	);
	const record = registrations.read(url);
	if (record === undefined) return;
	// A test run is over after one event: it keeps nothing.
	if (settings.onDeactivation === 'keepAll' && !record.isTest) return;
	await removeParts(activation, record);
	const isDone = (await removeWebhook(activation, record)) && isEmpty(record);
	registrations.write(url, isDone ? undefined : record);
}

/**
 * Removes what this node left under addresses it no longer has: n8n has another public name than before, as with
 * every start of a tunnel. Where the challenge is still answered, another copy of this n8n uses the address: it stays.
 */
async function leavePreviousAddresses(activation: ActivationContext): Promise<void> {
	// A test run leaves the records of production alone.
	if (activation.isTest) return;
	for (const record of activation.registrations.previousAddresses(activation.url)) {
		if (await isInUse(activation, record)) {
			activation.warn(
				`The former address ${record.url} still answers; its webhook ${record.webhookId} and its subscriptions stay`,
			);
			continue;
		}
		if (await removeAll(activation, record)) activation.registrations.write(record.url, undefined);
	}
}

async function isInUse({ app, sharing }: ActivationContext, record: Registration): Promise<boolean> {
	if (record.hubUrl !== undefined) return await sharing.answersChallenge(record.url);
	return await validateWebhook(app, record.webhookId).catch((error: unknown) => {
		if (!isNotFound(error) && webhookReasonOf(error) !== 'CrcValidationFailed') throw error;
		return false;
	});
}

/** Removes everything that an activation with another address or another webhook left on the platform. */
async function removeAll(activation: ActivationContext, record: Registration): Promise<boolean> {
	await removeParts(activation, record);
	const isRemoved = !record.created || (await deleteOwnWebhook(activation, record));
	return isRemoved && isEmpty(record);
}

/** Removes all but the webhook; what could not be removed stays in the record. */
async function removeParts(activation: ActivationContext, record: Registration): Promise<void> {
	for (const source of SOURCES) {
		await attempt(activation, 'A subscription', () => source.remove(activation, record));
	}
	const { hubUrl } = record;
	if (hubUrl === undefined) return;
	await attempt(activation, 'The share of the webhook', () => activation.sharing.leave(hubUrl, record.url));
}

/** Removes the webhook where the settings ask for it, and says whether it can be forgotten. */
async function removeWebhook(activation: ActivationContext, record: Registration): Promise<boolean> {
	const { onDeactivation } = activation.settings;
	if (record.hubUrl !== undefined) return true;
	if (record.isTest) return !record.created || (await deleteOwnWebhook(activation, record));
	if (onDeactivation === 'keepWebhook') return false;
	if (!record.created && onDeactivation !== 'deleteAdopted') return true;
	const guests = activation.sharing.guestCount();
	if (guests > 0) {
		activation.warn(`The webhook ${record.webhookId} stays: ${guests} other workflows receive through it`);
		return false;
	}
	return await deleteOwnWebhook(activation, record);
}

const deleteOwnWebhook = (activation: ActivationContext, { webhookId }: Registration): Promise<boolean> =>
	attempt(activation, `The webhook ${webhookId}`, () => deleteWebhook(activation.app, webhookId));

/** Tries to remove something, and says whether it is gone; where it is not, the log says why. */
async function attempt(
	{ warn }: ActivationContext,
	what: string,
	work: () => Promise<void>,
): Promise<boolean> {
	try {
		await work();
		return true;
	} catch (error) {
		if (isNotFound(error)) return true;
		warn(`${what} could not be removed from the platform: ${messageOf(error)}`);
		return false;
	}
}

function isEmpty(record: Registration): boolean {
	return record.subscriptions.length + record.users.length + record.rules.length === 0 && !record.linked;
}
