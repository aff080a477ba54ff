import { chunk, difference } from 'lodash';
import type { IDataObject } from 'n8n-workflow';

import type { Api } from '../api';
import { canonicalEventType, eventTypeFact } from '../../shared/model/eventTypes';
import { firstText, object, objects, text } from '../events/read';
import { reasonOf, ignoreNotFound } from '../platformReasons';
import type { ActivationContext, SourceHandler } from '../lifecycle';
import { isNews, desiredSubscriptions, type DesiredSubscription } from '../settings';
import { isTestAddress } from '../registrationStore';
import { userId } from './me';

/** One subscription on the platform. */
interface Subscription extends DesiredSubscription {
	id: string;
	webhookId: string | undefined;
}

const PATH = '/2/activity/subscriptions';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
/**
 * Most that one request ends. One by one would reach the rate limit of 500 in 15 minutes. Source: OpenAPI 2.167,
 * DELETE /2/activity/subscriptions.
 */
const AT_ONCE = 100;

/**
 * Subscriptions of the activity source. Those that are there already for this webhook are used, missing ones are
 * created, and of the ones no longer wanted only our own are deleted.
 */
export const activity: SourceHandler = {
	async apply(life, record, previous, undo) {
		const own = new Set(previous?.subscriptions);
		if (!life.settings.sources.has('activity') && own.size === 0) return;
		const wanted = await wantedBy(life);
		const there = await list(life.app);
		const here = there.filter(({ webhookId }) => webhookId === record.webhookId);
		if (isTestAddress(record)) for (const { id } of here) own.add(id);
		// First what is no longer wanted: it counts against the plan's cap.
		const isWanted = (found: Subscription) =>
			here.includes(found) && wanted.some((subscription) => same(found, subscription));
		const stale = there.filter((found) => own.has(found.id) && !isWanted(found)).map(({ id }) => id);
		await remove(life.app, stale);
		const created: string[] = [];
		undo.push(async () => await remove(life.app, created));
		for (const subscription of wanted) {
			const match = here.find((found) => same(found, subscription));
			if (match !== undefined) {
				if (own.has(match.id)) record.subscriptions.push(match.id);
				await label(life, match, subscription.tag, own.has(match.id));
				continue;
			}
			const id = await create(life, subscription, record.webhookId, there);
			created.push(id);
			record.subscriptions.push(id);
		}
	},

	async remove(life, record) {
		for (const ids of chunk(record.subscriptions, AT_ONCE)) {
			await remove(life.app, ids);
			record.subscriptions = difference(record.subscriptions, ids);
		}
	},

	async isComplete(life, record) {
		if (!life.settings.sources.has('activity')) return true;
		const [wanted, there] = [await wantedBy(life), await list(life.app)];
		const here = there.filter(({ webhookId }) => webhookId === record.webhookId);
		return wanted.every((subscription) => here.some((found) => same(found, subscription)));
	},
};

async function wantedBy({ settings, user }: ActivationContext): Promise<DesiredSubscription[]> {
	if (!settings.sources.has('activity')) return [];
	const { eventTypes, userIds } = settings.activity;
	const own = userIds.length === 0 && user !== undefined && !eventTypes.every(isNews);
	return desiredSubscriptions(settings.activity, own ? [await userId(user)] : userIds);
}

/** Gives a subscription its tag; the tag of one that is not ours stays. */
async function label(
	life: ActivationContext,
	{ id, tag: present }: Subscription,
	tag: string | undefined,
	isOwn: boolean,
): Promise<void> {
	if (present === tag) return;
	if (isOwn && tag !== undefined) {
		await life.app.request('PUT', pathOf(id), { body: { tag } });
	} else {
		life.warn(`The subscription ${id} keeps its tag "${present ?? ''}"`);
	}
}

async function create(
	life: ActivationContext,
	subscription: DesiredSubscription,
	webhookId: string,
	there: Subscription[],
): Promise<string> {
	try {
		const answer = object(
			await apiFor(life, subscription.event_type).request('POST', PATH, {
				body: { ...subscription, webhook_id: webhookId },
			}),
		);
		const id = text(createdOne(answer).subscription_id);
		if (id === undefined)
			throw life.fail('The platform did not say which subscription it created', 'Try again');
		return id;
	} catch (error) {
		throw explain(life, error, subscription, there);
	}
}

/** The reply has had several shapes. Source: OpenAPI 2.165 and 2.167, documentation samples. */
function createdOne(answer: IDataObject): IDataObject {
	const data = object(answer.data ?? answer);
	return object(data.subscription ?? objects(answer.data)[0] ?? data);
}

/** Public events go with the app's token; private ones need the user's. */
function apiFor({ app, user }: ActivationContext, eventType: string): Api {
	return eventTypeFact(eventType)?.isPrivate === true ? (user ?? app) : app;
}

function explain(
	life: ActivationContext,
	error: unknown,
	{ event_type, filter }: DesiredSubscription,
	there: Subscription[],
): unknown {
	const what = `${event_type}${filter.user_id === undefined ? '' : ` of user ${filter.user_id}`}`;
	switch (reasonOf(error)) {
		case 'SubscriptionLimitExceeded':
			return life.fail(
				`The app's plan allows no further subscription; ${there.length} exist, ${what} was not added`,
				'Plans allow 1,500 (self-serve), 75,000 (Enterprise) or 150,000 (Partner) activity subscriptions: choose fewer event types or users, or delete unused subscriptions with X Core',
			);
		case 'DuplicateSubscriptionFailed': {
			const holder = there.find((found) => same(found, { event_type, filter }));
			const holds =
				holder === undefined
					? 'another subscription'
					: `subscription ${holder.id} (webhook ${holder.webhookId ?? 'none'})`;
			return life.fail(
				`${what} is subscribed to already: ${holds}`,
				'Deactivate the workflow it belongs to, or let this node share that webhook ("Webhook": "Share Existing")',
			);
		}
		default:
			return error;
	}
}

async function list(app: Api): Promise<Subscription[]> {
	const found: Subscription[] = [];
	const seen = new Set<string>();
	for (let token: string | undefined; ;) {
		const page = object(
			await app.request('GET', PATH, {
				query: { max_results: '1000', ...(token !== undefined && { pagination_token: token }) },
			}),
		);
		found.push(...objects(page.data).map(read));
		token = text(object(page.meta).next_token);
		if (token === undefined || seen.has(token)) return found;
		seen.add(token);
	}
}

function read(subscription: IDataObject): Subscription {
	const filter = Object.entries(object(subscription.filter)).flatMap(([name, value]) => {
		const said = text(value);
		return said === undefined ? [] : [[name, said] as const];
	});
	const tag = text(subscription.tag);
	return {
		id: text(subscription.subscription_id) ?? '',
		event_type: canonicalEventType(text(subscription.event_type) ?? ''),
		filter: Object.fromEntries(filter),
		webhookId: text(subscription.webhook_id),
		...(tag !== undefined && { tag }),
	};
}

/** Whether two ask for the same events; the tag is only a label. */
function same(one: DesiredSubscription, other: DesiredSubscription): boolean {
	const names = new Set([...Object.keys(one.filter), ...Object.keys(other.filter)]);
	return (
		one.event_type === other.event_type && [...names].every((name) => one.filter[name] === other.filter[name])
	);
}

/**
 * Ends subscriptions; those that are gone already need no ending.
 *
 * @throws when one is still there
 */
async function remove(app: Api, ids: readonly string[]): Promise<void> {
	for (const some of chunk(ids, AT_ONCE)) {
		if (some.length > 1) await removeTogether(app, some);
		else for (const id of some) await app.request('DELETE', pathOf(id)).catch(ignoreNotFound);
	}
}

async function removeTogether(app: Api, ids: string[]): Promise<void> {
	const query = { ids: ids.join(',') };
	const answer = object(await app.request('DELETE', PATH, { query }).catch(ignoreNotFound));
	const [refused, ...more] = objects(answer.errors).filter(({ reason }) => reason !== 'SubscriptionNotFound');
	if (refused === undefined) return;
	throw new Error(
		`${more.length + 1} subscriptions are still there: ${firstText(refused.message, refused.reason) ?? 'no reason given'}`,
	);
}
