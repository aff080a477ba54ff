/** One flow for each node: what `npm run versions` runs with other versions of n8n. */
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { ONE_CREDENTIAL } from '../../scripts/runtime/oneCredential';
import { FLOWS } from './support/flows';
import { chain, ours, useStage } from './support/stage';

describe('every node in a real n8n', () => {
	const stage = useStage();

	it.each(FLOWS)('%s works', async (type, kind, parameters, expected) => {
		const { credential, outputs } = stage();
		const form = { authentication: kind, ...parameters };
		const node = ours(type, 'X', form, credential(CREDENTIAL_TYPES[kind]));
		const output = await outputs(chain(`Every node: ${type}`, node));
		expect(output('X')[0]).toMatchObject(expected);
	});

	it.each(ONE_CREDENTIAL)('$name works with one credential, of whichever kind', async ({ run, expected }) => {
		expect(await run(stage())).toEqual(expected);
	});
});
