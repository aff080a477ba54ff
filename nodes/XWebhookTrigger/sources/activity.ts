import { difference, intersection, uniq } from 'lodash';

import {
	isSameSubscription,
	listSubscriptions,
	overlapRefusal,
	removeSubscriptions,
	subscriptionPath,
	wantedSubscriptions,
	type Subscription,
	type WantedSubscription,
} from '../../shared/events/activitySubscriptions';
import { Subscriber } from '../../shared/events/subscriber';
import { withMark, withoutMark } from '../../shared/events/mark';
import { refuse } from '../context';
import { SHARE } from '../sharing/sharing';
import {
	isTestAddress,
	type RecognisingContext,
	type WebhookSource,
	type WebhookSourceContext,
} from './source';

/**
 * Subscriptions of the activity source. Existing ones for this webhook are used, and missing ones are created. Of
 * those that are not wanted any more, only the node's own are deleted.
 */
export const activity: WebhookSource = {
	async ensure(context, record, previous, undo) {
		const { app, settings, recognition } = context;
		const own = new Set(previous?.subscriptions);
		const isNeeded = settings.sources.has('activity') || own.size > 0;
		const desired = await desiredIn(context);
		const all = isNeeded ? await listSubscriptions(app) : await listSubscriptions(app).catch(() => []);
		for (const found of all) if (recognition.isOwn(found)) own.add(found.id);
		const here = all.filter(({ webhookId }) => webhookId === record.webhookId);
		if (isTestAddress(record)) for (const { id } of here) own.add(id);
		const isDesired = (found: Subscription) =>
			here.includes(found) && desired.some((one) => isSameSubscription(found, one));
		const stale = all.filter((found) => own.has(found.id) && !isDesired(found)).map(({ id }) => id);
		// Deleted before any is created, because they count towards the plan's limit.
		await removeSubscriptions(app, stale);
		const present = all.filter(({ id }) => !stale.includes(id));
		failIfOverlapping(desired, intersection(here, present));
		const subscriber = new Subscriber({ ...context, refuse, share: SHARE });
		const created: string[] = [];
		undo.push(async () => await removeSubscriptions(app, created));
		for (const subscription of desired) {
			const match = here.find((found) => isSameSubscription(found, subscription));
			if (match === undefined) {
				const labels = {
					tag: withMark(settings.activity.tag, recognition.mark),
					webhook_id: record.webhookId,
				};
				const id = await subscriber.create(subscription, labels, present);
				created.push(id);
				record.subscriptions.push(id);
				continue;
			}
			warnOfEnd(context, match);
			if (own.has(match.id)) record.subscriptions.push(match.id);
			await label(context, match, own.has(match.id));
		}
	},

	async findOwn({ app, recognition }, record) {
		const ids = (await listSubscriptions(app))
			.filter((found) => recognition.isOwn(found))
			.map(({ id }) => id);
		record.subscriptions = uniq([...record.subscriptions, ...ids]);
	},

	async countOthers({ app }, record) {
		return (await listSubscriptions(app)).filter(({ webhookId }) => webhookId === record.webhookId).length;
	},

	async remove({ app }, record) {
		await removeSubscriptions(app, record.subscriptions, (ids) => {
			record.subscriptions = difference(record.subscriptions, ids);
		});
	},

	async isComplete(context, record) {
		if (!context.settings.sources.has('activity')) return true;
		const [desired, all] = [await desiredIn(context), await listSubscriptions(context.app)];
		const here = all.filter(({ webhookId }) => webhookId === record.webhookId);
		return desired.every((subscription) => here.some((found) => isSameSubscription(found, subscription)));
	},
};

/** The subscriptions that the activity source should have. */
const desiredIn = async ({
	settings,
	user,
	ownUserId,
	userId,
}: WebhookSourceContext): Promise<WantedSubscription[]> =>
	settings.sources.has('activity')
		? await wantedSubscriptions(settings.activity, {
				ownUserId: user && (async () => await ownUserId(user)),
				userId,
			})
		: [];

/** Subscriptions of other webhooks are left to X's judgement: no page says whether they count. */
function failIfOverlapping(desired: readonly WantedSubscription[], here: readonly Subscription[]): void {
	const overlap = overlapRefusal(desired, here);
	if (overlap) throw refuse(overlap.message, overlap.description);
}

function warnOfEnd({ warn }: WebhookSourceContext, { id, event_type, expires_at: end }: Subscription): void {
	if (end !== undefined)
		warn(`The subscription ${id} (${event_type}) ends at ${end}; publish the workflow again after that`);
}

/** Gives an existing subscription the user's tag. If another program made it, it keeps its own. */
async function label(
	{ app, settings, recognition, warn }: RecognisingContext,
	{ id, tag: present }: Subscription,
	isOwn: boolean,
): Promise<void> {
	const { tag } = settings.activity;
	if (withoutMark(present) === tag) return;
	if (!isOwn) return warn(`The subscription ${id} keeps its tag "${present ?? ''}"`);
	const body = { tag: withMark(tag, recognition.mark) };
	await app.send({ method: 'PUT', path: subscriptionPath(id), body });
}
