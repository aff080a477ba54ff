import { readExample } from '../../../scripts/examples';
import type { N8nClient } from '../../../scripts/runtime/client';
import {
	errorOf,
	outputOf,
	type Execution,
	type SavedCredential,
	type Workflow,
} from '../../../scripts/runtime/types';
import { type Stage, setStage } from '../../../scripts/world';
import { PATIENT_SETTINGS } from '../../simulator/webhooks';
import { secretsLeft } from './secrets';
import { n8nAddress, n8nFolder } from './shared';

export { chain, ours } from '../../../scripts/runtime/chain';

/** The stage of a test file, and the address of n8n. */
export interface TestStage extends Stage {
	url: string;
	credential: (type: string) => SavedCredential;
	/** Stores a workflow, or the example in a file with our credentials, and runs it once. */
	run: (what: Workflow | string, ...rest: RunRest) => Promise<Execution>;
	/** The same for a run without an error. Gives the output of its nodes. */
	outputs: (
		what: Workflow | string,
		...rest: RunRest
	) => Promise<(node: string) => ReturnType<typeof outputOf>>;
}

type RunRest = Parameters<N8nClient['run']> extends [unknown, ...infer Rest] ? Rest : never;

/**
 * Gives a test file a simulator of its own and an n8n whose credentials point to it, from before its first test to
 * after its last; whatever the file stored in n8n goes with it, after a search for secrets. Call it at the top of a `describe`; call what it
 * returns inside of tests.
 */
export function useStage(): () => TestStage {
	let stage: Stage | undefined;
	const now = (): Stage => {
		if (stage === undefined) throw new Error('The stage is there only while tests run');
		return stage;
	};
	beforeAll(async () => {
		stage = await setStage(n8nAddress(), PATIENT_SETTINGS);
	});
	afterAll(async () => {
		if (stage === undefined) return;
		try {
			// Before anything is deleted: whatever the file ran is still there.
			expect((await secretsLeft(stage.client, n8nFolder())).found).toEqual([]);
		} finally {
			await clear(stage.client).finally(() => stage?.sim.close());
		}
	});
	const run: TestStage['run'] = async (what, ...rest) => {
		const { client, credentials } = now();
		const workflow =
			typeof what === 'string'
				? await client.createWorkflow(await readExample(what), credentials)
				: await client.createWorkflow(what);
		return await client.run(workflow, ...rest);
	};
	return () => ({
		...now(),
		run,
		outputs: async (...all) => {
			const execution = await run(...all);
			expect(errorOf(execution)?.message).toBeUndefined();
			return (node) => outputOf(execution, node);
		},
		url: n8nAddress(),
		credential: (type) => {
			const found = now().credentials.find((one) => one.type === type);
			if (found === undefined) throw new Error(`There are no credentials of the type ${type}`);
			return found;
		},
	});
}

/** Empties n8n, so that the next file finds what the first one found, in whatever order they run. */
async function clear(client: N8nClient): Promise<void> {
	for (const { id } of await client.workflows()) await client.deleteWorkflow(id);
	for (const { id } of await client.credentials()) await client.deleteCredential(id);
	await client.deleteTables();
}
