/** The little Markdown of sticky notes, as lines of SVG text. */

export const escape = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

interface Word {
	readonly text: string;
	readonly style: string;
}

const STYLES: ReadonlyArray<readonly [RegExp, string]> = [
	[/^\*\*([^*]+)\*\*/, ' font-weight="700"'],
	[/^\*([^*]+)\*/, ' font-style="italic"'],
	[/^`([^`]+)`/, ' font-family="monospace"'],
	[/^\[([^\]]+)\]\([^)]*\)/, ' text-decoration="underline"'],
	[/^([^*`[]+|.)/, ''],
];

function words(line: string): Word[] {
	const found: Word[] = [];
	for (let rest = line; rest !== '';) {
		const [match, style] = STYLES.flatMap(([pattern, of]) => {
			const one = pattern.exec(rest);
			return one ? [[one, of] as const] : [];
		})[0]!;
		for (const text of (match[1] ?? '').split(/(?<= )/)) found.push({ text, style });
		rest = rest.slice(match[0].length);
	}
	return found;
}

function wrapped(line: string, columns: number): Word[][] {
	const lines: Word[][] = [[]];
	let used = 0;
	for (const word of words(line)) {
		if (used > 0 && used + word.text.trimEnd().length > columns) {
			lines.push([]);
			used = 0;
		}
		lines.at(-1)?.push(word);
		used += word.text.length;
	}
	return lines;
}

const spans = (line: readonly Word[]): string =>
	line
		.map(({ text, style }) => (style === '' ? escape(text) : `<tspan${style}>${escape(text)}</tspan>`))
		.join('');

/** By the beginning of a line: the size in points, and the mean width of a character as a part of it. */
const SIZES: ReadonlyArray<readonly [prefix: string, size: number, character: number]> = [
	['## ', 20, 0.62],
	['### ', 16, 0.62],
	['- ', 14, 0.54],
	['', 16, 0.54],
];

/** How high a note must be, to show all of its text. */
export function heightOf(content: string, width: number): number {
	const baselines = [...noteText(content, { x: 0, y: 0, width }).matchAll(/ y="(\d+)"/g)];
	return Number(baselines.at(-1)?.[1] ?? 0) + 10;
}

/** The text of a note. */
export function noteText(content: string, box: { x: number; y: number; width: number }): string {
	let y = box.y + 14;
	return content
		.split('\n')
		.flatMap((line) => {
			if (line === '') {
				y += 9;
				return [];
			}
			const [prefix, size, character] = SIZES.find(([start]) => line.startsWith(start))!;
			const isItem = prefix === '- ';
			const text = line.slice(prefix.length);
			const indent = isItem ? 14 : 0;
			const columns = Math.floor((box.width - 32 - indent) / (size * character));
			return wrapped(text, columns).map((part, index) => {
				y += Math.round(size * 1.45);
				const bullet = isItem && index === 0 ? `<tspan x="${box.x + 16}">• </tspan>` : '';
				const start = `<tspan x="${box.x + 16 + indent}">`;
				const weight = prefix.startsWith('#') ? ' font-weight="700"' : '';
				return `<text y="${y}" font-size="${size}"${weight}>${bullet}${start}${spans(part)}</tspan></text>`;
			});
		})
		.join('\n');
}
