/** The message of an error, for a log or a sentence. Anything may be thrown. */
export const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : 'unknown error';
