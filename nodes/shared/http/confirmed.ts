/**
 * What the answer to each write holds if X has done it: what it made, by an ID, or the new state, by a flag. X's published
 * description requires no member at the top of its answers, so a rule for each kind of write says it, with a table of those
 * that answer otherwise. test/unit/facts/answers.test.ts holds both against the published answers.
 */
import { get } from 'lodash';
import { partialErrors } from '../errors';
import { isObject, object } from '../util/lenient';
import type { ApiRequest } from './api';

/** Checks whether anything in a value is more than an empty list, an empty object, an empty text or null. */
export function holdsSomething(value: unknown): boolean {
	if (Array.isArray(value)) return value.some(holdsSomething);
	if (!isObject(value)) return value !== undefined && value !== null && value !== '';
	// A function made for each entry of a long list takes longer.
	for (const name in value) if (holdsSomething(value[name])) return true;
	return false;
}

/** Checks whether an entity names itself by an ID. */
export const hasId = (entity: unknown): boolean =>
	isObject(entity) &&
	Object.entries(entity).some(
		([name, value]) =>
			/(^|_)id(_str)?$|^media_key$/.test(name) &&
			(typeof value === 'number' || (typeof value === 'string' && value !== '')),
	);

/** States that are on or off: a POST or PUT asks for true, a DELETE for false, with an ID more at its end or without. */
const STATES: Readonly<Record<string, string>> = {
	'account_activity/webhooks/{}/subscriptions/all': 'subscribed',
	'account_activity/webhooks/{}/subscriptions/{}/all': 'subscribed',
	'broadcasts/{}/chat/mutes': 'muted',
	'chat/conversations/{}/mute': 'muted',
	'lists/{}/members': 'is_member',
	'tweets/{}/hidden': 'hidden',
	'users/{}/blocking': 'blocking',
	'users/{}/bookmarks': 'bookmarked',
	'users/{}/dm/block': 'blocked',
	'users/{}/dm/unblock': 'blocked',
	'users/{}/followed_lists': 'following',
	'users/{}/following': 'following',
	'users/{}/likes': 'liked',
	'users/{}/muting': 'muting',
	'users/{}/pinned_lists': 'pinned',
	'users/{}/retweets': 'retweeted',
};

/** What was done, where the answer names no ID. Other DELETEs say that it was deleted. */
const DEEDS: Readonly<Record<string, string>> = {
	'DELETE bots/{}/token': 'revoked',
	'DELETE chat/conversations/{}/invite': 'disabled',
	'POST broadcasts/{}/chat': 'success',
	'POST chat/conversations/{}/admin_requests': 'requested',
	'POST chat/conversations/{}/admin_requests/{}/approve': 'approved',
	'POST chat/conversations/{}/admin_requests/{}/reject': 'rejected',
	'POST chat/conversations/{}/admins': 'added',
	'POST chat/conversations/{}/admins/remove': 'removed',
	'POST chat/conversations/{}/join_requests': 'requested',
	'POST chat/conversations/{}/join_requests/reject': 'rejected',
	'POST chat/conversations/{}/members/remove': 'removed',
	'POST chat/conversations/{}/messages/delete': 'deleted',
	'POST chat/conversations/{}/read': 'success',
	'POST chat/conversations/{}/typing': 'success',
	'POST chat/media/upload/{}/finalize': 'success',
	'POST chat/message_requests/{}/accept': 'accepted',
	'POST tweets/search/webhooks/{}': 'provisioned',
	'PUT bots/{}': 'updated',
	'PUT chat/conversations/{}': 'updated',
	'PUT chat/conversations/{}/admin_settings': 'updated',
	'PUT chat/conversations/{}/message_ttl': 'updated',
	'PUT lists/{}': 'updated',
	'PUT webhooks/{}': 'valid',
};

const SUBSCRIPTION = 'data.subscription.subscription_id data.subscription_id data.0.subscription_id';
const STREAM_RULES = 'data.0.id meta.summary';
const POWERSTREAM_RULES = 'data.0 data.id rules.0 meta.summary';

/** Writes that answer in a form of their own: one of these paths has a value. */
const OTHERS: Readonly<Record<string, string>> = {
	'DELETE /2/activity/subscriptions': 'data.0.deleted',
	'POST /2/activity/subscriptions': SUBSCRIPTION,
	'PUT /2/activity/subscriptions/{}': SUBSCRIPTION,
	'POST /2/bots': 'data.id data.token',
	'POST /2/bots/{}/token': 'data.id data.token',
	'POST /2/broadcasts/chat/moderators': 'data.moderator_user_ids',
	'DELETE /2/broadcasts/chat/moderators/{}': 'data.moderator_user_ids',
	'POST /2/chat/conversations/{}/messages': 'data.encoded_message_event',
	'PUT /2/chat/conversations/{}/screen_capture': 'data.detection data.blocking',
	'PUT /2/chat/settings':
		'data.allow_dms_from data.dm_quality_filter data.dm_receipt_settings data.av_settings',
	'DELETE /2/compliance/jobs/{}': 'data.id data.deleted',
	'DELETE /2/connections': 'data.successful_kills',
	'DELETE /2/connections/{}': 'data.successful_kills',
	'POST /2/notes/evaluate': 'data.claim_opinion_score',
	'POST /2/oauth2/token': 'access_token',
	'DELETE /2/powerstream/rules': POWERSTREAM_RULES,
	'POST /2/powerstream/rules': POWERSTREAM_RULES,
	'POST /2/tweets/search/stream/rules': STREAM_RULES,
	'POST /2/users/{}/bookmarks': 'data.bookmarked data.0.bookmarked',
	'POST /2/users/{}/public_keys': 'data.public_key_version data.juicebox_config',
	'POST /12/accounts/{}/audience_estimate': 'data.audience_size',
	'POST /12/accounts/{}/custom_audiences/{}/users': 'data.success_count',
	'POST /12/accounts/{}/draft_tweets/preview/{}': 'message',
	'DELETE /12/accounts/{}/features': 'data.0',
	'POST /12/accounts/{}/features': 'data.0',
	'PUT /12/accounts/{}/user_settings/{}':
		'data.notification_email data.contact_phone data.subscribed_campaign_events',
	'POST /12/measurement/conversions/{}': 'data.conversions_processed data.debug_id',
	'DELETE /12/product_catalogs/{}/products': 'data.delete_products data.products_response',
	'PUT /12/product_catalogs/{}/products': 'data.products_response data.delete_products',
};

/** An upload asks for its state where it is not confirmed, and a batch has an answer for each of its entries. */
const ELSEWHERE =
	/^POST \/2\/(chat\/media\/upload\/[^/]+\/append|media\/upload\/[^/]+\/(append|finalize))$|^POST \/12\/batch\//;

/** The pattern of a method and a path, in which `{}` stands for an ID. */
export const pattern = (route: string, end = '') =>
	new RegExp(`^${route.replaceAll('{}', '[^/]+').replaceAll('/', '\\/')}${end}$`);

/** Both tables as patterns of a method and a path, those with the longer path first. */
const FLAGS = [
	...Object.entries(DEEDS).map(([route, flag]) => [pattern(route.replace(' ', ' /2/')), flag] as const),
	...Object.entries(STATES).flatMap(([path, flag]) => [
		[pattern(`(POST|PUT) /2/${path}`), flag] as const,
		[pattern(`DELETE /2/${path}`, '(\\/[^/]+)?'), flag] as const,
	]),
];

const FORMS = Object.entries(OTHERS).map(([route, paths]) => [pattern(route), paths.split(' ')] as const);

type Confirms = (body: unknown) => boolean;
type Write = Pick<ApiRequest, 'method' | 'path'>;

/** The flag with which API v2 answers a write; undefined for a write that makes or changes an entity. */
export function flagOf({ method, path }: Write): string | undefined {
	if (method === 'GET' || !path.startsWith('/2/')) return undefined;
	const route = `${method} ${path}`;
	return FLAGS.find(([form]) => form.test(route))?.[1] ?? (method === 'DELETE' ? 'deleted' : undefined);
}

/** An answer of the advertising API has the entity, also a deleted one, or a list of what it is about. */
const isOfEntity: Confirms = (body) =>
	[get(body, 'data') as unknown].flat().some((entry) => hasId(entry) || hasId(get(entry, 'params')));

/** X publishes no answer of these: the published one of new members is that of a Post. */
const UNPUBLISHED =
	/\/ad-export\/api\/v1\/exports(\/[^/]+)?$|^POST \/2\/chat\/conversations\/[^/]+\/members$|^DELETE \/2\/bots\/[^/]+$/;

/** Checks whether an answer has neither an ID nor a flag, and counts as done because no one knows a better one. */
export const isGuessed = ({ method, path }: Write, body: unknown): boolean =>
	!(method === 'GET' || body === undefined) &&
	UNPUBLISHED.test(`${method} ${path}`) &&
	![body, get(body, 'data') as unknown].some(
		(data) => hasId(data) || Object.values(object(data)).some((value) => typeof value === 'boolean'),
	);

/** Checks whether a path of an answer has a value. A list may be empty: it is what is left. */
const hasValue = (body: unknown, path: string): boolean => {
	const value: unknown = get(body, path);
	return typeof get(body, 'data') !== 'string' && (holdsSomething(value) || Array.isArray(value));
};

/** How an answer says that a write was done. */
function confirmationOf({ method, path }: Write): Confirms {
	const route = `${method} ${path}`;
	const paths = FORMS.find(([form]) => form.test(route))?.[1];
	if (paths) return (body) => paths.some((path) => hasValue(body, path));
	if (ELSEWHERE.test(route)) return () => true;
	if (UNPUBLISHED.test(route)) return (body) => get(body, 'data') !== false && holdsSomething(body);
	if (!path.startsWith('/2/')) return isOfEntity;
	const flag = flagOf({ method, path });
	return (body) => {
		const data: unknown = get(body, 'data');
		return flag === undefined ? hasId(data) : typeof get(data, flag) === 'boolean' || isPending(data);
	};
}

/** X asks the owner of a protected account first. */
const isPending = (data: unknown): boolean => get(data, 'pending_follow') === true;

/**
 * Checks whether the answer of a success says what became of a write. Errors inside of it are shown elsewhere. An update or
 * a delete may answer with 204, by which HTTP says that it was done.
 */
export function isConfirmed(request: ApiRequest, status: number, body: unknown): boolean {
	const { method, path, confirms } = request;
	if (method === 'GET' || !/^\/\d+\//.test(path)) return true;
	if (body === undefined && status === 204 && method !== 'POST') return true;
	return (confirms ?? confirmationOf(request))(body) || partialErrors(body).length > 0;
}

/** The flag of an answer that says no: X understood the request, and did not do it. */
export function refusedFlag(request: ApiRequest, body: unknown): string | undefined {
	const flag = flagOf(request);
	const data: unknown = get(body, 'data');
	const value: unknown = flag === undefined ? undefined : get(data, flag);
	if (flag === undefined || typeof value !== 'boolean' || isPending(data)) return undefined;
	return value === wanted(request, flag) ? undefined : `${flag}: ${value}`;
}

/** The value that a flag has if the request was done. */
function wanted({ method, path, body }: ApiRequest, flag: string): boolean {
	if (!Object.values(STATES).includes(flag)) return true;
	const asked: unknown = get(body, flag);
	return typeof asked === 'boolean' ? asked : method !== 'DELETE' && !path.endsWith('/unblock');
}
