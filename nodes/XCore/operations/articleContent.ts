/**
 * Markdown as the content of an article: blocks of text with ranges, and the entities that ranges point to. Lengths
 * and offsets are in UTF-16 units, as in DraftJS. https://docs.x.com/x-api/articles/introduction
 */

interface Range {
	readonly offset: number;
	readonly length: number;
}

interface Block {
	readonly type: string;
	readonly text: string;
	readonly inline_style_ranges?: readonly (Range & { readonly style: string })[];
	readonly entity_ranges?: readonly (Range & { readonly key: number })[];
}

interface Entity {
	readonly key: string;
	readonly value: { readonly type: string; readonly mutability: string; readonly data: object };
}

export interface ArticleContent {
	readonly blocks: readonly Block[];
	readonly entities: readonly Entity[];
}

/** Types of lines by how they begin; the group is the text. */
const LINES: ReadonlyArray<readonly [type: string, line: RegExp]> = [
	['header-one', /^# +(.*?)(?: +#+)?$/],
	['header-two', /^## +(.*?)(?: +#+)?$/],
	['header-three', /^#{3,6} +(.*?)(?: +#+)?$/],
	['unordered-list-item', /^\s*[-*+] +(.*)$/],
	['ordered-list-item', /^\s*\d{1,9}[.)] +(.*)$/],
	['blockquote', /^> ?(.*)$/],
];

const FENCE = /^(```+|~~~+)/;
const TABLE = /^\s*\|.*\|\s*$/;
const DIVIDER = /^ {0,3}([-*_])( *\1){2,} *$/;
/** An image that was uploaded before: its media ID replaces the address. */
const IMAGE = /^!\[(.*)\]\((\d{1,19})\)$/;
const POST =
	/^https?:\/\/(?:www\.|mobile\.)?(?:x|twitter)\.com\/(?:\w+|i\/web)\/status\/(\d{1,19})(?:[?#]\S*)?$/i;

/**
 * The content of an article in Markdown. Long because it is one pass over the lines: each kind of line may take some of
 * the following ones with it, and ends the paragraph before it.
 */
export function articleContent(markdown: string): ArticleContent {
	const blocks: Block[] = [];
	const entities: Entity[] = [];
	const entity = (type: string, data: object, mutability = 'immutable'): number =>
		entities.push({ key: String(entities.length), value: { type, mutability, data } }) - 1;
	const embed = (key: number) =>
		blocks.push({ type: 'atomic', text: ' ', entity_ranges: [{ key, offset: 0, length: 1 }] });
	const write = (type: string, text: string) =>
		blocks.push({ type, ...inline(text, (url) => entity('link', { url }, 'mutable')) });

	let paragraph: string[] = [];
	const endParagraph = () => {
		if (paragraph.length > 0) write('unstyled', paragraph.join('\n'));
		paragraph = [];
	};
	const lines = markdown.replace(/\r\n?/g, '\n').split('\n');
	/** The lines from an index on, up to the first that does not continue them. */
	const take = (from: number, goesOn: (line: string) => boolean): string[] => {
		const end = lines.findIndex((line, place) => place >= from && !goesOn(line));
		return lines.slice(from, end < 0 ? lines.length : end);
	};
	for (let place = 0; place < lines.length; place++) {
		const line = lines[place]?.trimEnd() ?? '';
		const fence = FENCE.exec(line)?.[1];
		const [, caption = '', mediaId] = IMAGE.exec(line.trim()) ?? [];
		const postId = POST.exec(line.trim())?.[1];
		const [type, pattern] = LINES.find(([, each]) => each.test(line)) ?? [];
		const isText =
			fence === undefined &&
			mediaId === undefined &&
			postId === undefined &&
			type === undefined &&
			!TABLE.test(line) &&
			!DIVIDER.test(line);
		if (isText && line.trim() !== '') {
			paragraph.push(line);
			continue;
		}
		endParagraph();
		if (fence !== undefined) {
			const inside = take(place + 1, (each) => !each.startsWith(fence));
			embed(entity('markdown', { markdown: [line, ...inside, fence].join('\n') }, 'mutable'));
			place += inside.length + 1;
		} else if (TABLE.test(line)) {
			const table = take(place, (each) => TABLE.test(each));
			embed(entity('markdown', { markdown: table.join('\n') }, 'mutable'));
			place += table.length - 1;
		} else if (mediaId !== undefined) {
			const media_items = [{ media_category: 'tweet_image', media_id: mediaId }];
			embed(entity('image', { ...(caption !== '' && { caption }), media_items }));
		} else if (postId !== undefined) embed(entity('post', { post_id: postId }));
		else if (DIVIDER.test(line)) embed(entity('divider', {}));
		else if (type !== undefined) write(type, pattern?.exec(line)?.[1] ?? '');
	}
	endParagraph();
	return { blocks, entities };
}

/** Text between marks; the group has the name of the style. */
const MARKS = [
	/\*\*(?=\S)(?<bold>[\s\S]*?\S)\*\*(?!\*(?!\*))|(?<!\w)__(?=\S)(?<bold2>[\s\S]*?\S)__(?!\w)/,
	/~~(?=\S)(?<strikethrough>[\s\S]*?\S)~~/,
	/\*(?=[^\s*]|\*\*)(?<italic>(?:\*\*[^*]+\*\*|[^*])+)(?<!\s)\*(?!\*)|(?<!\w)_(?=\S)(?<italic2>(?:__[^_]+__|[^_])+)(?<!\s)_(?!\w)/,
];

/** An escaped character, code (unchanged), a link, or a text between marks. */
const INLINE = new RegExp(
	[
		/\\(?<escaped>[\\`*_{}[\]()#+\-.!~>|])/,
		/(?<!`)(?<ticks>`+)[^`](?:.*?[^`])?\k<ticks>(?!`)/,
		/\[(?<label>[^\]]+)\]\((?<url>https?:\/\/[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)\)/,
		...MARKS,
	]
		.map(({ source }) => source)
		.join('|'),
);

/** A text without its marks, and their ranges. */
function inline(source: string, link: (url: string) => number): Omit<Block, 'type'> {
	const styles: (Range & { style: string })[] = [];
	const links: (Range & { key: number })[] = [];
	let text = '';
	const read = (part: string): void => {
		let rest = part;
		for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
			const [whole] = found;
			const { escaped, label = '', url, ...marked } = found.groups ?? {};
			const [style, inner] = Object.entries(marked).find(([name, each]) => name !== 'ticks' && each) ?? [];
			text += rest.slice(0, found.index);
			const offset = text.length;
			if (escaped !== undefined) text += escaped;
			else if (url !== undefined) {
				read(label);
				links.push({ key: link(url), offset, length: text.length - offset });
			} else if (style !== undefined && inner !== undefined) {
				read(inner);
				styles.push({ style: style.replace('2', ''), offset, length: text.length - offset });
			} else text += whole;
			rest = rest.slice(found.index + whole.length);
		}
		text += rest;
	};
	read(source);
	return {
		text,
		...(styles.length > 0 && { inline_style_ranges: styles }),
		...(links.length > 0 && { entity_ranges: links }),
	};
}
