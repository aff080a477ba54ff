/** @jest-environment ./test/support/environment.ts */
import { app, me } from '../simulator/identities';
import { runNode } from '../support';
import { useSimulator } from '../support/simulator';

const sim = useSimulator();

describe('the simulated platform, reached through n8n', () => {
	it.each(['xUserOAuth2Api', 'xUserOAuth1Api'])('knows the user of %s', async (credential) => {
		const request = { url: `${sim().baseUrl}/2/users/me`, json: true };
		const run = await runNode({ node: 'harness.probe', sim: sim(), parameters: { credential, request } });
		expect(run.error).toBeUndefined();
		expect(run.json).toMatchObject([{ data: { id: me.id, username: me.username } }]);
	});

	it('exchanges the keys of the app for a token', async () => {
		const request = { url: `${sim().baseUrl}/2/users/by/username/${me.username}`, json: true };
		const run = await runNode({
			node: 'harness.probe',
			sim: sim(),
			credentials: { xAppApi: { bearerToken: '' } },
			parameters: { credential: 'xAppApi', request },
		});
		expect(sim().requests.map((request) => request.path)).toContain('/oauth2/token');
		expect(run.credentials['xAppApi']).toMatchObject({ exchangedToken: app.bearerToken });
	});
});
