/** The package has no types of its own; this is all of it that the tests use. */
declare module 'twitter-text' {
	export function parseTweet(text: string): { weightedLength: number };
}
