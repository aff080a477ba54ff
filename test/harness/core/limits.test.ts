/**
 * Rate limits and caps, and runs that are cancelled: nothing is sent afterwards, whatever was on its way.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get, range } from 'lodash';
import { getEventListeners } from 'events';
import type { NodeRun } from '../../support';
import { turns, useSkippedWaits } from '../../support/waits';
import { by, byId, itemsWith, useCore } from './support';
import { until } from '../../support/webhookReceiver';

const { core, count, held, sim, start, world } = useCore();

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

	it('ends the run with the time of the reset where Max Wait is shorter', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 600 });
		const run = await meAgain(patience(10));
		expect(run.error?.message).toMatch(/^Rate limit reached until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
		expect(run.error?.description).toContain('Max Wait');
		expect(run.error?.httpCode).toBe('429');
		expect(retryAt(run) - sim().platform.clock.now()).toBe(600_000);
		expect(waits().taken).toEqual([]);
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

	it('is not waited for', async () => {
		sim().fail({ kind: 'status', status: 403, body: capped, times: 3 });
		const run = await meAgain();
		expect(run.error?.message).toMatch(
			/^The monthly usage cap is reached until \d{4}-\d\d-01 00:00:00 UTC: Usage cap exceeded: Monthly product cap$/,
		);
		expect(run.error?.description).toMatch(/^Trying again does not help/);
		expect(sim().requests).toHaveLength(1);
	});
});

const VALUE = '={{ $json.value }}';

describe('cancelling', () => {
	/** Cancels a run when so many requests have come; nothing is sent afterwards, even when late answers come in. */
	async function cancelled(running: Awaited<ReturnType<typeof start>>, requests: number): Promise<void> {
		await until(() => sim().requests.length >= requests);
		// Others may be on their way.
		for (let seen = 0; seen < sim().requests.length; await turns(1000)) seen = sim().requests.length;
		running.cancel();
		expect((await running.finished).status).toBe('canceled');
		const sent = sim().requests.length;
		sim().platform.clock.advance(3_600_000);
		await turns(50);
		expect(sim().requests).toHaveLength(sent);
	}

	const hundred = () => itemsWith(...range(100).map((at) => world().others[at % 30]?.id));
	// Later than a test may last.
	const slow = (skip: number) => sim().fail({ kind: 'slow', delayMs: 3_600_000, skip, times: 1000 });

	it('ends reads that are under way', async () => {
		slow(1);
		const form = { id: byId(VALUE), options: { parallelRequests: 20 } };
		await cancelled(await start('user.getFollowing', form, { items: hundred(), continueOnFail: true }), 21);
	});

	it('ends gathered look-ups', async () => {
		slow(0);
		await cancelled(
			await start('user.get', { id: byId(VALUE) }, { items: hundred(), continueOnFail: true }),
			1,
		);
	});

	it('ends the search for users by their names', async () => {
		slow(0);
		const items = itemsWith(...world().others.map(({ username }) => username));
		const form = { id: by('username', VALUE) };
		await cancelled(await start('user.getFollowing', form, { items, continueOnFail: true }), 1);
	});

	it('ends the wait of all for one limit', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 900, times: 1000, skip: 1 });
		const form = { id: byId(VALUE), options: { parallelRequests: 20 } };
		// The first refusal stops those that have not started.
		await cancelled(await start('user.getFollowing', form, { items: hundred(), continueOnFail: true }), 2);
	});

	it('ends Posts that go one after the other', async () => {
		slow(1);
		const items = itemsWith('one', 'two', 'three');
		await cancelled(await start('post.create', { text: VALUE }, { items, continueOnFail: true }), 2);
	});
});

it('leaves nothing at the signal of its execution, which an open connection keeps', async () => {
	const added = jest.spyOn(EventTarget.prototype, 'addEventListener');
	await core('user.getMe', {});
	const signals = added.mock.contexts as EventTarget[];
	expect(signals).not.toEqual([]);
	expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
	added.mockRestore();
});
