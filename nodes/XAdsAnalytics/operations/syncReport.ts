/** Report → Sync returns what changed since the last run, as rows for a table. */
import { createHash } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';
import { isEmpty, mapValues, omit, pickBy } from 'lodash';
import type { Call, ValuesOf } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { Stored, storedForm } from '../../shared/memory/stored';
import { lostWithProcess } from '../../shared/memory/workflowMemory';
import type { jobOptions, lookOptions, SubjectValues, syncOptions, wayOptions } from '../fields';
import { ratesOf, type ActiveEntity, type ReportQuery } from '../report/plan';
import { around, boundaries, dayOf, momentIn, onClock, overlap, roundedOut } from '../report/ranges';
import { leading, type ReportTable } from '../report/rows';
import {
	DAYS_OF_BILLING,
	reportState,
	SyncMemory,
	type ReadRow,
	type ReportState,
	type SyncedRow,
} from '../report/syncMemory';
import { accountOf, type Account, activeEntities } from './account';
import { describedEntities } from './describe';
import { chosenWay, readTable } from './getReport';
import { sayMissing } from './output';
import { groupsIn, placementsOf } from './subject';
import { DAY, HOUR } from '../../shared/util/time';

type SyncOptions = ValuesOf<typeof syncOptions> &
	ValuesOf<typeof lookOptions> &
	ValuesOf<typeof wayOptions> &
	ValuesOf<typeof jobOptions>;
type SyncSubject = Pick<
	SubjectValues,
	'campaign_ids' | 'entity' | 'funding_instrument_ids' | 'line_item_ids' | 'metric_groups' | 'placement'
>;
type SyncCall = Call<SyncSubject & SyncOptions & { readonly account_id: string }>;

const FIRST_DAYS = 30;
/** X may record a change a little after the hour that it belongs to. */
const OVERLAP = HOUR;

interface SyncRun {
	readonly call: SyncCall;
	readonly account: Account;
	readonly now: number;
	readonly memory: SyncMemory;
	readonly hasMemory: boolean;
	readonly isByPlacement: boolean;
}

export async function syncReport(call: SyncCall): Promise<INodeExecutionData[]> {
	const account = await accountOf(call, call.values.account_id);
	const store = storeOf(call, account);
	const run = startOf(call, account, store.known);
	const { entities, wanted } = await changedEntities(run);
	const way = chosenWay(call.values.way);
	const { table, missing } = await readTable(call, account, [wanted, entities, way], run.isByPlacement);
	sayMissing(
		call,
		account,
		missing,
		table,
		'The next run asks again; until then these rows keep the values that they had, and say "incomplete"',
	);
	// The next run asks again for what is missing.
	const since = run.memory.until;
	const isWhole = missing.length === 0 && table.leftOut().length === 0;
	const until = isWhole ? Math.floor(run.now / HOUR) * HOUR : since;
	await name(run, table.entities());
	const rows = run.memory.take(readRows(table, entities, account.zone), until);
	const output =
		call.values.return_rows === 'changed' ? rows.filter(({ change }) => change !== 'same') : rows;
	if (output.length === 0)
		call.hint(
			`Nothing ${run.hasMemory ? 'has changed' : 'was active'} since ${onClock(since, account.zone)}`,
		);
	// The rows of a run in which another item fails do not reach the table: the next one gives them again.
	if (call.values.synced_until === undefined) call.atEnd(() => store.save(run.memory));
	return output.map((row) => call.item(shown(run, row)));
}

/** The stored memory of a report, by everything that decides which rows it has. */
function storeOf(call: SyncCall, { id, zone }: Account) {
	const { context, values, api } = call;
	const { by_placement: isByPlacement = false, entity, metric_groups: groups = [] } = values;
	const filter = [values.campaign_ids, values.funding_instrument_ids, values.line_item_ids];
	const signature = [
		api.baseUrl,
		id,
		zone,
		entity,
		isByPlacement,
		[...groups].sort(),
		placementsOf(values).sort(),
		filter,
	];
	const digest = createHash('sha256').update(JSON.stringify(signature)).digest('base64url').slice(0, 12);
	const memory = new Stored(context, REPORTS, `${context.getNode().id} ${digest}`);
	return {
		known: memory.value,
		save: (state: SyncMemory) => {
			memory.write(state.text());
			if (memory.isLostWithProcess) call.hint(NOT_STORED);
			if (state.isTooLarge)
				call.hint(
					'There are too many rows to remember: change and changed do not compare with earlier values',
				);
			if (context.getMode() === 'manual')
				call.hint(
					'n8n keeps no memory of runs by hand: the next one reads the same days again. Runs of the published workflow remember.',
				);
		},
	};
}

/** A report may have thousands of rows, and n8n loads all that a workflow stores with each of its runs. */
const MOST_REPORTS = 20;

const REPORTS = storedForm<ReportState>({
	name: 'reportSync',
	of: 'node and report',
	shape: reportState,
	without: 'this run begins with the first day of the table, and gives its rows as new',
	most: MOST_REPORTS,
});

const NOT_STORED = lostWithProcess(
	'What was read is not remembered, so each run reads all days anew',
	'the nodes of X Ads Analytics',
);

/** Begins a run: after the last one, or with the first day of the table. */
function startOf(call: SyncCall, account: Account, stored: ReportState | undefined): SyncRun {
	const { zone } = account;
	const { values } = call;
	const now = Date.now();
	const settings = { zone, hasBilling: groupsIn(call, values).includes('BILLING') };
	const given = values.synced_until === undefined ? undefined : momentIn(values.synced_until, zone);
	const known = given === undefined && stored ? new SyncMemory(settings, stored) : undefined;
	const isByPlacement = values.by_placement === true || placementsOf(values).length === 1;
	const run = { call, account, now, isByPlacement, hasMemory: known !== undefined };
	if (known) return { ...run, memory: known };
	// X may since have corrected days before the time that the table has.
	const back = given === undefined ? (values.first_days ?? FIRST_DAYS) : DAYS_OF_BILLING;
	const { from } = roundedOut({ from: (given ?? now) - back * DAY, to: now }, 'DAY', zone);
	return { ...run, memory: SyncMemory.empty(from, settings, given) };
}

async function changedEntities(run: SyncRun): Promise<{ entities: ActiveEntity[]; wanted: ReportQuery }> {
	const { call, account, memory, now } = run;
	const { zone } = account;
	const { values } = call;
	const today = roundedOut({ from: now, to: now + 1 }, 'DAY', zone);
	const whole = { from: memory.from, to: today.to };
	const recorded = { from: Math.max(memory.from, memory.until - OVERLAP), to: now };
	const found = await activeEntities(call, account.id, values, recorded);
	const entities = found.flatMap(({ id, span, placements }): ActiveEntity[] => {
		const days = overlap(roundedOut(span ?? recorded, 'DAY', zone), whole);
		// A row is the sum of all placements, and a table does not say where something ran before.
		const ran = values.synced_until === undefined ? memory.placementsOf(id, placements) : undefined;
		return days ? [{ id, span: days, ...(ran && { placements: ran }) }] : [];
	});
	const spans = entities.flatMap(({ span }) => span ?? []);
	const span = isEmpty(spans) ? today : around(spans);
	const wanted: ReportQuery = {
		entity: values.entity,
		granularity: 'DAY',
		placements: placementsOf(values),
		groups: groupsIn(call, values),
		span,
		zone,
	};
	return { entities, wanted };
}

/** Returns the rows of the days that changed. Other days may have been read in part only, together with those. */
function readRows(table: ReportTable, entities: readonly ActiveEntity[], zone: string): ReadRow[] {
	const spans = new Map(entities.map(({ id, span }) => [id, span]));
	const rows: ReadRow[] = [];
	for (const row of table.rows([...spans.keys()])) {
		const { id, date, placement, missing, ...rest } = row;
		const days = spans.get(asText(id));
		const moment = momentIn(asText(row.start), zone);
		if (!days || moment < days.from || moment >= days.to) continue;
		rows.push({
			id: asText(id),
			date: asText(date),
			placement: asText(placement) || undefined,
			metrics: metricsIn(omit(rest, NOT_METRICS)),
			missing: asText(missing) || undefined,
		});
	}
	return rows;
}

const NOT_METRICS = ['start', 'end', 'account_id', 'entity', 'incomplete'];

/** Conversions without any are null as a whole, and those of apps have only their parts in other answers. */
const metricsIn = (row: Readonly<Record<string, unknown>>) =>
	mapValues(
		pickBy(row, (value, name) => !(value === 0 && IS_WHOLE_CONVERSION.test(name))),
		(value) => (value === null ? null : Number(value)),
	);

const IS_WHOLE_CONVERSION =
	/^(mobile_)?conversion_(?!.*_(assisted|post_view|post_engagement|(sale_amount|order_quantity)(_view|_engagement)?)$)/;

async function name({ call, account, memory }: SyncRun, ids: readonly string[]): Promise<void> {
	const described = await describedEntities(call, account, call.values.entity, ids);
	for (const id of ids) memory.name(id, described(id));
}

function shown({ call, account, memory, hasMemory }: SyncRun, row: SyncedRow): Record<string, unknown> {
	const { id, date, placement, metrics } = row;
	const { zone } = account;
	const { entity, rates } = call.values;
	const day = roundedOut({ from: momentIn(date, zone), to: momentIn(date, zone) + 1 }, 'DAY', zone);
	const [start = 0, end = 0] = boundaries(day, 'DAY', zone);
	return leading({
		key: [account.id, entity, id, dayOf(start, zone), placement].filter(Boolean).join(':'),
		id,
		...memory.names(id),
		date,
		start: onClock(start, zone),
		end: onClock(end, zone),
		...(placement !== undefined && { placement }),
		...metrics,
		...(rates === true && ratesOf(metrics, memory.names(id).objective)),
		is_final: row.isFinal,
		final_at: onClock(row.finalAt, zone),
		change: hasMemory || row.change === 'unknown' ? row.change : 'new',
		changed: hasMemory ? row.changed : null,
		incomplete: row.missing !== undefined,
		missing: row.missing ?? null,
		synced_until: onClock(memory.until, zone),
		account_id: account.id,
		entity,
	});
}
