/** That every recipe in examples/ remembers behind what it has done, and starts in a way that is tried again. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NEED_SERVERS, TRIALS } from '../../../scripts/demo/recipes';
import { operationOf } from '../../../scripts/docs/recipeCost';
import { workflowFile } from '../../../scripts/runtime/types';

const EXAMPLES = resolve(__dirname, '../../../examples');
const recipes = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.map((file) => {
		const text = readFileSync(join(EXAMPLES, file), 'utf8');
		return [file, workflowFile.parse(JSON.parse(text))] as const;
	});

describe.each(recipes)('%s', (_, workflow) => {
	it('remembers behind what it does, so that a failed step is tried again', () => {
		// Remove Duplicates remembers an item as it passes, before the next node has done anything.
		const before = workflow.nodes.filter(
			({ parameters }) => parameters['operation'] === 'removeItemsSeenInPreviousExecutions',
		);
		expect(before.map(({ name }) => name)).toEqual([]);
	});
});

// test/e2e/recipes.e2e.ts runs every other recipe that writes again, and expects that it writes nothing twice.
it('writes once for each event in recipes that an event of the demo starts', () => {
	const started = recipes.filter(([file]) => file in TRIALS);
	const others = started.flatMap(([, { nodes }]) =>
		nodes.filter(({ type }) => /\.(manual|schedule)Trigger$/.test(type)),
	);
	expect(started.length).toBeGreaterThan(5);
	expect(others.map(({ name }) => name)).toEqual([]);
});

it('writes nothing at X in recipes that need servers', () => {
	const left = recipes.filter(([file]) => NEED_SERVERS.includes(file));
	expect(left.length).toBe(NEED_SERVERS.length);
	expect(left.flatMap(([, { nodes }]) => nodes.filter((node) => operationOf(node)))).toEqual([]);
});
