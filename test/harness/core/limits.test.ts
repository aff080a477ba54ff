/** @jest-environment ./test/support/environment.ts */
import { get } from 'lodash';
import type { NodeRun } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { itemsWith, useCore } from './support';

const { sim, core, count, held, world } = useCore();
const meAgain = async (form = {}) => await core('user.getMe', form);
const patience = (maxWait: number) => ({ options: { maxWait } });
const inSeconds = (seconds: number) => String(sim().platform.clock.seconds() + seconds);

describe('a rate limit', () => {
	const waits = useSkippedWaits(sim);
	const retryAt = ({ error }: NodeRun) => Date.parse(get(error, 'context.data.retryAt') as string);

	it('is waited for, and the request sent again', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 30 });
		const run = await meAgain();
		expect(run.json).toMatchObject([{ username: 'acme_support' }]);
		expect(count('/2/users/me')).toBe(2);
		const [first = 0, ...more] = waits().taken;
		// A margin of 250 ms, and at random up to 750 ms more.
		expect(first).toBeGreaterThanOrEqual(30_250);
		expect(first).toBeLessThanOrEqual(31_000);
		expect(more).toEqual([]);
	});

	it('is waited for a minute at most while somebody looks on, and the wait is told', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 50 });
		const short = await core('user.getMe', {}, { mode: 'manual' });
		expect(short.hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/^Waited 5[01] s for the rate limit of X$/),
		);
		sim().fail({ kind: 'rateLimited', resetIn: 840 });
		const refused = await core('user.getMe', {}, { mode: 'manual' });
		expect(refused.error?.message).toMatch(/^Rate limit reached until/);
		sim().fail({ kind: 'rateLimited', resetIn: 840 });
		const published = await core('user.getMe', {}, { mode: 'trigger' });
		expect(published.error).toBeUndefined();
		sim().fail({ kind: 'rateLimited', resetIn: 840 });
		const chosen = await core('user.getMe', patience(960), { mode: 'manual' });
		expect(chosen.hints.map(({ message }) => message)).toContain('Waited 14 min for the rate limit of X');
	});

	it('is waited for with a create as well: it was refused, not done', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 0 });
		const run = await core('post.create', { text: 'Once' });
		expect(run.error).toBeUndefined();
		expect([...held().posts.values()].filter(({ text }) => text === 'Once')).toHaveLength(1);
	});

	it('ends the run with the time of the reset where Max Wait is shorter', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 600 });
		const run = await meAgain(patience(10));
		expect(run.error?.message).toMatch(/^Rate limit reached until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
		expect(run.error?.description).toContain('Max Wait');
		expect(run.error?.httpCode).toBe('429');
		expect(retryAt(run) - sim().platform.clock.now()).toBe(600_000);
		expect(waits().taken).toEqual([]);
	});

	it('ends at once with Max Wait 0', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 1 });
		const run = await meAgain(patience(0));
		expect(run.error?.httpCode).toBe('429');
		expect(sim().requests).toHaveLength(1);
	});

	it('of the account comes before that of the endpoint', async () => {
		const headers = {
			'x-account-rate-limit-remaining': '0',
			'x-account-rate-limit-reset': inSeconds(700),
			'x-rate-limit-remaining': '0',
			'x-rate-limit-reset': inSeconds(1),
		};
		sim().fail({ kind: 'status', status: 429, headers, body: { title: 'Too Many Requests' } });
		const run = await meAgain(patience(60));
		expect(retryAt(run)).toBe(Number(headers['x-account-rate-limit-reset']) * 1000);
	});

	it('is known by retry-after where no reset is given', async () => {
		sim().fail({ kind: 'status', status: 429, headers: { 'retry-after': '0' }, body: '' });
		expect((await meAgain(patience(5))).error).toBeUndefined();
	});

	it('whose reset lies in the past, as clocks differ, is asked about less and less often', async () => {
		const headers = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': inSeconds(-300) };
		sim().fail({ kind: 'status', status: 429, headers, body: { title: 'Too Many Requests' }, times: 99 });
		const run = await meAgain(patience(60));
		expect(run.error?.httpCode).toBe('429');
		const { taken } = waits();
		expect(sim().requests).toHaveLength(taken.length + 1);
		expect(taken).toHaveLength(5);
		expect(taken).toEqual([...taken].sort((a, b) => a - b));
	});

	it('is waited for before the next page, where the last one used it up', async () => {
		sim().limits.setRemaining('GET /2/dm_events', 1, 1);
		const paced = await core('directMessage.getMany', { returnAll: true });
		expect(paced.json).toHaveLength(held().dmEvents.size);
		expect(sim().requests.map(({ status }) => status)).toEqual([200, 200]);
	});

	it('is no reason to send the rest of the items where one was given up', async () => {
		sim().fail({ match: { path: '/2/users' }, kind: 'rateLimited', resetIn: 600 });
		const items = itemsWith(world().me.id, world().other.id);
		const run = await core('user.get', { id: '={{ $json.value }}', ...patience(1) }, { items });
		expect(run.status).toBe('error');
		expect(sim().requests).toHaveLength(1);
	});
});

describe('a used-up cap', () => {
	const capped = {
		title: 'UsageCapExceeded',
		detail: 'Usage cap exceeded: Monthly product cap',
		type: 'https://api.twitter.com/2/problems/usage-capped',
		period: 'Monthly',
		scope: 'Product',
	};

	it.each([429, 403])('is not waited for (%d)', async (status) => {
		sim().fail({ kind: 'status', status, body: capped, times: 3 });
		const run = await meAgain();
		expect(run.error?.message).toMatch(
			/^The monthly usage cap is reached until \d{4}-\d\d-01 00:00:00 UTC: Usage cap exceeded: Monthly product cap$/,
		);
		expect(run.error?.description).toMatch(/^Trying again does not help/);
		expect(sim().requests).toHaveLength(1);
	});
});
