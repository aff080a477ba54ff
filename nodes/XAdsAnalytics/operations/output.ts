/** Turns a table into output items, with one more item for every missing part. */
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { errorJson } from '../../shared/engine/errorJson';
import type { Call } from '../../shared/operation/operation';
import { firstFew } from '../../shared/report/wording';
import type { RowValues } from '../fields';
import type { StatsJob } from '../report/jobs';
import { STATS_LIMITS, type StatsRequest } from '../report/plan';
import { onWire } from '../report/ranges';
import { type ReportTable, Totals } from '../report/rows';
import type { Account } from './account';
import { describedEntities } from './describe';

export interface Missing {
	readonly part: StatsRequest;
	readonly reason: string;
	/** The end of its job: `failed`, `late` or `notStarted`; `partial` if X left something out of its result. */
	readonly state: string;
	readonly job?: StatsJob | undefined;
}

/** The state of a part that came without something. */
export const PARTIAL = 'partial';

const SHOWN_IDS = 10;

/** Returns the rows of a report, then an item for each missing part. */
export async function outputOf(
	call: Call<RowValues>,
	account: Account,
	entity: string,
	table: ReportTable,
	order: readonly string[],
	missing: readonly Missing[],
): Promise<INodeExecutionData[]> {
	const { rates, null_as: nullAs, skip_empty: skipsEmpty, totals: kind = 'none' } = call.values;
	const isItem = call.values.missing_parts !== 'rows';
	const consequence = `Rows that lack it say "incomplete"${isItem ? ', and each part is an item with an error' : ''}`;
	if (!isItem || table.entities().length > 0)
		for (const { part, reason, job } of missing) table.lack(part, job ? `${reason} (job ${job.id})` : reason);
	sayMissing(call, account, missing, table, consequence);
	const described = await describedEntities(call, account, entity, table.entities());
	const output: INodeExecutionData[] = [];
	const look = {
		described,
		hasRates: rates === true,
		isZeroForNull: nullAs === 'zero',
		skipsEmpty: skipsEmpty === true,
	};
	const totals =
		kind === 'none' ? undefined : new Totals({ kind, metrics: table.metrics(), hasRates: look.hasRates });
	for (const row of table.rows(order, look)) {
		totals?.add(row);
		output.push(call.item(totals ? { ...row, is_total: false } : row));
	}
	for (const row of totals?.rows() ?? []) output.push(call.item(row));
	return isItem ? [...output, ...missing.map((each) => missingItem(call, account, each))] : output;
}

/** Makes the item for a missing part, with all that is needed to request that part again. */
export const missingItem = (call: Call<unknown>, { id, zone }: Account, missing: Missing) =>
	call.item(errorJson(missing.reason, { ...detailsOf(missing, id, zone) }));

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

/** @throws NodeOperationError if not one part of a report came, and none of them can be downloaded later. */
export function refuseEmpty(
	call: Call<unknown>,
	account: Account,
	parts: number,
	missing: readonly Missing[],
): void {
	const [first] = missing;
	const hasResult = missing.some(
		({ state, job }) => state === 'late' || state === PARTIAL || job?.status === 'SUCCESS',
	);
	if (!first || missing.length < parts || hasResult) return;
	throw missingError(call, account, missing, `No part of the report came: ${first.reason}`);
}

function missingError(call: Call<unknown>, account: Account, missing: readonly Missing[], text: string) {
	const jobs = missing.flatMap(({ job }) => job?.id ?? []);
	const error = new NodeOperationError(call.context.getNode(), text, {
		itemIndex: call.itemIndex,
		description: jobs.length > 0 ? `The jobs are ${jobs.slice(0, STATS_LIMITS.jobs).join(', ')}` : '',
	});
	error.context.data = missing[0] && detailsOf(missing[0], account.id, account.zone);
	return error;
}

/**
 * Says which parts of a report did not come, and which IDs X left out, with the `consequence` for the rows.
 *
 * @throws NodeOperationError if a part did not come, and the user chose to fail on such errors.
 */
export function sayMissing(
	call: Call<unknown>,
	account: Account,
	missing: readonly Missing[],
	table: ReportTable,
	consequence: string,
): void {
	const [first] = missing;
	if (first) {
		const text = `${missing.length === 1 ? 'A part' : `${missing.length} parts`} of the report did not come: ${first.reason}`;
		if (call.options.failOnPartialErrors) throw missingError(call, account, missing, text);
		call.hint(`${text}. ${consequence}`);
	}
	const leftOut = table.leftOut();
	if (leftOut.length > 0)
		call.hint(
			`X left out ${firstFew(leftOut, SHOWN_IDS)}: check these IDs; their rows have null and say "incomplete"`,
		);
}
