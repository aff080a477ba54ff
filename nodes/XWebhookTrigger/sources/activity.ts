import { chunk, difference, isEqual, pickBy, uniq } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { listAll } from '../../shared/engine/paging';
import { ignoreNotFound, webhookReasonOf } from '../../shared/errors';
import type { Api } from '../../shared/http/connection';
import {
	canonicalEventType,
	eventTypeFact,
	isNews,
	takesDirection,
	takesKeyword,
} from '../../shared/model/eventTypes';
import { token } from '../../shared/operation/operation';
import { encodeRfc3986 } from '../../shared/util/encode';
import { ActivationError } from '../context';
import { firstText, lenient, object, objects, text } from '../../shared/util/read';
import { withMark, withoutMark } from '../../shared/model/events/mark';
import { ask, isTestAddress, type RecognisingContext, type Source, type SourceContext } from './source';

/** One subscription that the activity source should have. */
interface DesiredSubscription {
	event_type: string;
	filter: Record<string, string | undefined>;
	tag?: string | undefined;
}

/** One subscription on the platform. */
interface Subscription extends DesiredSubscription {
	id: string;
	webhookId: string | undefined;
}

const PATH = '/2/activity/subscriptions';
const pathOf = (id: string) => `${PATH}/${encodeRfc3986(id)}`;
/**
 * Most that one request deletes. One by one would reach the rate limit of 500 in 15 minutes:
 * https://docs.x.com/x-api/activity/delete-x-activity-subscriptions-by-ids
 */
const MAX_DELETE = 100;
/** Most subscriptions of earlier versions that get a mark in one activation, for the sake of the rate limit. */
const MAX_MARKED = 100;

/**
 * Subscriptions of the activity source. Those that are there already for this webhook are used, missing ones are
 * created, and of those that are no longer wanted only the ones that this node created are deleted.
 */
export const activity: Source = {
	async apply(context, record, previous, undo) {
		const { app, settings, recognition } = context;
		const own = new Set(previous?.subscriptions);
		const isNeeded = settings.sources.has('activity') || own.size > 0;
		const desired = await desiredIn(context);
		const all = isNeeded ? await list(app) : await list(app).catch(() => []);
		for (const found of all) if (recognition.isOwn(found)) own.add(found.id);
		const here = all.filter(({ webhookId }) => webhookId === record.webhookId);
		if (isTestAddress(record)) for (const { id } of here) own.add(id);
		const isDesired = (found: Subscription) =>
			here.includes(found) && desired.some((one) => isSame(found, one));
		const stale = all.filter((found) => own.has(found.id) && !isDesired(found)).map(({ id }) => id);
		// Deleted before any is created, because they count against the plan's limit.
		await remove(app, stale);
		const created: string[] = [];
		const marker = new Marker(context);
		undo.push(async () => await remove(app, created));
		for (const subscription of desired) {
			const match = here.find((found) => isSame(found, subscription));
			if (match === undefined) {
				const id = await create(context, subscription, record.webhookId, all);
				created.push(id);
				record.subscriptions.push(id);
				continue;
			}
			if (own.has(match.id)) record.subscriptions.push(match.id);
			await marker.label(match, subscription.tag, own.has(match.id));
		}
	},

	async find({ app, recognition }, record) {
		const ids = (await list(app)).filter((found) => recognition.isOwn(found)).map(({ id }) => id);
		record.subscriptions = uniq([...record.subscriptions, ...ids]);
	},

	async countOthers({ app }, record) {
		return (await list(app)).filter(({ webhookId }) => webhookId === record.webhookId).length;
	},

	async remove({ app }, record) {
		await remove(app, record.subscriptions, (ids) => {
			record.subscriptions = difference(record.subscriptions, ids);
		});
	},

	async isComplete(context, record) {
		if (!context.settings.sources.has('activity')) return true;
		const [desired, all] = [await desiredIn(context), await list(context.app)];
		const here = all.filter(({ webhookId }) => webhookId === record.webhookId);
		return desired.every((subscription) => here.some((found) => isSame(found, subscription)));
	},
};

/**
 * The subscriptions that the activity source should have: each event type for each user, news for none.
 *
 * @see https://docs.x.com/x-api/activity/create-x-activity-subscription
 */
async function desiredIn({ settings, user, ownUserId }: SourceContext): Promise<DesiredSubscription[]> {
	if (!settings.sources.has('activity')) return [];
	const { eventTypes, keyword, direction, tag, userIds: given } = settings.activity;
	const isOwn = given.length === 0 && user !== undefined && !eventTypes.every(isNews);
	const userIds = isOwn ? [await ownUserId(user)] : given;
	return eventTypes.flatMap((eventType) => {
		const narrowed = {
			...(keyword !== undefined && takesKeyword(eventType) && { keyword }),
			...(direction !== undefined && takesDirection(eventType) && { direction }),
		};
		const filters = isNews(eventType) ? [narrowed] : userIds.map((user_id) => ({ user_id, ...narrowed }));
		return filters.map((filter) => ({ event_type: eventType, filter, ...(tag !== undefined && { tag }) }));
	});
}

/** Gives subscriptions that are there already their tags. */
class Marker {
	private left = MAX_MARKED;

	constructor(private readonly context: RecognisingContext) {}

	/** Gives a subscription the user's tag and the node's mark; the tag of one that is not ours stays. */
	async label({ id, tag: present }: Subscription, tag: string | undefined, isOwn: boolean): Promise<void> {
		const { app, warn, recognition } = this.context;
		const isSame = withoutMark(present) === tag;
		if (!isOwn) {
			if (!isSame) warn(`The subscription ${id} keeps its tag "${present ?? ''}"`);
			return;
		}
		const marked = withMark(tag, recognition.mark);
		if (present === marked) return;
		const send = async () => await app.send({ method: 'PUT', path: pathOf(id), body: { tag: marked } });
		if (!isSame) await send();
		// Without a mark it works as well: the record knows that it is ours.
		else if (this.left-- > 0) await send().catch(() => (this.left = 0));
	}
}

async function create(
	context: RecognisingContext,
	subscription: DesiredSubscription,
	webhookId: string,
	all: Subscription[],
): Promise<string> {
	const { app, user, recognition } = context;
	// Public events go with the app's token; private ones need the user's.
	const isPrivate = eventTypeFact(subscription.event_type)?.isPrivate === true;
	const api = isPrivate ? (user ?? app) : app;
	const tag = withMark(subscription.tag, recognition.mark);
	const body = { ...subscription, tag, webhook_id: webhookId };
	const answer = await ask(api, { method: 'POST', path: PATH, body }).catch((error: unknown) => {
		throw explain(error, subscription, all);
	});
	const id = createdId(answer);
	if (id !== undefined) return id;
	throw new ActivationError('The platform did not say which subscription it created', 'Try again');
}

/**
 * The new subscription's ID; the shape of the answer differs between the guide and the reference:
 * https://docs.x.com/x-api/activity/quickstart#create-subscription
 */
function createdId(answer: IDataObject): string | undefined {
	const data = object(answer.data ?? answer);
	return text(object(data.subscription ?? objects(answer.data)[0] ?? data).subscription_id);
}

function explain(error: unknown, { event_type, filter }: DesiredSubscription, all: Subscription[]): unknown {
	const what = `${event_type}${filter.user_id === undefined ? '' : ` of user ${filter.user_id}`}`;
	switch (webhookReasonOf(error)) {
		case 'SubscriptionLimitExceeded':
			return new ActivationError(
				`The app's plan allows no further subscription; ${all.length} exist, ${what} was not added`,
				'Plans allow 1,500 (self-serve), 75,000 (Enterprise) or 150,000 (Partner) activity subscriptions: choose fewer event types or users, or delete unused subscriptions with X Core',
			);
		case 'DuplicateSubscriptionFailed': {
			const holder = all.find((found) => isSame(found, { event_type, filter }));
			const holds =
				holder === undefined
					? 'another subscription'
					: `subscription ${holder.id} (webhook ${holder.webhookId ?? 'none'})`;
			return new ActivationError(
				`${what} is subscribed to already: ${holds}`,
				'Deactivate the workflow it belongs to, or let this node share that webhook ("Webhook": "Share Existing")',
			);
		}
		default:
			return error;
	}
}

const subscriptionShape = z.object({
	subscription_id: lenient.textOrEmpty,
	event_type: lenient.textOrEmpty,
	webhook_id: lenient.text,
	tag: lenient.text,
	filter: z.record(lenient.text).catch({}),
});

async function list(app: Api): Promise<Subscription[]> {
	return (await listAll(app, PATH, token(1000))).map((entry) => {
		const { subscription_id: id, webhook_id: webhookId, ...rest } = subscriptionShape.parse(entry);
		return { ...rest, id, webhookId, event_type: canonicalEventType(rest.event_type) };
	});
}

/** Whether two ask for the same events; the tag is only a label. */
function isSame(one: DesiredSubscription, other: DesiredSubscription): boolean {
	return one.event_type === other.event_type && isEqual(pickBy(one.filter), pickBy(other.filter));
}

/**
 * Deletes subscriptions; those that are gone already need no deleting.
 *
 * @param onRemoved Told the IDs of those that are gone now.
 * @throws when one is still there.
 */
async function remove(
	app: Api,
	ids: readonly string[],
	onRemoved: (ids: string[]) => void = () => {},
): Promise<void> {
	for (const some of chunk(ids, MAX_DELETE)) {
		if (some.length > 1) await removeTogether(app, some);
		else for (const id of some) await app.send({ method: 'DELETE', path: pathOf(id) }).catch(ignoreNotFound);
		onRemoved(some);
	}
}

async function removeTogether(app: Api, ids: string[]): Promise<void> {
	const query = [['ids', ids.join(',')] as const];
	const response = await app.send({ method: 'DELETE', path: PATH, query }).catch(ignoreNotFound);
	const errors = objects(object(response?.body).errors);
	const [refused, ...more] = errors.filter(({ reason }) => reason !== 'SubscriptionNotFound');
	if (refused === undefined) return;
	throw new Error(
		`${more.length + 1} subscriptions are still there: ${firstText(refused.message, refused.reason) ?? 'no reason given'}`,
	);
}
