/** Texts of entities that X cuts, or escapes for HTML. Simplified returns them as people wrote them. */
import { cloneDeep, get, set } from 'lodash';
import type { EntityType } from './entityType';

export type Entity = Record<string, unknown>;

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

/** Returns a text with the characters for `&amp;`, `&lt;` and `&gt;`. */
export const unescape = (text: string): string =>
	text.replace(/&(amp|lt|gt);/g, (whole, name: string) => CHARACTERS[name] ?? whole);

/** An entity with its texts as people wrote them, whole and not escaped. Returns the same object if nothing changes. */
export function readTexts({ escaped, whole }: Partial<EntityType>, entity: Entity): Entity {
	let answer = entity;
	for (const field in whole) {
		const text: unknown = get(entity, whole[field] ?? '');
		if (typeof text === 'string' && text !== '') answer = { ...answer, [field]: text };
	}
	for (const path of escaped ?? []) {
		const text: unknown = get(answer, path);
		if (typeof text !== 'string' || !text.includes('&')) continue;
		answer = set(cloneDeep(answer), path, unescape(text));
	}
	return answer;
}
