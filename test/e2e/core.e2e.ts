import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { type WorkflowNode, errorOf, outputOf } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { useServed } from '../support/ownHost';
import { chain, ours, useStage } from './support/stage';

describe('X Core in a real n8n', () => {
	const stage = useStage();
	const user = (
		name: string,
		parameters: Record<string, unknown>,
		rest: Partial<WorkflowNode> = {},
	): Omit<WorkflowNode, 'position'> => ({
		...ours(
			'xCore',
			name,
			{ authentication: 'oAuth2', ...parameters },
			stage().credential(CREDENTIAL_TYPES.oAuth2),
		),
		...rest,
	});
	const run = async (...all: Parameters<typeof chain>) => await stage().run(chain(...all));
	/** Two nodes that make one item for each id. */
	const items = (ids: readonly string[]): Array<Omit<WorkflowNode, 'position'>> => [
		{
			name: 'List',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ id: ids }) },
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'id', options: {} },
		},
	];

	afterEach(async () => {
		await stage().sim.reset();
		await stage().reconnect();
	});

	it('sends nothing twice when it is tried again', async () => {
		const { sim } = stage();
		const match = { method: 'POST', path: '/2/tweets' };
		sim.fail({ match, kind: 'status', status: 403, body: { title: 'Forbidden', status: 403 }, skip: 2 });
		const execution = await run(
			'Four Posts',
			...items(['p0', 'p1', 'p2', 'p3']),
			user(
				'Post',
				{ resource: 'post', operation: 'create', text: '={{ $json.id }} {{ Math.random() }}' },
				{ retryOnFail: true },
			),
		);
		expect(errorOf(execution)).toBeUndefined();
		const published = sim.requests
			.filter(({ path, status }) => path === match.path && status < 300)
			.map(({ body }) => (body as { text: string }).text);
		expect(published.map((text) => text.split(' ')[0])).toEqual(['p0', 'p1', 'p2', 'p3']);
		expect(outputOf(execution, 'Post').map(({ text }) => text)).toEqual(published);
	});

	it('ends at once when it is stopped while it waits for a rate limit', async () => {
		const { client, sim } = stage();
		sim.fail({ match: { path: '/2/users/me' }, kind: 'rateLimited', resetIn: 600, times: 1 });
		const workflow = await client.createWorkflow(
			chain('Waiting', user('Me', { resource: 'user', operation: 'getMe', options: { maxWait: 900 } })),
		);
		const id = await client.startRun(workflow);
		if (id === undefined) throw new Error('The run did not start');
		await until('the refused request', () =>
			Promise.resolve(sim.requests.some(({ status }) => status === 429) || undefined),
		);
		await client.stopExecution(id);
		// Long before the limit's end: of ten minutes, and a busy computer needs some seconds.
		const execution = await client.finishedExecution(id, { timeoutMs: 120_000 });
		expect(execution.status).toBe('canceled');
		expect(sim.requests.filter(({ path }) => path === '/2/users/me')).toHaveLength(1);
	});

	describe('with a file that another node fetched', () => {
		const bytes = Buffer.alloc(10_000_000, 7);
		const address = useServed((_request, response) => {
			response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes.length });
			response.end(bytes);
		});

		it('uploads it in chunks, waits until it is processed, and posts it', async () => {
			const { sim } = stage();
			const execution = await run(
				'Video post',
				{
					name: 'Fetch',
					type: 'n8n-nodes-base.httpRequest',
					typeVersion: 4.2,
					parameters: {
						url: `${address()}/clip.mp4`,
						options: { response: { response: { responseFormat: 'file' } } },
					},
				},
				user('Upload', { resource: 'media', operation: 'upload', media_category: 'tweet_video' }),
				user('Post', {
					resource: 'post',
					operation: 'create',
					attachment: 'media',
					text: 'Our new shop',
					media_id: '={{ $json.id }}',
				}),
			);
			expect(errorOf(execution)).toBeUndefined();
			expect(sim.requests.filter(({ path }) => path.endsWith('/append'))).toHaveLength(3);
			expect(outputOf(execution, 'Post')).toMatchObject([
				{ text: expect.stringContaining('Our new shop') as string },
			]);
		});
	});
});
