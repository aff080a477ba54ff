/** The package has no types of its own; this is all of it that the tests use. */
declare module 'twitter-text' {
	export function parseTweet(text: string): { weightedLength: number };
	/** An entity, with its place in UTF-16 units. */
	interface Found {
		readonly indices: readonly [number, number];
	}
	export function extractUrlsWithIndices(text: string, options?: object): Found[];
	export function extractMentionsWithIndices(text: string): Found[];
	export function extractHashtagsWithIndices(text: string): Found[];
	export function extractCashtagsWithIndices(text: string): Found[];
}
