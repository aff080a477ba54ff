import { ME } from '../../simulator/identities';
import { list, object, useClient } from './client';

const { sim, call } = useClient({ followers: 2500 });

const FOLLOWERS = `/2/users/${ME.id}/followers?max_results=1000`;
const meta = async (path: string) => object((await call(path)).json['meta']);

describe('pages', () => {
	it('gives every follower once, newest first, and no token on the last page', async () => {
		const ids: unknown[] = [];
		let token = '';
		let pages = 0;
		do {
			const { json } = await call(FOLLOWERS + (token && `&pagination_token=${token}`));
			ids.push(...list(json['data']).map((user) => user['id']));
			const { next_token: next } = object(json['meta']);
			token = typeof next === 'string' ? next : '';
			pages += 1;
		} while (token);
		expect(pages).toBe(3);
		expect(new Set(ids).size).toBe(2500);
	});

	it('goes back with previous_token', async () => {
		const first = await call(FOLLOWERS);
		const next = String(object(first.json['meta'])['next_token']);
		const back = String((await meta(`${FOLLOWERS}&pagination_token=${next}`))['previous_token']);
		const again = await call(`${FOLLOWERS}&pagination_token=${back}`);
		expect(again.json['data']).toEqual(first.json['data']);
	});

	it('refuses an unknown token, a token of another query, and an expired one', async () => {
		const token = String((await meta(FOLLOWERS))['next_token']);
		for (const path of [
			`${FOLLOWERS}&pagination_token=0123456789abcdef`,
			`${FOLLOWERS}&user.fields=url&pagination_token=${token}`,
		]) {
			const { status, json } = await call(path);
			expect(status).toBe(400);
			expect(object(list(json['errors'])[0]?.['parameters'])).toHaveProperty('pagination_token');
		}
		sim().platform.clock.advance(60 * 60 * 1000 + 1);
		expect((await call(`${FOLLOWERS}&pagination_token=${token}`)).status).toBe(400);
	});

	it('takes next_token where the documentation names it', async () => {
		const path = '/2/tweets/search/recent?query=lang:en&max_results=10';
		const token = String((await meta(path))['next_token']);
		expect((await call(`${path}&next_token=${token}`)).status).toBe(200);
	});
});

describe('rate limits', () => {
	it('counts down per route and caller, refuses when spent, and starts anew after the reset', async () => {
		const first = await call('/2/users/me');
		expect(first.headers.get('x-rate-limit-limit')).toBe('75');
		expect(first.headers.get('x-rate-limit-remaining')).toBe('74');
		sim().limits.setRemaining('GET /2/users/me', 1, 30);
		expect((await call('/2/users/me')).headers.get('x-rate-limit-remaining')).toBe('0');
		const spent = await call('/2/users/me');
		expect(spent.status).toBe(429);
		expect(Number(spent.headers.get('x-rate-limit-reset'))).toBeGreaterThan(Date.now() / 1000);
		sim().platform.clock.advance(31_000);
		expect((await call('/2/users/me')).status).toBe(200);
	});

	it('shares one count among the three ways to send a message', async () => {
		const send = (path: string, body: unknown) => call(path, { body });
		const other = '1500000000000000001';
		await send(`/2/dm_conversations/with/${other}/messages`, { text: 'a' });
		const second = await send(`/2/dm_conversations/${ME.id}-${other}/messages`, { text: 'b' });
		expect(second.headers.get('x-rate-limit-remaining')).toBe('198');
		expect(second.headers.get('x-user-limit-24hour-remaining')).toBe('998');
	});
});
