/** What a broken disk, an older version or a person with an editor may make of what n8n has stored. */
import type { Chance } from './chance';

const WRONG = [null, 'zebra', -1, 0.5, true, [], {}, [null], { zebra: 1 }, ''];

interface Place {
	readonly holder: Record<string, unknown>;
	readonly key: string;
}

/** Every place within a value. */
function placesOf(value: unknown): Place[] {
	if (typeof value !== 'object' || value === null) return [];
	const holder = value as Record<string, unknown>;
	return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesOf(holder[key])]);
}

/** A copy in which one value is of another type, or missing. */
export function damage<T>(memory: T, chance: Chance): T {
	const damaged = JSON.parse(JSON.stringify(memory)) as T;
	const { holder, key } = chance.one(placesOf(damaged));
	const wrong = WRONG.filter((each) => typeof each !== typeof holder[key] || Array.isArray(each));
	if (chance.happens(0.2) && !Array.isArray(holder)) Reflect.deleteProperty(holder, key);
	else holder[key] = chance.one(wrong);
	return damaged;
}
