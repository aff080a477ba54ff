/** The cost of a polling interval, as text for the panel. */
import { groupBy } from 'lodash';
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { asMoney } from '../shared/util/money';
import { EVENTS } from './events';
import type { TriggerEvent } from './events/event';
import { priceOf } from './prices';

/** How often each interval of Poll Times polls in a day. For the others, the text gives the cost of a single poll. */
const POLLS_A_DAY: Readonly<Record<string, { readonly polls: number; readonly words: string }>> = {
	everyMinute: { polls: 1440, words: 'Every minute' },
	everyHour: { polls: 24, words: 'Every hour' },
	everyDay: { polls: 1, words: 'Once a day' },
};

/** The interval of the first entry of Poll Times. */
const MODE = '/pollTimes.item[0].mode';

/** "Each new Post costs $0.005, and its author $0.01 once a day" */
const eachOf = (event: TriggerEvent): string => {
	const { usd, joined } = priceOf(event);
	const user = event.expand === 'sender_id' ? 'sender' : 'author';
	const withUser = joined > 0 ? `, and its ${user} ${asMoney(joined)} once a day` : '';
	const several = event.fields.includes('users') ? SEVERAL : '';
	return `Each new ${event.noun} costs ${asMoney(usd)}${withUser}.${several}`;
};

/** "1,440 requests", or "at least 4,320 requests" if a poll takes several. */
function requestsOf({ requests = 1 }: TriggerEvent, polls = 1): string {
	const count = requests * polls;
	return `${requests > 1 ? 'at least ' : ''}${count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`}`;
}

/** "Every minute means 1,440 requests a day. …" */
function textOf(event: TriggerEvent, polls: number, words: string): string {
	const { usd, unit, joined } = priceOf(event);
	const requests = `${words} means ${requestsOf(event, polls)} a day`;
	if (usd === 0) return `${requests}, free of charge.`;
	if (unit === 'request') return `${requests}, at most ${asMoney(polls * usd)}.`;
	if (event.reread === 0) return `${requests}, at no cost while nothing is new. ${eachOf(event)}`;
	const known = event.reread * (usd + joined);
	return `${requests}. While nothing is new, they cost ${asMoney(known)} a day, as X charges an entity once a day (at most ${asMoney(polls * known)} if it charged every read). ${eachOf(event)}`;
}

function textOfOnePoll(event: TriggerEvent): string {
	const { usd, unit, joined } = priceOf(event);
	if (usd === 0) return `Each poll is ${requestsOf(event)}, free of charge.`;
	if (unit === 'request') return `Each poll is 1 request and costs ${asMoney(usd)}.`;
	const known = event.reread * (usd + joined);
	const cost = known === 0 ? ', at no cost' : ` and costs at most ${asMoney(known)}`;
	return `Each poll is 1 request${cost} while nothing is new. ${eachOf(event)}`;
}

const ADVICE = ' The option Max Cost per Day sets a limit.';
const SEVERAL = ' Each user counts separately.';

/** Notices for all events and intervals. The form shows the one that fits. */
export function costNotices(): INodeProperties[] {
	const events: [string, TriggerEvent][] = Object.entries(EVENTS);
	const notices = (
		text: (event: TriggerEvent) => string,
		show: IDisplayOptions['show'],
		hide?: IDisplayOptions['hide'],
	) =>
		Object.values(groupBy(events, ([, event]) => text(event))).map((same) => ({
			text: text((same[0] as [string, TriggerEvent])[1]),
			displayOptions: { show: { event: same.map(([name]) => name), ...show }, ...(hide && { hide }) },
		}));
	const all = [
		...Object.entries(POLLS_A_DAY).flatMap(([mode, { polls, words }]) =>
			notices((event) => textOf(event, polls, words), { [MODE]: [mode] }),
		),
		...notices(textOfOnePoll, {}, { [MODE]: Object.keys(POLLS_A_DAY) }),
	];
	return all.map(({ text, displayOptions }) => ({
		displayName: `${text}${ADVICE}`,
		name: 'costNotice',
		type: 'notice',
		default: '',
		displayOptions,
	}));
}
