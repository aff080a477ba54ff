import { uniq } from 'lodash';

/**
 * Any value as text: text as it is, numbers and switches as written, nothing as an empty text, dates in ISO 8601, the
 * rest as JSON.
 */
export function asText(value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
		return String(value);
	// Dates, n8n's and JavaScript's, are texts in JSON: without its quotation marks.
	if (typeof value === 'object' && value !== null && 'toJSON' in value)
		return asText((value as Date).toJSON());
	return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** The words of a text: how the tables write long lists of names. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Whether a switch is on: expressions and agents may give it as text. */
export const isOn = (value: unknown): boolean => asText(value).trim().toLowerCase() === 'true';

/** Whether a value of the form says nothing. */
export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The entries of a list, each once; a text that an expression gives may hold several, with commas or blanks. */
export const splitList = (values: readonly string[] = []): string[] =>
	uniq(values.flatMap((value) => value.split(/[\s,]+/)).filter((word) => word !== ''));
