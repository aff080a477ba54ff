import { findOperation } from '../../test/facts';

const MINUTE = 60;
const QUARTER = 900;

/** What X's page calls core entities; their reads count for each account. */
const CORE_ENTITIES = [
	'Campaigns',
	'Funding Instruments',
	'Line Items',
	'Media Creatives',
	'Promotable Users',
	'Promoted Accounts',
	'Promoted Tweets',
	'Scheduled Promoted Tweets',
	'Targeting Criteria',
];

export interface AdsLimit {
	readonly requests: number;
	readonly seconds: number;
	/** Who shares it. */
	readonly of: string;
}

/**
 * The rate limit of a route of the Ads API. Most depend on the kind of request:
 * https://docs.x.com/x-ads-api/fundamentals/rate-limiting
 *
 * @param route Method and path, as documented.
 * @returns Undefined for a route that is not documented.
 */
export function adsLimit(route: string): AdsLimit | undefined {
	const fact = findOperation(route);
	if (fact === undefined || fact.api !== 'ads') return undefined;
	const { method, path, resource = '', limit } = fact;
	if (limit) return { ...limit, of: 'user' };
	if (method !== 'GET') return { requests: 450, seconds: MINUTE, of: 'all writes' };
	if (path.startsWith('/12/stats/accounts/')) return { requests: 250, seconds: QUARTER, of: 'all reports' };
	if (path.startsWith('/12/targeting_criteria/'))
		return { requests: 400, seconds: QUARTER, of: 'all targeting options' };
	if (!path.includes('{account_id}')) return { requests: 5, seconds: QUARTER, of: 'user' };
	return { requests: CORE_ENTITIES.includes(resource) ? 10_000 : 2_000, seconds: QUARTER, of: 'account' };
}
