import { errorOf, outputOf } from '../../scripts/runtime/types';
import { credentialTypes } from '../../scripts/runtime/credentials';
import { readExamples } from '../../scripts/examples';
import { me } from '../simulator/identities';
import { chain, ours, useStage } from './support/stage';

describe('the package in a real n8n', () => {
	const stage = useStage();

	it.each([
		['xCore', 'X Core'],
		['xCoreTool', 'X Core Tool'],
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
			const node = ours('xCore', 'Get me', parameters, credential(credentialTypes[authentication]));
			const execution = await client.run(
				await client.createWorkflow(chain(`Who am I, ${authentication}`, node)),
			);
			expect(errorOf(execution)).toBeUndefined();
			expect(execution.status).toBe('success');
			expect(outputOf(execution, 'Get me')).toEqual([
				expect.objectContaining({ id: me.id, username: me.username }),
			]);
		},
	);
});

describe('the example workflows that start by hand', () => {
	const stage = useStage();

	it('all run to a good end', async () => {
		const { client, credentials, sim } = stage();
		await sim.control('ads', 'addLead', { answers: { full_name: 'Jane Doe' }, ago: 60 });
		const examples = (await readExamples()).filter(({ workflow }) =>
			workflow.nodes.some(({ type }) => type === 'n8n-nodes-base.manualTrigger'),
		);
		const ends: Record<string, string> = {};
		for (const { file, workflow } of examples) {
			const saved = await client.createWorkflow({ ...workflow, name: `Example ${file}` }, credentials);
			const execution = await client.run(saved);
			const items = outputOf(execution, workflow.nodes.at(-1)?.name ?? '').length;
			ends[file] = errorOf(execution)?.message ?? `${execution.status}, ${items === 0 ? 'nothing' : 'items'}`;
		}
		expect(ends).toEqual(Object.fromEntries(examples.map(({ file }) => [file, 'success, items'])));
	});
});
