/** @jest-environment ./test/support/environment.ts */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APP, ME } from '../simulator/identities';
import type { CredentialOverrides } from '../support';
import { readBinary, runNode, runWorkflow, startNode, storeBinary, testCredential } from '../support';

const refused = [`Bearer ${ME.oauth2AccessToken}`, 'Bearer stale'];
const ANSWERS: Record<string, unknown> = {
	'POST /oauth2/token': { token_type: 'bearer', access_token: 'exchanged' },
	'POST /2/oauth2/token': { token_type: 'bearer', access_token: 'second', refresh_token: 'second-refresh' },
};

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
	const { authorization = '' } = request.headers;
	const address = `${request.method} ${request.url}`;
	server.emit(address);
	if (request.url === '/never') return;
	response.setHeader('content-type', 'application/json');
	if (refused.includes(authorization)) response.statusCode = 401;
	response.end(JSON.stringify(ANSWERS[address] ?? { authorization }));
});

let sim: { baseUrl: string; adsUrl: string; adsSandboxUrl: string };

beforeAll(async () => {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	sim = { baseUrl, adsUrl: baseUrl, adsSandboxUrl: baseUrl };
});

afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const probe = (credential: string, path = '/echo', credentials: CredentialOverrides = {}) => ({
	node: 'harness.probe',
	sim,
	credentials,
	parameters: { credential, request: { url: sim.baseUrl + path, json: true } },
});

describe('a node in the harness', () => {
	it('sends what its credential adds, once per item, and gives plain items of this realm', async () => {
		const run = await runNode({ ...probe('xAppApi'), items: [{ json: {} }, { json: {} }] });
		expect(run.status).toBe('success');
		expect(run.json).toStrictEqual(Array(2).fill({ authorization: `Bearer ${APP.bearerToken}` }));
		expect(run.itemsPaired).toStrictEqual([0, 1]);
	});

	it('has expressions in its parameters evaluated against its input', async () => {
		const parameters = { credential: 'xAppApi', request: '={{ { url: $json.url, json: true } }}' };
		const items = [{ json: { url: `${sim.baseUrl}/a` } }];
		expect((await runNode({ node: 'harness.probe', sim, parameters, items })).status).toBe('success');
	});

	it('gets a token exchanged by the credential, which is stored', async () => {
		const run = await runNode(probe('xAppApi', '/echo', { xAppApi: { bearerToken: '' } }));
		expect(run.json).toEqual([{ authorization: 'Bearer exchanged' }]);
		expect(run.credentials['xAppApi']).toMatchObject({ exchangedToken: 'exchanged' });
	});

	it('has a refused OAuth 2.0 token refreshed, and both new tokens stored', async () => {
		const run = await runNode(probe('xUserOAuth2Api'));
		expect(run.json).toEqual([{ authorization: 'Bearer second' }]);
		const oauthTokenData = { access_token: 'second', refresh_token: 'second-refresh' };
		expect(run.credentials['xUserOAuth2Api']).toMatchObject({ oauthTokenData });
	});

	it('fails as in n8n when a request is refused, or goes on when told to', async () => {
		const request = probe('xAppApi', '/echo', { xAppApi: { bearerToken: 'stale' } });
		const failed = await runNode(request);
		expect(failed).toMatchObject({ status: 'error', error: { httpCode: '401' }, items: [] });
		const passedOn = await runNode({ ...request, items: [{ json: { a: 1 } }], continueOnFail: true });
		expect(passedOn.json).toEqual([{ a: 1 }]);
	});

	it('is told when the execution is cancelled', async () => {
		const arrived = once(server, 'GET /never');
		const running = await startNode(probe('xAppApi', '/never'));
		await arrived;
		running.cancel();
		expect(await running.finished).toMatchObject({ status: 'canceled' });
	});

	it('lacks a credential that is left out', async () => {
		const run = await runNode(probe('xAppApi', '/echo', { xAppApi: null }));
		expect(run.status).toBe('error');
	});
});

describe('the rest of the harness', () => {
	it('runs whole workflows', async () => {
		const nodes = ['manualTrigger', 'noOp'].map((type) => ({
			id: type,
			name: type,
			type: `n8n-nodes-base.${type}`,
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: {},
		}));
		const main = [[{ node: 'noOp', type: 'main' as const, index: 0 }]];
		const run = await runWorkflow({ nodes, connections: { manualTrigger: { main } } }, { sim });
		expect(run).toMatchObject({ status: 'success', lastNode: 'noOp' });
	});

	it('tests a credential as the credential dialog does', async () => {
		await expect(testCredential('xAppApi', { sim })).resolves.toBeUndefined();
		const data = { bearerToken: 'stale' };
		await expect(testCredential('xAppApi', { sim, data })).rejects.toMatchObject({ httpCode: '401' });
	});

	it('keeps binary data on disk, as n8n does by default', async () => {
		const stored = await storeBinary(Buffer.from('bytes'), { mimeType: 'image/png', fileName: 'a.png' });
		expect(stored.id).toMatch(/^filesystem/);
		expect((await readBinary(stored)).toString()).toBe('bytes');
	});
});
