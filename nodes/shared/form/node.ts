/** This file has what the classes of all nodes share. */
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	UsableAsToolDescription,
} from 'n8n-workflow';
import type { NodeSpec } from '../operation/nodeSpec';

/** Gives an object another form in JSON, which is what the editor gets. */
const sentAs = <T extends object>(value: T, sent: unknown): T =>
	Object.defineProperty(value, 'toJSON', { value: () => sent });

/**
 * Returns the value of `usableAsTool`. n8n copies the whole description of a node for agents and sends both to the
 * editor, unless this has replacements; when the agent runs, n8n takes the node's own parameters and defaults. So the
 * form for agents is a replacement, and the texts for the model are properties of the node.
 */
export function asTool(properties: readonly INodeProperties[]): UsableAsToolDescription {
	const form: UsableAsToolDescription['replacements'] & { properties: readonly INodeProperties[] } = {
		properties,
	};
	return sentAs({ replacements: form }, true);
}

/** Returns the properties of a node that is also a tool. */
export const withTexts = (people: INodeProperties[], texts: readonly INodeProperties[]): INodeProperties[] =>
	sentAs([...people, ...texts], people);

/** The line below a node's name on the canvas: "directMessage", "send" → "Direct Message: Send". The name of "upsert" is Create or Update. */
export const subtitle =
	'={{ [$parameter["resource"], $parameter["operation"].replace(/^upsert$/, "createOrUpdate")].map((value) => value.replace(/Api|[A-Z]/g, (part) => " " + (part === "Api" ? "API" : part)).replace(/^./, (first) => first.toUpperCase())).join(": ").replace(" Or ", " or ") }}';

/** The same for one parameter of a trigger: "postCompliance" → "Post compliance". */
export const subtitleOf = (parameter: string) =>
	`={{ $parameter["${parameter}"].replace(/[A-Z]|\\d+/g, (part) => " " + part.toLowerCase()).replace(/^./, (first) => first.toUpperCase()) }}`;

/** Methods that the editor calls by name, such as list searches. */
type Method = (this: never, ...given: never[]) => Promise<unknown>;

export type Methods = Readonly<Record<string, Readonly<Record<string, Method>>>>;

export type MethodNames<M extends Methods = Methods> = { readonly [Kind in keyof M]: readonly string[] };

/** @returns The names of the methods, which n8n asks for at its start. */
export const namesOf = <M extends Methods>(methods: M): MethodNames<M> =>
	Object.fromEntries(Object.entries(methods).map(([kind, named]) => [kind, Object.keys(named)])) as never;

/** Methods whose code is loaded by the first call: n8n loads every node at its start, and most are never opened. */
export const lazyMethods = <M extends Methods>(names: MethodNames<M>, load: () => Promise<M>): M =>
	Object.fromEntries(
		Object.entries(names).map(([kind, listed]: [string, readonly string[]]) => [
			kind,
			Object.fromEntries(
				listed.map((name) => [
					name,
					async function (this: never, ...given: never[]) {
						return await (await load())[kind]?.[name]?.apply(this, given);
					},
				]),
			),
		]),
	) as M;

/** Runs the operations of a node, with code that the first run loads. */
export const lazyExecute = (load: () => Promise<NodeSpec>) =>
	async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { execute } = await import('../engine/execute');
		return await execute.call(this, await load());
	};
