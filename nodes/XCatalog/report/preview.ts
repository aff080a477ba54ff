/** This file shows a dry run as a table, and as text for a message. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Decision } from '../sync/plan';
import type { InputPlace, InputRow } from '../input/row';

/** The number of rows of each kind in the table. */
const SHOWN = 25;

const ACTIONS = ['create', 'update', 'held', 'delete', 'refused'] as const;

type PreviewAction = (typeof ACTIONS)[number];

export class Preview {
	private readonly rows = new Map<PreviewAction, INodeExecutionData[]>();

	/** Adds a product that would be sent. An update also shows the previous values. */
	add(row: InputRow, sent: IDataObject, decision: Decision): void {
		if (decision.action === 'create') this.keep('create', row, 'New', sent);
		if (decision.action !== 'update') return;
		const { current = {}, changes = [] } = decision;
		const changed = changes.map(
			(field) => `${field}: ${current[field] || '(empty)'} → ${decision.product[field] || '(empty)'}`,
		);
		this.keep('update', row, changed.join('\n'), sent);
	}

	/** Returns the table, with new products first and refused ones last. */
	items(): INodeExecutionData[] {
		return ACTIONS.flatMap((action) => this.rows.get(action) ?? []);
	}

	/** Keeps a row. Its first columns are the same in all rows. */
	keep(
		action: PreviewAction,
		{ itemIndex, line }: InputPlace,
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
