import { object, objects, text } from '../events/read';
import { failedFor, ignoreNotFound } from '../platformReasons';
import type { ActivationContext, SourceHandler } from '../lifecycle';
import { isTestAddress } from '../registrationStore';
import { userId } from './me';

const path = (webhookId: string) =>
	`/2/account_activity/webhooks/${encodeURIComponent(webhookId)}/subscriptions`;

/**
 * The user's subscription to all of their account activity. The user's own credential subscribes; the app's removes.
 * Source: account activity documentation.
 */
export const accountActivity: SourceHandler = {
	async apply(life, record, previous, undo) {
		const own = previous?.users ?? [];
		if (life.settings.sources.has('accountActivity') && life.user !== undefined) {
			const id = await userId(life.user);
			const all = `${path(record.webhookId)}/all`;
			const there = object(object(await life.user.request('GET', all)).data).subscribed === true;
			if (!there) {
				try {
					await life.user.request('POST', all, { body: {} });
				} catch (error) {
					if (!failedFor(error, 'DuplicateSubscriptionFailed')) throw explain(life, error);
				}
				undo.push(async () => await unsubscribe(life, record.webhookId, id));
			}
			if (!there || own.includes(id) || isTestAddress(record)) record.users.push(id);
		}
		for (const id of own) {
			if (!record.users.includes(id)) await unsubscribe(life, record.webhookId, id);
		}
	},

	async remove(life, record) {
		for (const id of [...record.users]) {
			await unsubscribe(life, record.webhookId, id);
			record.users = record.users.filter((other) => other !== id);
		}
	},

	async isComplete(life, record) {
		if (!life.settings.sources.has('accountActivity') || life.user === undefined) return true;
		const id = await userId(life.user);
		const listed = object(object(await life.app.request('GET', `${path(record.webhookId)}/all/list`)).data);
		return objects(listed.subscriptions).some((subscription) => text(subscription.user_id) === id);
	},
};

async function unsubscribe({ app }: ActivationContext, webhookId: string, id: string): Promise<void> {
	await app.request('DELETE', `${path(webhookId)}/${encodeURIComponent(id)}/all`).catch(ignoreNotFound);
}

function explain(life: ActivationContext, error: unknown): unknown {
	if (!failedFor(error, 'SubscriptionLimitExceeded')) return error;
	return life.fail(
		"The app's plan allows no further user for Account Activity",
		'Pay-per-use allows 3 users, Enterprise 5,000 and more: unsubscribe a user, or use the Activity source',
	);
}
