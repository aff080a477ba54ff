/**
 * Counts the length of a Post as X does: text in NFC; most characters of Latin and neighboring scripts and general
 * punctuation weigh 1, all others 2, a whole emoji 2, a web address 23. Source: X's documentation, "Counting
 * characters", configuration version 3.
 */

export const ADDRESS_LENGTH = 23;

/** Common top-level domains, as alternatives of a pattern. */
export const TOP_LEVEL =
	'com|net|org|io|co|ai|dev|app|info|edu|gov|me|tv|uk|de|fr|jp|us|eu|ca|au|in|br|es|it|nl|ch|se|no|xyz|news|shop|store|blog|cloud|link|online|site|tech';

/** With a scheme, or a bare domain under a common top-level domain. */
const ADDRESS = new RegExp(
	`https?://[^\\s"'<>]+|(?<![@\\w.-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+(?:${TOP_LEVEL})(?![\\w@-])(?:/[^\\s"'<>]*)?`,
	'giu',
);

/** Flags of countries and their regions, keycaps, and pictographs with skin tones, joined by zero-width joiners. */
const EMOJI =
	/\p{RI}\p{RI}|\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{EMod})?)*/gu;

/** Text that has neither marks nor emoji. */
const PLAIN = /^[\0-\x7f]*$/;

/** Code points that weigh 1, in ranges. */
const LIGHT: readonly (readonly [number, number])[] = [
	[0x0000, 0x10ff],
	[0x2000, 0x200d],
	[0x2010, 0x201f],
	[0x2032, 0x2037],
];

/**
 * Writes letters with their marks as one character, where there is one. More marks in a row than any language has would
 * take time with the square of their number: they count as they are, which is more.
 */
export const composed = (text: string) =>
	PLAIN.test(text) || /\p{M}{31}/u.test(text) ? text : text.normalize('NFC');

/** Counts the length of a text. */
export function weightedLength(text: string): number {
	const normal = composed(text);
	const addresses = normal.match(ADDRESS)?.length ?? 0;
	return addresses * ADDRESS_LENGTH + weightOf(normal.replace(ADDRESS, ''), EMOJI);
}

/**
 * Adds up the weights of a text without addresses. Plain text is not searched for emoji: in a process as large as n8n
 * that search costs ten times as much as all others.
 */
export function weightOf(text: string, ofEmoji: RegExp): number {
	if (PLAIN.test(text)) return text.length;
	const emoji = text.match(ofEmoji)?.length ?? 0;
	return 2 * emoji + weightOfCharacters(text.replace(ofEmoji, ''));
}

/** Adds up the weights of single characters. */
export function weightOfCharacters(text: string): number {
	let weight = 0;
	for (const character of text) weight += isLight(character.codePointAt(0) ?? 0) ? 1 : 2;
	return weight;
}

const isLight = (point: number) => LIGHT.some(([first, last]) => point >= first && point <= last);
