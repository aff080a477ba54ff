import { routesOf } from '../../documented';
import {
	invalidRequest,
	ok,
	problem,
	Refusal,
	type Route,
	type SimRequest,
	type SimResponse,
} from '../../frame';
import { tokenPage } from '../../frame/pages';
import { activityTypes, canonicalType, type ActivityType } from '../activityTypes';
import { member, textMember } from '../body';
import { failure } from '../failures';
import type { ActivitySubscription, WebhooksState } from '../state';
import { ownById } from './webhooks';

const rateLimit = { limit: 500, per: 'app' } as const;

/** Subscriptions of the X Activity API. */
export const activityRoutes: ReadonlyArray<Route<WebhooksState>> = [
	...routesOf<WebhooksState>(
		{
			'POST /2/activity/subscriptions': create,
			'GET /2/activity/subscriptions': (state, request, platform) => {
				const all = ofApp(state, request);
				const { items, meta } = tokenPage(platform.pages, request, all.map(subscriptionJson), {
					default: 1000,
				});
				return ok({ data: items, meta: { ...meta, total_subscriptions: all.length } });
			},
			'PUT /2/activity/subscriptions/{subscription_id}': (state, request) => {
				const subscription = named(state, request);
				const tag = textMember(request.body, 'tag');
				const webhookId = textMember(request.body, 'webhook_id');
				if (webhookId !== undefined) ownById(state, webhookId, request.caller.appId);
				if (tag !== undefined) subscription.tag = tag;
				if (webhookId !== undefined) subscription.webhook_id = webhookId;
				subscription.updated_at = state.platform.clock.iso();
				const total = ofApp(state, request).length;
				return ok({ data: { subscription: subscriptionJson(subscription), total_subscriptions: total } });
			},
			'DELETE /2/activity/subscriptions/{subscription_id}': (state, request) => {
				state.activity.delete(named(state, request).subscription_id);
				return ok({ data: { deleted: true }, meta: { total_subscriptions: ofApp(state, request).length } });
			},
			'DELETE /2/activity/subscriptions': removeMany,
		},
		{ rateLimit },
	),
];

function create(state: WebhooksState, request: SimRequest): SimResponse {
	const eventType = canonicalType(textMember(request.body, 'event_type') ?? '');
	const type = activityTypes.get(eventType);
	if (type === undefined) throw new Error(`The frame let ${eventType} pass`);
	const filter = readFilter(request.body);
	checkFilter(eventType, type, filter);
	checkConsent(eventType, type, filter, request);

	const webhookId = textMember(request.body, 'webhook_id');
	if (webhookId !== undefined) ownById(state, webhookId, request.caller.appId);
	const known = ofApp(state, request);
	const same = (other: ActivitySubscription) =>
		other.event_type === eventType &&
		other.webhook_id === webhookId &&
		JSON.stringify(other.filter) === JSON.stringify(filter);
	if (known.some(same)) {
		throw failure(state.settings, 'DuplicateSubscriptionFailed', 'The app has this subscription already.');
	}
	if (known.length >= state.settings.activityLimit) {
		const detail = `The app may have ${state.settings.activityLimit} subscriptions.`;
		throw failure(state.settings, 'SubscriptionLimitExceeded', detail);
	}
	const now = state.platform.clock.iso();
	const tag = textMember(request.body, 'tag');
	const subscription: ActivitySubscription = {
		subscription_id: state.platform.newId(),
		appId: request.caller.appId,
		event_type: eventType,
		filter,
		created_at: now,
		updated_at: now,
		...(tag !== undefined && { tag }),
		...(webhookId !== undefined && { webhook_id: webhookId }),
	};
	state.activity.set(subscription.subscription_id, subscription);
	return ok(createdBody(state, subscription, known.length + 1));
}

/** One of the documented forms of the answer; readers must cope with all of them. */
function createdBody(state: WebhooksState, subscription: ActivitySubscription, total: number) {
	const shown = subscriptionJson(subscription);
	const meta = { total_subscriptions: total };
	switch (state.settings.subscriptionShape) {
		case 'subscription':
			return { data: { subscription: shown } };
		case 'object':
			return { data: shown, meta };
		case 'array':
			return { data: [shown], meta };
	}
}

/** The changelog has other words than the OpenAPI file: https://docs.x.com/changelog. */
const directions: Readonly<Record<string, 'inbound' | 'outbound'>> = {
	...{ inbound: 'inbound', received: 'inbound', outbound: 'outbound', sent: 'outbound' },
};

function readFilter(body: unknown): ActivitySubscription['filter'] {
	const filter = member(body, 'filter');
	const userId = textMember(filter, 'user_id');
	const keyword = textMember(filter, 'keyword');
	const direction = directions[textMember(filter, 'direction') ?? ''];
	return {
		...(userId !== undefined && { user_id: userId }),
		...(keyword !== undefined && { keyword }),
		...(direction !== undefined && { direction }),
	};
}

function checkFilter(eventType: string, type: ActivityType, filter: ActivitySubscription['filter']): void {
	const refuse = (message: string, name: string, value = '') =>
		new Refusal(invalidRequest({ message, parameters: { [`filter.${name}`]: value === '' ? [] : [value] } }));
	if (eventType === 'news.new') {
		const { keyword = '' } = filter;
		if (keyword.length < 1 || keyword.length > 150) {
			throw refuse('news.new needs a keyword of 1 to 150 characters', 'keyword', keyword);
		}
		return;
	}
	if (filter.keyword !== undefined) {
		throw refuse(`${eventType} takes no keyword`, 'keyword', filter.keyword);
	}
	if (filter.user_id === undefined) throw refuse(`${eventType} needs a user_id`, 'user_id');
	if (type.ownOnly && filter.direction !== undefined) {
		throw refuse(`${eventType} takes no direction`, 'direction', filter.direction);
	}
}

/** Private events go to those only whose account it is, and with the scope that reads them. */
function checkConsent(
	eventType: string,
	type: ActivityType,
	filter: ActivitySubscription['filter'],
	{ caller }: SimRequest,
): void {
	const forbid = (detail: string) => new Refusal(problem(403, 'about:blank', 'Forbidden', detail));
	if (!type.isPublic) {
		if (caller.kind === 'app') throw forbid(`${eventType} needs the consent of the user: use a user token.`);
		if (filter.user_id !== caller.userId)
			throw forbid(`${eventType} can be subscribed for one's own account only.`);
	}
	if (caller.kind === 'oAuth2' && !caller.scopes.includes(type.scope)) {
		throw forbid(`${eventType} needs the scope ${type.scope}.`);
	}
}

function removeMany(state: WebhooksState, request: SimRequest): SimResponse {
	const ids = (request.query.get('ids') ?? '').split(',');
	const mine = new Set(ofApp(state, request).map((subscription) => subscription.subscription_id));
	const errors = ids
		.filter((id) => !mine.has(id))
		.map((id) => ({
			subscription_id: id,
			reason: 'SubscriptionNotFound',
			message: 'The app has no such subscription.',
		}));
	const data = ids
		.filter((id) => mine.has(id) && state.activity.delete(id))
		.map((id) => ({ subscription_id: id, deleted: true }));
	return ok({
		data,
		...(errors.length > 0 && { errors }),
		meta: { total_subscriptions: ofApp(state, request).length },
	});
}

function named(state: WebhooksState, request: SimRequest): ActivitySubscription {
	const id = request.params.subscription_id ?? '';
	const found = state.activity.get(id);
	if (found === undefined || found.appId !== request.caller.appId) {
		throw failure(
			state.settings,
			'SubscriptionNotFound',
			`The app has no subscription ${id}.`,
			'subscription_id',
		);
	}
	return found;
}

function ofApp(state: WebhooksState, request: SimRequest): ActivitySubscription[] {
	return [...state.activity.values()].filter((subscription) => subscription.appId === request.caller.appId);
}

function subscriptionJson(subscription: ActivitySubscription): Partial<ActivitySubscription> {
	const shown: Partial<ActivitySubscription> = { ...subscription };
	delete shown.appId;
	return shown;
}
