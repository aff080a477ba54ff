import { z } from 'zod';
import { ignoreNotFound, isUnreachable, webhookReasonOf } from '../../shared/errors';
import { encodeRfc3986, messageOf } from '../../shared/util/text';
import { ActivationError } from '../context';
import { lenient } from '../../shared/util/lenient';
import { ask } from '../../shared/events/ask';
import { otherKind } from '../../shared/events/subscriber';
import { isTestAddress, type WebhookSource, type WebhookSourceContext } from './source';

const path = (webhookId: string) => `/2/account_activity/webhooks/${encodeRfc3986(webhookId)}/subscriptions`;

const subscribed = z.object({ data: lenient.shaped({ subscribed: z.unknown() }) });
const subscribers = z.object({
	data: lenient.shaped({ subscriptions: lenient.listOf(z.object({ user_id: lenient.text })) }),
});

/** When it ends: https://docs.x.com/x-api/account-activity/migrate/aaa-to-xaa-migration (read on 2026-11-22). */
const END = Date.UTC(2027, 0, 1);

const INSTEAD =
	'Take "Account Activity" out of "Other Sources" and choose the same events under "Events": they have the same names there';

/**
 * Subscribes the user to their account activity with their credential; that of the app removes it:
 * https://docs.x.com/x-api/account-activity/quickstart#managing-subscriptions
 */
export const accountActivity: WebhookSource = {
	async ensure(context, record, previous, undo) {
		const own = previous?.users ?? [];
		const { user, settings } = context;
		if (settings.sources.has('accountActivity') && user !== undefined) {
			warnOfEnd(context);
			const id = await context.ownUserId(user);
			const all = `${path(record.webhookId)}/all`;
			const present = await ask(user, { method: 'GET', path: all }).catch(failAfterEnd);
			const { data } = subscribed.parse(present);
			const isThere = data?.subscribed === true;
			if (!isThere) {
				await user.send({ method: 'POST', path: all, body: {} }).catch((error: unknown) => {
					if (webhookReasonOf(error) !== 'DuplicateSubscriptionFailed') throw explain(otherKind(error, user));
				});
				undo.push(async () => await unsubscribe(context, record.webhookId, id));
			}
			// At the node's own address, this node subscribed the credential's user, unless others share the webhook.
			const isOwnAddress = settings.existingWebhook === undefined && context.recognition.isSole;
			if (!isThere || own.includes(id) || isTestAddress(record) || isOwnAddress) record.users.push(id);
		}
		for (const id of own) {
			if (!record.users.includes(id)) await unsubscribe(context, record.webhookId, id);
		}
	},

	async findOwn(context, record) {
		if (record.users.length > 0 || record.created || !context.recognition.isSole) return;
		const users = await subscribedUsers(context, record.webhookId);
		// X does not show who subscribed a user. The node subscribes only one, so if there are more, another program
		// did too.
		if (users.length === 1) record.users = users;
	},

	async countOthers(context, record) {
		return (await subscribedUsers(context, record.webhookId)).length;
	},

	async remove(context, record) {
		for (const id of [...record.users]) {
			await unsubscribe(context, record.webhookId, id);
			record.users = record.users.filter((other) => other !== id);
		}
	},

	async isComplete(context, record) {
		const { user, settings } = context;
		if (!settings.sources.has('accountActivity') || user === undefined) return true;
		warnOfEnd(context);
		const id = await context.ownUserId(user);
		const present = await subscribedUsers(context, record.webhookId).catch(failAfterEnd);
		return present.includes(id);
	},
};

async function subscribedUsers({ app }: WebhookSourceContext, webhookId: string): Promise<string[]> {
	const answer = await ask(app, { method: 'GET', path: `${path(webhookId)}/all/list` });
	return subscribers.parse(answer).data?.subscriptions.flatMap(({ user_id }) => user_id ?? []) ?? [];
}

async function unsubscribe({ app }: WebhookSourceContext, webhookId: string, id: string): Promise<void> {
	await app
		.send({ method: 'DELETE', path: `${path(webhookId)}/${encodeRfc3986(id)}/all` })
		.catch(ignoreNotFound);
}

const isOver = (): boolean => Date.now() >= END;

function warnOfEnd({ warn }: WebhookSourceContext): void {
	warn(`X ${isOver() ? 'has ended' : 'ends'} Account Activity on January 1, 2027. ${INSTEAD}`);
}

function failAfterEnd(error: unknown): never {
	if (!isOver() || isUnreachable(error)) throw error;
	throw new ActivationError(`X has ended Account Activity on January 1, 2027 (${messageOf(error)})`, INSTEAD);
}

function explain(error: unknown): unknown {
	if (webhookReasonOf(error) !== 'SubscriptionLimitExceeded') return error;
	return new ActivationError(
		"The app's plan allows no further user for Account Activity",
		'Pay-per-use allows 3 users, Enterprise 5,000 and more: unsubscribe a user, or use the Activity source',
	);
}
