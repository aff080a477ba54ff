import {
	listSubscriptions,
	subscriptionPath,
	wantedSubscriptions,
	type Subscription,
	type WantedSubscription,
} from '../../shared/events/activitySubscriptions';
import { withMark, withoutMark } from '../../shared/events/mark';
import { subscriptions } from '../../shared/events/subscriber';
import { refuse } from '../context';
import { SHARE } from '../sharing/sharing';
import { ownThings } from './ownThings';
import type { WebhookSource, WebhookSourceContext } from './source';

const own = ownThings<Subscription, WantedSubscription>({
	name: 'subscriptions',
	things: ({ mark, ...context }, { webhookId }) =>
		subscriptions({
			...context,
			tag: withMark(context.settings.activity.tag, mark),
			webhookId,
			refuse,
			share: SHARE,
		}),
	wanted: async ({ settings, user, ownUserId, userId }) =>
		settings.sources.has('activity')
			? await wantedSubscriptions(settings.activity, {
					ownUserId: user && (async () => await ownUserId(user)),
					userId,
				})
			: [],
});

/** Subscriptions of the activity source. Existing ones are used; of unwanted ones, only the node's own are deleted. */
export const activity: WebhookSource = {
	...own,

	async ensure(context, record, previous, undo) {
		const ensured = await own.ensure(context, record, previous, undo);
		for (const found of ensured.kept) {
			warnOfEnd(context, found);
			await label(context, found, ensured.own.includes(found));
		}
	},

	async countOthers({ app }, record) {
		return (await listSubscriptions(app)).filter(({ webhookId }) => webhookId === record.webhookId).length;
	},
};

function warnOfEnd({ warn }: WebhookSourceContext, { id, event_type, expires_at: end }: Subscription): void {
	if (end !== undefined)
		warn(`The subscription ${id} (${event_type}) ends at ${end}; publish the workflow again after that`);
}

async function label(
	{ app, warn, settings, mark }: WebhookSourceContext,
	{ id, tag: present }: Subscription,
	isOwn: boolean,
): Promise<void> {
	const { tag } = settings.activity;
	if (withoutMark(present) === tag) return;
	if (isOwn)
		await app.send({ method: 'PUT', path: subscriptionPath(id), body: { tag: withMark(tag, mark) } });
	else warn(`The subscription ${id} keeps its tag "${present ?? ''}"`);
}
