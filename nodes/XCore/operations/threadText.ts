/** This file cuts long texts into the Posts of a thread where a reader would pause, and numbers them. */
import { ADDRESS_LENGTH, TOP_LEVEL, weightedLength, weightOfCharacters } from './postLength';

/** The rules that divide the texts of a thread into Posts. */
export interface ThreadRules {
	/** The most that a Post may count. */
	readonly max: number;
	readonly isCut: boolean;
	readonly numbering: 'none' | 'before' | 'after';
}

/** Returns the texts of the Posts of a thread, for each of the given texts. */
export function threadTexts(
	texts: readonly string[],
	{ max, isCut, numbering }: ThreadRules,
): readonly (readonly string[])[] {
	const cut = (room: number) => texts.map((text) => (isCut ? cutText(text, max - room) : [text]));
	if (numbering === 'none') return cut(0);
	for (let digits = 1; ; digits++) {
		// "12/34" and a space.
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

/** A piece of a text that is not divided, with the spaces after it. */
interface Piece {
	readonly text: string;
	readonly weight: number;
	/** The spaces after it. */
	readonly gap: string;
	readonly pause: Pause;
}

/** The places for a cut, from worst to best. */
const PAUSES = ['none', 'word', 'line', 'sentence', 'paragraph'] as const;
type Pause = (typeof PAUSES)[number];

/** A Post that ends at a pause has at least this share of the length; a cut between words may be anywhere. */
const FULL: Readonly<Record<Pause, number>> = {
	none: 0,
	word: 0,
	line: 0.4,
	sentence: 0.4,
	paragraph: 0.6,
};

/**
 * Divides a text into parts of limited length: at the end of a paragraph or sentence if one is near, else between
 * words. Only a word that is longer than a part is broken.
 *
 * @returns The parts without spaces around them; one empty text for a blank one.
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

/** Counts the pieces that fit into the next part. */
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

/** The end of a sentence, with closing quotation marks and brackets. */
const SENTENCE_END = /[.!?…。！？]["'”’»)\]」』]*$/u;

/** The places between words at which a text may be cut: Chinese and Japanese write no spaces. */
const BETWEEN_WORDS = /(?<=[。！？、，][」』”’]{0,9})(?![。！？、，」』”’\s])|(?<=\S)(?=\s)/u;

function piecesOf(text: string, max: number): Piece[] {
	const chunks = text.split(BETWEEN_WORDS).filter((chunk) => chunk !== '');
	return chunks.flatMap((chunk, index) => {
		// The spaces before a word belong to the piece before it.
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

/** Divides a word that is too long for a Post into pieces that fit; what people see as one character stays whole. */
function broken(word: string, max: number): string[] {
	const parts: string[] = [];
	let part = '';
	let weight = 0;
	// Without a dot it contains no address, and weights add up.
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
 * Finds the largest count of a word. X recognizes addresses by lists of domains that it does not publish in a usable
 * form; in doubt the larger count is used.
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
		// Punctuation at the end of an address does not belong to it.
		const kept = rest.search(/[A-Za-z0-9/=#_+-][^A-Za-z0-9/=#_+-]*$/) + 1;
		return ADDRESS_LENGTH + rest.length - kept;
	}
	return charactersOf(whole) + ADDRESS_LENGTH * (host.split('.').length - 1);
}

/** Emoji in the standard's list, including sequences, weigh 2; what only looks like a sequence weighs more. */
const KNOWN_EMOJI = new RegExp('\\p{RGI_Emoji}', 'gv');

function charactersOf(text: string): number {
	const normal = text.normalize('NFC');
	const emoji = normal.match(KNOWN_EMOJI)?.length ?? 0;
	return 2 * emoji + weightOfCharacters(normal.replace(KNOWN_EMOJI, ''));
}
