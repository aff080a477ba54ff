/** Tables and text of a documentation page, as docs.x.com gives it with `.md` at the end of its address. */

/** Rows of a table by the words of its head. */
export type Table = ReadonlyArray<Readonly<Record<string, string>>>;

const ENTITIES: Readonly<Record<string, string>> = {
	dollar: '$',
	amp: '&',
	lt: '<',
	gt: '>',
	nbsp: ' ',
	mdash: '—',
};

/**
 * Text without the marks of Markdown: emphasis, code, links, escapes, character names.
 *
 * @param markdown A cell or a line.
 */
export const plain = (markdown: string): string =>
	markdown
		.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/\*\*|`/g, '')
		.replace(/\\([^a-zA-Z0-9\s])/g, '$1')
		.replace(/\s+/g, ' ')
		.trim();

const cellsOf = (line: string): string[] =>
	line
		.trim()
		.replace(/^\||\|$/g, '')
		.split(/(?<!\\)\|/)
		.map(plain);

const isTableLine = (line: string | undefined): line is string => line?.trim().startsWith('|') ?? false;
const isRule = (line: string | undefined): boolean => isTableLine(line) && /^[\s|:-]+$/.test(line);

/** Every table of a page. */
export function tablesOf(page: string): Table[] {
	const lines = page.split(/\r?\n/);
	return lines.flatMap((line, index): Table[] => {
		if (!isTableLine(line) || !isRule(lines[index + 1])) return [];
		const head = cellsOf(line);
		const below = lines.slice(index + 2);
		const end = below.findIndex((entry) => !isTableLine(entry));
		const rows = below.slice(0, end < 0 ? undefined : end).map((entry) => {
			const cells = cellsOf(entry);
			return Object.fromEntries(head.map((name, at) => [name, cells[at] ?? '']));
		});
		return [rows];
	});
}

/** The text of a page from a heading up to the next one of the same or a higher level. */
export function sectionOf(page: string, heading: string): string {
	const lines = page.split(/\r?\n/);
	const levelOf = (line: string) => /^(#{1,6})\s/.exec(line)?.[1]?.length;
	const start = lines.findIndex((line) => levelOf(line) && plain(line.replace(/^#+\s/, '')) === heading);
	if (start < 0) return '';
	const level = levelOf(lines[start] ?? '') ?? 1;
	const rest = lines.slice(start + 1);
	const end = rest.findIndex((line) => (levelOf(line) ?? Infinity) <= level);
	return rest.slice(0, end < 0 ? undefined : end).join('\n');
}
