/** Long texts as the Posts of a thread: cut where a reader would pause, and numbered. */
import { ADDRESS_LENGTH, TOP_LEVEL, weightedLength, weightOfCharacters } from './postLength';

/** How the texts of a thread become those of its Posts. */
export interface ThreadRules {
	/** The most that a Post may count. */
	readonly max: number;
	readonly isCut: boolean;
	readonly numbering: 'none' | 'before' | 'after';
}

/**
 * The texts of the Posts of a thread, for each of the given texts.
 *
 * @param texts One for each Post that the user wrote.
 * @param rules How they are cut and numbered.
 */
export function threadTexts(
	texts: readonly string[],
	{ max, isCut, numbering }: ThreadRules,
): readonly (readonly string[])[] {
	const cut = (room: number) => texts.map((text) => (isCut ? cutText(text, max - room) : [text]));
	if (numbering === 'none') return cut(0);
	for (let digits = 1; ; digits++) {
		// "12/34" and a blank.
		const parts = cut(2 * digits + 2);
		const total = parts.flat().length;
		if (String(total).length <= digits) return numbered(parts, total, numbering);
	}
}

function numbered(
	parts: readonly (readonly string[])[],
	total: number,
	place: 'before' | 'after',
): readonly (readonly string[])[] {
	let count = 0;
	return parts.map((texts) =>
		texts.map((text) => {
			const number = `${++count}/${total}`;
			return (place === 'before' ? [number, text] : [text, number]).filter(Boolean).join(' ');
		}),
	);
}

/** A piece of a text that is not cut, with what follows it. */
interface Piece {
	readonly text: string;
	readonly weight: number;
	/** The blanks after it. */
	readonly gap: string;
	readonly pause: Pause;
}

/** How good a place is for a cut, the best one last. */
const PAUSES = ['none', 'word', 'line', 'sentence', 'paragraph'] as const;
type Pause = (typeof PAUSES)[number];

/** A Post that ends at a pause is at least so full; a cut between words may be anywhere. */
const FULL: Readonly<Record<Pause, number>> = {
	none: 0,
	word: 0,
	line: 0.4,
	sentence: 0.4,
	paragraph: 0.6,
};

/**
 * A text in parts that each count at most so many characters: cut at the end of a paragraph or sentence where one is
 * near, else between words. Only a word that is too long by itself is broken.
 *
 * @param max The most that a part may count.
 * @returns The parts without blanks around them; one empty text where the text is blank.
 */
export function cutText(text: string, max: number): string[] {
	let rest = piecesOf(text.trim(), max);
	const parts: string[] = [];
	while (rest.length > 0) {
		const count = fitting(rest, max);
		parts.push(joined(rest.slice(0, count)));
		rest = rest.slice(count);
	}
	return parts.length > 0 ? parts : [''];
}

const joined = (pieces: readonly Piece[]) =>
	pieces
		.map(({ text, gap }) => text + gap)
		.join('')
		.trim();

/** How many pieces make the next part. */
function fitting(pieces: readonly Piece[], max: number): number {
	let weight = 0;
	let count = 0;
	const best = new Map<Pause, number>();
	for (const { weight: own, gap, pause } of pieces) {
		if (count > 0 && weight + own > max) break;
		weight += own;
		count++;
		if (weight >= FULL[pause] * max) best.set(pause, count);
		weight += weightOfCharacters(gap);
	}
	if (count === pieces.length) return count;
	const [place = count] = [...PAUSES].reverse().flatMap((pause) => best.get(pause) ?? []);
	return place;
}

/** The end of a sentence, with what may close after it. */
const SENTENCE_END = /[.!?…。！？]["'”’»)\]」』]*$/u;

/** A blank or none after which a cut may be: Chinese and Japanese write no blanks. */
const BETWEEN_WORDS = /(?<=[。！？、，][」』”’]*)(?![。！？、，」』”’\s])|(?<=\S)(?=\s)/u;

function piecesOf(text: string, max: number): Piece[] {
	const chunks = text.split(BETWEEN_WORDS).filter((chunk) => chunk !== '');
	return chunks.flatMap((chunk, index) => {
		// The blanks before a word belong to the piece before it.
		const word = chunk.trimStart();
		const gap = /^\s*/.exec(chunks[index + 1] ?? '')?.[0] ?? '';
		const next = chunks[index + 1]?.trimStart() ?? '';
		const words = mostWeight(word) > max && weightedLength(word) > max ? broken(word, max) : [word];
		return words.map((part, place) =>
			place < words.length - 1
				? { text: part, weight: mostWeight(part), gap: '', pause: 'none' as const }
				: { text: part, weight: Math.min(mostWeight(part), max), gap, pause: pauseAfter(part, gap, next) },
		);
	});
}

function pauseAfter(word: string, gap: string, next: string): Pause {
	if (/\n[^\S\n]*\n/.test(gap)) return 'paragraph';
	if (SENTENCE_END.test(word) && !/^\p{Ll}/u.test(next)) return 'sentence';
	return gap.includes('\n') ? 'line' : 'word';
}

/** A word that no Post can hold, in pieces that one can; what people see as one character stays whole. */
function broken(word: string, max: number): string[] {
	const parts: string[] = [];
	let part = '';
	let weight = 0;
	// Without a dot there is no address in it, and weights add up.
	const mayHoldLink = word.includes('.');
	for (const { segment } of new Intl.Segmenter('und').segment(word)) {
		const own = charactersOf(segment);
		const longer = mayHoldLink ? mostWeight(part + segment) : weight + own;
		if (part !== '' && longer > max) {
			parts.push(part);
			part = '';
		}
		weight = part === '' ? own : longer;
		part += segment;
	}
	return [...parts, part];
}

const LINK = new RegExp(
	[
		'(?<scheme>https?://)?(?<host>(?:[\\p{L}\\p{N}_-]+\\.)+\\p{L}{2,})(?<port>:\\d+)?',
		"(?<rest>[/?#][A-Za-z0-9_\\-./?=&%#~+@:,;!$'*|[\\]]*)?",
	].join(''),
	'giu',
);
const COMMON_HOST = new RegExp(`^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+(?:${TOP_LEVEL})$`, 'i');
const LONGEST_ADDRESS = 2000;

/**
 * The most that a word counts. What X takes for an address depends on lists of domains that it does not
 * publish in a form for this; where that is open, the larger count is taken.
 */
function mostWeight(word: string): number {
	let weight = 0;
	let end = 0;
	for (const match of word.matchAll(LINK)) {
		const [whole] = match;
		weight += charactersOf(word.slice(end, match.index)) + weightOfLink(match, word);
		end = match.index + whole.length;
	}
	return weight + charactersOf(word.slice(end));
}

function weightOfLink({ 0: whole, index, groups = {} }: RegExpExecArray, word: string): number {
	const { scheme, host = '', rest = '' } = groups;
	const before = word.slice(0, index);
	const after = word.slice(index + whole.length);
	const stands = /^["'“„«([]*$/.test(before) && (scheme !== undefined || /^[\s"'”’»)\].,:;!?]*$/.test(after));
	if (stands && COMMON_HOST.test(host) && whole.length < LONGEST_ADDRESS) {
		// Punctuation at the end of an address is no part of it.
		const kept = rest.replace(/[^A-Za-z0-9/=#_+-]+$/, '');
		return ADDRESS_LENGTH + rest.length - kept.length;
	}
	return charactersOf(whole) + ADDRESS_LENGTH * (host.split('.').length - 1);
}

/** Emoji that the standard lists, sequences among them, weigh 2; what only looks like a sequence weighs more. */
const KNOWN_EMOJI = new RegExp('\\p{RGI_Emoji}', 'gv');

function charactersOf(text: string): number {
	const normal = text.normalize('NFC');
	const emoji = normal.match(KNOWN_EMOJI)?.length ?? 0;
	return 2 * emoji + weightOfCharacters(normal.replace(KNOWN_EMOJI, ''));
}
