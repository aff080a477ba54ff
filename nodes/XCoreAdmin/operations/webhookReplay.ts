/** Replays the events of a webhook. https://docs.x.com/x-api/account-activity/quickstart#replay */
import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';
import { date, formChoice, formNumber, formOnly, when } from '../../shared/fields';
import { broken, type BrokenRule, type Call, type ValuesOf } from '../../shared/operation/operation';
import { webhook } from '../../shared/core/locators';

export const replayFields = {
	webhook_id: webhook(),
	period: formChoice(
		{ hours: 'Last Hours', dates: 'From Date to Date' },
		{ default: 'hours', description: 'Which period to deliver again' },
	),
	hours: when(
		{ period: ['hours'] },
		formNumber({
			min: 1,
			max: 24,
			default: 2,
			description: 'How many hours back. The last ten minutes are left out, as X requires.',
		}),
	),
	from_date: when(
		{ period: ['dates'] },
		formOnly(date({ label: 'From', description: 'At most 24 hours ago, at least 31 minutes ago' })),
	),
	to_date: when(
		{ period: ['dates'] },
		formOnly(date({ label: 'To', description: 'At least ten minutes ago' })),
	),
};

type Replay = ValuesOf<typeof replayFields>;

/** A replay must end at least this many minutes ago. */
const NEWEST_MINUTES = 10;

/** Rules across the fields of a replay. */
export function* checkReplay({ from_date: from, to_date: to }: Replay): Generator<BrokenRule<'from_date'>> {
	if (from !== undefined && to !== undefined && from >= to)
		yield broken('from_date', 'before', 'must be before {to_date}');
}

/** Asks X to deliver the events of a period again. */
export async function replay(call: Call<Replay>): Promise<INodeExecutionData[]> {
	const request = call.request();
	return await call.sendAndOutput({ ...request, body: { ...request.body, ...periodOf(call.values) } });
}

function periodOf({ hours = 0, from_date: from, to_date: to }: Replay) {
	if (from !== undefined && to !== undefined)
		return { from_date: toMinute(DateTime.fromISO(from)), to_date: toMinute(DateTime.fromISO(to)) };
	const now = DateTime.utc();
	return {
		// The period is sent without its seconds: a minute later, its start is at most 24 hours ago.
		from_date: toMinute(now.minus({ hours }).plus({ minutes: 1 })),
		to_date: toMinute(now.minus({ minutes: NEWEST_MINUTES })),
	};
}

/** X writes the period as twelve digits in UTC. */
const toMinute = (moment: DateTime) => moment.toUTC().toFormat('yyyyMMddHHmm');
