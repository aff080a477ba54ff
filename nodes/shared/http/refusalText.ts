/** Reads the text of a refusal that n8n's client throws as an error. */
import { causes } from '../errors';
import { isStream, readText } from '../errors/readBody';

/**
 * Puts the text of a refusal into an error of n8n's client, where the unread stream is, and returns the error. n8n
 * itself decides by the status alone whether it renews a token.
 */
export async function withTextOfRefusal(error: unknown): Promise<unknown> {
	const places = causes(error)
		.flatMap(({ response, context }) => [response, context])
		.filter(hasStream);
	// n8n puts the same stream in two places.
	const [first] = places;
	if (!first) return error;
	const text = await readText(first.data, 'short').catch(() => undefined);
	for (const place of places) place.data = text ?? '';
	return error;
}

const hasStream = (place: unknown): place is { data: unknown } =>
	typeof place === 'object' && place !== null && 'data' in place && isStream(place.data);
