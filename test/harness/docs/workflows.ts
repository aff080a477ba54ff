/** JSON of the documentation: workflows are run, outputs are compared with what the workflow before them gave. */
import type { INodeProperties } from 'n8n-workflow';
import { host, runWorkflow, type WorkflowJson } from '../../support';
import type { Simulator } from '../../support/simulator';
import { blocksOf, type Block } from './pages';

/**
 * Runs a block of JSON, or compares it.
 *
 * @param block `json workflow`, or `json output` below one.
 */
export async function checkJson(block: Block, sim: Simulator): Promise<void> {
	const content: unknown = JSON.parse(block.code);
	if (block.info === 'workflow') await outputOf(content as WorkflowJson, sim);
	else if (block.info === 'output') expect(await outputOf(workflowAbove(block), sim)).toEqual([content]);
	else
		throw new Error(`${block.place}: say after "json" whether this is a "workflow" or the "output" of one`);
}

function workflowAbove({ page, place }: Block): WorkflowJson {
	const before = blocksOf(page);
	const workflow = before
		.slice(
			0,
			before.findIndex((block) => block.place === place),
		)
		.findLast(({ language, info }) => language === 'json' && info === 'workflow');
	if (workflow === undefined) throw new Error(`${place}: no workflow stands above this output`);
	return JSON.parse(workflow.code) as WorkflowJson;
}

/** What the last node gave; every node is a known one, its parameters are in its form, and all have run. */
async function outputOf(workflow: WorkflowJson, sim: Simulator): Promise<unknown[]> {
	for (const { type, parameters } of workflow.nodes) {
		const found = host()
			.nodesOfPackage()
			.find(([, { description }]) => type === `n8n-nodes-x-platform.${description.name}`);
		if (found === undefined) expect(type).toBe('n8n-nodes-base.manualTrigger');
		else expect(unknown(found[1].description.properties, parameters)).toEqual([]);
	}
	const run = await runWorkflow(workflow, { sim });
	expect(run.error).toBeUndefined();
	expect(Object.keys(run.nodes).sort()).toEqual(workflow.nodes.map(({ name }) => name).sort());
	const last = run.nodes[workflow.nodes.at(-1)?.name ?? '']?.[0];
	return (last?.data?.main?.[0] ?? []).map(({ json }) => json);
}

/** Names of parameters that no form has, and values that no menu offers. */
function unknown(properties: readonly INodeProperties[], parameters: object): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const named = properties.filter((property) => property.name === name);
		if (named.length === 0) return [name];
		const inside = named
			.filter(({ type }) => type === 'collection')
			.flatMap(({ options }) => options ?? []) as INodeProperties[];
		if (inside.length > 0) return unknown(inside, value as object);
		const choices = named
			.filter(({ type }) => type === 'options')
			.flatMap(({ options }) => options ?? [])
			.map((option) => ('value' in option ? option.value : option.name));
		return choices.length > 0 && !choices.includes(value as string) ? [`${name}: ${String(value)}`] : [];
	});
}
