/** Names and currencies of the entities of a report. */
import { chunk, get } from 'lodash';
import type { Call } from '../../shared/operation/operation';
import { endIfCancelled } from '../../shared/util/wait';
import { memoOf } from '../../shared/util/requestMemo';
import { asText } from '../../shared/util/text';
import type { EntityColumns } from '../report/rows';
import { belowAccount, type Account } from './account';

/** How to list entities by their IDs, and which of their fields become columns. */
interface EntityList {
	readonly segment: string;
	readonly parameter: string;
	readonly columns: (entity: unknown) => EntityColumns;
}

const field = (entity: unknown, name: string) => asText(get(entity, name)) || null;

const LISTS: Readonly<Record<string, EntityList>> = {
	CAMPAIGN: {
		segment: 'campaigns',
		parameter: 'campaign_ids',
		columns: (entity) => ({ name: field(entity, 'name'), currency: field(entity, 'currency') }),
	},
	FUNDING_INSTRUMENT: {
		segment: 'funding_instruments',
		parameter: 'funding_instrument_ids',
		columns: (entity) => ({
			name: field(entity, 'description') ?? field(entity, 'type'),
			currency: field(entity, 'currency'),
		}),
	},
	LINE_ITEM: {
		segment: 'line_items',
		parameter: 'line_item_ids',
		columns: (entity) => ({
			name: field(entity, 'name'),
			campaign_id: field(entity, 'campaign_id'),
			currency: field(entity, 'currency'),
		}),
	},
	PROMOTED_ACCOUNT: {
		segment: 'promoted_accounts',
		parameter: 'promoted_account_ids',
		columns: (entity) => ({
			user_id: field(entity, 'user_id'),
			line_item_id: field(entity, 'line_item_id'),
		}),
	},
	PROMOTED_TWEET: {
		segment: 'promoted_tweets',
		parameter: 'promoted_tweet_ids',
		columns: (entity) => ({
			tweet_id: field(entity, 'tweet_id'),
			line_item_id: field(entity, 'line_item_id'),
		}),
	},
};

/** The largest number of IDs in the filter of a list: https://docs.x.com/x-ads-api/campaign-management/reference */
const MOST_IDS = 200;

/** How many requests the names of entities take, not counting the one for the currency. */
export const requestsForNames = (entity: string, count: number): number =>
	entity === 'ACCOUNT' ? 0 : Math.ceil(count / MOST_IDS);

/**
 * The columns of each entity that are not metrics. If X does not answer, a hint says so and the report continues
 * without them.
 *
 * @param ids The entities with rows.
 */
export async function describedEntities(
	call: Call,
	account: Account,
	entity: string,
	ids: readonly string[],
): Promise<(id: string) => EntityColumns> {
	const listed = LISTS[entity];
	const found = new Map<string, EntityColumns>();
	if (ids.length === 0) return () => ({});
	try {
		for (const some of listed ? chunk(ids, MOST_IDS) : [])
			for (const one of await listOf(call, account, listed as EntityList, some))
				found.set(asText(get(one, 'id')), (listed as EntityList).columns(one));
	} catch (error) {
		endIfCancelled(call.context.getExecutionCancelSignal());
		call.hint(`The names of the entities could not be read: ${(error as Error).message}`);
	}
	const currency = await currencyOf(call, account);
	const unknown = listed?.columns(undefined) ?? { name: account.name };
	return (id) => {
		const { currency: own, ...columns } = found.get(id) ?? unknown;
		return { ...columns, currency: own ?? currency };
	};
}

async function listOf(
	call: Call,
	{ id }: Account,
	{ segment, parameter }: EntityList,
	ids: readonly string[],
) {
	const { body } = await call.api.send({
		method: 'GET',
		...belowAccount(id, segment),
		query: [
			[parameter, ids.join(',')],
			['count', '1000'],
			['with_deleted', 'true'],
		],
	});
	const data: unknown = get(body, 'data');
	return Array.isArray(data) ? (data as unknown[]) : [];
}

/** The currency of all funding instruments. Null if they have several, or if X does not name one. */
async function currencyOf(call: Call, account: Account): Promise<string | null> {
	return await memoOf(call.context).get(`${call.api.baseUrl} currency ${account.id}`, async () => {
		const { body } = await call.api
			.send({
				method: 'GET',
				...belowAccount(account.id, 'funding_instruments'),
				query: [
					['count', '1000'],
					['with_deleted', 'true'],
				],
			})
			.catch(() => ({ body: undefined }));
		const data: unknown = get(body, 'data');
		const currencies = new Set((Array.isArray(data) ? data : []).map((one) => field(one, 'currency')));
		const [only = null] = currencies;
		return currencies.size === 1 ? only : null;
	});
}
