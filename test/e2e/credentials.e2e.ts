import { omit } from 'lodash';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { errorOf, outputOf, type WorkflowNode } from '../../scripts/runtime/types';
import { APP, ME } from '../simulator/identities';
import { FLOWS } from './support/flows';
import { chain, ours, useStage } from './support/stage';

/** As the editor has them. */
const NAMES = {
	app: 'X (Twitter) App API',
	oAuth2: 'X (Twitter) OAuth2 API',
	oAuth1: 'X (Twitter) OAuth1 API',
	accessToken: 'X (Twitter) Access Token API',
} as const;

describe('credentials in a real n8n', () => {
	const stage = useStage();

	it.each(Object.values(CREDENTIAL_TYPES))('%s passes its test', async (type) => {
		const { client, credential } = stage();
		expect(await client.testCredential(credential(type))).toMatchObject({ status: 'OK' });
	});

	it.each([
		[CREDENTIAL_TYPES.app, { bearerToken: 'AAAA-not-a-token' }],
		[CREDENTIAL_TYPES.oAuth1, { accessTokenSecret: 'not-the-secret' }],
	])('%s fails its test with a wrong %o', async (type, wrong) => {
		const { client, credential } = stage();
		const good = credential(type);
		const result = await client.testCredential({ ...good, data: { ...good.data, ...wrong } });
		expect(result).toMatchObject({ status: 'Error', message: expect.stringMatching(/\S/) as string });
	});

	it.each([
		...FLOWS.map(([type, kind, parameters]) => [type, kind, parameters] as const),
		['xChat', 'oAuth2', { resource: 'publicKey', operation: 'getMany', ids: ME.id }],
		['xCoreTrigger', 'oAuth2', { event: 'mention' }],
		['xStreamTrigger', 'oAuth1', { rules: { rule: [{ value: 'n8n' }] } }],
		['xWebhookTrigger', 'accessToken', { eventTypes: ['post.create'], userIds: ME.id }],
	] as const)('%s of an imported workflow says what it lacks', async (type, kind, form) => {
		const { client, credential } = stage();
		const node = ours(type, 'X', { ...form, authentication: kind }, credential(CREDENTIAL_TYPES[kind]));
		/** What n8n says when the workflow runs, or is published. */
		const told = async (imported: Omit<WorkflowNode, 'position'>): Promise<string> => {
			if (type.endsWith('Trigger')) {
				const nodes = [{ ...imported, position: [0, 0] as [number, number] }];
				const saved = await client.createWorkflow({ name: 'Imported', nodes, connections: {} });
				return await client.activate(saved).then(() => 'published', String);
			}
			const error = errorOf(await client.run(await client.createWorkflow(chain('Imported', imported))));
			return `${error?.message}. ${error?.description}`;
		};
		// n8n itself refuses to publish a trigger that lacks one, and to run what names one that is not there.
		const [withNone, named] = type.endsWith('Trigger')
			? [`Node "X":\n  - Missing required credential: ${CREDENTIAL_TYPES[kind]}`, 'Node "X"']
			: [`choose a credential of the type "${NAMES[kind]}"`, 'Node "X" uses invalid credential'];
		expect(await told(omit(node, 'credentials'))).toContain(withNone);
		const missing = { [CREDENTIAL_TYPES[kind]]: { id: null, name: 'X account' } };
		expect(await told({ ...node, credentials: missing })).toContain(named);
	});

	/** A workflow whose app credential has keys, and no token. */
	const withKeysOnly = async (name: string) => {
		const { client, credential } = stage();
		const { type, data } = credential(CREDENTIAL_TYPES.app);
		const saved = await client.saveCredential({ name, type, data: { ...data, bearerToken: '' } });
		const parameters = { authentication: 'app', resource: 'usage', operation: 'get' };
		const usage = ours('xCoreAdmin', 'Usage', parameters, saved);
		return { saved, workflow: await client.createWorkflow(chain(name, usage)) };
	};

	it('keeps the token it was given for a consumer key, and fetches another when that one is refused', async () => {
		const { client, sim } = stage();
		const { workflow } = await withKeysOnly('With a consumer key');
		const sent = async (): Promise<string[]> => {
			const before = sim.requests.length;
			expect(errorOf(await client.run(workflow))?.message).toBeUndefined();
			return sim.requests.slice(before).map(({ path, status }) => `${path} ${status}`);
		};
		expect(await sent()).toEqual(['/oauth2/token 200', '/2/usage/tweets 200']);
		expect(await sent()).toEqual(['/2/usage/tweets 200']);
		sim.platform.credentials.appTokens.clear();
		expect(await sent()).toEqual(['/2/usage/tweets 401', '/oauth2/token 200', '/2/usage/tweets 200']);
	});

	it('does not use the token of one app for the keys of another that are entered in its place', async () => {
		const { client, sim } = stage();
		const { saved, workflow } = await withKeysOnly('With changed keys');
		expect(errorOf(await client.run(workflow))?.message).toBeUndefined();

		// The editor sends back what it was shown, with blanks for the secrets that it was not.
		const shown = await client.send('GET', `/rest/credentials/${saved.id}?includeData=true`);
		const changed = { ...(shown as typeof saved).data, consumerSecret: 'secret-of-another-app' };
		const { name, type } = saved;
		await client.send('PATCH', `/rest/credentials/${saved.id}`, { name, type, data: changed });
		const before = sim.requests.length;
		expect(errorOf(await client.run(workflow))?.message).toMatch(/^Could not get an app token/);
		expect(sim.requests.slice(before).map(({ path }) => path)).toEqual(['/oauth2/token']);
	});

	it('refreshes an expired user token once and keeps the new one', async () => {
		const { client, credential, sim } = stage();
		const parameters = { authentication: 'oAuth2', resource: 'user', operation: 'getMe' };
		const node = ours('xCore', 'Get me', parameters, credential(CREDENTIAL_TYPES.oAuth2));
		const workflow = await client.createWorkflow(chain('After the token expired', node));
		const { credentials } = sim.platform;
		for (const token of [...credentials.userTokens.keys()]) credentials.expire(token);
		const before = sim.requests.length;

		for (const round of ['first', 'second']) {
			const execution = await client.run(workflow);
			expect({ round, error: errorOf(execution)?.message }).toEqual({ round, error: undefined });
			expect(outputOf(execution, 'Get me')).toMatchObject([{ id: ME.id }]);
		}
		const sent = sim.requests.slice(before).map(({ path, status }) => `${path} ${status}`);
		expect(sent).toEqual(['/2/users/me 401', '/2/oauth2/token 200', '/2/users/me 200', '/2/users/me 200']);
	});

	it('never gives a secret back to the editor', async () => {
		const { client, credentials } = stage();
		for (const { id } of credentials) {
			const shown = JSON.stringify(await client.send('GET', `/rest/credentials/${id}?includeData=true`));
			for (const secret of [APP.bearerToken, APP.consumerSecret, APP.clientSecret, ME.accessTokenSecret]) {
				expect(shown).not.toContain(secret);
			}
		}
	});
});
