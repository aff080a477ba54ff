/** What the sticky notes of a recipe say. */
import type { Workflow, WorkflowNode } from '../runtime/types';

/** Names of the three notes that every recipe has. */
export const ABOUT = 'About';
export const CHANGES = 'What to change';
export const BAD_DAY = 'On a bad day';

export const isNote = ({ type }: WorkflowNode): boolean => type === 'n8n-nodes-base.stickyNote';

function contentOf({ nodes }: Workflow, name: string): string {
	const content = nodes.find((node) => isNote(node) && node.name === name)?.parameters['content'];
	return typeof content === 'string' ? content : '';
}

/** The lines of a list in a note. */
const linesOf = (workflow: Workflow, name: string): string[] =>
	[...contentOf(workflow, name).matchAll(/^- (.+)$/gm)].map(([, line = '']) => line);

/** What a recipe does, how it starts, what it costs, what a user changes in it, and what happens on a bad day. */
export interface Notes {
	readonly title: string;
	readonly what: string;
	readonly runs: string;
	/** What X bills at most. */
	readonly bills: string;
	readonly credentials: string;
	readonly changes: readonly string[];
	/** What happens when it fails half way, is run twice, was off, or gets nothing. */
	readonly badDay: readonly string[];
}

/** Reads the notes of a recipe; what is missing is empty. */
export function notesOf(workflow: Workflow): Notes {
	const about = contentOf(workflow, ABOUT);
	const [, title = '', what = ''] = /^## (.+)\n(.+)$/m.exec(about) ?? [];
	const line = (label: string) => new RegExp(`^\\*\\*${label}\\*\\*: (.+)$`, 'm').exec(about)?.[1] ?? '';
	return {
		title,
		what,
		runs: line('Runs'),
		bills: line('X bills'),
		credentials: line('Credentials'),
		changes: linesOf(workflow, CHANGES),
		badDay: linesOf(workflow, BAD_DAY),
	};
}

/**
 * The sentence on what X bills.
 *
 * @param text What the note has behind **X bills**.
 */
export const billed = (text: string): string =>
	text.startsWith('X names') ? `${text}.` : `X bills ${text}.`;
