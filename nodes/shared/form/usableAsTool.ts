/**
 * What n8n makes a tool of. It copies the whole description of a node for agents and sends both to the editor, unless
 * `usableAsTool` has replacements; when the agent runs, n8n takes the parameters and their defaults of the node itself.
 * So the form for agents is a replacement, the texts for the model are properties of the node, and neither is sent with
 * the form for people.
 */
import type { INodeProperties, UsableAsToolDescription } from 'n8n-workflow';

/** Gives an object another form in JSON, which is what the editor gets. */
const sentAs = <T extends object>(value: T, sent: unknown): T =>
	Object.defineProperty(value, 'toJSON', { value: () => sent });

/**
 * The value of `usableAsTool`.
 *
 * @param properties The form for agents.
 */
export function usableAsTool(properties: readonly INodeProperties[]): UsableAsToolDescription {
	const form: UsableAsToolDescription['replacements'] & { properties: readonly INodeProperties[] } = {
		properties,
	};
	return sentAs({ replacements: form }, true);
}

/**
 * The properties of a node that is also a tool.
 *
 * @param people The form for people.
 * @param texts The description of each operation for a model.
 */
export const withTexts = (people: INodeProperties[], texts: readonly INodeProperties[]): INodeProperties[] =>
	sentAs([...people, ...texts], people);
