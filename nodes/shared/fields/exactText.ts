/** Texts of the form's values that are exactly what the user gave. */
import { InvalidValue } from '../operation/operation';
import { asText } from '../util/text';

/**
 * Reads a name or ID. JavaScript rounds integers beyond 2^53, and a rounded ID would name another entity.
 *
 * @throws InvalidValue for a number that may have been rounded.
 */
export function exactText(value: unknown): string {
	if (isRounded(value))
		throw new InvalidValue('exact', `must be text: as a number, ${inDigits(value)} may have been rounded`);
	if (isNone(value)) throw new InvalidValue('type', `must be text, and is ${String(value)}`);
	return asText(value);
}

/**
 * Reads a value that is no object and no list: their JSON would be published as it is written.
 *
 * @throws InvalidValue for an object or a list.
 */
export function plainText(value: unknown): string {
	if (typeof value === 'object' && value !== null && !('toJSON' in value)) {
		const what = Array.isArray(value) ? 'a list' : 'an object';
		throw new InvalidValue('type', `must be text, and is ${what}: ${asText(value).slice(0, 100)}`);
	}
	return exactText(value);
}

/** What a calculation gives that went wrong: no number, or no date. */
export const isNone = (value: unknown): boolean =>
	(typeof value === 'number' && !Number.isFinite(value)) ||
	(typeof value === 'object' && value !== null && 'toJSON' in value && (value as Date).toJSON() === null);

const isRounded = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);

const inDigits = (value: number) => value.toLocaleString('en', { useGrouping: false });

/** Rejects an object or list with a number that may have been rounded, or that is none, at any depth. */
export function refuseRounded(value: unknown, path: readonly string[] = []): void {
	if (isRounded(value))
		throw new InvalidValue(
			'exact',
			`must hold text at ${path.join(' → ')}: as a number, ${inDigits(value)} may have been rounded`,
		);
	if (isNone(value))
		throw new InvalidValue('type', `must hold a value at ${path.join(' → ')}, and has ${String(value)}`);
	if (typeof value === 'object' && value !== null && !('toJSON' in value))
		for (const [key, inner] of Object.entries(value)) refuseRounded(inner, [...path, key]);
}
