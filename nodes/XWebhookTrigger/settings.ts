import { createHash } from 'crypto';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { POST_FIELDS } from '../shared/model/tweetNaming';
import { canonicalEventType, eventTypeFact } from '../shared/model/eventTypes';
import { object, objects, text } from './read';

export type Source = 'activity' | 'accountActivity' | 'filteredStream';
export type Authentication = 'app' | 'oAuth2' | 'oAuth1';
/** What stays on the platform when the workflow is switched off. */
export type OnDeactivation = 'delete' | 'deleteAdopted' | 'keepWebhook' | 'keepAll';

/** One subscription the activity source should have. */
export interface DesiredSubscription {
	event_type: string;
	filter: Record<string, string | undefined>;
	tag?: string | undefined;
}

/** The node's parameters, checked. */
export interface Settings {
	/** ID of another workflow's webhook, empty while none is chosen; undefined when the node registers its own. */
	existingWebhook: string | undefined;
	authentication: Authentication;
	sources: ReadonlySet<Source>;
	activity: {
		eventTypes: string[];
		userIds: string[];
		keyword: string | undefined;
		direction: string | undefined;
		tag: string | undefined;
	};
	rules: Array<{ value: string; tag?: string }>;
	/** Query parameters of the stream link. */
	linkFields: Record<string, string>;
	onDeactivation: OnDeactivation;
	replaceWebhook: string | undefined;
	/** Whether other workflows may receive through this node's webhook. */
	share: boolean;
	internalUrl: string | undefined;
}

/** Reads what the lifecycle needs from the node's parameters, complete or not. */
export function readSettings(context: IHookFunctions): Settings {
	const parameter = (name: string, fallback: unknown): unknown => context.getNodeParameter(name, fallback);
	const options = object(parameter('options', {}));
	const filters = object(parameter('filters', {}));
	const stream = object(parameter('streamFields', {}));
	const sources = new Set(strings(parameter('sources', [])) as Source[]);
	const isShared = parameter('webhook', 'own') === 'existing';
	return {
		existingWebhook: isShared ? (text(object(parameter('webhookId', {})).value) ?? '') : undefined,
		authentication: parameter('authentication', 'app') as Authentication,
		sources,
		activity: {
			eventTypes: typeNames(parameter('eventTypes', [])),
			userIds: strings(parameter('userIds', '')),
			keyword: text(filters.keyword),
			direction: text(filters.direction),
			tag: text(filters.tag),
		},
		rules: objects(object(parameter('rules', {})).rule).flatMap(({ value, tag }) => {
			const [rule, label] = [text(value)?.trim(), text(tag)];
			return rule === undefined || rule === ''
				? []
				: [{ value: rule, ...(label !== undefined && { tag: label }) }];
		}),
		linkFields: linkFields(stream),
		onDeactivation: (text(options.onDeactivation) ?? 'delete') as OnDeactivation,
		replaceWebhook: text(options.replaceWebhook)?.trim(),
		share: options.share === true && !isShared,
		internalUrl: text(options.internalUrl)?.replace(/\/+$/, ''),
	};
}

/** What the handling of a delivery needs; read on every delivery, so only this much. */
export interface ReceiveSettings {
	onlyEventTypes: ReadonlySet<string>;
	rawBody: boolean;
	skipDuplicates: boolean;
	share: boolean;
	/** What the node subscribed to, where others subscribe on the same webhook. */
	own: Subscribed | undefined;
}

/** The events that a node asked for. */
export interface Subscribed {
	sources: ReadonlySet<string>;
	eventTypes: ReadonlySet<string>;
	/** Empty for the credential's user. */
	userIds: ReadonlySet<string>;
}

export function readReceiveSettings(context: IWebhookFunctions): ReceiveSettings {
	const parameter = (name: string, fallback: unknown): unknown => context.getNodeParameter(name, fallback);
	const options = object(parameter('options', {}));
	const isGuest = parameter('webhook', 'own') === 'existing';
	const share = options.share === true && !isGuest;
	return {
		onlyEventTypes: new Set(typeNames(options.onlyEventTypes)),
		rawBody: options.rawBody === true,
		skipDuplicates: options.skipDuplicates !== false,
		share,
		own: share || isGuest ? subscribed(parameter) : undefined,
	};
}

function subscribed(parameter: (name: string, fallback: unknown) => unknown): Subscribed {
	return {
		sources: new Set(strings(parameter('sources', []))),
		eventTypes: new Set(typeNames(parameter('eventTypes', []))),
		userIds: new Set(strings(parameter('userIds', ''))),
	};
}

/**
 * The subscriptions that the activity source should have: each event type for each user.
 *
 * @param userIds the users, at least one unless only news is asked for
 * Source: OpenAPI 2.167, POST /2/activity/subscriptions; brief, "Events", rule 4.
 */
export function desiredSubscriptions(
	{ eventTypes, keyword, direction, tag }: Settings['activity'],
	userIds: readonly string[],
): DesiredSubscription[] {
	return eventTypes.flatMap((eventType) => {
		const narrowed = {
			...(keyword !== undefined && !isOwnOnly(eventType) && { keyword }),
			...(direction !== undefined && takesDirection(eventType) && { direction }),
		};
		const filters = isNews(eventType) ? [narrowed] : userIds.map((user_id) => ({ user_id, ...narrowed }));
		return filters.map((filter) => ({ event_type: eventType, filter, ...(tag !== undefined && { tag }) }));
	});
}

/** Whether a type is about no user: it is filtered by keyword alone. */
export const isNews = (eventType: string): boolean => eventType === 'news.new';

const isOwnOnly = (eventType: string) => /^(mute|block)\./.test(eventType);
const takesDirection = (eventType: string) => /^(like|dm|chat)\./.test(eventType);

/** A digest of everything that decides what has to be on the platform. */
export function fingerprint(settings: Settings, credentials: unknown): string {
	const { existingWebhook, authentication, activity, rules, linkFields, internalUrl, share } = settings;
	const sources = [...settings.sources].sort();
	const said = JSON.stringify([
		[existingWebhook, internalUrl, share, authentication, credentials],
		[sources, activity, rules, linkFields],
	]);
	return createHash('sha256').update(said).digest('base64').slice(0, 22);
}

/** Names of event types; an expression may give them in any of their spellings. */
const typeNames = (value: unknown): string[] => [...new Set(strings(value).map(canonicalEventType))];

/** A list, or text with commas or line breaks between entries. */
export function strings(value: unknown): string[] {
	const entries = Array.isArray(value) ? value.map(text) : (text(value) ?? '').split(/[\s,]+/);
	return [...new Set(entries.map((entry) => entry?.trim() ?? '').filter((entry) => entry !== ''))];
}

function linkFields(stream: Record<string, unknown>): Record<string, string> {
	const names: Array<[string, string]> = [
		['expansions', 'expansions'],
		[POST_FIELDS, 'postFields'],
		['user.fields', 'userFields'],
		['media.fields', 'mediaFields'],
		['poll.fields', 'pollFields'],
		['place.fields', 'placeFields'],
	];
	return Object.fromEntries(
		names
			.map(([wire, name]) => [wire, strings(stream[name]).join(',')] as const)
			.filter(([, value]) => value !== ''),
	);
}

const MAX_TAG = 200;
const MAX_KEYWORD = 150;
/** Longest rule of plans with webhooks, in characters. Source: filtered stream documentation. */
const MAX_RULE = 2048;

/** What is wrong with the settings. */
export interface SettingsProblem {
	message: string;
	description: string;
}

/**
 * Checks the settings against what the documentation says, before anything is sent.
 *
 * @returns the first problem, naming the field, or undefined
 */
export function checkSettings(settings: Settings): SettingsProblem | undefined {
	const { sources, authentication, rules, existingWebhook } = settings;
	if (existingWebhook === '') {
		return problem('The field "Webhook to Share" is empty', 'Choose the webhook of another workflow');
	}
	if (sources.has('accountActivity') && authentication === 'app') {
		return problem(
			'Account Activity needs a user credential',
			'Choose OAuth2 or OAuth1 under "Authentication": the user whose activity is delivered has to agree to it',
		);
	}
	if (sources.has('filteredStream')) {
		if (rules.length === 0) return problem('The filtered stream has no rule', 'Add one under "Rules"');
		const long = rules.findIndex(({ value }) => value.length > MAX_RULE);
		if (long >= 0) {
			return problem(
				`Rule ${long + 1} of the filtered stream has more than ${MAX_RULE} characters`,
				'Split it into several rules: a Post that matches any of them is delivered',
			);
		}
	}
	return sources.has('activity') ? checkActivity(settings.activity, authentication === 'app') : undefined;
}

function checkActivity(
	{ eventTypes, userIds, keyword, tag }: Settings['activity'],
	isAppOnly: boolean,
): SettingsProblem | undefined {
	if (eventTypes.length === 0)
		return problem('The Activity source has no event type', 'Choose one under "Event Types"');
	const hidden = eventTypes.filter((type) => eventTypeFact(type)?.isPrivate === true);
	if (isAppOnly && hidden.length > 0) {
		return problem(
			`Private event types need a user credential: ${hidden.join(', ')}`,
			'Choose OAuth2 or OAuth1 under "Authentication", or subscribe to public event types only',
		);
	}
	const wrong = userIds.find((user) => !/^\d{1,19}$/.test(user));
	if (wrong !== undefined) {
		return problem(`"${wrong}" is not a user ID`, 'User IDs are numbers; X Core finds the ID of a username');
	}
	if (isAppOnly && userIds.length === 0 && !eventTypes.every(isNews)) {
		return problem(
			'The field "User IDs" is empty',
			'With a user credential it can be left empty: it is that user then',
		);
	}
	if (eventTypes.some(isNews) && keyword === undefined) {
		return problem('News stories need the filter "Keyword", which is empty', 'Add it under "Filters"');
	}
	if ((keyword?.length ?? 0) > MAX_KEYWORD) {
		return problem(`The filter "Keyword" has more than ${MAX_KEYWORD} characters`, 'Shorten it');
	}
	if ((tag?.length ?? 0) > MAX_TAG)
		return problem(`The filter "Tag" has more than ${MAX_TAG} characters`, 'Shorten it');
	return undefined;
}

const problem = (message: string, description: string): SettingsProblem => ({ message, description });
