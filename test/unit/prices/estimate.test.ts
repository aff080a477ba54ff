/** Estimates against numbers worked out by hand from the documentation's pages on prices and rate limits. */
import { estimate, type EstimatedUse } from '../../../nodes/shared/core/estimate';
import { priceOf } from '../../../nodes/shared/model/prices';
import { documentedLimits } from '../../../nodes/shared/model/rateLimits';
import { findOperation } from '../../../nodes/shared/operation/nodeSpec';
import { spec } from '../../support/coreNodes';

function estimateOf(name: string, items: number, limit = 1, more: Partial<EstimatedUse> = {}) {
	const [resource = '', key = ''] = name.split('.');
	const operation = findOperation(spec, resource, key)!;
	const { route } = items > 1 && operation.gather ? operation.gather : operation;
	return estimate(operation, {
		items,
		limit,
		price: priceOf(route),
		limits: documentedLimits(route, 'user'),
		...more,
	});
}

const LINKS = 'The upper bound is for Posts with a link';

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
		const analytics = estimateOf('post.getAnalytics', 3, 10);
		expect(analytics).toMatchObject({ requests: 3, objects: 30, usd: null, usdMax: null });
		expect(analytics.notes.join()).toMatch(/No public source has a price/);
		const credits = estimateOf('communityNote.create', 3);
		expect(credits).toMatchObject({ usd: 0, seconds: null });
		expect(credits.notes.join()).toMatch(/names no rate limit/);
	});

	it('of threads counts each Post', () => {
		// 2 threads of 4 Posts: $0.015 each, $0.20 with a link.
		const thread = estimateOf('thread.create', 2, 1, { posts: 4 });
		expect(thread).toMatchObject({ requests: 8, usd: 0.12, usdMax: 1.6, seconds: 0, notes: [LINKS] });
		const unsaid = estimateOf('thread.create', 1);
		expect(unsaid).toMatchObject({ requests: 5, usd: 0.075 });
		expect(unsaid.notes[0]).toBe('Counted with 5 Posts in each thread: set Options → Posts per Thread');
	});

	it('of counts takes a request for seven days, and for each 31 days of the archive', () => {
		expect(estimateOf('post.countRecent', 3)).toMatchObject({ requests: 3, usd: 0.015 });
		expect(estimateOf('post.countAll', 2, 1, { days: 365 })).toMatchObject({ requests: 24, usd: 0.24 });
	});

	it('of uploads counts their steps, with a range for the segments', () => {
		// 10 MB are 3 segments of up to 4 MB, and one request before and after: $0.01 is sure for the last one only.
		const upload = estimateOf('media.upload', 2, 1, { bytes: 10 * 1024 * 1024 });
		expect(upload).toMatchObject({ requests: 10, usd: 0.02, usdMax: 0.1 });
		expect(upload.notes.join()).toContain('Public sources disagree');
		expect(estimateOf('media.upload', 1).notes[0]).toBe(
			'Counted with files of 5 MB: set Options → File Size (MB)',
		);
	});

	it('says what a reply costs where the account was summoned', () => {
		expect(estimateOf('post.create', 1).notes.join()).toContain('mentioned or quoted you costs $0.01');
	});

	it('has a range where public sources disagree', () => {
		expect(estimateOf('user.getMe', 2)).toMatchObject({ usd: 0, usdMax: 0.02 });
	});
});
