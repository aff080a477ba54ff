import { problemsIn, readBody } from './parseBody';
import type { Problem } from './failure';
import { redact } from './redact';

/**
 * The problems inside an answer that succeeded otherwise: an answer of 200 may hold `errors` beside, or instead of,
 * its `data` (core facts, section 9). Empty when all went well.
 *
 * @param body Parsed JSON or text.
 */
export function partialErrors(body: unknown, secrets?: readonly string[]): Problem[] {
	const content = readBody(body);
	return 'json' in content ? redact(problemsIn(content.json), secrets) : [];
}
