/** A dry run as a table, and as text for a message. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { asText } from '../../shared/util/text';
import type { Decision } from '../sync/plan';
import type { InputPosition, InputRow } from '../input/row';

/** The number of rows of each kind in the table. */
const SHOWN = 25;

const ACTIONS = ['create', 'update', 'delete', 'refused'] as const;

type PreviewAction = (typeof ACTIONS)[number];

export class Preview {
	private readonly rows = new Map<PreviewAction, INodeExecutionData[]>();

	/** Adds a product that would be sent. An update also shows the previous values. */
	add(row: InputRow, sent: IDataObject, decision: Decision): void {
		if (decision.action === 'create') this.keep('create', row, 'New', sent);
		if (decision.action !== 'update') return;
		const { current = {}, changes = [] } = decision;
		const changed = changes.map(
			(field) => `${field}: ${current[field] || '(empty)'} → ${row.product[field] || '(empty)'}`,
		);
		this.keep('update', row, changed.join('\n'), sent);
	}

	addRefused(row: InputRow, errors: readonly string[]): void {
		this.keep('refused', row, errors.join('; '), { ...row.product });
	}

	addDeleted(id: string, at: InputPosition): void {
		this.keep('delete', { itemIndex: at.itemIndex }, 'Not in the input', { id });
	}

	/** The table, with new products first and refused ones last. */
	items(): INodeExecutionData[] {
		return ACTIONS.flatMap((action) => this.rows.get(action) ?? []);
	}

	/** Keeps a row. Its first columns are the same in all rows. */
	private keep(
		action: PreviewAction,
		{ itemIndex, line }: Pick<InputRow, 'itemIndex'> & { line?: number },
		details: string,
		{ id = '', ...fields }: IDataObject,
	): void {
		const kept = this.rows.get(action) ?? [];
		this.rows.set(action, kept);
		if (kept.length >= SHOWN) return;
		kept.push({
			json: { action, id, ...(line !== undefined && { line }), details, ...fields },
			pairedItem: { item: itemIndex },
		});
	}
}

type CountedEntries = readonly { readonly count?: unknown; readonly [name: string]: unknown }[];

const linesOf = (title: string, entries: unknown, name: string): string[] =>
	Array.isArray(entries) && entries.length > 0
		? [
				title,
				...(entries as CountedEntries)
					.slice(0, 10)
					.map((each) => `- ${asText(each[name])} (${asText(each.count)})`),
			]
		: [];

export function summaryText(summary: IDataObject): string {
	const count = (name: string) => asText(summary[name]) || '0';
	const formats = (summary.sourceFormats ?? []) as { format: string }[];
	const source = formats.length > 0 ? ` from ${formats.map(({ format }) => format).join(', ')}` : '';
	const repeated = ((summary.problems ?? []) as { problem: string; examples: string[] }[]).filter(
		({ problem }) => problem.startsWith('The ID occurs'),
	);
	return [
		`${summary.dryRun === true ? 'Dry run of a' : 'A'} catalog sync: ${count('inputProducts')} products${source}.`,
		`${count('created')} created, ${count('updated')} updated, ${count('unchanged')} unchanged, ${count('deleted')} deleted, ${count('failed')} refused.`,
		...(typeof summary.deletionRefused === 'string' ? [summary.deletionRefused] : []),
		...linesOf('Refused:', summary.problems, 'problem'),
		...repeated.flatMap(({ examples }) => examples.map((example) => `- ${example}`)),
		...linesOf('Left out:', summary.leftOut, 'why'),
		...linesOf('Changed on the way:', summary.cleanedUp, 'what'),
	].join('\n');
}
