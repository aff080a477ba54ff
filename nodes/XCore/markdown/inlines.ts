/** Text inside a block: emphasis, links, code, escapes. https://spec.commonmark.org/0.31.2/#inlines */
import { trimEnd } from 'lodash';

import { HTML_TAG } from './blocks';
import { characterOf, ENTITY_HERE, ESCAPABLE } from './characters';
import { normalLabel, Reader, takeLabel, takeTarget, type References, type Target } from './links';

export type Mark =
	{ readonly kind: 'bold' | 'italic' | 'strikethrough' } | ({ readonly kind: 'link' | 'image' } & Target);

/** A piece of the text, or the beginning or end of a mark. */
export interface Inline {
	text: string;
	readonly mark?: Mark;
	readonly isEnd?: boolean;
	/** What a text was written as, if it is neither plain nor escaped. */
	readonly written?: 'code' | 'html' | 'unknownCharacter' | 'address';
}

/** A piece of the text with the marks that end before it, and those that begin after it. */
interface Piece {
	readonly inline: Inline;
	readonly ends: Mark[];
	readonly starts: Mark[];
}

/** A run of characters that may begin or end emphasis. */
interface Delimiter {
	readonly node: Piece;
	readonly character: string;
	readonly length: number;
	left: number;
	readonly opens: boolean;
	readonly closes: boolean;
}

interface Bracket {
	readonly node: Piece;
	readonly isImage: boolean;
	/** Where its text begins in the source. */
	readonly from: number;
	/** How many delimiters there were before it. */
	readonly delimiters: number;
	isActive: boolean;
	hasBracketInside: boolean;
}

const PLAIN = /[^\n`[\]\\!<&*_~]+/y;
const ESCAPE = new RegExp(`\\\\${ESCAPABLE}`, 'y');
const LINE_END = /(?: *|\\?)\n[ \t]*/y;
const ADDRESS = /<[A-Za-z][A-Za-z0-9.+-]{1,31}:[^<>\0- ]*>/y;
const EMAIL =
	/<[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*>/y;
const HTML = new RegExp(
	`${HTML_TAG}|<!-->|<!--->|<!--[^]*?-->|<[?][^]*?[?]>|<![A-Za-z][^>]*>|<!\\[CDATA\\[[^]*?\\]\\]>`,
	'y',
);
const TICKS = /`+/y;
const RUN = /(\*+|_+|~+)/y;

/**
 * Reads the text of a block.
 *
 * @returns Texts and marks in order.
 */
export const readInlines = (text: string, references: References): Inline[] =>
	new InlineParser(text, references).read();

class InlineParser {
	private readonly reader: Reader;
	private readonly pieces: Piece[] = [];
	private readonly delimiters: Delimiter[] = [];
	private readonly brackets: Bracket[] = [];
	/** Lengths of runs of backticks that nothing closes any more. */
	private readonly unclosed = new Set<number>();

	constructor(
		private readonly source: string,
		private readonly references: References,
	) {
		this.reader = new Reader(trimEnd(source, ' \t\n'));
	}

	read(): Inline[] {
		while (this.reader.next !== '') this.step();
		this.emphasize(0);
		return this.pieces.flatMap(({ ends, inline, starts }) => [
			...ends.map((mark) => ({ text: '', mark, isEnd: true })),
			inline,
			...starts.map((mark) => ({ text: '', mark })),
		]);
	}

	private step(): void {
		const { reader } = this;
		const plain = reader.take(PLAIN);
		if (plain !== undefined) {
			// Spaces before a line end belong to it.
			const end = reader.next === '\n' ? trimEnd(plain, ' ') : plain;
			this.write(end);
			return;
		}
		const lineEnd = reader.take(LINE_END);
		if (lineEnd !== undefined) {
			this.write('\n');
			return;
		}
		const escape = reader.take(ESCAPE);
		if (escape !== undefined) this.write(escape.slice(1));
		else if (!this.code() && !this.angle() && !this.entity() && !this.run() && !this.bracket()) {
			this.write(reader.next);
			reader.at++;
		}
	}

	private write(text: string, more: Partial<Inline> = {}): Piece {
		const piece: Piece = { inline: { text, ...more }, ends: [], starts: [] };
		this.pieces.push(piece);
		return piece;
	}

	private code(): boolean {
		const { reader } = this;
		const ticks = reader.take(TICKS);
		if (ticks === undefined) return false;
		const from = reader.at;
		if (this.unclosed.has(ticks.length)) {
			this.write(ticks);
			return true;
		}
		for (const found of this.source.slice(from).matchAll(/`+/g)) {
			if (found[0].length !== ticks.length || from + found.index >= reader.text.length) continue;
			const inside = reader.text.slice(from, from + found.index).replaceAll('\n', ' ');
			const isPadded = /[^ ]/.test(inside) && inside.startsWith(' ') && inside.endsWith(' ');
			this.write(isPadded ? inside.slice(1, -1) : inside, { written: 'code' });
			reader.at = from + found.index + ticks.length;
			return true;
		}
		this.unclosed.add(ticks.length);
		this.write(ticks);
		return true;
	}

	/** An address between < and >, or HTML. */
	private angle(): boolean {
		const address = this.reader.take(ADDRESS);
		const email = address === undefined ? this.reader.take(EMAIL) : undefined;
		const label = (address ?? email)?.slice(1, -1);
		if (label !== undefined) {
			const mark: Mark = {
				kind: 'link',
				url: email === undefined ? label : `mailto:${label}`,
				title: undefined,
			};
			this.write('', { mark });
			this.write(label, { written: 'address' });
			this.write('', { mark, isEnd: true });
			return true;
		}
		const html = this.reader.take(HTML);
		if (html !== undefined) this.write(html, { written: 'html' });
		return html !== undefined;
	}

	private entity(): boolean {
		const entity = this.reader.take(ENTITY_HERE);
		if (entity === undefined) return false;
		const character = characterOf(entity);
		this.write(character ?? entity, character === undefined ? { written: 'unknownCharacter' } : {});
		return true;
	}

	private run(): boolean {
		const { reader } = this;
		const before = charBefore(reader.text, reader.at);
		const run = reader.take(RUN);
		if (run === undefined) return false;
		const node = this.write(run);
		const after = charAfter(reader.text, reader.at);
		const left = flanks(after, before);
		const right = flanks(before, after);
		const isWord = run.startsWith('_');
		if (run.startsWith('~') && run.length !== 2) return true;
		this.delimiters.push({
			node,
			character: run.charAt(0),
			length: run.length,
			left: run.length,
			opens: left && (!isWord || !right || PUNCTUATION.test(before)),
			closes: right && (!isWord || !left || PUNCTUATION.test(after)),
		});
		return true;
	}

	private bracket(): boolean {
		const { reader } = this;
		const opening = reader.take(/!?\[/y);
		if (opening !== undefined) {
			const outer = this.brackets.at(-1);
			if (outer) outer.hasBracketInside = true;
			this.brackets.push({
				node: this.write(opening),
				isImage: opening.startsWith('!'),
				from: reader.at,
				delimiters: this.delimiters.length,
				isActive: true,
				hasBracketInside: false,
			});
			return true;
		}
		if (reader.next !== ']') return false;
		reader.at++;
		const open = this.brackets.pop();
		const target = open?.isActive === true ? this.target(open) : undefined;
		if (!open || !target) {
			this.write(']');
			return true;
		}
		this.link(open, { kind: open.isImage ? 'image' : 'link', ...target });
		return true;
	}

	/** Where the link that ends here leads. */
	private target({ from, hasBracketInside }: Bracket): Target | undefined {
		const { reader } = this;
		const end = reader.at - 1;
		const inline = takeTarget(reader);
		if (inline) return inline;
		const start = reader.at;
		const label = takeLabel(reader);
		const isNamed = label !== undefined && label.length > 2;
		const own = hasBracketInside ? undefined : `[${reader.text.slice(from, end)}]`;
		if (label === undefined) reader.at = start;
		const found = this.references.follow(normalLabel((isNamed ? label : own) ?? ''));
		if (!found) reader.at = start;
		return found;
	}

	private link(open: Bracket, mark: Mark): void {
		open.node.inline.text = '';
		open.node.starts.push(mark);
		this.write('', { mark, isEnd: true });
		this.emphasize(open.delimiters);
		// Links have no links inside.
		if (!open.isImage) for (const each of this.brackets) if (!each.isImage) each.isActive = false;
	}

	/** Pairs the delimiters from a place on. */
	private emphasize(bottom: number): void {
		const { delimiters } = this;
		const bottoms = new Map<string, Delimiter | undefined>();
		for (let place = bottom; place < delimiters.length;) {
			const closer = delimiters[place];
			if (!closer?.closes) {
				place++;
				continue;
			}
			const key = `${closer.character}${closer.opens}${closer.length % 3}`;
			const found = this.openerOf(closer, place, bottom, bottoms.has(key) ? bottoms.get(key) : null);
			const opener = delimiters[found];
			if (!opener) {
				bottoms.set(key, place > bottom ? delimiters[place - 1] : undefined);
				if (closer.opens) place++;
				else delimiters.splice(place, 1);
				continue;
			}
			this.pair(opener, closer);
			delimiters.splice(found + 1, place - found - 1);
			place = found + 1;
			if (opener.left === 0) delimiters.splice(--place, 1);
			if (closer.left === 0) delimiters.splice(place, 1);
		}
		delimiters.length = Math.min(delimiters.length, bottom);
	}

	private openerOf(
		closer: Delimiter,
		place: number,
		bottom: number,
		stop: Delimiter | undefined | null,
	): number {
		for (let index = place - 1; index >= bottom; index--) {
			const opener = this.delimiters[index];
			if (!opener || opener === stop) break;
			if (opener.character !== closer.character || !opener.opens) continue;
			const isOdd =
				(closer.opens || opener.closes) &&
				closer.length % 3 !== 0 &&
				(opener.length + closer.length) % 3 === 0;
			if (!isOdd || closer.character === '~') return index;
		}
		return -1;
	}

	private pair(opener: Delimiter, closer: Delimiter): void {
		const used = opener.left > 1 && closer.left > 1 ? 2 : 1;
		const kind = opener.character === '~' ? 'strikethrough' : used === 2 ? 'bold' : 'italic';
		for (const each of [opener, closer]) {
			each.left -= used;
			each.node.inline.text = each.node.inline.text.slice(used);
		}
		const mark: Mark = { kind };
		opener.node.starts.unshift(mark);
		closer.node.ends.push(mark);
	}
}

const PUNCTUATION = /[\p{P}\p{S}]/u;
const SPACE = /[\s\u00A0]/u;

/** Whether a run before `next` and after `previous` may begin emphasis. */
const flanks = (next: string, previous: string): boolean =>
	!SPACE.test(next) && (!PUNCTUATION.test(next) || SPACE.test(previous) || PUNCTUATION.test(previous));

/** The beginning and the end of a text count as line ends. */
const charAfter = (text: string, at: number): string =>
	at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 10) : '\n';
const charBefore = (text: string, at: number): string =>
	at > 0 ? (Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '\n') : '\n';
