import { isEmpty, isEqual, omit, partition, pick } from 'lodash';
import { routesOf } from '../../documented';
import {
	forbidden,
	member,
	ok,
	textMember,
	wrongParameter,
	type SimRequest,
	type SimResponse,
} from '../../frame';
import { tokenPage } from '../../frame/pages';
import { activityTypes, canonicalType, type ActivityType } from '../activityTypes';
import { failure } from '../failures';
import { running, type ActivitySubscription, type WebhooksState } from '../state';
import { ownById } from './webhooks';

/** Subscriptions of the X Activity API. */
export const activityRoutes = routesOf<WebhooksState>(
	{
		'POST /2/activity/subscriptions': create,
		'GET /2/activity/subscriptions': (state, request, platform) => {
			const all = ofApp(state, request);
			const userId = request.query.get('user_id');
			const about = all.filter(({ filter }) => userId === null || filter.user_id === userId);
			const shown = about.map(subscriptionJson);
			const { items, meta } = tokenPage(platform.pages, request, shown, { default: 1000 });
			return ok({ data: items, meta: { ...meta, total_subscriptions: all.length } });
		},
		'PUT /2/activity/subscriptions/{subscription_id}': (state, request) => {
			const subscription = ownSubscription(state, request);
			const updated_at = state.platform.clock.iso();
			Object.assign(subscription, labelsOf(state, request), { updated_at });
			const total = ofApp(state, request).length;
			return ok({ data: { subscription: subscriptionJson(subscription), total_subscriptions: total } });
		},
		'DELETE /2/activity/subscriptions/{subscription_id}': (state, request) => {
			state.activity.delete(ownSubscription(state, request).subscription_id);
			return ok({ data: { deleted: true }, meta: { total_subscriptions: ofApp(state, request).length } });
		},
		'DELETE /2/activity/subscriptions': removeMany,
	},
	{ rateLimit: { limit: 500, per: 'app' } },
);

function create(state: WebhooksState, request: SimRequest): SimResponse {
	const eventType = canonicalType(textMember(request.body, 'event_type') ?? '');
	const type = activityTypes.get(eventType);
	if (type === undefined) throw new Error(`The frame let ${eventType} pass`);
	const filter = readFilter(request.body);
	checkFilter(eventType, type, filter);
	checkConsent(state, eventType, type, filter, request);

	const labels = labelsOf(state, request);
	const known = ofApp(state, request);
	const same = (other: ActivitySubscription) =>
		other.event_type === eventType && other.webhook_id === labels.webhook_id && isEqual(other.filter, filter);
	if (known.some(same)) {
		throw failure(state.settings, 'DuplicateSubscriptionFailed', 'The app has this subscription already.');
	}
	const other = known.find((one) => isOverlap(one, eventType, filter));
	if (other !== undefined) {
		const detail = `The filter overlaps that of the subscription ${other.subscription_id}.`;
		throw failure(state.settings, 'DuplicateSubscriptionFailed', detail);
	}
	if (known.length >= state.settings.activityLimit) {
		const detail = `The app may have ${state.settings.activityLimit} subscriptions.`;
		throw failure(state.settings, 'SubscriptionLimitExceeded', detail);
	}
	const now = state.platform.clock.iso();
	const subscription: ActivitySubscription = {
		subscription_id: state.platform.newId(),
		appId: request.caller.appId,
		event_type: eventType,
		filter,
		created_at: now,
		updated_at: now,
		...labels,
	};
	state.activity.set(subscription.subscription_id, subscription);
	return ok(createdBody(state, subscription, known.length + 1));
}

/**
 * Whether one of two subscriptions to the same events has qualifiers, which narrow it, and the other has none. The
 * pages do not name the reason of this refusal; that of a second equal subscription is the nearest.
 */
function isOverlap(
	{ event_type, filter: known }: ActivitySubscription,
	eventType: string,
	filter: ActivitySubscription['filter'],
): boolean {
	const subject: ReadonlyArray<keyof typeof filter> =
		eventType === 'news.new' ? ['user_id', 'keyword'] : ['user_id'];
	const isNarrowed = (one: object) => !isEmpty(omit(one, subject));
	return (
		event_type === eventType &&
		subject.every((name) => known[name] === filter[name]) &&
		isNarrowed(known) !== isNarrowed(filter)
	);
}

/** What may be given to a subscription anew at any time. */
function labelsOf(state: WebhooksState, { body, caller }: SimRequest) {
	const labels: Pick<ActivitySubscription, 'tag' | 'webhook_id' | 'expires_at'> = pick(body, [
		'tag',
		'webhook_id',
		'expires_at',
	]);
	if (labels.webhook_id !== undefined) ownById(state, labels.webhook_id, caller.appId);
	return labels;
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
const DIRECTIONS: Readonly<Record<string, 'inbound' | 'outbound'>> = {
	inbound: 'inbound',
	received: 'inbound',
	outbound: 'outbound',
	sent: 'outbound',
};

function readFilter(body: unknown): ActivitySubscription['filter'] {
	const filter = member(body, 'filter');
	const direction = DIRECTIONS[textMember(filter, 'direction') ?? ''];
	return { ...pick(filter, ['user_id', 'keyword', 'qualifiers']), ...(direction && { direction }) };
}

function checkFilter(eventType: string, type: ActivityType, filter: ActivitySubscription['filter']): void {
	const refuse = (message: string, name: string, ...values: string[]) =>
		wrongParameter(message, `filter.${name}`, ...values);
	if (eventType === 'oauth.revoke') {
		const [name] = Object.keys(filter);
		if (name !== undefined) throw refuse(`${eventType} takes no filter`, name);
		return;
	}
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
	{ settings: { privateSubscriptions: kind } }: WebhooksState,
	eventType: string,
	type: ActivityType,
	filter: ActivitySubscription['filter'],
	{ caller }: SimRequest,
): void {
	if (!type.isPublic) {
		if (caller.kind === 'app')
			throw forbidden(`${eventType} needs the consent of the user: use a user token.`);
		if (kind !== 'anyUser' && caller.kind !== kind)
			throw forbidden(`${eventType} cannot be subscribed with this kind of token.`);
		if (filter.user_id !== caller.userId)
			throw forbidden(`${eventType} can be subscribed for one's own account only.`);
	}
	if (caller.kind === 'oAuth2' && !caller.scopes.includes(type.scope)) {
		throw forbidden(`${eventType} needs the scope ${type.scope}.`);
	}
}

function removeMany(state: WebhooksState, request: SimRequest): SimResponse {
	const ids = (request.query.get('ids') ?? '').split(',');
	const own = new Set(ofApp(state, request).map(({ subscription_id }) => subscription_id));
	const [mine, others] = partition(ids, (id) => own.has(id));
	const lost = { reason: 'SubscriptionNotFound', message: 'The app has no such subscription.' };
	const errors = others.map((subscription_id) => ({ subscription_id, ...lost }));
	const data = mine.map((id) => ({ subscription_id: id, deleted: state.activity.delete(id) }));
	const meta = { total_subscriptions: ofApp(state, request).length };
	return ok({ data, ...(errors.length > 0 && { errors }), meta });
}

function ownSubscription(state: WebhooksState, request: SimRequest): ActivitySubscription {
	const id = request.params.subscription_id ?? '';
	const found = state.activity.get(id);
	if (found === undefined || found.appId !== request.caller.appId) {
		const detail = `The app has no subscription ${id}.`;
		throw failure(state.settings, 'SubscriptionNotFound', detail, 'subscription_id');
	}
	return found;
}

function ofApp(state: WebhooksState, request: SimRequest): ActivitySubscription[] {
	return running(state).filter((subscription) => subscription.appId === request.caller.appId);
}

const subscriptionJson = (subscription: ActivitySubscription) => omit(subscription, 'appId');
