/** Rate limits as documented for ads: by kind of operation, per user and, inside an account, per account. */
import type { RateLimit } from '../frame';
import type { OperationFact } from './facts';
import type { AdsState } from './state';

/** Kinds of operations that share a limit's size. */
export type Category =
	| 'writes'
	| 'core-entity-reads'
	| 'other-account-reads'
	| 'targeting-options'
	| 'tv'
	| 'global-reads'
	| 'with-total-count';

interface Rule {
	readonly limit: number;
	readonly windowSeconds: number;
	/** One count for all operations of the category, or one for each. */
	readonly shared: boolean;
}

const documented: Readonly<Record<Category, Rule>> = {
	writes: { limit: 450, windowSeconds: 60, shared: true },
	'core-entity-reads': { limit: 10_000, windowSeconds: 900, shared: false },
	'other-account-reads': { limit: 2_000, windowSeconds: 900, shared: false },
	'targeting-options': { limit: 400, windowSeconds: 900, shared: true },
	tv: { limit: 2_000, windowSeconds: 900, shared: false },
	// Five are documented; a suite that shares one simulator asks for it with the control `limit`.
	'global-reads': { limit: 400, windowSeconds: 900, shared: false },
	'with-total-count': { limit: 200, windowSeconds: 900, shared: true },
};

const coreEntities = new Set([
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

export function categoryOf({ method, path, resource }: OperationFact): Category {
	if (method !== 'GET') return 'writes';
	if (path.includes('/targeting_criteria/tv_')) return 'tv';
	if (path.startsWith('/12/targeting_criteria/')) return 'targeting-options';
	if (!path.includes('{account_id}')) return 'global-reads';
	return coreEntities.has(resource) ? 'core-entity-reads' : 'other-account-reads';
}

/** What the frame counts: reads per user, so that its own controls work. Writes are counted here. */
export function frameLimit(fact: OperationFact): RateLimit {
	const category = categoryOf(fact);
	if (category === 'writes' || category === 'global-reads') return { limit: 1_000_000_000, headers: '' };
	const { limit, windowSeconds, shared } = documented[category];
	return { limit, windowSeconds, ...(shared && { group: `ads ${category}` }) };
}

interface Count {
	used: number;
	reset: number;
}

/** Limits of one host. */
export class AdsLimits {
	private readonly counts = new Map<string, Count>();
	private readonly changed = new Map<Category, number>();
	private accountOverride: { remaining: number; resetIn: number } | undefined;

	/** Use another limit for a category. */
	change(category: Category, limit: number): void {
		this.changed.set(category, limit);
	}

	/** Say how many requests are left of the account's limit, from the next request in an account on. */
	setAccountRemaining(remaining: number, resetIn: number): void {
		this.accountOverride = { remaining, resetIn };
	}

	/**
	 * Count a request.
	 *
	 * @returns the headers, and whether a limit is spent
	 */
	take(
		state: AdsState,
		fact: OperationFact,
		who: { userId: string; accountId: string; total: boolean },
	): { headers: Record<string, string>; spent: boolean } {
		const category = categoryOf(fact);
		const headers: Record<string, string> = {};
		let spent = false;
		const note = (
			prefix: string,
			kind: Category,
			key: string,
			override?: { remaining: number; resetIn: number },
		) => {
			const { limit, left, reset } = this.count(state, kind, key, override);
			if (left < 0) spent = true;
			headers[`${prefix}-limit`] = String(limit);
			headers[`${prefix}-remaining`] = String(Math.max(0, left));
			headers[`${prefix}-reset`] = String(reset);
		};
		const route = documented[category].shared ? category : `${fact.method} ${fact.path}`;
		if (who.total) note('x-rate-limit', 'with-total-count', `total|${who.userId}`);
		else if (category === 'writes' || category === 'global-reads') {
			note('x-rate-limit', category, `${route}|user ${who.userId}`);
		}
		if (who.accountId !== '') {
			const override = this.accountOverride;
			this.accountOverride = undefined;
			note('x-account-rate-limit', category, `${route}|account ${who.accountId}`, override);
		}
		return { headers, spent };
	}

	private count(
		state: AdsState,
		category: Category,
		key: string,
		override?: { remaining: number; resetIn: number },
	) {
		const rule = documented[category];
		const limit = this.changed.get(category) ?? rule.limit;
		const now = state.platform.clock.seconds();
		let count = this.counts.get(key);
		if (!count || count.reset <= now) {
			count = { used: 0, reset: now + rule.windowSeconds };
			this.counts.set(key, count);
		}
		if (override) {
			count.used = Math.max(0, limit - override.remaining);
			count.reset = now + override.resetIn;
		}
		if (count.used < limit) count.used += 1;
		else return { limit, left: -1, reset: count.reset };
		return { limit, left: limit - count.used, reset: count.reset };
	}
}
