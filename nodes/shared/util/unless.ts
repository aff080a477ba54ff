type ErrorClass = abstract new (...given: never[]) => Error;

/**
 * What a function gives.
 *
 * @param run The function.
 * @param expected Errors after which it gives nothing, and others are thrown on; any error where none is named.
 */
export function unless<T>(run: () => T, ...expected: readonly ErrorClass[]): T | undefined {
	let failure: unknown;
	try {
		return run();
	} catch (error) {
		failure = error;
	}
	if (expected.length === 0 || expected.some((each) => failure instanceof each)) return undefined;
	throw failure;
}
