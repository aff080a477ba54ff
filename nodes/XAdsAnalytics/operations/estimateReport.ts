/** Report → Estimate shows what a report would take, without requesting it. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { Call, ValuesOf } from '../../shared/operation/operation';
import type { lookOptions, SubjectValues, wayOptions } from '../fields';
import { minutesOf, planReport, requestsOf } from '../report/plan';
import { boundaries, onClock } from '../report/ranges';
import { activityWindows, recordedIn } from './activity';
import { requestsForColumns } from './describe';
import { chosenWay } from './getReport';
import { requestsForCountries, subjectOf } from './subject';

type EstimateOptions = ValuesOf<typeof wayOptions> & ValuesOf<typeof lookOptions>;
type ReportEstimateCall = Call<SubjectValues & EstimateOptions>;

export async function estimateReport(call: ReportEstimateCall): Promise<INodeExecutionData[]> {
	const { account, wanted, entities } = await subjectOf(call);
	const { span, zone, granularity, entity, segmentation } = wanted;
	const plan = planReport(wanted, entities, chosenWay(call.values.way));
	const { by_placement: isByPlacement } = call.values;
	const running = new Set(plan.parts.flatMap(({ ids }) => ids)).size;
	const series = new Set(
		plan.parts.flatMap(({ ids, placement }) => ids.map((id) => `${id} ${isByPlacement ? placement : ''}`)),
	).size;
	const intervals = boundaries(span, granularity, zone).length - 1;
	const isAsked = entity !== 'ACCOUNT' && call.values.entities !== 'chosen';
	const windows = isAsked ? activityWindows(recordedIn(span, Date.now())).length : 0;
	const described = running > 0 ? requestsForColumns(call.values, entity, running) : 0;
	const lookups = 1 + requestsForCountries(call.values) + windows + described;
	return [
		call.item({
			account_id: account.id,
			entity,
			entities: running,
			start: onClock(span.from, zone),
			end: onClock(span.to, zone),
			way: plan.way,
			requests: (plan.parts.length > 0 ? requestsOf(plan) : 0) + lookups,
			jobs: plan.way === 'jobs' ? plan.parts.length : 0,
			minutes: minutesOf(plan),
			rows: segmentation === undefined ? series * intervals : null,
			notes: [
				...(plan.way === 'jobs'
					? [
							'X does not say how long a job takes: a minute for each hundred is assumed, and one request for their state',
						]
					: ['X takes 250 synchronous requests in 15 minutes']),
				...(segmentation === undefined ? [] : ['How many rows there are depends on the segments']),
			],
		}),
	];
}
