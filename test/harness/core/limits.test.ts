/** @jest-environment ./test/support/environment.ts */
import { startNode } from '../../support';
import { useSimulator } from '../../support/simulator';
import { core, count, formOf, held, itemsWith, lastBody, world } from './support';

const sim = useSimulator();
const meAgain = async (form = {}) => await core(sim(), 'user.getMe', form);
const patience = (maxWait: number) => ({ requestOptions: { maxWait } });
const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

/** How long it took, in milliseconds. */
async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
	const start = performance.now();
	return [await work(), performance.now() - start];
}

describe('a rate limit', () => {
	it('is waited for, and the request sent again', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 1 });
		const [run, took] = await timed(meAgain);
		expect(run.json).toMatchObject([{ username: 'acme_support' }]);
		expect(count(sim(), '/2/users/me')).toBe(2);
		expect(took).toBeLessThan(5000);
	});

	it('is waited for with a create as well: it was refused, not done', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 0 });
		const run = await core(sim(), 'post.create', { text: 'Once' });
		expect(run.error).toBeUndefined();
		expect([...held(sim()).posts.values()].filter(({ text }) => text === 'Once')).toHaveLength(1);
	});

	it('ends the run with the time of the reset where Max Wait is shorter', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 600 });
		const [run, took] = await timed(async () => await meAgain(patience(10)));
		expect(run.error?.message).toMatch(/^Rate limit reached until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
		expect(run.error?.description).toContain('Max Wait');
		expect(run.error?.httpCode).toBe('429');
		const { retryAt } = (run.error as unknown as { context: { data: { retryAt: string } } }).context.data;
		expect(Date.parse(retryAt) - Date.now()).toBeGreaterThan(590_000);
		expect(Date.parse(retryAt) - Date.now()).toBeLessThanOrEqual(600_000);
		expect(took).toBeLessThan(3000);
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
		const { retryAt } = (run.error as unknown as { context: { data: { retryAt: string } } }).context.data;
		expect(Date.parse(retryAt)).toBe(Number(headers['x-account-rate-limit-reset']) * 1000);
	});

	it('is known by retry-after where no reset is given', async () => {
		sim().fail({ kind: 'status', status: 429, headers: { 'retry-after': '0' }, body: '' });
		expect((await meAgain(patience(5))).error).toBeUndefined();
	});

	it('whose reset lies in the past, as clocks differ, is asked about less and less often', async () => {
		const headers = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': inSeconds(-300) };
		sim().fail({ kind: 'status', status: 429, headers, body: { title: 'Too Many Requests' }, times: 99 });
		const run = await meAgain(patience(8));
		expect(run.error?.httpCode).toBe('429');
		expect(sim().requests.length).toBeLessThanOrEqual(4);
	});

	it('is waited for before the next page, where the last one used it up', async () => {
		sim().limits.setRemaining('GET /2/dm_events', 1, 1);
		const paced = await core(sim(), 'directMessage.getMany', { returnAll: true });
		expect(paced.json).toHaveLength(held(sim()).dmEvents.size);
		expect(sim().requests.map(({ status }) => status)).toEqual([200, 200]);
	});

	it('is no reason to send the rest of the items where one was given up', async () => {
		sim().fail({ match: { path: '/2/users/{id}' }, kind: 'rateLimited', resetIn: 600 });
		const items = itemsWith(world(sim()).me.id, world(sim()).other.id);
		const run = await core(sim(), 'user.get', { id: '={{ $json.value }}', ...patience(1) }, { items });
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
		expect(run.error?.message).toBe('The usage cap is reached: Usage cap exceeded: Monthly product cap');
		expect(run.error?.description).toMatch(/^Trying again does not help/);
		expect(sim().requests).toHaveLength(1);
	});
});

describe('a cancelled execution', () => {
	it('ends the wait at once', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 600, times: 5 });
		const running = await startNode({
			node: 'xCore',
			sim: sim(),
			parameters: formOf('user.getMe', 'oAuth2'),
		});
		while (sim().requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
		const [run, took] = await timed(async () => {
			running.cancel();
			return await running.finished;
		});
		expect(run.status).toBe('canceled');
		expect(took).toBeLessThan(2000);
		expect(sim().requests).toHaveLength(1);
	});

	it('ends a request that hangs', async () => {
		sim().fail({ kind: 'slow', delayMs: 60_000 });
		const running = await startNode({
			node: 'xCore',
			sim: sim(),
			parameters: formOf('user.getMe', 'oAuth2'),
		});
		while (sim().requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
		running.cancel();
		expect((await running.finished).status).toBe('canceled');
	});

	it('sends no further item', async () => {
		sim().fail({ match: { path: '/2/tweets' }, kind: 'rateLimited', resetIn: 600 });
		const items = itemsWith('one', 'two', 'three');
		const running = await startNode({
			node: 'xCore',
			sim: sim(),
			parameters: formOf('post.create', 'oAuth2', { text: '={{ $json.value }}' }),
			items,
			continueOnFail: true,
		});
		while (sim().requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
		running.cancel();
		await running.finished;
		expect(count(sim(), '/2/tweets')).toBe(1);
		expect(lastBody(sim())).toEqual({ text: 'one' });
	});
});
