/** Users and Posts that a process has seen in answers to a credential: lists in the editor offer them first, unpaid. */
import { get } from 'lodash';
import { priceOfRequest, type Priced } from '../ledger/requestCost';
import type { Entity } from '../model/escapedText';
import { BoundedMap } from '../memory/boundedMap';
import { remembered } from '../memory/process';
import { isObject } from '../util/lenient';
import { asText } from '../util/text';

export type SeenKind = 'users' | 'posts';

/** The number of entities of a kind that are remembered for a credential, and those of one answer. */
const REMEMBERED = 100;
const OF_AN_ANSWER = 20;

const FIELDS: Readonly<Record<SeenKind, readonly string[]>> = {
	users: ['id', 'name', 'username'],
	posts: ['id', 'text'],
};

/** Each has up to 200 entries. */
const CREDENTIALS = 200;

const memory = remembered<Record<SeenKind, BoundedMap<string, Entity>>>({
	name: 'users and Posts that lists in the editor offer first',
	of: 'credential',
	limit: CREDENTIALS,
});

/** Remembers what an answer holds. */
export function noteSeen(credential: string, request: Priced, body: unknown): void {
	const kind = priceOfRequest(request)?.kind ?? '';
	note(credential, 'users', get(body, 'includes.users'));
	if (/^(User: Read|Following)/.test(kind)) note(credential, 'users', get(body, 'data'));
	if (kind === 'Post: Read') note(credential, 'posts', get(body, 'data'));
}

/** Returns the entities of a kind that were seen, the latest first. */
export const seenWith = (credential: string, kind: SeenKind): readonly Entity[] =>
	[...(memory.get(credential)?.[kind].values() ?? [])].reverse();

function note(credential: string, kind: SeenKind, data: unknown): void {
	const all: unknown[] = Array.isArray(data) ? data.slice(0, OF_AN_ANSWER) : [data];
	for (const each of all.reverse()) {
		const entity = shownOf(kind, each);
		if (!entity) continue;
		const known = memory.getOrMake(credential, () => ({
			users: new BoundedMap<string, Entity>(REMEMBERED),
			posts: new BoundedMap<string, Entity>(REMEMBERED),
		}));
		known[kind].set(asText(entity.id), entity);
	}
}

/** Returns the members of an entity that a list shows. Is undefined if one is missing. */
function shownOf(kind: SeenKind, entity: unknown): Entity | undefined {
	if (!isObject(entity)) return undefined;
	const shown: Entity = {};
	for (const field of FIELDS[kind]) {
		if (typeof entity[field] !== 'string') return undefined;
		shown[field] = entity[field];
	}
	return shown;
}
