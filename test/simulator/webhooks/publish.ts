import { pick } from 'lodash';
import { activityTypes } from './activityTypes';
import { pack, send } from './deliveries';
import { render, type ActivityEvent, type JsonObject, type PlatformEvent, type StreamEvent } from './events';
import { isRecord } from '../frame';
import { parseRule } from '../queryLanguage';
import {
	running,
	type ActivitySubscription,
	type Delivery,
	type StreamLink,
	type StreamRule,
	type Webhook,
	type WebhooksState,
} from './state';

/**
 * Sends an event to everyone who asked for it: valid webhooks with a subscription, link or rule that matches. An
 * event that several subscriptions ask for goes out once for each, with that subscription's filter and tag.
 *
 * @returns the deliveries, each after its first attempt; none when no one is subscribed
 */
export async function publish(state: WebhooksState, event: PlatformEvent): Promise<Delivery[]> {
	const addressed = receivers(state, event);
	if (event.family === 'activity' && event.eventType === 'oauth.revoke') endSubscriptions(state, event);
	return await Promise.all(
		addressed.map(
			async ({ webhook, body }) =>
				await send(
					state,
					pack(state, body, { url: webhook.url, appId: webhook.appId, webhookId: webhook.id }),
				),
		),
	);
}

/** What a user has agreed to ends when the user revokes the access. */
function endSubscriptions(state: WebhooksState, { payload }: ActivityEvent): void {
	const { user_id: userId } = payload;
	for (const { subscription_id: id, event_type: type, filter } of running(state))
		if (filter.user_id === userId && activityTypes.get(type)?.isPublic === false) state.activity.delete(id);
}

function receivers(
	state: WebhooksState,
	event: PlatformEvent,
): Array<{ webhook: Webhook; body: JsonObject }> {
	const valid = [...state.webhooks.values()].filter((webhook) => webhook.valid);
	switch (event.family) {
		case 'activity':
			return running(state)
				.filter((subscription) => matches(subscription, event))
				.flatMap((subscription) => {
					const webhook = valid.find(({ id }) => id === subscription.webhook_id);
					if (webhook === undefined) return [];
					const { filter, tag } = subscription;
					return [
						{ webhook, body: render(event, { filter: { ...filter }, ...(tag !== undefined && { tag }) }) },
					];
				});
		case 'accountActivity':
			return valid
				.filter((webhook) => state.accounts.get(webhook.id)?.has(event.forUserId) === true)
				.map((webhook) => ({ webhook, body: render(event) }));
		case 'stream': {
			const rules = matchingRules(state, event);
			if (rules.length === 0) return [];
			return valid.flatMap((webhook) => {
				const link = state.links.get(webhook.id);
				if (link === undefined) return [];
				return [{ webhook, body: render(trimmed(event, link), { matchingRules: rules }) }];
			});
		}
		case 'notice':
			return [];
	}
}

function matches(subscription: ActivitySubscription, event: ActivityEvent): boolean {
	if (subscription.event_type !== event.eventType) return false;
	const { user_id: userId, direction, keyword } = subscription.filter;
	if (keyword !== undefined && !event.text.toLowerCase().includes(keyword.toLowerCase())) return false;
	if (userId === undefined) return true;
	return event.concerns.some(
		(concern) =>
			concern.userId === userId &&
			(direction === undefined || concern.direction === undefined || concern.direction === direction),
	);
}

function matchingRules(state: WebhooksState, { post, includes }: StreamEvent): StreamRule[] {
	const users = usersIn(includes);
	const author = users.find(({ id }) => id === post.author_id)?.username;
	const name = typeof author === 'string' ? author : undefined;
	return [...state.rules.values()].filter((rule) => parseRule(rule.value)(post, name));
}

/** A Post shows its default fields and the ones the link asked for; joined objects only for asked expansions. */
function trimmed(event: StreamEvent, link: StreamLink): StreamEvent {
	const post = pick(event.post, [
		'id',
		'text',
		'edit_history_tweet_ids',
		...(link.fields['tweet.fields'] ?? []),
	]);
	const expansions = link.fields.expansions ?? [];
	if (!expansions.includes('author_id')) return { family: 'stream', post };
	post.author_id = event.post.author_id ?? null;
	const wanted = ['id', 'name', 'username', ...(link.fields['user.fields'] ?? [])];
	const users = usersIn(event.includes).map((user) => pick(user, wanted));
	return { family: 'stream', post, includes: { users } };
}

const usersIn = (includes: JsonObject = {}) => [includes.users ?? []].flat().filter(isRecord) as JsonObject[];
