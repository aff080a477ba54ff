/** Turns a table into output items, with one more item for every missing part. */
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { errorJson } from '../../shared/engine/errorJson';
import type { Call } from '../../shared/operation/operation';
import type { RowValues } from '../fields';
import type { StatsJob } from '../report/jobs';
import { STATS_LIMITS, type StatsRequest } from '../report/plan';
import { onWire } from '../report/ranges';
import type { ReportTable } from '../report/rows';
import type { Account } from './account';
import { describedEntities } from './describe';

/** A request without a result. */
export interface Missing {
	readonly part: StatsRequest;
	readonly reason: string;
	/** The end of its job: `failed`, `late` or `notStarted`. */
	readonly state: string;
	readonly job?: StatsJob | undefined;
}

/** The rows of a report, then an item for each missing part. */
export async function outputOf(
	call: Call<RowValues>,
	account: Account,
	entity: string,
	table: ReportTable,
	order: readonly string[],
	missing: readonly Missing[],
): Promise<INodeExecutionData[]> {
	const { names, rates, null_as: nullAs, skip_empty: skipsEmpty } = call.values;
	refuseMissing(call, account, missing);
	for (const { part } of missing) table.lack(part);
	const described =
		names === false ? () => ({}) : await describedEntities(call, account, entity, table.entities());
	const output: INodeExecutionData[] = [];
	const look = {
		described,
		hasRates: rates === true,
		isZeroForNull: nullAs === 'zero',
		skipsEmpty: skipsEmpty === true,
	};
	for (const row of table.rows(order, look)) output.push(call.item(row));
	return [...output, ...missing.map((each) => missingItem(call, account, each))];
}

/** The item for a missing part. It has all that is needed to request that part again. */
export function missingItem(
	call: Call<unknown>,
	{ id, zone }: Account,
	missing: Missing,
): INodeExecutionData {
	return call.item(errorJson(missing.reason, { ...detailsOf(missing, id, zone) }));
}

const detailsOf = ({ part, job, state }: Missing, accountId: string, zone: string) => ({
	kind: 'report',
	state,
	job_id: job?.id ?? null,
	status: job?.status ?? null,
	account_id: accountId,
	entity: part.entity,
	entity_ids: [...part.ids],
	start_time: onWire(part.span.from, zone),
	end_time: onWire(part.span.to, zone),
	granularity: part.granularity,
	placement: part.placement,
	metric_groups: [...part.groups],
	segmentation_type: part.segmentation ?? null,
	country: part.country ?? null,
});

function refuseMissing(call: Call<unknown>, account: Account, missing: readonly Missing[]): void {
	const [first] = missing;
	if (!first) return;
	const jobs = missing.flatMap(({ job }) => job?.id ?? []);
	const text = `${missing.length === 1 ? 'A part' : `${missing.length} parts`} of the report did not come: ${first.reason}`;
	if (call.options.failOnPartialErrors) {
		const error = new NodeOperationError(call.context.getNode(), text, {
			itemIndex: call.itemIndex,
			description: jobs.length > 0 ? `The jobs are ${jobs.slice(0, STATS_LIMITS.jobs).join(', ')}` : '',
		});
		error.context.data = detailsOf(first, account.id, account.zone);
		throw error;
	}
	call.hint(`${text}. Each part is an item with an error; rows that lack it say "incomplete"`);
}
