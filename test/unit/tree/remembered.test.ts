/**
 * What runs of a workflow remember goes through one file: n8n stores it as one, so that an operation which stores something
 * by other means would set back the trigger in front of it. A trigger has a memory of its own.
 */
import ts from 'typescript';
import { nodesOf, parse, placeOf, sourceFiles, type SourceFile } from './support/sourceFiles';

const MEMORY = 'nodes/shared/memory/workflowMemory.ts';
const OF_TRIGGER = /^nodes\/X\w+Trigger\//;

const isNamed = (node: ts.Node): node is ts.Identifier | ts.StringLiteralLike =>
	(ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === 'getWorkflowStaticData';

/** Where a file reaches for static data, by whatever name it gives the method. */
const placesIn = (file: SourceFile): string[] =>
	nodesOf(file.tree, isNamed).map((node) => placeOf(file, node));

it('no file but one reaches for static data in a run', () => {
	const files = sourceFiles('nodes').filter(({ path }) => path !== MEMORY && !OF_TRIGGER.test(path));
	expect(files.flatMap(placesIn)).toEqual([]);
});

it('runs store with a form alone, which says its shape', () => {
	const uses = sourceFiles('nodes').flatMap((file) =>
		nodesOf(file.tree, ts.isNewExpression)
			.filter(({ expression }) => expression.getText(file.tree) === 'WorkflowMemory')
			.map(() => file.path),
	);
	expect(uses).toEqual(['nodes/shared/memory/stored.ts']);
});

it('triggers reach for their own data only', () => {
	const calls = sourceFiles('nodes')
		.filter(({ path }) => OF_TRIGGER.test(path))
		.flatMap((file) =>
			nodesOf(file.tree, ts.isCallExpression)
				.filter(({ expression: to }) => ts.isPropertyAccessExpression(to) && isNamed(to.name))
				.map((call) => ({ place: placeOf(file, call), type: call.arguments[0]?.getText(file.tree) })),
		);
	expect(calls.length).toBeGreaterThan(5);
	expect(calls.filter(({ type }) => type !== "'node'")).toEqual([]);
});

it.each([
	`const data = context.getWorkflowStaticData('node');`,
	`const { getWorkflowStaticData } = context;`,
	`const data = context['getWorkflowStaticData']('global');`,
])('would find %s', (text) => {
	expect(placesIn(parse('nodes/XCore/example.ts', text))).toHaveLength(1);
});
