import { difference, pickBy } from 'lodash';
import {
	isSameSubscription,
	listSubscriptions,
	overlapRefusal,
	removeSubscriptions,
	wantedSubscriptions,
	type Subscription,
	type WantedSubscription,
} from '../../shared/events/activitySubscriptions';
import type { XEvent } from '../../shared/events/event';
import { hasMark, readMark, withMark } from '../../shared/events/mark';
import { Subscriber } from '../../shared/events/subscriber';
import { findOwnId, userIdFinder } from '../../shared/http/findUsers';
import { text } from '../../shared/util/lenient';
import { refusing, type StreamSource, type StreamSourceContext } from './source';
import { isOfSameN8n } from './streamMark';

/**
 * The activity subscriptions of a node. One stream carries all subscriptions of an app, including those with a
 * webhook. An existing one is used, and only those that nodes of this n8n made are ever removed.
 *
 * @see https://docs.x.com/x-api/activity/introduction
 */
class Activity implements StreamSource {
	private readonly subscriber: Subscriber;
	private wanted: readonly WantedSubscription[] = [];
	/** Subscriptions that no node uses any more, and that are still on X. */
	private orphans: string[] = [];

	constructor(private readonly context: StreamSourceContext) {
		this.subscriber = new Subscriber({ ...context, refuse: refusing(context) });
	}

	async ensure(): Promise<number> {
		const { app } = this.context;
		this.wanted = await this.findWanted();
		const present = await listSubscriptions(app);
		const stale = present.filter((found) => this.isStale(found));
		// Deleted before any is created, because they count towards the plan's limit.
		await removeSubscriptions(app, idsOf(stale));
		const kept = difference(present, stale);
		this.refuseOverlaps(kept);
		const used = kept.filter((found) => this.wanted.some((each) => isSameSubscription(found, each)));
		const missing = this.wanted.filter((each) => !used.some((found) => isSameSubscription(found, each)));
		const created = await this.create(missing, kept);
		this.use(used, created);
		return created.length;
	}

	async remove(isKept = false): Promise<void> {
		const { app, settings, node, uses } = this.context;
		this.orphans.push(...uses.release(node));
		const ids = this.orphans.filter((id) => !uses.isUsedByOthers(node, id));
		if (!isKept && !settings.keepsEverything) await removeSubscriptions(app, ids);
		this.orphans = [];
	}

	own(event: XEvent): XEvent | undefined {
		// Every node gets events about the app, such as a user who revoked access.
		if (event.eventType === 'oauth.revoke') return event;
		return this.wanted.some((each) => isAbout(event, each)) ? event : undefined;
	}

	private async findWanted(): Promise<WantedSubscription[]> {
		const { n8n, app, user, settings } = this.context;
		return await wantedSubscriptions(settings.activity, {
			ownUserId: user && (async () => await findOwnId(n8n, user)),
			userId: userIdFinder(n8n, app),
		});
	}

	private isOwn({ tag }: Subscription): boolean {
		return hasMark(tag, this.context.mark);
	}

	/** Whether a subscription is this node's and not needed any more. */
	private isStale(found: Subscription): boolean {
		const { node, uses } = this.context;
		const isWanted = this.wanted.some((each) => isSameSubscription(found, each));
		return this.isOwn(found) && !isWanted && !uses.isUsedByOthers(node, found.id);
	}

	/** Subscriptions with a webhook are left to X's judgement: no page says whether they count. */
	private refuseOverlaps(present: readonly Subscription[]): void {
		const ofStream = present.filter(({ webhookId }) => webhookId === undefined);
		const refusal = overlapRefusal(this.wanted, ofStream, present);
		if (refusal) throw refusing(this.context)(refusal.message, refusal.description);
	}

	private async create(
		missing: readonly WantedSubscription[],
		present: readonly Subscription[],
	): Promise<string[]> {
		const labels = { tag: withMark(undefined, this.context.mark) };
		const created: string[] = [];
		for (const each of missing)
			created.push(
				await this.subscriber.create(each, labels, present).catch(async (error: unknown) => {
					await removeSubscriptions(this.context.app, created);
					throw error;
				}),
			);
		return created;
	}

	/** Notes which subscriptions are in use, and which of them nodes of this n8n have made. */
	private use(used: readonly Subscription[], created: readonly string[]): void {
		const { node, uses } = this.context;
		const own = used.filter(({ tag }) => isOfSameN8n(readMark(tag), this.context.mark));
		uses.use(node, [...idsOf(used), ...created], [...idsOf(own), ...created]);
	}
}

const idsOf = (subscriptions: readonly Subscription[]): string[] => subscriptions.map(({ id }) => id);

/** Whether a subscription asks for an event. */
function isAbout({ eventType, filter = {} }: XEvent, wanted: WantedSubscription): boolean {
	return (
		eventType === wanted.event_type &&
		Object.entries(pickBy(wanted.filter)).every(([name, value]) => text(filter[name]) === value)
	);
}

export const activity = (context: StreamSourceContext): StreamSource => new Activity(context);
