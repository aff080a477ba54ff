/** Joins entities of `includes` into those that refer to them: https://docs.x.com/x-api/fundamentals/expansions */
import { get, groupBy, isPlainObject, memoize } from 'lodash';
import { attached } from '../memory/process';
import { entityNamed } from '../model/entities';
import type { EntityType, Expansion } from '../model/entityType';
import { readTexts, type Entity } from '../model/escapedText';

type Includes = Readonly<Record<string, unknown>>;
type Expandable = Partial<EntityType>;

/** References that share one key in the output. */
interface Join {
	readonly to: string;
	readonly paths: readonly string[][];
	readonly target: EntityType;
	/** Whether each reference is an object that receives the fields of the entity it refers to. */
	readonly isInPlace: boolean;
}

const joins = attached<Expandable, readonly Join[]>({ name: 'joins of an entity', of: 'process' });

const joinsOf = (type: Expandable): readonly Join[] => joins.getOrMake(type, () => joinsIn(type));

const joinsIn = ({ expansions = [] }: Expandable): readonly Join[] =>
	Object.entries(groupBy(expansions, 'to')).map(([to, same]) => {
		const paths = [...new Set(same.flatMap(({ from }) => from))];
		const target = entityNamed(same[0]?.target ?? '');
		return { to, target, paths: paths.map((path) => path.split('.')), isInPlace: paths.includes(to) };
	});

/** Returns the expansion that fills a key of a joined entity. */
export const expansionTo = ({ expansions }: Expandable, key: string): Expansion | undefined =>
	expansions?.find(({ to }) => to === key);

/** Deep enough for the author of a quoted Post. The limit also stops Posts that quote each other. */
const DEPTH = 2;

/**
 * Indexes the included entities once for all entities of an answer. Returns a function that copies an entity and adds
 * the entities it refers to. IDs stay in place.
 */
export function joinIncludes(type: Expandable, includes: Includes): (entity: Entity) => Entity {
	if (Object.keys(includes).length === 0) return unchanged;
	const indexOf = memoize((target: EntityType) => indexed(target, includes[target.includes ?? '']));

	const join = (entity: Entity, joins: readonly Join[], depth: number): Entity => {
		if (depth === 0) return entity;
		const joined: Entity = { ...entity };
		for (const { to, paths, target, isInPlace } of joins) {
			const index = indexOf(target);
			if (index.size === 0) continue;
			const find = (reference: unknown) => {
				const found = index.get(keyOf(reference));
				return found && join(found, joinsOf(target), depth - 1);
			};
			const values = paths.map((path): unknown => get(entity, path)).filter((value) => value !== undefined);
			if (isInPlace) {
				const references = values[0];
				if (Array.isArray(references))
					joined[to] = references.map((each: Entity) => ({ ...each, ...find(each) }));
				continue;
			}
			const references = [...new Set(values.flat().map(keyOf))];
			// The history of a Post that was never edited contains only the Post, so there is nothing to join.
			if (references.length === 1 && references[0] === entity.id) continue;
			const found = references.map(find).filter((each) => each !== undefined);
			if (found.length > 0) joined[to] = values.some(Array.isArray) ? found : found[0];
		}
		return joined;
	};
	return (entity) => join(entity, joinsOf(type), DEPTH);
}

const unchanged = (entity: Entity): Entity => entity;

/** The key that finds the entity of a reference: an ID, or the username of a mention. */
function keyOf(reference: unknown): unknown {
	if (typeof reference !== 'object' || reference === null) return reference;
	const { id, username } = reference as Entity;
	return id ?? usernameKey(username);
}

const usernameKey = (username: unknown) =>
	typeof username === 'string' ? `@${username.toLowerCase()}` : undefined;

/** The first entity for each ID. Users are also found by username. */
function indexed(target: EntityType, list: unknown): ReadonlyMap<unknown, Entity> {
	const { identifier = 'id' } = target;
	const index = new Map<unknown, Entity>();
	if (!Array.isArray(list)) return index;
	for (const included of list as unknown[]) {
		if (!isPlainObject(included)) continue;
		const entity = readTexts(target, included as Entity);
		for (const key of [entity[identifier], usernameKey(entity.username)])
			if (key !== undefined && !index.has(key)) index.set(key, entity);
	}
	return index;
}
