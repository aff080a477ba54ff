/** Finds the links, mentions, hashtags and cashtags of a text, as X Chat marks them. */
import type { Entity } from '../wire/contentStructures';

/** The characters before and after each are as in twitter-text 3.1.0, by which X finds them in Posts. */
const PATTERNS = [
	['url', /(?<![\p{L}\p{N}_@#$&/.-])https?:\/\/[^\s<>"“”]+/giu],
	['mention', /(?<![A-Za-z0-9_!#$%&*@])@[A-Za-z0-9_]{1,15}(?![\p{L}\p{N}_@])/gu],
	['hashtag', /(?<![\p{L}\p{M}\p{N}_&])#(?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+(?![#/])/gu],
	['cashtag', /(?<=^|\s)\$[A-Za-z]{1,6}(?![\p{L}\p{N}_$])/gu],
] as const;

/** The most entities that are marked. A text for people has fewer. */
const MOST = 100;

/** Cuts the end of the sentence off a link, and a bracket that was opened before it. */
function withoutEnd(url: string): string {
	let surplus = url.split(')').length - url.split('(').length;
	let end = url.length;
	for (; end > 0 && '.,;:!?\'")]}…'.includes(url[end - 1] ?? ''); end--) {
		if (url[end - 1] === ')' && surplus-- <= 0) break;
	}
	return url.slice(0, end);
}

/**
 * Finds the entities of a text. Their places are counted in bytes of UTF-8: "startByteOffset" and "endByteOffset" in
 * the types of X's Chat XDK 0.4.3 (read on 2026-11-22).
 */
export function entitiesIn(text: string): Entity[] {
	const found = PATTERNS.flatMap(([kind, pattern]) =>
		[...text.matchAll(pattern)].map(({ index, 0: match }) => {
			const said = kind === 'url' ? withoutEnd(match) : match;
			return { kind, start: index, end: index + said.length };
		}),
	);
	const links = found.filter(({ kind }) => kind === 'url');
	const isFree = ({ kind, start }: (typeof found)[number]) =>
		kind === 'url' || !links.some((link) => start >= link.start && start < link.end);
	return found
		.filter(isFree)
		.sort((a, b) => a.start - b.start)
		.slice(0, MOST)
		.map(({ kind, start, end }) => ({
			start_index: Buffer.byteLength(text.slice(0, start)),
			end_index: Buffer.byteLength(text.slice(0, end)),
			content: { [kind]: {} },
		}));
}
