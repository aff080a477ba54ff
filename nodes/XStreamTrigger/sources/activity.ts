import { pickBy } from 'lodash';
import { wantedSubscriptions, type WantedSubscription } from '../../shared/events/activitySubscriptions';
import type { XEvent } from '../../shared/events/event';
import { withMark } from '../../shared/events/mark';
import { subscriptions } from '../../shared/events/subscriber';
import { findOwnId, userIdFinder } from '../../shared/http/findUsers';
import { text } from '../../shared/util/lenient';
import { OwnThings, refusing, type StreamSource, type StreamSourceContext } from './source';

/**
 * Manages the activity subscriptions of a node. One stream carries all subscriptions of an app, including those with a
 * webhook.
 *
 * @see https://docs.x.com/x-api/activity/introduction
 */
class Activity implements StreamSource {
	private readonly things;
	private wanted: readonly WantedSubscription[] = [];

	constructor(private readonly context: StreamSourceContext) {
		const tag = withMark(undefined, context.mark);
		this.things = new OwnThings(context, subscriptions({ ...context, tag, refuse: refusing(context) }));
	}

	async ensure(): Promise<number> {
		const { n8n, app, user, settings } = this.context;
		this.wanted = await wantedSubscriptions(settings.activity, {
			ownUserId: user && (async () => await findOwnId(n8n, user)),
			userId: userIdFinder(n8n, app),
		});
		return (await this.things.ensure(this.wanted)).missing.length;
	}

	get hadOwn(): boolean {
		return this.things.hadOwn;
	}

	async remove(isKept?: boolean): Promise<void> {
		await this.things.remove(isKept);
	}

	own(event: XEvent): XEvent | undefined {
		// Every node gets events about the app, such as a user who revoked access.
		if (event.eventType === 'oauth.revoke') return event;
		return this.wanted.some((each) => isAbout(event, each)) ? event : undefined;
	}
}

function isAbout({ eventType, filter = {} }: XEvent, wanted: WantedSubscription): boolean {
	return (
		eventType === wanted.event_type &&
		Object.entries(pickBy(wanted.filter)).every(([name, value]) => text(filter[name]) === value)
	);
}

export const activity = (context: StreamSourceContext): StreamSource => new Activity(context);
