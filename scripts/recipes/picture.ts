/** Draws the canvas of a workflow as the editor shows it. */
import type { Workflow, WorkflowNode } from '../runtime/types';
import { escape, noteText } from './markdown';
import { drawingOf } from './nodes';
import { isNote } from './notes';

interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

const SIZE = 96;
const SUB_SIZE = 72;
const AGENT_WIDTH = 240;
const MARGIN = 32;
const LABEL_HEIGHT = 48;
const NOTE_COLOURS: Readonly<Record<string, readonly [fill: string, line: string]>> = {
	1: ['#fff5d6', '#e5cd86'],
	4: ['#e2f4e8', '#a5d5b8'],
};

const isTrigger = ({ type }: WorkflowNode) => type.endsWith('Trigger');

/** What is connected to a node from below, such as the tools of an agent: names and kinds. */
const below = ({ connections }: Workflow, name: string): string[] =>
	Object.entries(connections).flatMap(([from, outputs]) =>
		Object.entries(outputs).some(
			([kind, lists]) => kind !== 'main' && lists.some((list) => list?.some(({ node }) => node === name)),
		)
			? [from]
			: [],
	);

const isSub = ({ connections }: Workflow, name: string) =>
	connections[name] !== undefined && !('main' in connections[name]);

function boxOf(workflow: Workflow, node: WorkflowNode): Box {
	const [x, y] = node.position;
	if (isNote(node)) {
		const { width, height } = node.parameters as { width: number; height: number };
		return { x, y, width, height };
	}
	if (isSub(workflow, node.name)) return { x, y, width: SUB_SIZE, height: SUB_SIZE };
	return { x, y, width: below(workflow, node.name).length > 0 ? AGENT_WIDTH : SIZE, height: SIZE };
}

function wrap(name: string): string[] {
	return name.split(' ').reduce<string[]>((lines, word) => {
		const last = lines.at(-1);
		if (last === undefined || last.length + word.length >= 18) return [...lines, word];
		return [...lines.slice(0, -1), `${last} ${word}`];
	}, []);
}

function drawNote(node: WorkflowNode, box: Box): string {
	const { content, color = 1 } = node.parameters as { content: string; color?: number };
	const [fill, line] = NOTE_COLOURS[color] ?? NOTE_COLOURS[1]!;
	const { x, y, width, height } = box;
	return [
		`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${fill}" stroke="${line}"/>`,
		noteText(content, box),
	].join('\n');
}

function drawNode(workflow: Workflow, node: WorkflowNode, { x, y, width, height }: Box): string {
	const isRound = isSub(workflow, node.name);
	const round = isRound ? width / 2 : 8;
	const left = isTrigger(node) ? 34 : round;
	const outline = `M${x + left} ${y}H${x + width - round}a${round} ${round} 0 01${round} ${round}V${y + height - round}a${round} ${round} 0 01${-round} ${round}H${x + left}a${left} ${left} 0 01${-left} ${-left}V${y + left}a${left} ${left} 0 01${left} ${-left}z`;
	const scale = isRound ? 0.62 : 0.8;
	const isWide = width > SIZE;
	const middle = isWide ? x + SIZE / 2 : x + width / 2;
	const at = `translate(${middle - 30 * scale} ${y + height / 2 - 30 * scale}) scale(${scale})`;
	const [textX, textY, anchor] = isWide
		? ([x + SIZE - 8, y + height / 2 + 5, 'start'] as const)
		: ([middle, y + height + 20, 'middle'] as const);
	const label = wrap(node.name).map(
		(line, index) =>
			`<text x="${textX}" y="${textY + index * 17}" font-size="14" font-weight="600" text-anchor="${anchor}">${escape(line)}</text>`,
	);
	return [
		`<path d="${outline}" fill="#fff" stroke="#c3c9d5" stroke-width="2"/>`,
		`<g transform="${at}" fill="none" stroke="#1f2933" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">${drawingOf(node.type)}</g>`,
		...label,
	].join('\n');
}

function drawConnections(workflow: Workflow, boxes: ReadonlyMap<string, Box>): string[] {
	return Object.entries(workflow.connections).flatMap(([from, outputs]) =>
		Object.entries(outputs).flatMap(([kind, lists]) =>
			lists.flatMap((list, output) =>
				(list ?? []).map(({ node: to, index }) => {
					const [source, target] = [boxes.get(from), boxes.get(to)];
					if (!source || !target) throw new Error(`"${workflow.name}" connects nodes that it does not have`);
					return kind === 'main'
						? along(source, (output + 1) / (lists.length + 1), target, inputPlace(workflow, to, index))
						: upwards(source, target, below(workflow, to).indexOf(from), below(workflow, to).length);
				}),
			),
		),
	);
}

/** Where an input is, as a part of the node's height. */
function inputPlace({ connections }: Workflow, name: string, index: number): number {
	const inputs = Object.values(connections).flatMap(({ main = [] }) =>
		main.flatMap((list) => (list ?? []).filter(({ node }) => node === name).map((one) => one.index)),
	);
	return (index + 1) / (Math.max(0, ...inputs) + 2);
}

function along(from: Box, out: number, to: Box, into: number): string {
	const [x1, y1] = [from.x + from.width, from.y + from.height * out];
	const [x2, y2] = [to.x, to.y + to.height * into];
	const bend = Math.max(24, Math.abs(x2 - x1) / 2);
	return `<path d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 6} ${y2}" fill="none" stroke="#8a94a6" stroke-width="2" marker-end="url(#arrow)"/>`;
}

function upwards(from: Box, to: Box, index: number, count: number): string {
	const [x1, y1] = [from.x + from.width / 2, from.y];
	const [x2, y2] = [to.x + (to.width * (index + 1)) / (count + 1), to.y + to.height];
	return `<path d="M${x1} ${y1}C${x1} ${y1 - 40} ${x2} ${y2 + 60} ${x2} ${y2}" fill="none" stroke="#8a94a6" stroke-width="2" stroke-dasharray="6 5"/>`;
}

/**
 * The picture of a workflow.
 *
 * @returns An SVG.
 */
export function picture(workflow: Workflow): string {
	const boxes = new Map(workflow.nodes.map((node) => [node.name, boxOf(workflow, node)]));
	const all = [...boxes.values()];
	const left = Math.min(...all.map(({ x }) => x)) - MARGIN;
	const top = Math.min(...all.map(({ y }) => y)) - MARGIN;
	const width = Math.max(...all.map((box) => box.x + box.width)) + MARGIN - left;
	const height = Math.max(...all.map((box) => box.y + box.height)) + MARGIN + LABEL_HEIGHT - top;
	const area = `x="${left}" y="${top}" width="${width}" height="${height}" rx="10"`;
	const boxed = workflow.nodes.map((node) => [node, boxes.get(node.name)!] as const);
	const lines = [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" font-family="system-ui,sans-serif" fill="#1f2933">`,
		`<title>${escape(workflow.name)}</title>`,
		'<defs><pattern id="dots" width="20" height="20" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1" fill="#d5d9e2"/></pattern>',
		'<marker id="arrow" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L8 4 0 8z" fill="#8a94a6"/></marker></defs>',
		`<rect ${area} fill="#f5f6f9"/><rect ${area} fill="url(#dots)"/>`,
		...boxed.filter(([node]) => isNote(node)).map(([node, box]) => drawNote(node, box)),
		...drawConnections(workflow, boxes),
		...boxed.filter(([node]) => !isNote(node)).map(([node, box]) => drawNode(workflow, node, box)),
		'</svg>',
	];
	return `${lines.join('\n')}\n`;
}
