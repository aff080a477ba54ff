/** The node and the resource to which an operation belongs, and the file of that resource. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowerFirst } from 'lodash';
import ts from 'typescript';
import type { Resource } from '../../nodes/shared/operation/operation';
import { specs } from '../docs/specs';
import { findOperation } from '../../test/facts';

export interface ResourcePlace {
	/** Name of the node in the editor. */
	readonly node: string;
	readonly resource: Resource;
}

const nameOf = (node: string) => node.replaceAll(' ', '');

/** Every resource of the nodes that answer on the core API. */
const resources = (): ResourcePlace[] =>
	Object.entries(specs)
		.filter(([node]) => !/^X (Ads|Catalog)/.test(node))
		.flatMap(([node, spec]) => spec.resources.map((resource) => ({ node, resource })))
		.filter(({ resource }) => resource.value !== 'customApiCall');

/** `X Core: community`, as messages name a resource. */
export const placeText = ({ node, resource }: ResourcePlace): string => `${node}: ${resource.value}`;

/** An operation as tests name it: `xCore.community.search`. */
export const labelOf = ({ node, resource }: ResourcePlace, key: string): string =>
	`${lowerFirst(nameOf(node))}.${resource.value}.${key}`;

/** A record of a resource. */
export interface RecordPlace extends ResourcePlace {
	readonly key: string;
}

/** The records that send a route. */
export const recordsOf = (route: string): RecordPlace[] =>
	resources().flatMap((place) =>
		Object.entries(place.resource.operations)
			.filter(([, operation]) => findOperation(operation.route)?.route === route)
			.map(([key]) => ({ ...place, key })),
	);

/**
 * The resource that the user named, or the one whose operations are most like this one.
 *
 * @param named `community`, or with its node `xCore.community`.
 * @throws Error where there is none, or where several are equally near.
 */
export function placeFor(route: string, tag: string, named?: string): ResourcePlace {
	if (named !== undefined) return namedPlace(named);
	const scored = resources()
		.map((place) => ({ place, score: likeness(place.resource, route, tag) }))
		.filter(({ score }) => score > 0)
		.sort((one, other) => other.score - one.score);
	const [best, second] = scored;
	if (!best) {
		throw new Error(
			`No resource has anything like ${route}. Name one with --resource, or write an empty one first: a file in resources of its node, and a line in the index.ts beside it.`,
		);
	}
	if (second?.score === best.score) {
		const equal = scored.filter(({ score }) => score === best.score).map(({ place }) => placeText(place));
		throw new Error(`${route} fits several resources (${equal.join(', ')}). Name one with --resource.`);
	}
	return best.place;
}

function namedPlace(named: string): ResourcePlace {
	const [value = '', node] = named.split('.').reverse();
	const found = resources().filter(
		(place) =>
			place.resource.value === value &&
			(node === undefined || nameOf(place.node).toLowerCase() === node.toLowerCase()),
	);
	const [first] = found;
	if (!first) throw new Error(`No node has a resource "${named}".`);
	if (found.length > 1) {
		throw new Error(`Several nodes have a resource "${named}": name the node too, e.g. xCore.${value}.`);
	}
	return first;
}

const partsOf = (route: string): string[] => (route.split(' ')[1] ?? '').split('/').slice(2);

/** The longest common beginning of paths counts most, then the chapter, then how many operations have it. */
function likeness(resource: Resource, route: string, tag: string): number {
	const wanted = partsOf(route).map((part) => (part.startsWith('{') ? '{}' : part));
	const scores = Object.values(resource.operations).map((operation) => {
		const own = partsOf(operation.route).map((part) => (part.startsWith('{') ? '{}' : part));
		const different = wanted.findIndex((part, index) => part !== own[index]);
		const common = different < 0 ? wanted.length : different;
		const isOfChapter = findOperation(operation.route)?.section === tag;
		return common === 0 ? 0 : common * 10 + (isOfChapter ? 5 : 0);
	});
	const best = Math.max(0, ...scores);
	return best === 0 ? 0 : best + scores.filter((score) => score === best).length / 100;
}

/** A resource in its file: the object of its operations. */
export interface ResourceFile {
	/** From the root of the repository. */
	readonly path: string;
	readonly file: ts.SourceFile;
	readonly operations: ts.ObjectLiteralExpression;
}

/** The file of a resource. */
export function fileOf(root: string, place: ResourcePlace): ResourceFile {
	const folder = `nodes/${nameOf(place.node)}/resources`;
	const paths = existsSync(join(root, folder))
		? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
				path.endsWith('.ts'),
			)
		: [];
	for (const name of paths) {
		const path = `${folder}/${name}`;
		const file = ts.createSourceFile(
			path,
			readFileSync(join(root, path), 'utf8'),
			ts.ScriptTarget.Latest,
			true,
		);
		const operations = operationsIn(file, place.resource.value);
		if (operations) return { path, file, operations };
	}
	throw new Error(`No file in ${folder} has the operations of ${placeText(place)} as an object.`);
}

function operationsIn(node: ts.Node, value: string): ts.ObjectLiteralExpression | undefined {
	if (ts.isObjectLiteralExpression(node)) {
		const named = member(node, 'value');
		const operations = member(node, 'operations');
		const isWanted = named && ts.isStringLiteral(named) && named.text === value;
		if (isWanted && operations && ts.isObjectLiteralExpression(operations)) return operations;
	}
	return ts.forEachChild(node, (child) => operationsIn(child, value));
}

/** The value of a member, as it is written. */
export function member(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
	const found = object.properties.find((property) => property.name?.getText() === name);
	return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}

/** Where a member goes among others, which are in the order of their names. */
export function positionOf(key: string, operations: ts.ObjectLiteralExpression): number {
	const after = operations.properties.find(
		(property) => property.name !== undefined && property.name.getText() > key,
	);
	return after?.getStart() ?? operations.getEnd() - 1;
}
