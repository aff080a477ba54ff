/** Readers for what X delivers: bodies, identifiers, times and wrappers. They reject nothing, as those of `util/lenient`. */
import { tryParseExact } from '../util/exactJson';
import { firstText, isObject, object, text } from '../util/lenient';

/** Reads the body of a delivery, with long IDs as text. Undefined if it is no object or list, or nested too deeply. */
export function readBody(bytes: Buffer): object | undefined {
	// A byte order mark is not JSON, but may precede it.
	const value = tryParseExact(bytes.toString('utf8').replace(/^\uFEFF/, ''));
	return isNested(value) && !isDeeperThan(MAX_DEPTH, value) ? value : undefined;
}

/** Most levels of a delivery: those of X have about ten. */
const MAX_DEPTH = 200;

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Checks whether nesting is deeper than a number of levels, without recursion, which could overflow the stack. */
function isDeeperThan(levels: number, value: object): boolean {
	let level: object[] = [value];
	for (let depth = 0; depth < levels; depth++) {
		level = level.flatMap((parent) => Object.values(parent).filter(isNested));
		if (level.length === 0) return false;
	}
	return true;
}

/** Returns the identifier of an older object: `id_str` first, because `id` may have lost digits. */
export function id(value: unknown): string | undefined {
	const { id_str, id: number } = object(value);
	return firstText(id_str, number);
}

/** Returns an identifier made of several texts, for things without one; undefined if one of them is missing. */
export function compositeId(...values: unknown[]): string | undefined {
	const parts = values.map(text);
	return parts.every((part) => part !== undefined) ? parts.join(':') : undefined;
}

/**
 * Returns a time in any of X's formats as ISO 8601: milliseconds or seconds since 1970, ISO, or the older "Wed Oct 10
 * 20:19:24 +0000 2018". The first given value counts.
 */
export function isoTime(...values: unknown[]): string | undefined {
	const value = firstText(...values);
	if (value === undefined) return undefined;
	const moment = /^\d+$/.test(value)
		? new Date(Number(value) * (value.length <= 11 ? 1000 : 1))
		: new Date(value);
	return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** Replaces every wrapper `{data: {id, …}}` by its content: X wraps users in some events and not in others. */
export function unwrap<T>(value: T): T;
export function unwrap(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry: unknown) => unwrap(entry));
	if (!isObject(value)) return value;
	const inner = value.data;
	if (Object.keys(value).length === 1 && isObject(inner) && 'id' in inner) return unwrap(inner);
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, unwrap(entry)]));
}
