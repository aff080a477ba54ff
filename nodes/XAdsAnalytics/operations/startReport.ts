/** Report → Start: creates the jobs of a report, and returns each as an item. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { Call, ValuesOf } from '../../shared/operation/operation';
import type { jobOptions, platformOption, SubjectValues } from '../fields';
import { runJobs, type StatsJob } from '../report/jobs';
import { partsOf, type StatsRequest } from '../report/plan';
import { DEFAULT_MINUTES } from './getReport';
import { missingItem } from './output';
import { createJob } from './statsJobs';
import { subjectOf } from './subject';
import { MINUTE } from '../../shared/util/time';

type StartCall = Call<SubjectValues & ValuesOf<typeof platformOption> & ValuesOf<typeof jobOptions>>;

/** Creates jobs while the account has room for them, and does not wait for their results. */
export async function startReport(call: StartCall): Promise<INodeExecutionData[]> {
	const { account, wanted, entities } = await subjectOf(call);
	const parts = partsOf(wanted, entities, 'jobs');
	if (parts.length === 0) call.hint('Nothing was active in this range, so there is nothing to report');
	const asking = await call.on();
	// A created job is done for this operation. A job without room is tried again until the time is up.
	const outcomes = await runJobs<StatsRequest, StatsJob>({
		parts,
		create: (part) => createJob(asking, account.id, part, account.zone),
		isStartOnly: true,
		ask: () => Promise.resolve([]),
		take: (_part, job) => Promise.resolve(job),
		parallel: call.options.parallelRequests,
		patience: (call.values.job_minutes ?? DEFAULT_MINUTES) * MINUTE,
		signal: call.context.getExecutionCancelSignal(),
	});
	return outcomes.flatMap((outcome, place) => {
		if (outcome.kind === 'done') return call.items({ data: outcome.job.data });
		const { kind: state, reason, job } = outcome;
		return [missingItem(call, account, { part: parts[place] as StatsRequest, reason, state, job })];
	});
}
