import { chunk, isEqual, pickBy } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { findOwnId } from '../../shared/engine/execution';
import { listAll } from '../../shared/engine/paging';
import { ignoreNotFound, webhookReasonOf } from '../../shared/errors';
import {
	canonicalEventType,
	eventTypeFact,
	isNews,
	takesDirection,
	takesKeyword,
} from '../../shared/model/eventTypes';
import type { PlatformEvent } from '../../shared/model/events/event';
import { hasMark, withMark } from '../../shared/model/events/mark';
import { token } from '../../shared/operation/operation';
import { firstText, lenient, object, objects, text } from '../../shared/util/read';
import { ask, refusal, type Source, type SourceContext } from './source';

const PATH = '/2/activity/subscriptions';
/** Most that one request deletes: https://docs.x.com/x-api/activity/delete-x-activity-subscriptions-by-ids */
const MAX_DELETE = 100;

const subscriptionShape = z.object({
	subscription_id: lenient.textOrEmpty,
	event_type: lenient.textOrEmpty,
	tag: lenient.text,
	filter: z.record(lenient.text).catch({}),
});

interface Wanted {
	readonly event_type: string;
	readonly filter: Readonly<Record<string, string | undefined>>;
}
interface Subscription extends Wanted {
	readonly id: string;
	readonly tag?: string | undefined;
}

/**
 * The activity subscriptions of a node. One stream carries all subscriptions of an app, also those with a webhook: one
 * that is there already is used, and only what nodes of this n8n have made is ever removed.
 *
 * @see https://docs.x.com/x-api/activity/introduction
 */
export function activity(context: SourceContext): Source {
	const { n8n, app, user, settings, node, mark, uses } = context;
	let wanted: Wanted[] = [];

	return {
		async ensure() {
			wanted = await wantedIn(context);
			const present = await list();
			const isOwn = (found: Subscription) => hasMark(found.tag, mark);
			const stale = present.filter(
				(found) =>
					isOwn(found) && !wanted.some((each) => isSame(found, each)) && !uses.isUsedByOthers(node, found.id),
			);
			// Deleted before any is created, because they count against the plan's limit.
			await remove(stale.map(({ id }) => id));
			const created: string[] = [];
			const used: string[] = [];
			for (const each of wanted) {
				const match = present.find((found) => isSame(found, each));
				if (match) used.push(match.id);
				else
					created.push(
						await create(each, present.length).catch(async (error) => await giveUp(created, error)),
					);
			}
			const own = present.filter(isOwn).map(({ id }) => id);
			uses.use(node, [...used, ...created], [...used.filter((id) => own.includes(id)), ...created]);
			return created.length;
		},

		async remove() {
			const ids = uses.release(node);
			if (!settings.keepsEverything) await remove(ids);
		},

		own(event) {
			// Of what concerns the app itself, everybody gets to know: that a user has taken back the access.
			if (event.eventType === 'oauth.revoke') return event;
			return wanted.some((each) => isAbout(event, each)) ? event : undefined;
		},
	};

	/** Takes back what was created before something was refused. */
	async function giveUp(created: readonly string[], error: unknown): Promise<never> {
		await remove(created);
		throw error;
	}

	async function list(): Promise<Subscription[]> {
		return (await listAll(app, PATH, token(1000))).map((entry) => {
			const { subscription_id: id, event_type, ...rest } = subscriptionShape.parse(entry);
			return { ...rest, id, event_type: canonicalEventType(event_type) };
		});
	}

	async function create(subscription: Wanted, count: number): Promise<string> {
		// Public events go with the app's token; private ones need the user's.
		const isPrivate = eventTypeFact(subscription.event_type)?.isPrivate === true;
		const api = isPrivate ? (user ?? app) : app;
		const body = { ...subscription, tag: withMark(undefined, mark) };
		const answer = await ask(api, { method: 'POST', path: PATH, body }).catch((error: unknown) => {
			throw webhookReasonOf(error) === 'SubscriptionLimitExceeded'
				? refusal(
						context,
						`The app's plan allows no further subscription; ${count} exist, ${subscription.event_type} was not added`,
						'Plans allow 1,500 (self-serve), 75,000 (Enterprise) or 150,000 (Partner) activity subscriptions: choose fewer event types or users, or delete unused subscriptions with X Core',
					)
				: error;
		});
		const id = createdId(answer);
		if (id !== undefined) return id;
		throw refusal(context, 'The platform did not say which subscription it created', 'Try again');
	}

	async function remove(ids: readonly string[]): Promise<void> {
		for (const some of chunk(ids, MAX_DELETE)) {
			const query = [['ids', some.join(',')] as const];
			const response = await app.send({ method: 'DELETE', path: PATH, query }).catch(ignoreNotFound);
			const errors = objects(object(response?.body).errors);
			const [refused] = errors.filter(({ reason }) => reason !== 'SubscriptionNotFound');
			if (refused)
				throw refusal(
					context,
					`A subscription is still there: ${firstText(refused.message, refused.reason) ?? 'no reason given'}`,
					'Delete it with X Core, resource Activity Subscription',
				);
		}
	}

	/** Each event type for each user, news for none. */
	async function wantedIn({ settings: { eventTypes, keyword, direction, userIds } }: SourceContext) {
		const isOwn = userIds.length === 0 && user !== undefined && !eventTypes.every(isNews);
		const users = isOwn ? [await findOwnId(n8n, user)] : userIds;
		return eventTypes.flatMap((eventType): Wanted[] => {
			const narrowed = {
				...(keyword !== undefined && takesKeyword(eventType) && { keyword }),
				...(direction !== undefined && takesDirection(eventType) && { direction }),
			};
			const filters = isNews(eventType) ? [narrowed] : users.map((user_id) => ({ user_id, ...narrowed }));
			return filters.map((filter) => ({ event_type: eventType, filter }));
		});
	}
}

/**
 * The new subscription's ID; the shape of the answer differs between the guide and the reference:
 * https://docs.x.com/x-api/activity/quickstart#create-subscription
 */
function createdId(answer: IDataObject): string | undefined {
	const data = object(answer.data ?? answer);
	return text(object(data.subscription ?? objects(answer.data)[0] ?? data).subscription_id);
}

/** Whether two ask for the same events; the tag is only a label. */
const isSame = (one: Wanted, other: Wanted): boolean =>
	one.event_type === other.event_type && isEqual(pickBy(one.filter), pickBy(other.filter));

/** Whether a subscription asks for an event. */
function isAbout({ eventType, filter = {} }: PlatformEvent, wanted: Wanted): boolean {
	return (
		eventType === wanted.event_type &&
		Object.entries(pickBy(wanted.filter)).every(([name, value]) => text(filter[name]) === value)
	);
}
