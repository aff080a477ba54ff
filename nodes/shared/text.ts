/** Any value as text: text as it is, numbers and switches as written, nothing as an empty text, the rest as JSON. */
export function asText(value: unknown): string {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
		return String(value);
	return value === undefined || value === null ? '' : JSON.stringify(value);
}
