/** This file describes the node to n8n. The build replaces it with its result, so that n8n's start loads no records. */
import { groupBy, partition } from 'lodash';
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { CREDENTIALS, withAccessToken } from '../shared/auth/credentialKinds';
import { describeFields } from '../shared/form/describe';
import { leadingFirst } from '../shared/form/leadingFirst';
import { namesOf } from '../shared/form/node';
import { mostUsd, priceOf as priceOfRoute } from '../shared/model/prices';
import { counted } from '../shared/report/wording';
import { asMoney } from '../shared/util/money';
import { EVENTS } from './events';
import type { TriggerEvent } from './events/event';
import { eventsWhere } from './events/find';
import { EVENT_FIELDS, type EventField } from './form';
import { GENERAL_FIELDS } from './generalFields';
import { methods } from './methods';

interface ReadPrice {
	readonly usd: number;
	readonly unit: 'object' | 'request';
}

const ACCOUNT_USD = mostUsd(priceOfRoute('GET /2/users/me')) ?? 0;

/** Returns the price of an event's list. The Ads API has no prices and counts as free. */
export function priceOf({ list }: Pick<TriggerEvent, 'list'>): ReadPrice {
	const price = priceOfRoute(list.route);
	return { usd: mostUsd(price) ?? 0, unit: price?.unit ?? 'object' };
}

/** The polls of each interval in a day. For other intervals, the text gives the cost of a single poll. */
const POLLS_A_DAY: Readonly<Record<string, { readonly polls: number; readonly words: string }>> = {
	everyMinute: { polls: 1440, words: 'Every minute' },
	everyHour: { polls: 24, words: 'Every hour' },
	everyDay: { polls: 1, words: 'Once a day' },
};

const MODE = '/pollTimes.item[0].mode';

/** Checks for a list that polls read from the top down: the last page may have known entries. */
const isFromTop = ({ reread, bounds, cursor }: TriggerEvent): boolean =>
	reread > 0 && bounds === undefined && !cursor.order.includes('comparison');

const eachOf = (event: TriggerEvent): string =>
	`Each new ${event.noun} costs ${asMoney(priceOf(event).usd)}${isFromTop(event) ? ' (at most twice that)' : ''}.${event.fields.includes('users') ? SEVERAL : ''}`;

/** "1,440 requests", or "at least 4,320 requests" if a poll takes several. */
const requestsOf = ({ requests = 1 }: TriggerEvent, polls = 1): string =>
	`${requests > 1 ? 'at least ' : ''}${counted(requests * polls, 'request')}`;

const DAYS = 30;

/** "$0.05 a day and $1.50 in 30 days" */
const aDay = (usd: number): string => `${asMoney(usd)} a day and ${asMoney(DAYS * usd)} in ${DAYS} days`;

/** Gives the charge for known entries on a day without news. X charges an entity once a day. */
function ofKnown(event: TriggerEvent): string {
	const { usd } = priceOf(event);
	const known = event.reread * usd;
	// Each conversation is found, and its latest event read.
	if (event.discovered !== undefined)
		return `each of up to ${event.discovered} conversations costs ${aDay(known + usd)}, a single chosen one ${aDay(known)}`;
	return `they cost ${aDay(known)}, at any interval`;
}

/** "Every minute means 1,440 requests a day. …" */
function textOf(event: TriggerEvent, polls: number, words: string): string {
	const { usd, unit } = priceOf(event);
	const requests = `${words} means ${requestsOf(event, polls)} a day`;
	if (unit === 'request') return `${requests}, at most ${aDay(polls * usd)}.`;
	if (event.reread === 0) return `${requests}, at no cost while nothing is new.`;
	return `${requests}. While nothing is new, ${ofKnown(event)}.`;
}

function textOfOnePoll(event: TriggerEvent): string {
	const { usd, unit } = priceOf(event);
	if (usd === 0) return `Each poll is ${requestsOf(event)}, free of charge.`;
	if (unit === 'request') return `Each poll is 1 request and costs ${asMoney(usd)}.`;
	if (event.reread === 0) return 'Each poll is 1 request, at no cost while nothing is new.';
	return `Each poll is 1 request. While nothing is new, ${ofKnown(event)}.`;
}

function textOfEach(event: TriggerEvent): string {
	const { usd, unit } = priceOf(event);
	return usd === 0 || unit === 'request' ? '' : `${eachOf(event)}${ofFirst(event)}${ofAccount(event)}`;
}

/** Gives the cost of the first poll, if it reads more than those after it. */
function ofFirst(event: TriggerEvent): string {
	const { size } = event.cursor.plan(undefined);
	if (event.reread === 0 || size <= event.reread) return '';
	return ` The first poll reads up to ${size}, for ${asMoney(size * priceOf(event).usd)}.`;
}

const ofAccount = ({ needsMe, fields, options = [] }: TriggerEvent): string =>
	needsMe === true || fields.includes('user_id') || options.includes('includeOwnPosts')
		? ` With OAuth 2.0, the account costs up to ${asMoney(ACCOUNT_USD)} a day.`
		: '';

const SEVERAL = ' Each user counts separately.';

/** Makes notices for all events and intervals. The form shows the one that fits. */
function costNotices(): INodeProperties[] {
	const events: [string, TriggerEvent][] = Object.entries(EVENTS);
	const [free, priced] = partition(events, ([, event]) => priceOf(event).usd === 0);
	const notices = (
		of: typeof events,
		text: (event: TriggerEvent) => string,
		show: IDisplayOptions['show'],
		hide?: IDisplayOptions['hide'],
	) =>
		Object.values(groupBy(of, ([, event]) => text(event))).map((same) => ({
			text: text((same[0] as [string, TriggerEvent])[1]),
			displayOptions: { show: { event: same.map(([name]) => name), ...show }, ...(hide && { hide }) },
		}));
	const polls = [
		...Object.entries(POLLS_A_DAY).flatMap(([mode, { polls: count, words }]) =>
			notices(priced, (event) => textOf(event, count, words), { [MODE]: [mode] }),
		),
		...notices(priced, textOfOnePoll, {}, { [MODE]: Object.keys(POLLS_A_DAY) }),
		// A free event needs one notice for all intervals.
		...notices(free, textOfOnePoll, {}),
	].map((notice) => ({ ...notice, name: 'costNotice' }));
	const news = notices(events, textOfEach, {})
		.filter(({ text }) => text !== '')
		.map((notice) => ({ ...notice, name: 'costOfNewsNotice' }));
	return [...polls, ...news].map(({ text, name, displayOptions }) => ({
		displayName: text,
		name,
		type: 'notice',
		default: '',
		displayOptions,
	}));
}

const events: [string, TriggerEvent][] = Object.entries(EVENTS);

/** Offers the kinds that the event accepts. The root's name keeps the editor from moving it into the credential. */
const authentication = (): INodeProperties[] =>
	Object.values(groupBy(events, ([, { list }]) => list.auth.kinds.join())).map((same) => {
		const kinds = same[0]?.[1].list.auth.kinds ?? [];
		return {
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			noDataExpression: true,
			options: leadingFirst(
				withAccessToken(kinds).map((kind) => ({ name: CREDENTIALS[kind].label, value: kind })),
				'oAuth2',
			),
			default: 'oAuth2',
			description: 'The credential to call X with',
			displayOptions: { show: { '/event': same.map(([name]) => name) } },
		};
	});

/** n8n lists the actions of a property with this label in its panel of nodes. */
const eventMenu: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: events.map(([value, { name, action, description }]) => ({ name, value, action, description })),
	default: 'mention',
	description: 'What starts the workflow',
};

const eventFields = (Object.keys(EVENT_FIELDS) as EventField[]).flatMap((key) =>
	describeFields({ [key]: EVENT_FIELDS[key] }).map((property) => ({
		...property,
		displayOptions: {
			show: {
				event: eventsWhere(({ fields }) => fields.includes(key)),
				...property.displayOptions?.show,
			},
		},
	})),
);

export const properties: INodeProperties[] = [
	...authentication(),
	eventMenu,
	...eventFields,
	...costNotices(),
	...describeFields(GENERAL_FIELDS),
];
export const methodNames = namesOf(methods);
