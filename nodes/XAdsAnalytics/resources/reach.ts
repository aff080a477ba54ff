import { adsResource, both } from '../../shared/ads/children';
import { inAccount } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/micros';
import { choice } from '../../shared/fields';
import { many, op, type Call } from '../../shared/operation/operation';
import { ACTIVE_ENTITIES, anyIds, rangeFields, activeFilters, type RangeValues } from '../fields';
import { checkRange, checkFilters, spanOf } from '../operations/subject';
import { chunk } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { withQuery } from '../../shared/engine/request';
import { pushAll } from '../../shared/util/pushAll';
import { onClock, onWire } from '../report/ranges';
import {
	accountOf,
	activeEntities,
	activityQuery,
	activityWindows,
	type ActivityFilter,
} from '../operations/account';

type InAccount = RangeValues & { readonly account_id: string };

const IDS = 20;

type ReachCall = Call<
	InAccount & { readonly campaign_ids?: string[]; readonly funding_instrument_ids?: string[] }
>;

/** Reads how many people each entity reached in the whole range: the reach of shorter periods cannot be added up. */
async function reachOf(call: ReachCall, key: 'campaign_ids' | 'funding_instrument_ids') {
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
async function activeInRange(call: Call<InAccount & ActivityFilter>): Promise<INodeExecutionData[]> {
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

const reach = (whose: 'campaigns' | 'funding_instruments', label: string, description: string) => {
	const key = whose === 'campaigns' ? 'campaign_ids' : 'funding_instrument_ids';
	return op({
		route: `GET /12/stats/accounts/{account_id}/reach/${whose}`,
		action: `Get the reach of ${whose.replace('_', ' ')}`,
		description,
		fields: { ...inAccount, [key]: anyIds(label), ...rangeFields },
		result: many(adsShape('id total_audience_reach average_frequency')),
		check: checkRange,
		run: async (call) => await reachOf(call, key),
	});
};

export const reachResource = adsResource('reach', 'Reach', {
	getForCampaigns: reach(
		'campaigns',
		'Campaign IDs',
		'Get how many people campaigns reached, and how often. Reach cannot be added up across campaigns.',
	),
	getForFundingInstruments: reach(
		'funding_instruments',
		'Funding Instrument IDs',
		'Get how many people were reached by the campaigns of funding instruments, and how often',
	),
});

export const activeEntityResource = adsResource('activeEntity', 'Active Entity', {
	getMany: op({
		route: 'GET /12/stats/accounts/{account_id}/active_entities',
		action: 'Get many active entities',
		description: 'Get the entities whose results changed in a range, and the time the changes are about',
		fields: {
			...inAccount,
			entity: choice(ACTIVE_ENTITIES, { default: 'CAMPAIGN' }),
			...rangeFields,
			...activeFilters,
		},
		result: many(adsShape('entity_id activity_start_time activity_end_time placements')),
		check: both(checkFilters, checkRange),
		run: activeInRange,
	}),
});
