import { pickBy } from 'lodash';
import {
	explainRefusal,
	isSameSubscription,
	listSubscriptions,
	overlapping,
	overlapRefusal,
	removeSubscriptions,
	wantedSubscriptions,
	type Subscription,
	type WantedSubscription,
} from '../../shared/events/activitySubscriptions';
import { Subscriber } from '../../shared/events/subscriber';
import { findOwnId, userIdFinder } from '../../shared/engine/execution';
import type { XEvent } from '../../shared/events/event';
import { hasMark, withMark } from '../../shared/events/mark';
import { text } from '../../shared/util/read';
import { refusal, type Source, type SourceContext } from './source';

/**
 * The activity subscriptions of a node. One stream carries all subscriptions of an app, also those with a webhook: one
 * that is there already is used, and only what nodes of this n8n have made is ever removed.
 *
 * @see https://docs.x.com/x-api/activity/introduction
 */
export function activity(context: SourceContext): Source {
	const { n8n, app, user, settings, node, mark, uses } = context;
	const subscriber = new Subscriber(context);
	let wanted: WantedSubscription[] = [];

	return {
		async ensure() {
			wanted = await wantedSubscriptions(settings.activity, {
				ownUserId: user && (async () => await findOwnId(n8n, user)),
				userId: userIdFinder(n8n, app),
			});
			const present = await listSubscriptions(app);
			const isOwn = (found: Subscription) => hasMark(found.tag, mark);
			const stale = present.filter(
				(found) =>
					isOwn(found) &&
					!wanted.some((each) => isSameSubscription(found, each)) &&
					!uses.isUsedByOthers(node, found.id),
			);
			// Deleted before any is created, because they count against the plan's limit.
			await removeSubscriptions(
				app,
				stale.map(({ id }) => id),
			);
			const left = present.filter((found) => !stale.includes(found));
			refuseOverlaps(left);
			const created: string[] = [];
			const used: string[] = [];
			for (const each of wanted) {
				const match = present.find((found) => isSameSubscription(found, each));
				if (match) used.push(match.id);
				else created.push(await create(each, left).catch(async (error) => await giveUp(created, error)));
			}
			const own = present.filter(isOwn).map(({ id }) => id);
			uses.use(node, [...used, ...created], [...used.filter((id) => own.includes(id)), ...created]);
			return created.length;
		},

		async remove() {
			const ids = uses.release(node);
			if (!settings.keepsEverything) await removeSubscriptions(app, ids);
		},

		own(event) {
			// Of what concerns the app itself, everybody gets to know: that a user has taken back the access.
			if (event.eventType === 'oauth.revoke') return event;
			return wanted.some((each) => isAbout(event, each)) ? event : undefined;
		},
	};

	/** Takes back what was created before something was refused. */
	async function giveUp(created: readonly string[], error: unknown): Promise<never> {
		await removeSubscriptions(app, created);
		throw error;
	}

	/** X is asked about those of webhooks: no page says whether they count. */
	function refuseOverlaps(present: readonly Subscription[]): void {
		const ofStream = present.filter(({ webhookId }) => webhookId === undefined);
		for (const each of wanted) {
			const other = overlapping(each, ofStream);
			if (other === undefined || present.some((found) => isSameSubscription(found, each))) continue;
			const { message, description } = overlapRefusal(each, other);
			throw refusal(context, message, description);
		}
	}

	async function create(subscription: WantedSubscription, present: readonly Subscription[]): Promise<string> {
		const labels = { tag: withMark(undefined, mark) };
		const id = await subscriber.create(subscription, labels).catch((error: unknown) => {
			const explained = explainRefusal(error, subscription, present);
			throw explained === undefined ? error : refusal(context, explained.message, explained.description);
		});
		if (id !== undefined) return id;
		throw refusal(context, 'X did not say which subscription it created', 'Try again');
	}
}

/** Whether a subscription asks for an event. */
function isAbout({ eventType, filter = {} }: XEvent, wanted: WantedSubscription): boolean {
	return (
		eventType === wanted.event_type &&
		Object.entries(pickBy(wanted.filter)).every(([name, value]) => text(filter[name]) === value)
	);
}
