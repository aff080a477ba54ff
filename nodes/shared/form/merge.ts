/**
 * Combines equal properties of several operations into one. One collection serves many forms, and each form shows the
 * members that it has.
 */
import { groupBy, isEmpty, isEqual, mapValues, sortBy, uniq } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../operation/operation';
import type { Collection } from '../operation/field';
import { COLLECTIONS } from '../operation/labels';

export interface Location {
	resource: string;
	operation: string;
}

export interface PlacedProperty {
	property: INodeProperties;
	shown: Location;
	when?: Conditions;
}

type Conditions = NonNullable<Field['when']>;

/**
 * Merges equal properties. Conditions are a cross product of resources and operations, so the places of a property are
 * covered with few rectangles, which may include pairs that do not exist.
 */
export function merge(placed: Iterable<PlacedProperty>, locations: readonly Location[], root = '') {
	const groups = new Map<
		string,
		{ property: INodeProperties; when: PlacedProperty['when']; shown: Location[] }
	>();
	const sequences = new Map<string, string[]>();
	for (const { property, shown, when } of withJoinedConditions(placed)) {
		const key = JSON.stringify([property, when]);
		const group = groups.get(key) ?? { property, when, shown: [] };
		groups.set(key, group);
		group.shown.push(shown);
		const form = `${shown.resource}.${shown.operation}`;
		sequences.set(form, [...(sequences.get(form) ?? []), key]);
	}
	const sorted = inOrder([...groups.keys()], [...sequences.values()]).flatMap((key) => groups.get(key) ?? []);
	return sorted.flatMap(({ property, when, shown }) =>
		coversOf(shown, locations).map((cover) => shownWhen(property, { ...conditionsOf(cover, root), ...when })),
	);
}

const shownWhen = (property: INodeProperties, conditions: Conditions): INodeProperties =>
	Object.keys(conditions).length === 0
		? property
		: {
				...property,
				displayOptions: {
					...property.displayOptions,
					show: { ...property.displayOptions?.show, ...mapValues(conditions, (values) => [...values]) },
				},
			};

/** Joins a property under two conditions that differ in one parameter only into one with the values of both. */
function withJoinedConditions(placed: Iterable<PlacedProperty>): PlacedProperty[] {
	const joined: PlacedProperty[] = [];
	const alike = new Map<string, PlacedProperty[]>();
	for (const each of placed) {
		const key = JSON.stringify([each.property, each.shown]);
		const before = alike.get(key) ?? [];
		const partner = before.find(({ when }) => join(when, each.when));
		const when = join(partner?.when, each.when);
		if (partner && when) {
			partner.when = when;
			continue;
		}
		const copy = { ...each };
		joined.push(copy);
		alike.set(key, [...before, copy]);
	}
	return joined;
}

/** One condition for both, if they name the same parameters and differ in at most one of them. */
function join(one: Conditions | undefined, other: Conditions | undefined): Conditions | undefined {
	if (!one || !other || !isEqual(Object.keys(one), Object.keys(other))) return undefined;
	const differing = Object.keys(one).filter((name) => !isEqual(one[name], other[name]));
	if (differing.length > 1) return undefined;
	return mapValues(one, (values, name) => [...new Set([...values, ...(other[name] ?? [])])]);
}

/** The keys in an order that agrees with every sequence; contradicting sequences keep their order of arrival. */
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

/** Places as a cross product; an absent part matches anything. It may include pairs that do not exist. */
interface Cover {
	readonly resources?: readonly string[];
	readonly operations?: readonly string[];
}

const isCovered = ({ resources, operations }: Cover, { resource, operation }: Location): boolean =>
	(resources?.includes(resource) ?? true) && (operations?.includes(operation) ?? true);

const conditionsOf = ({ resources, operations }: Cover, root = ''): Record<string, string[]> => ({
	...(resources && { [`${root}resource`]: [...resources] }),
	...(operations && { [`${root}operation`]: [...operations] }),
});

/** Covers places with few and short conditions. A quick search is enough: the smallest result is not needed. */
function coversOf(shown: readonly Location[], locations: readonly Location[]): Cover[] {
	const within = (cover: Cover, places: readonly Location[]) =>
		places.filter((each) => isCovered(cover, each)).length;
	const isAll = (cover: Cover) =>
		within(cover, locations) === shown.length && within(cover, shown) === shown.length;
	const resources = uniq(shown.map(({ resource }) => resource));
	const operations = uniq(shown.map(({ operation }) => operation));
	const [shortest] = sortBy(
		[{}, { resources }, { operations }].filter(isAll),
		(cover) => JSON.stringify(cover).length,
	);
	if (shortest) return [shortest];
	return rectangles(shown, locations).map((rectangle) => {
		const shorter = [{ operations: rectangle.operations }, { resources: rectangle.resources }];
		return shorter.find((cover) => within(cover, locations) === within(rectangle, locations)) ?? rectangle;
	});
}

interface Rectangle {
	resources: string[];
	operations: string[];
}

/** Covers places with rectangles, which may include pairs that do not exist, but no existing one outside. */
function rectangles(shown: readonly Location[], locations: readonly Location[]): Rectangle[] {
	const known = new Set(locations.map(({ resource, operation }) => `${resource}.${operation}`));
	const places = mapValues(groupBy(shown, 'resource'), (same) => same.map(({ operation }) => operation));
	const fits = ({ resources, operations }: Rectangle) =>
		resources.every((resource) =>
			operations.every(
				(operation) => !known.has(`${resource}.${operation}`) || places[resource]?.includes(operation),
			),
		);
	const found: Rectangle[] = [];
	for (const [resource, operations] of Object.entries(places)) {
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

export interface Member extends PlacedProperty {
	readonly collection: Collection;
}

/** Returns the collections of a node. */
export const collections = (members: readonly Member[], locations: readonly Location[]): INodeProperties[] =>
	(Object.keys(COLLECTIONS) as Collection[]).flatMap((name) => {
		const inCollection = members.filter(({ collection }) => collection === name);
		if (inCollection.length === 0) return [];
		const places = locations.filter((location) => inCollection.some(({ shown }) => isEqual(shown, location)));
		return coversOf(places, locations).map((cover) => {
			const within = inCollection.filter(({ shown }) => isCovered(cover, shown));
			const covered = places.filter((place) => isCovered(cover, place));
			return {
				displayName: COLLECTIONS[name].name,
				name,
				type: 'collection' as const,
				placeholder: COLLECTIONS[name].placeholder,
				default: {},
				...(!isEmpty(cover) && { displayOptions: { show: conditionsOf(cover) } }),
				options: merge(within, covered, '/').sort(
					(a, b) => placeOf(a, name) - placeOf(b, name) || a.displayName.localeCompare(b.displayName, 'en'),
				),
			};
		});
	});

/** The options that many operations have, by use: they come after what belongs to one operation. */
const SHARED =
	'dryRun maxCost whenMaxCost guard maxWait resumeFrom file failOnPartialErrors parallelRequests singleRequest emptyExpressions assumedPrice livePricesUrl'.split(
		' ',
	);

const placeOf = ({ name }: INodeProperties, collection: Collection): number =>
	collection === 'options' ? SHARED.indexOf(name) + 1 : 0;
