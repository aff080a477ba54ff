import { ME } from '../../simulator/identities';
import { list, useClient } from './client';

const { sim, call } = useClient();

describe('faults', () => {
	it('strikes the next matching requests only', async () => {
		sim().fail({
			match: { method: 'GET', path: '/2/users/{id}/followers' },
			kind: 'unavailable',
			times: 2,
			skip: 1,
		});
		const statuses: number[] = [];
		for (let index = 0; index < 4; index += 1)
			statuses.push((await call(`/2/users/${ME.id}/followers`)).status);
		expect(statuses).toEqual([200, 503, 503, 200]);
		expect((await call('/2/users/me')).status).toBe(200);
	});

	it('answers 429 with the reset it was told, account headers too', async () => {
		sim().fail({ kind: 'rateLimited', resetIn: 5, account: true });
		const { status, headers } = await call('/2/users/me');
		expect(status).toBe(429);
		expect(headers.get('x-rate-limit-remaining')).toBe('0');
		expect(
			Number(headers.get('x-account-rate-limit-reset')) - Math.floor(Date.now() / 1000),
		).toBeLessThanOrEqual(5);
	});

	it('cuts the connection before or after X did what was asked', async () => {
		const posts = async () =>
			list((await call('/2/tweets/search/recent?query=marker&max_results=10')).json['data']).length;
		sim().fail({ kind: 'reset' });
		await expect(call('/2/tweets', { body: { text: 'marker' } })).rejects.toThrow();
		expect(await posts()).toBe(0);
		sim().fail({ kind: 'reset', after: true });
		await expect(call('/2/tweets', { body: { text: 'marker' } })).rejects.toThrow();
		expect(await posts()).toBe(1);
	});

	it('sends broken answers: cut short, not JSON, a page, nothing at all', async () => {
		sim().fail({ kind: 'truncated' });
		await expect(call('/2/users/me')).rejects.toThrow();
		sim().fail({ kind: 'brokenJson' });
		const half = await call('/2/users/me');
		expect(half.status).toBe(200);
		expect(half.text).toMatch(/^\{"data"/);
		expect(() => JSON.parse(half.text) as unknown).toThrow(SyntaxError);
		sim().fail({ kind: 'html' });
		const page = await call('/2/users/me');
		expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
		sim().fail({ kind: 'empty', status: 503 });
		expect(await call('/2/users/me')).toMatchObject({ status: 503, text: '' });
	});

	it('delays, adds partial errors, and answers with any body', async () => {
		sim().fail({ kind: 'slow', delayMs: 3_600_000 });
		const late = call('/2/users/me');
		while (sim().requests.length === 0) await new Promise(setImmediate);
		sim().platform.clock.advance(3_600_000);
		expect((await late).status).toBe(200);
		sim().fail({ kind: 'partial', errors: [{ title: 'Something' }] });
		expect((await call('/2/users/me')).json).toMatchObject({
			data: { id: ME.id },
			errors: [{ title: 'Something' }],
		});
		sim().fail({ kind: 'status', status: 403, body: { title: 'client-forbidden' } });
		expect(await call('/2/users/me')).toMatchObject({
			status: 403,
			json: { title: 'client-forbidden' },
		});
	});
});
