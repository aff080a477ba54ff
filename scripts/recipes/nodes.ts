/** How nodes look: ours as in the editor, n8n's by a drawing of what they do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoize } from 'lodash';
import { PROJECT_ROOT } from '../runtime/package';

const OURS = /^n8n-nodes-x-platform\.([a-z])(\w+?)(?:Tool)?$/;

/** On a square of 60 points, like the icons of this package. */
const DRAWINGS: Readonly<Record<string, string>> = {
	agent: 'M14 22h32v24H14zM30 22v-8M22 32v4M38 32v4',
	convertToFile: 'M18 8h16l10 10v34H18zM34 8v10h10',
	dataTable: 'M10 14h40v32H10zM10 25h40M10 36h40M26 25v21',
	filter: 'M10 14h40L35 32v14l-10 5V32z',
	httpRequestTool:
		'M30 10a20 20 0 100 40a20 20 0 100-40M10 30h40M30 10c-12 10-12 30 0 40M30 10c12 10 12 30 0 40',
	httpRequest: 'M30 10a20 20 0 100 40a20 20 0 100-40M10 30h40M30 10c-12 10-12 30 0 40M30 10c12 10 12 30 0 40',
	if: 'M10 30h14l14-14h12M24 30l14 14h12',
	limit: 'M12 14h36M12 26h36M30 34v16M23 43l7 7 7-7',
	lmChatOpenAi: 'M10 14h40v24H28L18 48V38h-8z',
	manualTrigger: 'M20 10v34l9-8 6 13 6-3-6-12h11z',
	mcpTrigger: 'M12 20h36v22H12zM20 20v-8M40 20v-8M30 42v8',
	memoryBufferWindow: 'M16 12h28v36H16zM22 22h16M22 30h16M22 38h10',
	merge: 'M10 16h12l14 14h14M10 44h12l14-14',
	noOp: 'M12 30h36M38 20l10 10-10 10',
	postgres: 'M14 16c0-8 32-8 32 0v28c0 8-32 8-32 0zM14 16c0 8 32 8 32 0',
	redis: 'M14 16c0-8 32-8 32 0v28c0 8-32 8-32 0zM14 16c0 8 32 8 32 0',
	rssFeedRead: 'M14 14a32 32 0 0132 32M14 28a18 18 0 0118 18M16 42a3 3 0 106 0a3 3 0 10-6 0',
	removeDuplicates: 'M12 12h24v24H12zM24 24h24v24H24z',
	scheduleTrigger: 'M30 10a20 20 0 100 40a20 20 0 100-40M30 18v12l9 6',
	set: 'M12 48l4-13 24-24 9 9-24 24z',
	sort: 'M12 16h30M12 28h20M12 40h10M44 24v24M37 41l7 7 7-7',
	splitInBatches: 'M46 22A18 18 0 1012 30M14 38a18 18 0 0034-8M46 10v12H34M14 50V38h12',
	splitOut: 'M10 30h12L36 14h14M22 30h28M22 30l14 16h14',
	stopAndError: 'M22 10h16l12 12v16L38 50H22L10 38V22zM30 20v14M30 39v3',
	summarize: 'M44 12H18l14 18-14 18h26',
};

const source = memoize((folder: string) =>
	readFileSync(join(PROJECT_ROOT, 'nodes', folder, `${folder}.node.ts`), 'utf8'),
);

/** The folder of one of our nodes, by its type. */
function folderOf(type: string): string | undefined {
	const [, first, rest] = OURS.exec(type) ?? [];
	return first === undefined ? undefined : `${first.toUpperCase()}${rest ?? ''}`;
}

/** The name of one of our nodes in the editor; undefined for nodes of n8n. */
export function nameOf(type: string): string | undefined {
	const folder = folderOf(type);
	return folder && /^\t\tdisplayName: '([^']+)'/m.exec(source(folder))?.[1];
}

/**
 * What is drawn in a node's box, on a square of 60 points.
 *
 * @throws Error where there is no drawing.
 */
export function drawingOf(type: string): string {
	const folder = folderOf(type);
	if (folder !== undefined) {
		const icon = /icons\/([\w-]+\.svg)/.exec(source(folder))?.[1] ?? '';
		return readFileSync(join(PROJECT_ROOT, 'icons', icon), 'utf8')
			.replace(/<\/?svg[^>]*>/g, '')
			.trim();
	}
	const path = DRAWINGS[type.split('.').at(-1) ?? ''];
	if (path === undefined)
		throw new Error(`There is no drawing for ${type}: add one to scripts/recipes/nodes.ts`);
	return `<path d="${path}"/>`;
}
