/** Defines the fields of triggers for the activity of users, and rules across them. */
import { uniq } from 'lodash';
import type { INodePropertyOptions } from 'n8n-workflow';
import { CREDENTIALS } from '../auth/credentialKinds';
import {
	appearance,
	choice,
	choices,
	flag,
	oneOf,
	optional,
	text,
	type Appearance,
	type Choices,
} from '../fields';
import { leadingFirst } from '../form/leadingFirst';
import {
	canonicalEventType,
	EVENT_TYPES_BY_USE,
	eventTypeFact,
	eventTypeName,
	isNews,
	isOfUser,
} from '../model/eventTypes';
import { broken, type Field, type Fields } from '../operation/operation';
import { splitList } from '../util/text';
import { ME, users } from '../core/locators';

/** https://docs.x.com/x-api/activity/create-x-activity-subscription */
const MAX_KEYWORD = 150;

/** Makes the choice of the credential. */
export const userAuthentication = (initial: 'app' | 'oAuth2', description?: string) => {
	const field = oneOf(
		{
			app: [CREDENTIALS.app.label, 'Enough for public events'],
			oAuth1: [CREDENTIALS.oAuth1.label, 'App and user, for private events'],
			oAuth2: [CREDENTIALS.oAuth2.label, 'App and user, for private events'],
			accessToken: [CREDENTIALS.accessToken.label, 'App and user or bot, for private events'],
		},
		{ default: initial, ...(description !== undefined && { description }) },
	);
	const options = leadingFirst((field.property?.options ?? []) as INodePropertyOptions[], initial);
	return { ...field, ...(field.property && { property: { ...field.property, options } }) };
};

const NEEDS_USER = 'Needs a user credential';

/** Choice of event types in the order of use. n8n lists each one as an entry in its list of triggers. */
export const eventTypesField = (rest: { label: string; default: string[] }): Field<string[]> => ({
	...choices({}, {}, true),
	...appearance(
		{
			...rest,
			description:
				'What starts the workflow, see <a href="https://docs.x.com/x-api/activity/introduction">X\'s event types</a>. Private events need a user credential.',
		},
		'multiOptions',
		[],
		{
			options: EVENT_TYPES_BY_USE.map(({ value, name, action, isPrivate, note }) => ({
				name,
				value,
				action,
				...(isPrivate && {
					description: note === undefined ? NEEDS_USER : `${note}. ${NEEDS_USER}.`,
				}),
			})),
		},
	),
});

const someUsers = users({
	max: undefined,
	label: 'Users',
	hint: 'Empty: the user of the credential',
	description:
		'Whose events to receive, by ID, @username or profile URL, separated by commas. Private events are those of the user of the credential only. News and revoked access have no user here.',
});

/** The users whose events are wanted; spaces separate them too. An @ marks a username until X has given its ID. */
export const userIdsField = optional({
	...someUsers,
	encode: (value, context) =>
		someUsers.encode(
			typeof value === 'string' && !/^\s*\[/.test(value) ? splitList([value]) : value,
			context,
		),
} satisfies Field<string[]>);

/** A rule of the filtered stream, as long as any plan allows: https://docs.x.com/x-api/posts/filtered-stream/introduction#access-levels */
export const ruleText = (rest: Appearance = {}) =>
	text({
		max: 2048,
		placeholder: 'e.g. n8n -is:retweet lang:en',
		description:
			'What to match, in <a href="https://docs.x.com/x-api/posts/filtered-stream/integrate/build-a-rule">X\'s rule syntax</a>',
		...rest,
	});

export const skipDuplicates = flag({
	default: true,
	description: 'Whether to run once for an event that X delivers more than once',
});

/** The choice of what becomes of a node's own things on X. */
export const onUnpublishing = <C extends Choices>(choices: C) =>
	choice(choices, {
		label: 'On Unpublishing',
		default: 'delete',
		description: 'What happens on X when the workflow is unpublished',
	});

/** Filters that narrow the events: members of a collection named `filters`. */
export const ACTIVITY_FILTERS = {
	direction: choice(
		{
			inbound: ['Inbound', 'What others do to the user'],
			outbound: ['Outbound', 'What the user does'],
		},
		{
			default: 'inbound',
			description: 'For likes, Direct Messages and chats. Without it, X delivers both.',
		},
	),
	keyword: text({
		max: MAX_KEYWORD,
		description: 'Only events containing this text. News stories need it.',
	}),
} satisfies Fields;

export interface ChosenActivity {
	readonly eventTypes: readonly string[];
	/** Empty for the credential's user. */
	readonly userIds: readonly string[];
	readonly keyword: string | undefined;
	readonly direction: string | undefined;
}

interface ActivityValues {
	readonly eventTypes?: readonly string[] | undefined;
	readonly userIds?: readonly string[] | undefined;
	readonly filters?: Pick<Partial<ChosenActivity>, 'keyword' | 'direction'> | undefined;
}

/** Reads names of event types, which an expression may give in any spelling. */
export const typeNames = (values?: readonly string[]): string[] =>
	uniq(splitList(values).map(canonicalEventType));

/** Reads the activity that the fields choose. */
export const chosenActivity = ({ eventTypes, userIds, filters }: ActivityValues): ChosenActivity => ({
	eventTypes: typeNames(eventTypes),
	userIds: splitList(userIds),
	keyword: filters?.keyword,
	direction: filters?.direction,
});

/** Finds broken rules across the fields. Without a user's credential, `isAppOnly` is true. */
export function* brokenActivityRules({ eventTypes, userIds, keyword }: ChosenActivity, isAppOnly: boolean) {
	const hidden = eventTypes.filter((type) => eventTypeFact(type)?.isPrivate === true);
	if (isAppOnly && hidden.length > 0)
		yield broken(
			'authentication',
			'userNeeded',
			`must name a user, because these events are private: ${hidden.map(eventTypeName).join(', ')}`,
		);
	const isOwn = userIds.length === 0 || userIds.includes(ME);
	if (isAppOnly && isOwn && eventTypes.some(isOfUser))
		yield broken(
			'userIds',
			'required',
			'is required, unless {authentication} names a user: it is that user then',
		);
	if (eventTypes.some(isNews) && keyword === undefined)
		yield broken('filters.keyword', 'required', 'is required for news stories');
}
