import { me } from '../../simulator/identities';
import { startSimulator, type Simulator } from '../../simulator/server';
import { asApp, call, list, object } from './client';

let sim: Simulator;
beforeAll(async () => {
	sim = await startSimulator({ followers: 40 });
});
beforeEach(() => sim.reset());
afterAll(() => sim.close());

const control = (name: string, body: unknown) => call(sim, `/__control/${name}`, { body });

describe('faults', () => {
	it('strikes the next matching requests only', async () => {
		sim.fail({
			match: { method: 'GET', path: '/2/users/{id}/followers' },
			kind: 'unavailable',
			times: 2,
			skip: 1,
		});
		const statuses: number[] = [];
		for (let index = 0; index < 4; index += 1)
			statuses.push((await call(sim, `/2/users/${me.id}/followers`)).status);
		expect(statuses).toEqual([200, 503, 503, 200]);
		expect((await call(sim, '/2/users/me')).status).toBe(200);
	});

	it('answers 429 with the reset it was told, account headers too', async () => {
		sim.fail({ kind: 'rateLimited', resetIn: 5, account: true });
		const { status, headers } = await call(sim, '/2/users/me');
		expect(status).toBe(429);
		expect(headers.get('x-rate-limit-remaining')).toBe('0');
		expect(
			Number(headers.get('x-account-rate-limit-reset')) - Math.floor(Date.now() / 1000),
		).toBeLessThanOrEqual(5);
	});

	it('cuts the connection before or after the platform did what was asked', async () => {
		const posts = async () =>
			list((await call(sim, '/2/tweets/search/recent?query=marker&max_results=10')).json['data']).length;
		sim.fail({ kind: 'reset' });
		await expect(call(sim, '/2/tweets', { body: { text: 'marker' } })).rejects.toThrow();
		expect(await posts()).toBe(0);
		sim.fail({ kind: 'reset', after: true });
		await expect(call(sim, '/2/tweets', { body: { text: 'marker' } })).rejects.toThrow();
		expect(await posts()).toBe(1);
	});

	it('sends broken answers: cut short, not JSON, a page, nothing at all', async () => {
		sim.fail({ kind: 'truncated' });
		await expect(call(sim, '/2/users/me')).rejects.toThrow();
		sim.fail({ kind: 'brokenJson' });
		const half = await call(sim, '/2/users/me');
		expect(half.status).toBe(200);
		expect(half.text).toMatch(/^\{"data"/);
		expect(() => JSON.parse(half.text) as unknown).toThrow(SyntaxError);
		sim.fail({ kind: 'html' });
		const page = await call(sim, '/2/users/me');
		expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
		sim.fail({ kind: 'empty', status: 503 });
		expect(await call(sim, '/2/users/me')).toMatchObject({ status: 503, text: '' });
	});

	it('delays, adds partial errors, and answers with any body', async () => {
		sim.fail({ kind: 'slow', delayMs: 60 });
		const before = Date.now();
		await call(sim, '/2/users/me');
		expect(Date.now() - before).toBeGreaterThanOrEqual(55);
		sim.fail({ kind: 'partial', errors: [{ title: 'Something' }] });
		expect((await call(sim, '/2/users/me')).json).toMatchObject({
			data: { id: me.id },
			errors: [{ title: 'Something' }],
		});
		sim.fail({ kind: 'status', status: 403, body: { title: 'client-forbidden' } });
		expect(await call(sim, '/2/users/me')).toMatchObject({
			status: 403,
			json: { title: 'client-forbidden' },
		});
	});

	it('can be ordered over HTTP, like moving the clock, granting tokens and reading the log', async () => {
		await control('fail', { kind: 'unauthorized', match: { path: '/2/users/me' } });
		expect((await call(sim, '/2/users/me')).status).toBe(401);
		const granted = await control('grant', { scopes: ['users.read', 'tweet.read'], seconds: 10 });
		const authorization = `Bearer ${String(granted.json['access_token'])}`;
		expect((await call(sim, '/2/users/me', { authorization })).status).toBe(200);
		await control('clock', { advanceMs: 11_000 });
		expect((await call(sim, '/2/users/me', { authorization })).status).toBe(401);
		const log = await (await fetch(`${sim.baseUrl}/__control/requests`)).json();
		expect(list(log).map((entry) => entry['status'])).toEqual([401, 200, 401]);
		expect((await control('fail', { kind: 'nonsense' })).status).toBe(400);
		await control('reset', {});
		expect(sim.requests).toHaveLength(0);
	});
});

describe('uploads', () => {
	const size = 10;
	async function upload(id: string, segment: number, text: string): Promise<number> {
		const form = new FormData();
		form.set('segment_index', String(segment));
		form.set('media', new Blob([text]), 'part.mp4');
		const headers = { authorization: `Bearer ${me.oauth2AccessToken}` };
		return (
			await fetch(`${sim.baseUrl}/2/media/upload/${id}/append`, { method: 'POST', headers, body: form })
		).status;
	}
	const begin = async (body: unknown) =>
		String(object((await call(sim, '/2/media/upload/initialize', { body })).json['data'])['id']);
	const finalize = (id: string) => call(sim, `/2/media/upload/${id}/finalize`, { method: 'POST' });
	const video = { media_type: 'video/mp4', media_category: 'tweet_video', total_bytes: size };

	it('takes segments as multipart or base64, processes by the clock, and then serves a Post', async () => {
		const id = await begin(video);
		expect(await upload(id, 0, '01234')).toBe(200);
		const json = { segment_index: 1, media: Buffer.from('56789').toString('base64') };
		expect((await call(sim, `/2/media/upload/${id}/append`, { body: json })).status).toBe(200);
		expect(object((await finalize(id)).json['data'])).toMatchObject({
			size,
			processing_info: { state: 'pending', check_after_secs: 1 },
		});
		const post = () => call(sim, '/2/tweets', { body: { media: { media_ids: [id] } } });
		expect((await post()).status).toBe(400);
		sim.platform.clock.advance(2000);
		const status = await call(sim, `/2/media/upload?media_id=${id}&command=STATUS`);
		expect(object(object(status.json['data'])['processing_info'])['state']).toBe('succeeded');
		expect((await post()).status).toBe(201);
		expect(await sim.control('core', 'upload', { id })).toMatchObject({
			bytes: size,
			sha256: '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882',
		});
	});

	it('refuses gaps, segments sent twice, and more than was announced', async () => {
		const id = await begin(video);
		expect(await upload(id, 1, '01234')).toBe(200);
		expect(await upload(id, 1, '01234')).toBe(400);
		expect(await upload(id, 0, '012345')).toBe(400);
		expect((await finalize(id)).status).toBe(400);
	});

	it('reports why a video could not be processed', async () => {
		await sim.control('core', 'settings', { processingOutcome: 'failed', processingSeconds: 0 });
		const id = await begin(video);
		await upload(id, 0, '0123456789');
		expect(object((await finalize(id)).json['data'])['processing_info']).toMatchObject({
			state: 'failed',
			error: { message: 'Unsupported video format' },
		});
	});

	it('is closed to app tokens', async () => {
		expect(
			(await call(sim, '/2/media/upload/initialize', { body: video, authorization: asApp })).status,
		).toBe(403);
	});
});
