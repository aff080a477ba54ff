/** Removes from X what a node has there. What could not be removed stays in its record, for the next try. */
import { isNotFound, isUnreachable, webhookReasonOf } from '../../shared/errors';
import { messageOf } from '../../shared/util/text';
import { accountActivity } from '../sources/accountActivity';
import { activity } from '../sources/activity';
import { filteredStream } from '../sources/filteredStream';
import type { ActivationContext } from './activationContext';
import type { Registration } from './registrationStore';
import { deleteWebhook, validateWebhook } from './webhooks';

export const SOURCES = [activity, accountActivity, filteredStream];

/** Checks whether the address of a record still answers X's challenge. */
export async function isInUse({ app, sharing }: ActivationContext, record: Registration): Promise<boolean> {
	if (record.hubUrl !== undefined) return await sharing.answersChallenge(record.url);
	return await validateWebhook(app, record.webhookId).catch((error: unknown) => {
		if (!isNotFound(error) && webhookReasonOf(error) !== 'CrcValidationFailed') throw error;
		return false;
	});
}

/** Removes everything that an activation with another address or webhook left on X. */
export async function removeAll(activation: ActivationContext, record: Registration): Promise<boolean> {
	await removeParts(activation, record);
	const isRemoved = !record.created || (await deleteOwnWebhook(activation, record));
	return isRemoved && isEmpty(record);
}

/** Removes everything but the webhook. What could not be removed stays in the record. */
export async function removeParts(activation: ActivationContext, record: Registration): Promise<void> {
	for (const source of SOURCES) {
		await attempt(activation, 'A subscription', () => source.remove(activation, record));
	}
	const { hubUrl } = record;
	if (hubUrl === undefined) return;
	await attempt(activation, 'The share of the webhook', () => activation.sharing.leave(hubUrl, record.url));
}

/** Removes the webhook if the settings ask for it. Returns whether it can be forgotten. */
export async function removeWebhook(activation: ActivationContext, record: Registration): Promise<boolean> {
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
export async function attempt({ warn }: ActivationContext, what: string, work: () => Promise<void>) {
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
export const isEmpty = (record: Registration): boolean =>
	record.subscriptions.length + record.users.length + record.rules.length === 0 && !record.linked;
