/** One flow for each node: what `npm run versions` runs with other versions of n8n. */
import { randomUUID } from 'node:crypto';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { errorOf, outputOf, type Execution, type Workflow } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { ids } from '../simulator/ads/ids';
import { ME } from '../simulator/identities';
import { streamSimulator } from '../simulator/streams';
import { webhookSimulator } from '../simulator/webhooks';
import { ADA } from '../support/ada';
import { chain, ours, useStage } from './support/stage';

const USERS = ['oAuth2', 'oAuth1', 'accessToken'] as const;
const KINDS = ['app', ...USERS] as const;
type Kind = (typeof KINDS)[number];

const account_id = { __rl: true, mode: 'id', value: ids.account };

describe('every node in a real n8n', () => {
	const stage = useStage();

	it.each([
		['xCore', 'oAuth2', { resource: 'user', operation: 'getMe' }, { username: ME.username }],
		['xCoreAdmin', 'app', { resource: 'usage', operation: 'get' }, { project_id: '1880028106020515840' }],
		['xLive', 'app', { resource: 'space', operation: 'search', query: 'release' }, {}],
		['xChat', 'oAuth2', { resource: 'publicKey', operation: 'getMany', ids: ME.id }, { user_id: ME.id }],
		[
			'xAdsCampaigns',
			'oAuth1',
			{ resource: 'campaign', operation: 'getMany', account_id },
			{ currency: 'USD' },
		],
		['xAdsCreatives', 'oAuth1', { resource: 'card', operation: 'getMany', account_id }, {}],
		[
			'xAdsAudiences',
			'oAuth1',
			{ resource: 'audience', operation: 'getMany', account_id },
			{ id: ids.audience },
		],
		['xAdsAnalytics', 'oAuth1', { account_id, range: 'last7Days' }, { currency: 'USD' }],
		['xAdsMeasurement', 'oAuth1', { resource: 'appList', operation: 'getMany', account_id }, {}],
		['xCatalog', 'oAuth1', { resource: 'catalog', operation: 'create', name: 'Shop' }, { name: 'Shop' }],
	] as const)('%s works', async (type, kind, parameters, expected) => {
		const { credential, outputs } = stage();
		const form = { authentication: kind, ...parameters };
		const node = ours(type, 'X', form, credential(CREDENTIAL_TYPES[kind]));
		const output = await outputs(chain(`Every node: ${type}`, node));
		expect(output('X')[0]).toMatchObject(expected);
	});

	it.each(USERS)('xChat reads encrypted messages with one credential: %s', async (kind) => {
		const { credential, outputs, sim } = stage();
		await sim.control('chat', 'say', { from: ADA, to: ME.id, text: `Hello, ${kind}` });
		const id = { __rl: true, mode: 'id', value: ADA };
		const form = { authentication: kind, resource: 'message', operation: 'getEvents', id };
		const node = ours('xChat', 'X', form, credential(CREDENTIAL_TYPES[kind]));
		const output = await outputs(chain(`Every node: xChat, ${kind}`, node));
		expect(output('X').map(({ text }) => text)).toContain(`Hello, ${kind}`);
	});

	/** A trigger with its one credential, and a node behind it. */
	const trigger = (type: string, kind: Kind, parameters: Record<string, unknown>): Workflow => {
		const form = { authentication: kind, ...parameters };
		const node = ours(type, 'X', form, stage().credential(CREDENTIAL_TYPES[kind]));
		return {
			name: `Every node: ${type}, ${kind}`,
			nodes: [
				{ ...node, webhookId: randomUUID(), position: [0, 0] },
				{ name: 'After', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [220, 0], parameters: {} },
			],
			connections: { X: { main: [[{ node: 'After', type: 'main', index: 0 }]] } },
		};
	};

	/** Publishes a workflow, lets something happen, and gives the run that comes of it. */
	const runOf = async (workflow: Workflow, happens: () => Promise<unknown>): Promise<Execution> => {
		const { client } = stage();
		const saved = await client.createWorkflow(workflow);
		await client.activate(saved);
		try {
			await happens();
			const { id } = await client.firstExecution(saved.id);
			return await client.finishedExecution(id);
		} finally {
			await client.deactivate(saved);
		}
	};

	it.each(KINDS)('xWebhookTrigger runs for an event, with one credential: %s', async (kind) => {
		const events = webhookSimulator(stage().sim.platform);
		const workflow = trigger('xWebhookTrigger', kind, {
			eventTypes: ['post.create'],
			userIds: ME.id,
		});
		const execution = await runOf(workflow, async () => {
			await until('a subscription', () =>
				Promise.resolve(events.inventory().activity.length > 0 || undefined),
			);
			await events.publish(events.build('post.create', { text: 'Hello' }));
		});
		expect(errorOf(execution)).toBeUndefined();
		expect(outputOf(execution, 'After')).toMatchObject([
			{ eventType: 'post.create', payload: { text: 'Hello' } },
		]);
	});

	it.each(KINDS)('xStreamTrigger runs for a Post, with one credential: %s', async (kind) => {
		const streams = streamSimulator(stage().sim.platform);
		const rules = { rule: [{ value: 'n8n' }] };
		const execution = await runOf(trigger('xStreamTrigger', kind, { rules }), async () => {
			await until('a connection', () => Promise.resolve(streams.open.length > 0 || undefined));
			streams.post('n8n in every version');
		});
		expect(errorOf(execution)).toBeUndefined();
		expect(outputOf(execution, 'After')).toMatchObject([{ payload: { text: 'n8n in every version' } }]);
	});

	it.each(USERS)(
		'xCoreTrigger shows examples of what it starts for, with one credential: %s',
		async (kind) => {
			const workflow = trigger('xCoreTrigger', kind, { event: 'mention' });
			const output = await stage().outputs(workflow, { trigger: 'X' });
			expect(output('After')[0]).toMatchObject({
				text: expect.stringContaining(`@${ME.username}`) as string,
			});
		},
	);
});
