/** One property for all operations that show it alike. */
import { mapValues } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../operation/operation';

/** A resource and operation in which a property is shown. */
export interface Location {
	resource: string;
	operation: string;
}

export interface PlacedProperty {
	property: INodeProperties;
	shown: Location;
	when?: NonNullable<Field['when']>;
}

/** Whether a resource has an operation. */
export type Exists = (resource: string, operation: string) => boolean;

/**
 * Merges equal properties. Conditions are a cross product of resources and operations, so the places of a property
 * are covered by rectangles, as few as can be found quickly. A rectangle may cover pairs that do not exist.
 *
 * @param root Prefix of the conditions' names: "/" names a parameter from the root of the node.
 */
export function merge(placed: Iterable<PlacedProperty>, exists: Exists, root = ''): INodeProperties[] {
	const groups = new Map<
		string,
		{ property: INodeProperties; when: PlacedProperty['when']; places: Map<string, string[]> }
	>();
	const sequences = new Map<string, string[]>();
	for (const { property, shown, when } of placed) {
		const key = JSON.stringify([property, when]);
		const group = groups.get(key) ?? { property, when, places: new Map<string, string[]>() };
		groups.set(key, group);
		const places = group.places.get(shown.resource) ?? [];
		group.places.set(shown.resource, [...places, shown.operation]);
		const form = `${shown.resource}.${shown.operation}`;
		sequences.set(form, [...(sequences.get(form) ?? []), key]);
	}
	const sorted = inOrder([...groups.keys()], [...sequences.values()]).flatMap((key) => groups.get(key) ?? []);
	return sorted.flatMap(({ property, when, places }) =>
		rectangles(places, exists).map(({ resources, operations }) => ({
			...property,
			displayOptions: {
				show: conditions({ [`${root}resource`]: resources, [`${root}operation`]: operations, ...when }),
			},
		})),
	);
}

const conditions = (by: Record<string, readonly (string | boolean)[]>) =>
	mapValues(by, (values) => [...values]);

interface Rectangle {
	resources: string[];
	operations: string[];
}

/** The keys in an order that agrees with every sequence; where sequences contradict each other, as they came. */
function inOrder(keys: readonly string[], sequences: readonly (readonly string[])[]): string[] {
	const before = new Map(keys.map((key) => [key, new Set<string>()]));
	for (const sequence of sequences)
		sequence.slice(1).forEach((key, index) => before.get(key)?.add(sequence[index] ?? key));
	const waiting = new Set(keys);
	const sorted: string[] = [];
	while (waiting.size > 0) {
		const free = [...waiting].find((key) => [...(before.get(key) ?? [])].every((each) => !waiting.has(each)));
		const [first] = waiting;
		const next = free ?? first ?? '';
		waiting.delete(next);
		sorted.push(next);
	}
	return sorted;
}

function rectangles(places: ReadonlyMap<string, string[]>, exists: Exists): Rectangle[] {
	const fits = ({ resources, operations }: Rectangle) =>
		resources.every((resource) =>
			operations.every(
				(operation) => !exists(resource, operation) || places.get(resource)?.includes(operation),
			),
		);
	const found: Rectangle[] = [];
	for (const [resource, operations] of places) {
		const one = { resources: [resource], operations };
		const into = found.findIndex((other) => fits(union(other, one)));
		if (into < 0) found.push(one);
		else found[into] = union(found[into] ?? one, one);
	}
	return found;
}

const union = (a: Rectangle, b: Rectangle): Rectangle => ({
	resources: [...new Set([...a.resources, ...b.resources])],
	operations: [...new Set([...a.operations, ...b.operations])],
});
