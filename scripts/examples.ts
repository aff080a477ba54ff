import { readFile, readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { N8nClient } from './runtime/client';
import { PROJECT_ROOT } from './runtime/package';
import { type SavedCredential, type SavedWorkflow, type Workflow, workflowFile } from './runtime/types';

/** The tag by which a user recognizes the examples in n8n's list of workflows. */
export const TAG = 'X recipe';

/** An example workflow and the file it came from. */
export interface Example {
	file: string;
	workflow: Workflow;
}

/**
 * Reads the example workflows.
 * @param folder Where they are; by default `examples` of this project.
 * @throws Error naming the file that is not a workflow
 */
export async function readExamples(folder: string = join(PROJECT_ROOT, 'examples')): Promise<Example[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	return await Promise.all(
		names.map(async (name) => {
			const parsed = workflowFile.safeParse(JSON.parse(await readFile(join(folder, name), 'utf8')));
			if (!parsed.success) throw new Error(`${name} is not a workflow: ${parsed.error.message}`);
			return { file: name, workflow: parsed.data };
		}),
	);
}

/** An example by the name of its file, or the path of one that is not shipped. */
export async function readExample(name: string): Promise<Workflow> {
	const all = await (isAbsolute(name) ? readExamples(dirname(name)) : readExamples());
	const found = all.find(({ file }) => file === basename(name));
	if (!found) throw new Error(`There is no example ${name}`);
	return found.workflow;
}

/**
 * Puts examples into n8n with credentials that work. Those that are there already, by name, stay as they are, so
 * that a user's changes survive. They carry a tag.
 * @returns all of them as n8n holds them, in the same order
 */
export async function importExamples(
	client: N8nClient,
	examples: readonly Example[],
	credentials: readonly SavedCredential[],
): Promise<SavedWorkflow[]> {
	const tag = await client.tag(TAG);
	const present = new Map((await client.workflows()).map(({ name, id }) => [name, id]));
	const workflows: SavedWorkflow[] = [];
	for (const { workflow } of examples) {
		const id = present.get(workflow.name);
		workflows.push(
			id === undefined
				? await client.createWorkflow(workflow, credentials, [tag])
				: await client.workflow(id),
		);
	}
	return workflows;
}
