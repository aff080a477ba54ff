/** What an interval costs, in words for the panel. */
import { groupBy } from 'lodash';
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { EVENTS } from './events';
import type { TriggerEvent } from './events/event';
import { priceOf } from './prices';

/** How often a day each interval of Poll Times polls; the others are told for a single poll. */
const POLLS_A_DAY: Readonly<Record<string, { readonly polls: number; readonly words: string }>> = {
	everyMinute: { polls: 1440, words: 'Every minute' },
	everyHour: { polls: 24, words: 'Every hour' },
	everyDay: { polls: 1, words: 'Once a day' },
};

/** The interval of the first of the Poll Times. */
const MODE = '/pollTimes.item[0].mode';

const dollars = (usd: number) =>
	`$${usd < 1 ? usd.toFixed(3).replace(/0$/, '') : usd.toLocaleString('en', { maximumFractionDigits: 2 })}`;

/** "Every minute is 1,440 requests and at most $28.80 a day …" */
function textOf({ list, reread, noun }: TriggerEvent, polls: number, words: string): string {
	const { usd, unit } = priceOf(list);
	const requests = `${words}${polls === 1 ? ' is 1 request' : ` is ${polls.toLocaleString('en')} requests`} a day while nothing new comes`;
	if (usd === 0) return `${requests}, free of charge.`;
	if (unit === 'request') return `${requests}, at most ${dollars(polls * usd)}.`;
	const each = `Each new ${noun} costs ${dollars(usd)}`;
	if (reread === 0) return `${requests}, at no cost. ${each}.`;
	return `${requests}: ${dollars(reread * usd)} a day, as the platform charges an entity once a day (at most ${dollars(polls * reread * usd)} if it charged every read). ${each}.`;
}

const textOfOnePoll = ({ list, reread, noun }: TriggerEvent): string => {
	const { usd, unit } = priceOf(list);
	if (usd === 0) return 'Each poll is 1 request, free of charge.';
	if (unit === 'request') return `Each poll is 1 request and costs ${dollars(usd)}.`;
	const known =
		reread === 0
			? 'at no cost while nothing new comes'
			: `and costs at most ${dollars(reread * usd)} while nothing new comes`;
	return `Each poll is 1 request ${known}. Each new ${noun} costs ${dollars(usd)}.`;
};

const ADVICE = ' Several users are as many times that. The option Max Cost per Day sets a limit.';

/** Notices, of which the form shows the one that fits the event and the interval. */
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
