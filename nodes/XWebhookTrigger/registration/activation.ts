import { isNotFound, isUnreachable, webhookReasonOf } from '../../shared/errors';
import { digest } from '../../shared/events/mark';
import type { Rollback } from '../../shared/events/reconcile';
import { messageOf } from '../../shared/util/text';
import { Recognition } from '../recognition/recognition';
import { accountActivity } from '../sources/accountActivity';
import { activity } from '../sources/activity';
import { filteredStream } from '../sources/filteredStream';
import type { ActivationContext } from './activationContext';
import { challengeFailed } from './challengeFailed';
import { keepOrRemove, removeLater, removeWaiting } from './delayedRemoval';
import { checkAddress, ensureWebhook } from './ensureWebhook';
import { AFTER_A_DAY, lostText } from './missed';
import type { Registration } from './registrationStore';
import { isOfSameNode } from './webhookOwners';
import { deleteWebhook, listWebhooks, validateWebhook, type Webhook } from './webhooks';

/** Makes the record of a node that has none on a webhook. */
const nothingKnown = (url: string) => ({
	url,
	isTest: false,
	fingerprint: '',
	workflowId: '',
	at: 0,
	subscriptions: [],
	users: [],
	rules: [],
	linked: false,
	created: false,
});

/**
 * Checks whether X already delivers what the settings ask for. While n8n starts up and X cannot be reached, the
 * record is trusted: an error would make n8n unregister the address, although X still delivers to it.
 */
export async function isActive(activation: ActivationContext): Promise<boolean> {
	const { registrations, url, fingerprint, isStartup, warn } = activation;
	const record = registrations.read(url);
	if (record?.fingerprint !== fingerprint) return false;
	const isThere = await isComplete(activation, record).catch((error: unknown) => {
		if (!isStartup || !isUnreachable(error)) throw error;
		warn(`X could not be asked about the webhook; it is taken to be as it was: ${messageOf(error)}`);
		return true;
	});
	if (!isThere) return false;
	begin(activation, record);
	return true;
}

/** Notes which webhook delivers, and has X replay what is owed, but nothing from before a person published. */
function begin(activation: ActivationContext, record: Pick<Registration, 'webhookId' | 'hubUrl'>): void {
	lookAfter(activation, record);
	const { missed, afterStart, isStartup, tell } = activation;
	// The owner of a shared webhook has it replayed for all.
	if (missed === undefined || record.hubUrl !== undefined) return;
	for (const span of missed.deliversBy(record.webhookId)) tell('eventsLost', lostText(span), AFTER_A_DAY);
	if (!isStartup) missed.hadEvent();
	afterStart.replay(isStartup ? 'n8n was down' : undefined);
}

/** Starts the checks, except for test runs, which are short. Another workflow checks its own webhook. */
function lookAfter(
	{ afterStart, isTest, lookAtAccount }: ActivationContext,
	{ webhookId, hubUrl }: Pick<Registration, 'webhookId' | 'hubUrl'>,
): void {
	if (!isTest) afterStart.watch(hubUrl === undefined ? webhookId : undefined, lookAtAccount);
}

async function isComplete(activation: ActivationContext, record: Registration): Promise<boolean> {
	const { app, sharing, url } = activation;
	const webhook = (await listWebhooks(app)).find(({ id }) => id === record.webhookId);
	if (webhook === undefined) return false;
	if (!webhook.valid && !(await isMadeValid(activation, webhook))) return false;
	for (const source of SOURCES) if (!(await source.isComplete(activation, record))) return false;
	if (record.hubUrl !== undefined) await sharing.join(record.hubUrl, url);
	return true;
}

/** Has X challenge an invalid webhook. While n8n starts up, it is tried later: an error would remove all from X. */
async function isMadeValid(activation: ActivationContext, { id, url }: Webhook): Promise<boolean> {
	const { app, isStartup, afterStart } = activation;
	const isValid = await validateWebhook(app, id).catch(async (error: unknown) => {
		if (webhookReasonOf(error) !== 'CrcValidationFailed') throw error;
		if (!isStartup) throw await challengeFailed(activation, url);
		return false;
	});
	if (!isValid && isStartup) afterStart.validateLater(id);
	return isValid || isStartup;
}

/**
 * Makes X deliver what the settings ask for. After a failure it undoes its own changes, because n8n does not keep the
 * record of a failed activation.
 */
export async function activate(activation: ActivationContext): Promise<void> {
	await activateOnce(activation).catch(async (error: unknown) => {
		// A node that waits for its removal may be in the way.
		if (!(await removeWaiting(activation.url))) throw error;
		await activateOnce(activation);
	});
}

async function activateOnce(activation: ActivationContext): Promise<void> {
	const undo: Rollback = [];
	await register(activation, undo).catch(async (error: unknown) => {
		await rollBack(activation, undo);
		throw error;
	});
}

async function register(activation: ActivationContext, undo: Rollback): Promise<void> {
	const { app, registrations, sharing, url, isTest, isStartup, fingerprint, warn } = activation;
	checkAddress(activation);
	const previous = registrations.read(url);
	// While n8n starts, it does not know all of its addresses yet.
	if (!isStartup && !isTest) await sharing.forgetGone();
	await leavePreviousAddresses(activation);
	const webhooks = await withoutLeftovers(activation, await listWebhooks(app));
	const record = {
		...nothingKnown(url),
		...(await ensureWebhook(activation, webhooks, previous, undo)),
		isTest,
		fingerprint,
	};
	const { hubUrl } = record;
	if (hubUrl !== undefined) {
		undo.push(async () => await sharing.leave(hubUrl, url));
		// Before anything is subscribed, so that this node gets every delivery from then on.
		await sharing.join(hubUrl, url);
	}
	const kept = previous?.webhookId === record.webhookId ? previous : undefined;
	if (previous !== undefined && kept === undefined) await removeAll(activation, previous);
	const isSole = hubUrl === undefined && sharing.guestCount() === 0;
	const recognition = new Recognition(activation.mark, isTest ? undefined : webhooks, isSole);
	for (const source of SOURCES) await source.ensure({ ...activation, recognition }, record, kept, undo);
	registrations.write(url, record);
	sayWhatIsGone(activation, previous, record);
	begin(activation, record);
	const left = recognition.leftByOthers();
	if (left !== undefined) warn(left);
}

/** Says what n8n, or X, has lost of the node, where the other one still knows it. */
function sayWhatIsGone(
	{ missed, isStartup, tell }: ActivationContext,
	previous: Registration | undefined,
	{ webhookId, created, hubUrl }: Pick<Registration, 'webhookId' | 'created' | 'hubUrl'>,
): void {
	if (missed === undefined || hubUrl !== undefined) return;
	if (missed.isNew && previous === undefined && !created)
		tell(
			'memoryGone',
			`n8n has stored nothing of this node, and X has a webhook at its address (${webhookId})`,
			'If n8n was restored or the workflow moved, events may be missing: X Core Admin has those of the last 24 hours delivered again (Webhook: Replay). Those that ran before run once more.',
		);
	else if (isStartup && previous !== undefined && previous.webhookId !== webhookId)
		tell(
			'eventsLost',
			lostText({ from: missed.lastEventAt, to: missed.now }),
			`Somebody deleted the webhook ${previous.webhookId} of this node. It has registered another one.`,
		);
	if (isStartup && previous?.webhookId !== webhookId) missed.hadEvent();
}

async function rollBack(activation: ActivationContext, undo: Rollback): Promise<void> {
	for (const step of undo.reverse()) {
		await step().catch((error: unknown) => {
			if (!isNotFound(error))
				activation.warn(`Left on X, as the node could not be published: ${messageOf(error)}`);
		});
	}
}

/**
 * Removes what this node made on X, in a moment: n8n calls this for a new version of the workflow as well. It never
 * throws, and what could not be removed stays in the record.
 */
export async function deactivate(activation: ActivationContext): Promise<void> {
	const { registrations, url, credential, hasFailed, warn } = activation;
	const known = registrations.read(url);
	// A test run ends after one event. After a failed activation there is nothing to keep.
	if (known?.isTest === true || (known === undefined && hasFailed)) return await leave(activation);
	const leaveIfUnused = async () => {
		if (known === undefined || !(await isBack(activation, known))) await leave(activation);
	};
	await removeLater(url, {
		credential,
		leave: async () =>
			await leaveIfUnused().catch((error: unknown) =>
				warn(`What this node has on X could not be removed: ${messageOf(error)}`),
			),
	});
}

/**
 * Checks whether the node's address answers again: another main process of n8n may have switched it on. X's
 * challenge is not used where the webhook stays, because a wrong answer makes it invalid.
 */
async function isBack(activation: ActivationContext, known: Registration): Promise<boolean> {
	const { settings, sharing } = activation;
	const stays = settings.onDeactivation !== 'delete' && settings.onDeactivation !== 'deleteAdopted';
	if (stays || sharing.guestCount() > 0) return await sharing.answersChallenge(known.url);
	return await isInUse(activation, known);
}

/** Keeps the node on X if it is switched on again before its removal has begun. */
export async function stay({ app, url, credential }: ActivationContext): Promise<void> {
	await keepOrRemove(url, credential, async () =>
		(await listWebhooks(app)).some((webhook) => webhook.url === url),
	);
}

async function leave(activation: ActivationContext): Promise<void> {
	const { registrations, settings, sharing, url, afterStart } = activation;
	afterStart.cancel();
	await attempt(activation, 'What is registered under a former address', () =>
		leavePreviousAddresses(activation),
	);
	const known = registrations.read(url);
	// A test run keeps nothing.
	if (settings.onDeactivation === 'keepAll' && known?.isTest !== true) return;
	await sharing.forgetGone();
	const record = await completed(activation, known);
	if (record === undefined) return;
	await removeParts(activation, record);
	const isDone = (await removeWebhook(activation, record)) && isEmpty(record);
	registrations.write(url, isDone ? undefined : record);
}

/** Completes the record with what else this node has on X. n8n may have lost the record, or stored an older one. */
async function completed(activation: ActivationContext, known: Registration | undefined) {
	const { app, url, sharing, mark, hasFailed, warn } = activation;
	// X is not asked after a failed activation, which has undone all of its changes.
	if (known === undefined && hasFailed) return undefined;
	const notKnown = (error: unknown): void =>
		warn(`X could not be asked for all that this node has there: ${messageOf(error)}`);
	const webhooks = await listWebhooks(app).catch(notKnown);
	if (webhooks === undefined) return known;
	const own = webhooks.find((webhook) => webhook.url === url);
	const record: Registration = {
		...nothingKnown(url),
		...known,
		webhookId: (known?.hubUrl === undefined ? own?.id : undefined) ?? known?.webhookId ?? '',
	};
	const isSole = record.hubUrl === undefined && own !== undefined && sharing.guestCount() === 0;
	const recognition = new Recognition(mark, undefined, isSole);
	for (const source of SOURCES) {
		await source.findOwn({ ...activation, recognition }, record).catch((error: unknown) => {
			// If the plan does not include a source, nothing of it can exist on X.
			if (isUnreachable(error)) notKnown(error);
		});
	}
	return record;
}

/**
 * Removes what this node left under former addresses: n8n's public name has changed, as it does with every start of a
 * tunnel. If an address still answers the challenge, another copy of this n8n uses it, and it is left alone.
 */
async function leavePreviousAddresses(activation: ActivationContext): Promise<void> {
	// A test run does not touch the records of production.
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

/**
 * Removes webhooks that this node left behind, at its test address or at former public names of n8n, and returns the
 * others. The log lists those that may belong to it.
 */
async function withoutLeftovers(activation: ActivationContext, webhooks: readonly Webhook[]) {
	const { isTest, url, registrations, warn } = activation;
	const gone = new Set<string>();
	const recorded = registrations.previousAddresses(url).map((record) => record.url);
	// A test run does not touch what belongs to production.
	const candidates = isTest ? [] : webhooks.filter((webhook) => isOfSameNode(webhook.url, url));
	for (const webhook of candidates.filter((candidate) => !recorded.includes(candidate.url))) {
		const { id: webhookId, url: address } = webhook;
		const isOfTest = new URL(address).origin === new URL(url).origin;
		const left: Registration = {
			...nothingKnown(address),
			webhookId,
			isTest: isOfTest,
			created: true,
		};
		const mark = { ...activation.mark, address: digest(address) };
		const context = { ...activation, recognition: new Recognition(mark, undefined, false) };
		await activity.findOwn(context, left).catch(() => {});
		if (!isOfTest && left.subscriptions.length === 0) {
			warn(`The webhook ${webhookId} (${address}) may be left from a former public name of this n8n`);
			continue;
		}
		if (await isInUse(activation, left)) continue;
		if (await removeAll(activation, left)) gone.add(webhookId);
	}
	return webhooks.filter(({ id }) => !gone.has(id));
}

const SOURCES = [activity, accountActivity, filteredStream];

/** Checks whether the address of a record still answers X's challenge. */
async function isInUse({ app, sharing }: ActivationContext, record: Registration): Promise<boolean> {
	if (record.hubUrl !== undefined) return await sharing.answersChallenge(record.url);
	return await validateWebhook(app, record.webhookId).catch((error: unknown) => {
		if (!isNotFound(error) && webhookReasonOf(error) !== 'CrcValidationFailed') throw error;
		return false;
	});
}

/** Removes everything that an activation with another address or webhook left on X. */
async function removeAll(activation: ActivationContext, record: Registration): Promise<boolean> {
	await removeParts(activation, record);
	const isRemoved = !record.created || (await deleteOwnWebhook(activation, record));
	return isRemoved && isEmpty(record);
}

/** Removes everything but the webhook. What could not be removed stays in the record. */
async function removeParts(activation: ActivationContext, record: Registration): Promise<void> {
	for (const source of SOURCES) {
		await attempt(activation, 'A subscription', () => source.remove(activation, record));
	}
	const { hubUrl } = record;
	if (hubUrl === undefined) return;
	await attempt(activation, 'The share of the webhook', () => activation.sharing.leave(hubUrl, record.url));
}

/** Removes the webhook if the settings ask for it. Returns whether it can be forgotten. */
async function removeWebhook(activation: ActivationContext, record: Registration): Promise<boolean> {
	const { onDeactivation } = activation.settings;
	if (record.hubUrl !== undefined) return true;
	if (record.isTest) return !record.created || (await deleteOwnWebhook(activation, record));
	if (onDeactivation === 'keepWebhook') return false;
	if (record.webhookId === '') return true;
	if (!record.created && onDeactivation !== 'deleteAdopted' && (await holdsOthers(activation, record)))
		return true;
	const guests = activation.sharing.guestCount();
	if (guests > 0) {
		activation.warn(`The webhook ${record.webhookId} stays: ${guests} other workflows receive through it`);
		return false;
	}
	return await deleteOwnWebhook(activation, record);
}

/** Checks whether others receive through a webhook. If no one does, this node registered it at its address. */
async function holdsOthers(activation: ActivationContext, record: Registration): Promise<boolean> {
	let count = 0;
	for (const source of SOURCES) {
		// If the plan does not include a source, it has nothing on the webhook. If X cannot be reached, the webhook
		// counts as used by others, so that it is not removed by mistake.
		const counting = source.countOthers?.(activation, record);
		count += (await counting?.catch((error: unknown) => (isUnreachable(error) ? 1 : 0))) ?? 0;
	}
	if (count > 0)
		activation.warn(`The webhook ${record.webhookId} stays: it holds ${count} subscriptions of others`);
	return count > 0;
}

const deleteOwnWebhook = (activation: ActivationContext, { webhookId }: Registration): Promise<boolean> =>
	attempt(activation, `The webhook ${webhookId}`, () => deleteWebhook(activation.app, webhookId));

/** Tries to remove something, and returns whether it is gone. The log has the reason if it is not. */
async function attempt({ warn }: ActivationContext, what: string, work: () => Promise<void>) {
	try {
		await work();
		return true;
	} catch (error) {
		if (isNotFound(error)) return true;
		warn(`${what} could not be removed from X: ${messageOf(error)}`);
		return false;
	}
}

/** Checks whether nothing but the webhook is left of a record. */
const isEmpty = (record: Registration): boolean =>
	record.subscriptions.length + record.users.length + record.rules.length === 0 && !record.linked;
