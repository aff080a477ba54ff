/** One property for all operations that show it alike. */
import { mapValues } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../operation';

/** A resource and operation in which a property is shown. */
export interface Shown {
	resource: string;
	operation: string;
}

export interface Placed {
	property: INodeProperties;
	shown: Shown;
	when?: NonNullable<Field['when']>;
}

/**
 * Merges equal properties. Conditions are a cross product of resources and operations, so the places of a property
 * are cut into rectangles: resources that show it in the same operations share one.
 *
 * @param root Prefix of the conditions' names: "/" names a parameter from the root of the node.
 */
export function merge(placed: Iterable<Placed>, root = ''): INodeProperties[] {
	const groups = new Map<
		string,
		{ property: INodeProperties; when: Placed['when']; places: Map<string, string[]> }
	>();
	for (const { property, shown, when } of placed) {
		const key = JSON.stringify([property, when]);
		const group = groups.get(key) ?? { property, when, places: new Map<string, string[]>() };
		groups.set(key, group);
		const places = group.places.get(shown.resource) ?? [];
		group.places.set(shown.resource, [...places, shown.operation]);
	}
	return [...groups.values()].flatMap(({ property, when, places }) =>
		rectangles(places).map(({ resources, operations }) => ({
			...property,
			displayOptions: {
				show: conditions({ [`${root}resource`]: resources, [`${root}operation`]: operations, ...when }),
			},
		})),
	);
}

const conditions = (by: Record<string, readonly (string | boolean)[]>) =>
	mapValues(by, (values) => [...values]);

function rectangles(places: ReadonlyMap<string, string[]>): { resources: string[]; operations: string[] }[] {
	const byOperations = new Map<string, { resources: string[]; operations: string[] }>();
	for (const [resource, operations] of places) {
		const key = [...operations].sort().join();
		const found = byOperations.get(key);
		if (found) found.resources.push(resource);
		else byOperations.set(key, { resources: [resource], operations });
	}
	return [...byOperations.values()];
}
