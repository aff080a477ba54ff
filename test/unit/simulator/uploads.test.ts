import { me } from '../../simulator/identities';
import { startSimulator, type Simulator } from '../../simulator/server';
import { call, object } from './client';

let sim: Simulator;
beforeAll(async () => {
	sim = await startSimulator({ followers: 40 });
});
beforeEach(() => sim.reset());
afterAll(() => sim.close());

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

	it('takes a segment again, and refuses gaps and more than was announced', async () => {
		const id = await begin(video);
		expect(await upload(id, 1, '01234')).toBe(200);
		expect(await upload(id, 1, '01234')).toBe(200);
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
});
