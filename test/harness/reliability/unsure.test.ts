/**
 * Whether X may have done what it gave no success for: everything that has to know it knows the same. X does what it is
 * asked in every case here, and answers with something else.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { Fault } from '../../simulator/frame/faults';
import { useSkippedWaits } from '../../support/waits';
import { useAds } from '../ads/support';
import { account, between } from '../adsAnalytics/support';
import { byId, useCore } from '../core/support';
import { useWorld } from '../webhookTrigger/world';

type Answer = Pick<Fault, 'kind' | 'status' | 'body'>;

const answered = (status: number): Answer => ({ kind: 'status', status, body: { title: 'No', status } });

/**
 * X says of no 5xx that the request was left undone (https://docs.x.com/x-api/fundamentals/response-codes-and-errors),
 * and its Ads API answers 408 when it stops working on a request
 * (https://docs.x.com/x-ads-api/fundamentals/error-codes-and-responses). Every other 4xx is a refusal,
 * and so is 501 (RFC 9110 section 15.6.2).
 */
const ANSWERS: ReadonlyArray<readonly [name: string, unsure: boolean, answer: Answer]> = [
	['400', false, answered(400)],
	['403 with a web page', false, { kind: 'html', status: 403 }],
	['408', true, answered(408)],
	['500', true, answered(500)],
	['501', false, answered(501)],
	['503', true, answered(503)],
	['504 with a web page', true, { kind: 'html', status: 504 }],
	['520', true, answered(520)],
];

describe('requests of X Core', () => {
	const { sim, core, world, count } = useCore();
	useSkippedWaits(sim);
	const fail = (method: string, answer: Answer) => sim().fail({ match: { method }, ...answer, after: true });

	it.each(ANSWERS)(
		'a delete is asked for again and found done, after %s: %p',
		async (_name, unsure, answer) => {
			fail('DELETE', answer);
			const run = await core('post.delete', { id: byId(world().ownPost.id) });
			expect(run.error === undefined).toBe(unsure);
		},
	);

	it.each(ANSWERS)('the price stays counted, after %s: %p', async (_name, unsure, answer) => {
		fail('POST', answer);
		const { cost = '' } = await core('post.create', { text: 'One' }, { continueOnFail: true });
		expect(/requests that X did not confirm may add \$0\.015/i.test(cost)).toBe(unsure);
	});

	it.each(ANSWERS)(
		'advice and data say that a create may be done where no one can look, after %s: %p',
		async (_name, unsure, answer) => {
			fail('POST', answer);
			sim().fail({ match: { path: '/2/users/{id}/tweets' }, ...answered(403) });
			const { json } = await core('post.create', { text: 'One' }, { continueOnFail: true });
			const { details } = json[0] as { details?: { description?: string; unsure?: boolean } };
			expect(details?.description?.includes('Check on X whether it was done')).toBe(unsure);
			expect(details?.unsure ?? false).toBe(unsure);
			expect(count('/2/tweets')).toBe(1);
		},
	);

	it.each(ANSWERS)('a read does nothing, and may have a price, after %s: %p', async (_name, may, answer) => {
		sim().fail({ match: { path: '/2/users/{id}/followers' }, ...answer, times: 4 });
		const form = { id: byId(world().me.id), limit: 10 };
		const { json, cost = '' } = await core('user.getFollowers', form, { continueOnFail: true });
		const { details } = json[0] as { details?: { unsure?: boolean; mayBeBilled?: boolean } };
		expect(details?.unsure).toBeUndefined();
		expect(details?.mayBeBilled ?? false).toBe(may);
		expect(/requests that X did not confirm may add/i.test(cost)).toBe(may);
	});

	it.each(ANSWERS)('a thread looks for its Post, after %s: %p', async (_name, unsure, answer) => {
		fail('POST', answer);
		const run = await core('thread.create', { posts: { posts: [{ text: 'One' }, { text: 'Two' }] } });
		expect(run.error === undefined).toBe(unsure);
		expect(count('/2/tweets')).toBe(unsure ? 2 : 1);
	});
});

describe('jobs of X Ads Analytics', () => {
	const { sim, ads, sent } = useAds('xAdsAnalytics');
	useSkippedWaits(sim);

	it.each(ANSWERS)('a job is looked for, after %s: %p', async (_name, unsure, answer) => {
		sim().fail({ match: { method: 'POST' }, ...answer, after: true });
		const { json, error } = await ads('report.get', {
			account_id: account,
			entity: 'LINE_ITEM',
			...between('2026-05-19', '2026-05-21'),
			filters: { placement: ['ALL_ON_TWITTER'] },
			options: { names: false, way: 'jobs' },
		});
		const isWhole = error === undefined && json.every((row) => row['error'] === undefined);
		expect(isWhole).toBe(unsure);
		expect(sent().filter((request) => request.startsWith('POST'))).toHaveLength(1);
	});
});

describe('the webhook of X Webhook Trigger', () => {
	const world = useWorld();
	useSkippedWaits(() => world().sim);

	it.each(ANSWERS)('it is looked for, after %s: %p', async (_name, unsure, answer) => {
		const trigger = await world().open();
		world().sim.fail({ match: { method: 'POST', path: '/2/webhooks' }, ...answer, after: true });
		const isActive = await trigger.activate().then(
			() => true,
			() => false,
		);
		expect(isActive).toBe(unsure);
	});
});
