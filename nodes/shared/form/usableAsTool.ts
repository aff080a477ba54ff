/**
 * This file makes a node a tool of agents. n8n copies the whole description of a node for agents and sends both to the
 * editor, unless `usableAsTool` has replacements; when the agent runs, n8n takes the node's own parameters and defaults.
 * So the form for agents is a replacement, and the texts for the model are properties of the node.
 */
import type { INodeProperties, UsableAsToolDescription } from 'n8n-workflow';

/** Gives an object another form in JSON, which is what the editor gets. */
const sentAs = <T extends object>(value: T, sent: unknown): T =>
	Object.defineProperty(value, 'toJSON', { value: () => sent });

/** Returns the value of `usableAsTool`. */
export function usableAsTool(properties: readonly INodeProperties[]): UsableAsToolDescription {
	const form: UsableAsToolDescription['replacements'] & { properties: readonly INodeProperties[] } = {
		properties,
	};
	return sentAs({ replacements: form }, true);
}

/** Returns the properties of a node that is also a tool. */
export const withTexts = (people: INodeProperties[], texts: readonly INodeProperties[]): INodeProperties[] =>
	sentAs([...people, ...texts], people);
