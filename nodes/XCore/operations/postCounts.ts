/** This file counts Posts, with their total. https://docs.x.com/x-api/posts/counts/introduction */
import { sumBy } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Call } from '../../shared/operation/operation';

/**
 * Reads every period of every page. The first has the total of all of them, which X sends for one page only, and once, so that
 * a sum over the column is the total. A run that read
 * a part of the periods gives their sum under another name, because no one may take it for the total.
 */
export async function countAllPeriods(call: Call): Promise<INodeExecutionData[]> {
	const periods = await call.sendAndOutput(call.request());
	if (!periods.every(({ json }) => typeof json.tweet_count === 'number')) return periods;
	const tweet_count = sumBy(periods, ({ json }) => Number(json.tweet_count));
	const total =
		call.isPart() && periods.length > 0
			? { partial_total: partOf(call, periods, tweet_count) }
			: { total_tweet_count: tweet_count };
	return periods.map((period, place) =>
		place === 0 ? { ...period, json: { ...period.json, ...total } } : period,
	);
}

/** Sums up a part of the periods, and says from when to when they are. */
function partOf(call: Call, periods: readonly INodeExecutionData[], tweet_count: number) {
	// The newest page comes first, and its oldest period.
	const start = bound(periods, 'start')[0];
	const end = bound(periods, 'end').at(-1);
	const span = start === undefined || end === undefined ? '' : `: those from ${start} to ${end}`;
	call.hint(
		`total_tweet_count is left out, because this run read a part of the periods${span}. Add up partial_total.tweet_count of all runs`,
	);
	return { tweet_count, ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}

const bound = (periods: readonly INodeExecutionData[], name: 'start' | 'end'): string[] =>
	periods.flatMap(({ json }) => (typeof json[name] === 'string' ? json[name] : [])).sort();
