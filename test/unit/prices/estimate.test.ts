/** Estimates against numbers worked out by hand from the documentation's pages on prices and rate limits. */
import { estimate } from '../../../nodes/shared/core/estimate';
import { priceOf } from '../../../nodes/shared/model/prices';
import { documentedLimits } from '../../../nodes/shared/model/rateLimits';
import { findOperation } from '../../../nodes/shared/operation/nodeSpec';
import { spec } from '../../support/coreNodes';

function estimateOf(name: string, items: number, limit = 1, caller: 'app' | 'user' = 'user') {
	const [resource = '', key = ''] = name.split('.');
	const operation = findOperation(spec, resource, key)!;
	const { route } = items > 1 && operation.gather ? operation.gather : operation;
	return estimate(operation, {
		items,
		limit,
		price: priceOf(route),
		limits: documentedLimits(route, caller),
	});
}

describe('an estimate', () => {
	it('of a list counts its pages and what they hold', () => {
		// 2 users with 2,500 followers each: 3 pages of up to 1,000 each, $0.010 a follower, 300 pages in 15 minutes.
		expect(estimateOf('user.getFollowers', 2, 2500)).toMatchObject({
			requests: 6,
			objects: 5000,
			usd: 50,
			usdMax: 50,
			seconds: 0,
		});
	});

	it('of look-ups counts how they are gathered', () => {
		expect(estimateOf('user.get', 1)).toMatchObject({ requests: 1, objects: 1, usd: 0.01 });
		expect(estimateOf('user.get', 1001)).toMatchObject({
			requests: 11,
			objects: 1001,
			usd: 10.01,
			seconds: 0,
		});
	});

	it('of writes has a Post with a link as its upper bound, and the windows that it takes', () => {
		// 100 Posts in 15 minutes: the 301st begins after three of them.
		expect(estimateOf('post.create', 301)).toMatchObject({
			requests: 301,
			objects: null,
			usd: 4.515,
			usdMax: 60.2,
			seconds: 2700,
		});
		expect(estimateOf('post.create', 300).seconds).toBe(1800);
	});

	it('waits for the longest of several limits', () => {
		// 15 in 15 minutes and 1,440 in a day: the 1,441st waits for 96 windows, or for the next day, which is as long.
		expect(estimateOf('directMessage.send', 1441).seconds).toBe(96 * 900);
		expect(estimateOf('directMessage.send', 31).seconds).toBe(1800);
	});

	it('is null where nothing says it, and says why', () => {
		const upload = estimateOf('media.upload', 3);
		expect(upload).toMatchObject({ requests: null, usd: null, usdMax: null, seconds: null });
		expect(upload.notes.join()).toMatch(/size of the file/);
		const analytics = estimateOf('post.getAnalytics', 3, 10);
		expect(analytics).toMatchObject({ requests: 3, objects: 30, usd: null, usdMax: null });
		expect(analytics.notes.join()).toMatch(/No public source has a price/);
		const credits = estimateOf('communityNote.create', 3);
		expect(credits).toMatchObject({ usd: 0, seconds: null });
		expect(credits.notes.join()).toMatch(/names no rate limit/);
	});

	it('has a range where public sources disagree', () => {
		expect(estimateOf('user.getMe', 2)).toMatchObject({ usd: 0, usdMax: 0.02 });
	});
});
