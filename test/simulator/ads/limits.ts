/**
 * Rate limits as documented for ads: by kind of operation, per user and, inside an account, per account:
 * https://docs.x.com/x-ads-api/fundamentals/rate-limiting.
 */
import type { Operation } from '../../facts';
import type { RateLimit } from '../frame';

/** Kinds of operations that share a limit's size. */
type Category = keyof typeof SIZES;

const SIZES = {
	writes: { limit: 450, windowSeconds: 60, isShared: true },
	'core-entity-reads': { limit: 10_000, windowSeconds: 900, isShared: false },
	'other-account-reads': { limit: 2_000, windowSeconds: 900, isShared: false },
	'targeting-options': { limit: 400, windowSeconds: 900, isShared: true },
	'audience-users': { limit: 1_500, windowSeconds: 60, isShared: false },
	tv: { limit: 2_000, windowSeconds: 900, isShared: false },
	// Five are documented: too few for suites that share one simulator.
	'global-reads': { limit: 400, windowSeconds: 900, isShared: false },
	'sync-analytics': { limit: 250, windowSeconds: 900, isShared: true },
	'with-total-count': { limit: 200, windowSeconds: 900, isShared: true },
};

const CORE_ENTITIES = new Set([
	'Campaigns',
	'Funding Instruments',
	'Line Items',
	'Media Creatives',
	'Promotable Users',
	'Promoted Accounts',
	'Promoted Tweets',
	'Scheduled Promoted Tweets',
	'Targeting Criteria',
]);

function categoryOf({ method, path, resource = '' }: Operation): Category {
	if (resource === 'Custom Audiences Users' || path.endsWith('_list_id}/users')) return 'audience-users';
	if (method !== 'GET') return 'writes';
	if (path.startsWith('/12/stats/accounts/')) return 'sync-analytics';
	if (path.includes('/targeting_criteria/tv_')) return 'tv';
	if (path.startsWith('/12/targeting_criteria/')) return 'targeting-options';
	if (!path.includes('{account_id}')) return 'global-reads';
	return CORE_ENTITIES.has(resource) ? 'core-entity-reads' : 'other-account-reads';
}

/** The limits of an operation; their sizes can be changed by category. */
export function limitsOf(fact: Operation): RateLimit[] {
	const of = (category: Category, more: Partial<RateLimit>): RateLimit => {
		const { limit, windowSeconds, isShared } = SIZES[category];
		const group = isShared ? `ads ${category}` : undefined;
		return { limit, windowSeconds, category, ...(group && { group }), ...more };
	};
	const category = categoryOf(fact);
	return [
		of('with-total-count', { when: ({ query }) => query.get('with_total_count') === 'true' }),
		of(category, { when: ({ query }) => query.get('with_total_count') !== 'true' }),
		...(fact.path.includes('{account_id}') && category !== 'sync-analytics'
			? [of(category, { per: 'account', headers: 'x-account-rate-limit' })]
			: []),
	];
}
