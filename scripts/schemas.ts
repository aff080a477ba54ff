/**
 * Writes the fields of every operation's and trigger's items beside the built nodes, where n8n reads them: the editor
 * shows them before the first run, and n8n's builder of workflows knows them. Runs with the build.
 *
 * An operation is run in n8n's engine with X's documented answer; what comes out is its form. So the node itself is the
 * only source.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { UNKNOWN_FORM } from '../nodes/shared/engine/contract';
import { filledForms, runForm, type FilledForm } from '../test/support/everyForm';
import { host as builtHost } from '../test/support/host';
import type { Addresses } from '../test/support/credentials';
import { linesPerOperation } from './lines';
import { startPlatform } from './schemas/platform';
import { EVENT, POLLED, SAMPLES } from './schemas/samples';
import { schemaOf } from './schemas/schema';

// What the tests share finds n8n's engine here.
globalThis.__harness = builtHost;

/** Where n8n looks for the fields of a node's version; see `resolveOutputSchemaPath` of n8n-core. */
function fileFor({ name, version }: INodeTypeDescription, ...parts: readonly string[]): string {
	const [source] = builtHost.nodesOfPackage().find(([, node]) => node.description.name === name) ?? [];
	if (source === undefined) throw new Error(`The package has no node ${name}`);
	const newest = [version].flat().at(-1) ?? 1;
	return `${join(dirname(source), '__schema__', `v${newest}.0.0`, ...parts)}.json`;
}

function write(file: string, items: readonly unknown[]): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, JSON.stringify(schemaOf(items)));
}

/** The items that an operation gives for the documented answer, with its sample. */
async function itemsOf(form: FilledForm, addresses: Addresses): Promise<readonly unknown[]> {
	const { resource = '', operation = '' } = form.form.values;
	const sample = SAMPLES[`${form.form.description.name}.${resource}.${operation}`];
	const { json, error, hints } = await runForm(form, addresses, ['1111']);
	const unknown = hints.find(({ message }) => message.startsWith(UNKNOWN_FORM))?.message;
	const failed = error ?? json.find((item) => 'error' in item)?.error ?? unknown;
	const given = failed === undefined ? json : [];
	if (sample !== undefined) {
		// An answer that shows nothing of the sample is passed on as it is, which is not what the operation usually gives.
		return [...given.filter((item) => Object.keys(sample).some((name) => name in item)), sample];
	}
	if (given.length > 0) return given;
	if (operation.startsWith('delete')) return [{ deleted: true }];
	throw new Error(
		`${form.label} gives no item for X's documented answer. Add one to scripts/schemas/samples.ts as the operation gives it (${JSON.stringify(failed ?? json).slice(0, 300)}).`,
	);
}

async function main(): Promise<void> {
	let now = Date.now();
	builtHost.readClock(() => now);
	builtHost.skipWaits(async (milliseconds) => {
		now += milliseconds;
		await Promise.resolve();
	});
	const platform = await startPlatform();
	let count = 0;
	try {
		for (const form of filledForms()) {
			const { resource, operation, environment } = form.form.values;
			// Both environments of an operation give the same fields, and a call of one's own has any.
			if (environment === 'sandbox' || resource === 'customApiCall') continue;
			if (resource === undefined || operation === undefined) continue;
			const items = await itemsOf(form, platform.addresses);
			write(fileFor(form.form.description, resource, operation), items);
			count += 1;
		}
	} finally {
		platform.close();
	}
	const nodes = builtHost.nodesOfPackage();
	const triggers = nodes.filter(([, node]) => node.execute === undefined);
	for (const [, { description }] of triggers)
		write(fileFor(description), [description.polling === true ? POLLED : EVENT]);
	console.log(`schemas: ${count} operations, ${triggers.length} triggers`);
	const { lines, operations, each } = linesPerOperation(nodes.map(([, { description }]) => description));
	console.log(`nodes: ${lines} lines for ${operations} operations, ${each.toFixed(1)} for each`);
}

main().then(
	// Timers of n8n's engine would keep the process.
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
