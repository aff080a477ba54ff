/** Counts of Posts, with their total. https://docs.x.com/x-api/posts/counts/introduction */
import { sumBy } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import type { Call } from '../../shared/operation/operation';

/** Every period of every page. Each has the total of all of them, which X sends for one page only. */
export async function countAllPeriods(call: Call): Promise<INodeExecutionData[]> {
	const periods = await call.sendAndOutput(call.request());
	if (!periods.every(({ json }) => typeof json.tweet_count === 'number')) return periods;
	const total_tweet_count = sumBy(periods, ({ json }) => Number(json.tweet_count));
	return periods.map((period) => ({ ...period, json: { ...period.json, total_tweet_count } }));
}
