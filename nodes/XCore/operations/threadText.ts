/** This file cuts long texts into the Posts of a thread where a reader would pause, and numbers them. */
import { sumBy } from 'lodash';
import { EMOJI } from '../../shared/vendor/twemoji';
import {
	ADDRESS_LENGTH,
	composed,
	TOP_LEVEL,
	weightedLength,
	weightOf,
	weightOfCharacters,
} from './postLength';

export interface ThreadRules {
	readonly max: number;
	readonly isCut: boolean;
	readonly numbering: 'none' | 'before' | 'after';
}

/** Returns the texts of the Posts of a thread, for each of the given texts. */
export function threadTexts(texts: readonly string[], { max, isCut, numbering }: ThreadRules) {
	const cut = (room: number) => texts.map((text) => (isCut ? cutText(text, max - room) : [text]));
	if (numbering === 'none') return cut(0);
	for (let digits = 1; ; digits++) {
		// "12/34" and a space.
		const parts = cut(2 * digits + 2);
		const total = parts.flat().length;
		if (String(total).length <= digits) return numbered(parts, total, numbering);
	}
}

function numbered(parts: readonly (readonly string[])[], total: number, place: 'before' | 'after') {
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
 * words. Only a word that is longer than a part is broken. The parts have no spaces around them, and a blank text is
 * one empty part.
 */
export function cutText(text: string, max: number): string[] {
	const pieces = piecesOf(text.trim(), max);
	const parts: string[] = [];
	for (let from = 0, to; from < pieces.length; from = to) {
		to = endOfPart(pieces, from, max);
		parts.push(joined(pieces.slice(from, to)));
	}
	return parts.length > 0 ? parts : [''];
}

const joined = (pieces: readonly Piece[]) =>
	pieces
		.map(({ text, gap }) => text + gap)
		.join('')
		.trim();

/** Finds the place where a part ends that begins at a piece. */
function endOfPart(pieces: readonly Piece[], from: number, max: number): number {
	let weight = 0;
	let end = from;
	const best = new Map<Pause, number>();
	for (
		let piece = pieces[end];
		piece && (end === from || weight + piece.weight <= max);
		piece = pieces[end]
	) {
		weight += piece.weight;
		end++;
		if (weight >= FULL[piece.pause] * max) best.set(piece.pause, end);
		weight += weightOfCharacters(piece.gap);
	}
	if (end === pieces.length) return end;
	const [place = end] = [...PAUSES].reverse().flatMap((pause) => best.get(pause) ?? []);
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
		// The largest count that X may have.
		const most = sumBy(runsOf(word), 'weight');
		const isTooLong = most > max && weightedLength(word) > max;
		const words = isTooLong ? broken(word, max) : [{ text: word, weight: most }];
		return words.map(({ text: part, weight }, place) =>
			place < words.length - 1
				? { text: part, weight, gap: '', pause: 'none' as const }
				: { text: part, weight: Math.min(weight, max), gap, pause: pauseAfter(part, gap, next) },
		);
	});
}

function pauseAfter(word: string, gap: string, next: string): Pause {
	if (/\n[^\S\n]*\n/.test(gap)) return 'paragraph';
	if (SENTENCE_END.test(word) && !/^\p{Ll}/u.test(next)) return 'sentence';
	return gap.includes('\n') ? 'line' : 'word';
}

/** A text with the most that it counts. */
type Weighed = Pick<Piece, 'text' | 'weight'>;

/** A run of a word: an address, or what is between two. */
interface Run extends Weighed {
	/** The most that a dot counts besides: around it, X may find another address. */
	readonly ofDot: number;
}

/**
 * Divides a word that is too long for a Post into pieces that fit. An address that fits stays whole, and so does what
 * people see as one character.
 */
function broken(word: string, max: number): Weighed[] {
	const parts: Weighed[] = [];
	let [text, weight] = ['', 0];
	const units = runsOf(word).flatMap((run) => (run.ofDot > 0 && run.weight <= max ? run : charactersIn(run)));
	for (const unit of units) {
		if (text !== '' && weight + unit.weight > max) {
			parts.push({ text, weight });
			[text, weight] = ['', 0];
		}
		text += unit.text;
		weight += unit.weight;
	}
	return [...parts, { text, weight }];
}

const SEGMENTER = new Intl.Segmenter('und');

/** The segmenter takes time with the square of the length, so it gets a part of this length at a time. */
const WINDOW = 128;

/** Finds what people see as one character. */
export function segmentsOf(text: string): string[] {
	const found: string[] = [];
	for (let from = 0, length = WINDOW; from < text.length;) {
		const segments = Array.from(SEGMENTER.segment(text.slice(from, from + length)), ({ segment }) => segment);
		// The window may end inside a character, and inside of what follows it.
		if (from + length < text.length) segments.splice(-2);
		length = segments.length > 0 ? WINDOW : 2 * length;
		found.push(...segments);
		from += sumBy(segments, 'length');
	}
	return found;
}

const charactersIn = ({ text, ofDot }: Run): Weighed[] =>
	segmentsOf(text).map((character) => ({
		text: character,
		weight: charactersOf(character) + (character.includes('.') ? ofDot : 0),
	}));

/**
 * The second alternative takes what no address begins in: a search that begins anew behind each of its characters takes
 * time with the square of the length.
 */
const LINK = new RegExp(
	[
		'(?<scheme>https?://)?(?<host>(?:[\\p{L}\\p{N}_-]+\\.)+\\p{L}{2,})(?<port>:\\d+)?',
		"(?<rest>[/?#][A-Za-z0-9_\\-./?=&%#~+@:,;!$'*|[\\]]*)?",
		'|(?:[\\p{L}\\p{N}_-]+\\.)*(?:[\\p{L}\\p{N}_-]+?(?=https?://)|[\\p{L}\\p{N}_-]+)',
	].join(''),
	'giu',
);
const COMMON_HOST = new RegExp(`^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+(?:${TOP_LEVEL})$`, 'i');
const LONGEST_ADDRESS = 2000;

/**
 * Finds the addresses of a word. X recognizes them by lists of domains that it does not publish in a usable form; in
 * doubt the larger count is used.
 */
function runsOf(word: string): Run[] {
	let end = 0;
	const between = (to?: number): Run => {
		const text = word.slice(end, to);
		return { text, weight: charactersOf(text), ofDot: 0 };
	};
	// Most words have no host, and the search for one costs more than all the rest.
	if (!/\.\p{L}/u.test(word)) return [between()];
	const runs: Run[] = [];
	for (const { 0: text, index, groups } of word.matchAll(LINK)) {
		if (groups?.['host'] === undefined) continue;
		const before = between(index);
		const isFirst = end === 0 && /^["'“„«([]*$/.test(before.text);
		end = index + text.length;
		const stands =
			isFirst && (groups['scheme'] !== undefined || /^[\s"'”’»)\].,:;!?]*$/.test(word.slice(end)));
		runs.push(before, { text, weight: weightOfLink(text, groups, stands), ofDot: ADDRESS_LENGTH });
	}
	return [...runs, between()];
}

function weightOfLink(
	whole: string,
	{ host = '', rest = '' }: Readonly<Record<string, string>>,
	stands: boolean,
): number {
	if (stands && COMMON_HOST.test(host) && whole.length < LONGEST_ADDRESS) {
		// Punctuation at the end of an address does not belong to it.
		const kept = rest.search(/[A-Za-z0-9/=#_+-][^A-Za-z0-9/=#_+-]*$/) + 1;
		return ADDRESS_LENGTH + rest.length - kept;
	}
	return charactersOf(whole) + ADDRESS_LENGTH * (host.split('.').length - 1);
}

/** Emoji that X knows, including sequences, weigh 2; what only looks like a sequence weighs more. */
const charactersOf = (text: string) => weightOf(composed(text), EMOJI);
