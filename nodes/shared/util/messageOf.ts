/** What an error says, for a log or a sentence about it; anything may be thrown. */
export const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : 'unknown error';
