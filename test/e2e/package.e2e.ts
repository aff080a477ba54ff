import { errorOf, outputOf } from '../../scripts/runtime/types';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { ME } from '../simulator/identities';
import { chain, ours, useStage } from './support/stage';

describe('the package in a real n8n', () => {
	const stage = useStage();

	it.each([
		['xCore', 'X Core'],
		['xCoreTool', 'X Core Tool'],
		['xCoreAdmin', 'X Core Admin'],
	])('is installed and offers %s', async (name, displayName) => {
		const types = await stage().client.nodeTypes();
		const wanted: unknown = expect.objectContaining({ name: `n8n-nodes-x-platform.${name}`, displayName });
		expect(types).toContainEqual(wanted);
	});

	it.each(['oAuth2', 'oAuth1'] as const)(
		'asks who the user is with %s credentials',
		async (authentication) => {
			const { client, credential } = stage();
			const parameters = { authentication, resource: 'user', operation: 'getMe' };
			const node = ours('xCore', 'Get me', parameters, credential(CREDENTIAL_TYPES[authentication]));
			const execution = await client.run(
				await client.createWorkflow(chain(`Who am I, ${authentication}`, node)),
			);
			expect(errorOf(execution)).toBeUndefined();
			expect(execution.status).toBe('success');
			expect(outputOf(execution, 'Get me')).toEqual([
				expect.objectContaining({ id: ME.id, username: ME.username }),
			]);
		},
	);
});
