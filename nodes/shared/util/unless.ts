type ErrorClass = abstract new (...given: never[]) => Error;

/** Returns the result of a function, or undefined after an expected error; by default all are. */
export function unless<T>(run: () => T, ...expected: readonly ErrorClass[]): T | undefined {
	let failure: unknown;
	try {
		return run();
	} catch (error) {
		failure = error;
	}
	return undefinedIf(failure, expected);
}

/** As `unless`, for a function that takes its time. */
export async function unlessLater<T>(run: () => Promise<T>, ...expected: readonly ErrorClass[]) {
	let failure: unknown;
	try {
		return await run();
	} catch (error) {
		failure = error;
	}
	return undefinedIf(failure, expected);
}

function undefinedIf(failure: unknown, expected: readonly ErrorClass[]): undefined {
	if (expected.length === 0 || expected.some((each) => failure instanceof each)) return undefined;
	throw failure;
}
