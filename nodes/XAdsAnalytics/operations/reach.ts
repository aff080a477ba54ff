/** This file reads reach and active entities, in days of the account. */
import { chunk } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { withQuery } from '../../shared/engine/request';
import { pushAll } from '../../shared/util/pushAll';
import type { Call } from '../../shared/operation/operation';
import type { RangeValues } from '../fields';
import { onClock, onWire } from '../report/ranges';
import { accountOf } from './account';
import { activeEntities, activityQuery, activityWindows, type ActivityFilter } from './activity';
import { spanOf } from './subject';

type InAccount = RangeValues & { readonly account_id: string };

const IDS = 20;

type ReachCall = Call<
	InAccount & { readonly campaign_ids?: string[]; readonly funding_instrument_ids?: string[] }
>;

/** Reads how many people each entity reached in the whole range: the reach of shorter periods cannot be added up. */
export async function reachOf(call: ReachCall, key: 'campaign_ids' | 'funding_instrument_ids') {
	const account = await accountOf(call, call.values.account_id);
	const { zone } = account;
	const { from, to } = spanOf(call, call.values, 'HOUR', account);
	const times = { start_time: onWire(from, zone), end_time: onWire(to, zone) };
	const output: INodeExecutionData[] = [];
	for (const ids of chunk([...new Set(call.values[key])], IDS)) {
		const request = withQuery(call.request(), { [key]: ids.join(','), ...times });
		pushAll(output, call.items(await call.send(request)));
	}
	return output;
}

/** Lists the entities that were active, each once, in as many requests as that takes. */
export async function activeInRange(call: Call<InAccount & ActivityFilter>): Promise<INodeExecutionData[]> {
	const { values } = call;
	const account = await accountOf(call, values.account_id);
	const { zone, id } = account;
	const span = spanOf(call, values, 'HOUR', account);
	const windows = activityWindows(span);
	const [only] = windows;
	if (only && windows.length === 1)
		return await call.sendAndOutput({ ...call.request(), query: activityQuery(values, only) });
	const entities = await activeEntities(call, id, values, span);
	const data = entities.map((entity) => ({
		entity_id: entity.id,
		activity_start_time: entity.span ? onClock(entity.span.from, 'UTC') : null,
		activity_end_time: entity.span ? onClock(entity.span.to - 1, 'UTC') : null,
		placements: entity.placements ?? null,
	}));
	return call.items({ data, request: { start: onClock(span.from, zone), end: onClock(span.to, zone) } });
}
