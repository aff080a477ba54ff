import { mapValues, pick, trimEnd } from 'lodash';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { brokenActivityRules, chosenActivity, typeNames } from '../shared/events/activityFields';
import { chosenAnswering } from '../shared/events/answering';
import { chosenUnverified } from '../shared/chat/unverified';
import { ME } from '../shared/core/locators';
import { chosenSelection } from '../shared/core/postSelection';
import type { RowOf } from '../shared/fields';
import { nodeParameters } from '../shared/engine/parameters';
import { readFields } from '../shared/engine/values';
import { digestOf } from '../shared/events/eventDigests';
import { brokenOwnAccounts } from '../shared/events/ownAccounts';
import { failIfBroken, readForm } from '../shared/events/settings';
import { brokenRows } from '../shared/events/streamRules';
import {
	broken,
	type BrokenRule,
	type Fields,
	type ParameterSource,
	type ValuesOf,
} from '../shared/operation/operation';
import { splitList } from '../shared/util/text';
import { kindOf, type WebhookContext } from './context';
import { FIELDS, options, OPTIONS } from './form';

export type WebhookSettings = ReturnType<typeof toSettings>;

type WebhookOptions = Partial<RowOf<typeof OPTIONS>>;
type FormValues = Partial<Omit<ValuesOf<typeof FIELDS>, 'options'>> & {
	readonly options?: WebhookOptions | undefined;
};

/**
 * Reads and checks the form before anything is sent.
 *
 * @throws NodeOperationError that lists all mistakes, with the names of the form.
 */
export function readSettings(context: IHookFunctions): WebhookSettings {
	const values = readForm(context, FIELDS, sourceOf(context));
	const settings = toSettings(values);
	failIfBroken(context, FIELDS, [...brokenChoices(values), ...brokenRules(settings)]);
	return settings;
}

/** Reads the settings that unpublishing needs, each alone: a mistake in another must not undo the choice to keep. */
export function readSettingsForDeactivation(context: IHookFunctions): WebhookSettings {
	const { onDeactivation, internalUrl } = OPTIONS;
	const read = <F extends Fields>(members: F) =>
		readFields({ options: options(members) }, nodeParameters(context), { timezone: context.getTimezone() })
			.values?.options;
	return toSettings({
		authentication: kindOf(context),
		options: { ...read({ onDeactivation }), ...read({ internalUrl }) },
	});
}

function* brokenChoices({
	eventTypes = [],
	otherSources = [],
	rules = [],
	options: { webhookId, share, replaceWebhook } = {},
}: FormValues): Generator<BrokenRule> {
	if (eventTypes.length === 0 && otherSources.length === 0)
		yield broken('eventTypes', 'required', 'needs an event');
	if (otherSources.includes('filteredStream')) yield* brokenRows(rules, 'tag');
	if (webhookId === undefined) return;
	const unused = { share: share === true, replaceWebhook: replaceWebhook !== undefined };
	for (const [name, isGiven] of Object.entries(unused))
		if (isGiven)
			yield broken(
				`options.${name}`,
				'exclusive',
				'has no effect where the webhook of another workflow is used: remove one of the two',
			);
}

/** An expression may give a text for the list of sources, and other fields depend on that list. */
function sourceOf(context: WebhookContext): ParameterSource {
	const parameter = nodeParameters(context);
	return (name, as = 'value') => {
		const value = parameter(name, as);
		const isText = name === 'otherSources' && as === 'value' && typeof value === 'string';
		return isText ? splitList([value]) : value;
	};
}

/** Long because it is one object: each setting once, beside the field that it comes from. */
function toSettings(values: FormValues) {
	const {
		authentication = 'app',
		eventTypes = [],
		filters,
		otherSources = [],
		rules = [],
		streamFields,
	} = values;
	const {
		webhookId,
		onDeactivation = 'delete',
		replaceWebhook,
		share,
		internalUrl,
		includeOwnPosts,
		ownAccounts = [],
		skipDuplicates = true,
		replayMissed = true,
	} = values.options ?? {};
	return {
		/** ID of another workflow's webhook. Is undefined if the node registers its own. */
		existingWebhook: webhookId,
		authentication,
		sources: new Set([
			...(eventTypes.length > 0 ? ['activity'] : []),
			...splitList(otherSources).filter((name) => name !== 'elsewhere' && name !== 'notices'),
		]),
		activity: { ...chosenActivity(values), tag: filters?.tag },
		rules: rules.flatMap(({ value = '', tag }) =>
			value.trim() === '' ? [] : [{ value: value.trim(), ...(tag !== undefined && { tag }) }],
		),
		linkFields: mapValues(chosenSelection(streamFields), (names) => names.join(',')),
		/** The choice of what remains on X after the workflow is unpublished. */
		onDeactivation,
		replaceWebhook: replaceWebhook?.trim(),
		share: share === true && webhookId === undefined,
		internalUrl: internalUrl && trimEnd(internalUrl, '/'),
		ownAccounts,
		/** Posts of the stream do not say whose events they are. */
		needsAccount:
			ownAccounts.includes(ME) ||
			(includeOwnPosts !== true && splitList(otherSources).includes('filteredStream')),
		/** Whether to replay what was missed while n8n was down. Only possible if repeated events are recognized. */
		replayMissed: replayMissed && skipDuplicates,
	};
}

export type ReceiveSettings = ReturnType<typeof readReceiveSettings>;

const RECEIVE_FIELDS = pick(FIELDS, 'authentication', 'otherSources', 'options');
const SUBSCRIBED_FIELDS = pick(FIELDS, 'eventTypes', 'otherSources', 'userIds');
const CHAT_FIELDS = pick(FIELDS, 'authentication', 'options');

/**
 * Reads the few settings that every delivery needs.
 *
 * @throws NodeOperationError that lists all mistakes, with the names of the form.
 */
export function readReceiveSettings(context: IWebhookFunctions) {
	const {
		authentication,
		otherSources,
		options: chosen,
	} = readForm(context, RECEIVE_FIELDS, sourceOf(context));
	const {
		includeOwnPosts = false,
		onlyEventTypes,
		ownAccounts = [],
		rawBody = false,
		skipDuplicates = true,
		share,
		webhookId,
	} = chosen ?? {};
	const isGuest = webhookId !== undefined;
	const isShared = share === true && !isGuest;
	return {
		authentication,
		answering: chosenAnswering(chosen ?? {}),
		includeOwnPosts,
		ownAccounts,
		onlyEventTypes: new Set(typeNames(onlyEventTypes)),
		notices: splitList(otherSources ?? []).includes('notices'),
		rawBody,
		skipDuplicates,
		share: isShared,
		/** The subscriptions of the node, if others use the same webhook. */
		subscribed:
			isShared || isGuest ? toSettings(readForm(context, SUBSCRIBED_FIELDS, sourceOf(context))) : undefined,
	};
}

/**
 * Reads what events of encrypted conversations need.
 *
 * @throws NodeOperationError that lists all mistakes, with the names of the form.
 */
export function readChatSettings(context: IWebhookFunctions) {
	const { authentication, options: chosen } = readForm(context, CHAT_FIELDS, sourceOf(context));
	return {
		authentication,
		unverified: chosenUnverified(chosen?.unverified),
	};
}

/** Digests everything that decides what the node needs on X. */
export function fingerprint(settings: WebhookSettings, credentials: unknown): string {
	const { existingWebhook, authentication, activity, rules, linkFields, internalUrl, share } = settings;
	const said = JSON.stringify([
		[existingWebhook, internalUrl, share, authentication, credentials],
		[[...settings.sources].sort(), activity, rules, linkFields, settings.needsAccount],
	]);
	return digestOf(said);
}

function* brokenRules(settings: WebhookSettings): Generator<BrokenRule> {
	const { sources: chosen, authentication, activity, rules, share, existingWebhook } = settings;
	const isShared = share || existingWebhook !== undefined;
	const isAppOnly = authentication === 'app';
	yield* brokenOwnAccounts(settings.ownAccounts, isAppOnly);
	if (chosen.has('accountActivity') && isAppOnly)
		yield broken(
			'authentication',
			'userNeeded',
			'must name a user for Account Activity: the user whose activity is delivered has to agree to it',
		);
	if (chosen.has('filteredStream') && rules.length === 0)
		yield broken('rules', 'required', 'needs a rule for the filtered stream');
	if (!chosen.has('activity')) return;
	yield* brokenActivityRules(activity, isAppOnly);
	// A shared delivery is assigned to workflows by the user IDs in it.
	const named = isShared ? activity.userIds.find((user) => !/^\d+$/.test(user)) : undefined;
	if (named !== undefined)
		yield broken(
			'userIds',
			'pattern',
			`must be IDs where workflows share a webhook, and has "${named}": User → Get in X Core gives the ID`,
		);
}
