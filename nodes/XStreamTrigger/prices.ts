/** US dollars that the platform bills for what a stream delivers: https://docs.x.com/x-api/getting-started/pricing */
const POST = 0.005;
const PERSON = 0.01;
const SMALL = 0.001;

const BY_EVENT: ReadonlyArray<readonly [RegExp, number]> = [
	[/^post\.delete$/, 0],
	[/^(post|profile|news|spaces)\./, POST],
	[/^(follow\.|dm\.received$|chat\.received$)/, PERSON],
	[/^(like|mute|block)\./, SMALL],
];

/**
 * The price of an event. What a plan's contract covers has none.
 *
 * @param source The stream.
 * @param eventType Dotted name of the event.
 */
export function priceOf(source: string, eventType: string): number {
	if (source === 'filteredStream') return POST;
	if (source !== 'activity') return 0;
	return BY_EVENT.find(([pattern]) => pattern.test(eventType))?.[1] ?? 0;
}

/** The price of the cheapest event of a stream that is billed; 0 where none is. */
export const cheapestOf = (source: string): number =>
	source === 'filteredStream' ? POST : source === 'activity' ? SMALL : 0;
