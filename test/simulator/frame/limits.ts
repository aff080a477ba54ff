/** Rate limits: counts per route (or group) and caller, fixed windows on the simulator's clock. */
import type { Clock } from '../clock';
import type { BoundRoute, Caller, RateLimit, Refused } from '../frame';

const DEFAULT_LIMIT: RateLimit = { limit: 900 };

interface Count {
	used: number;
	limit: number;
	/** End of the window in epoch seconds. */
	reset: number;
}

interface LimitAnswer {
	headers: Record<string, string>;
	/** Epoch seconds of the reset when the limit is spent. */
	refusedUntil?: number;
}

export class RateLimits {
	private readonly counts = new Map<string, Count>();
	private readonly overrides = new Map<string, { remaining: number; resetIn: number }>();
	private readonly sizes = new Map<string, number>();

	constructor(private readonly clock: Clock) {}

	/**
	 * Count one request.
	 *
	 * @returns the headers to send, and when the caller may come again if the limit is spent
	 */
	take(route: BoundRoute, caller: Caller, request: Refused): LimitAnswer {
		const headers: Record<string, string> = {};
		let refusedUntil: number | undefined;
		for (const limit of [route.rateLimit ?? DEFAULT_LIMIT].flat()) {
			if (limit.when && !limit.when(request)) continue;
			const count = this.count(route, limit, caller, request);
			if (count.used >= count.limit) refusedUntil = Math.max(refusedUntil ?? 0, count.reset);
			else count.used += 1;
			const prefix = limit.headers ?? 'x-rate-limit';
			if (prefix === '' || `${prefix}-limit` in headers) continue;
			headers[`${prefix}-limit`] = String(count.limit);
			headers[`${prefix}-remaining`] = String(count.limit - count.used);
			headers[`${prefix}-reset`] = String(count.reset);
		}
		return { headers, ...(refusedUntil !== undefined && { refusedUntil }) };
	}

	/**
	 * Say how many requests are left of a route's first limit, for every caller, in the window that the next request
	 * opens or is in.
	 *
	 * @param route For example `GET /2/users/{id}/followers`, the name of a group, or `account`.
	 * @param remaining Requests left; more than the limit raises it for that window.
	 */
	setRemaining(route: string, remaining: number, resetIn = 900): void {
		this.overrides.set(route, { remaining, resetIn });
	}

	/** Use another size for all limits of a category. */
	resize(category: string, limit: number): void {
		this.sizes.set(category, limit);
	}

	reset(): void {
		this.counts.clear();
		this.overrides.clear();
		this.sizes.clear();
	}

	private count(route: BoundRoute, rule: RateLimit, caller: Caller, request: Refused): Count {
		const { windowSeconds = 900, per, group, category = '' } = rule;
		const limit = this.sizes.get(category) ?? rule.limit;
		const name = group ?? `${route.method} ${route.path}`;
		const byApp = per === 'app' || caller.userId === '';
		const user = byApp ? `app ${caller.appId}` : `user ${caller.userId}`;
		const who = per === 'account' ? `account ${request.params.account_id ?? ''}` : user;
		const key = `${request.listener}|${name}|${windowSeconds}|${who}`;
		const now = this.clock.seconds();
		let count = this.counts.get(key);
		if (!count || count.reset <= now) {
			count = { used: 0, limit, reset: now + windowSeconds };
			this.counts.set(key, count);
		}
		const overridden = per === 'account' ? 'account' : name;
		const override = this.overrides.get(overridden);
		if (override) {
			this.overrides.delete(overridden);
			count.limit = Math.max(count.limit, override.remaining);
			count.used = count.limit - override.remaining;
			count.reset = now + override.resetIn;
		}
		return count;
	}
}
