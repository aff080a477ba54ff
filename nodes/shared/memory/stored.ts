/**
 * This file checks the shape of what n8n has stored for a workflow. Anything can be in static data: people edit them,
 * Code nodes write them, and a backup may be older. Data of another shape are removed and reported, and never used.
 */
import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';
import { hint } from '../report/wording';
import { WorkflowMemory, type NodeContext } from './workflowMemory';

export interface StoredForm<T> {
	readonly name: string;
	readonly of: string;
	readonly shape: z.ZodType<T, z.ZodTypeDef, unknown>;
	/** The effect of its absence, as the rest of a sentence: "the next run compares with nothing". */
	readonly without: string;
	readonly most?: number;
}

const all: Omit<StoredForm<unknown>, 'shape'>[] = [];

/** Declares a form, so that the table in docs/architecture.md has it. */
export function storedForm<T>(form: StoredForm<T>): StoredForm<T> {
	all.push(form);
	return form;
}

/** Returns the forms of the modules that are loaded, for the table. */
export const storedForms = (): typeof all => all;

/** One thing that a workflow stores in a form. */
export class Stored<T> extends WorkflowMemory {
	/** @param key One of several things under this name. What belongs to a node has its ID in it, as people rename nodes. */
	constructor(
		private readonly context: NodeContext,
		private readonly form: StoredForm<T>,
		key?: string,
	) {
		super(context, form.name, key, form.most);
	}

	get value(): T | undefined {
		return this.isLostWithProcess ? undefined : (this.read(this.left) ?? this.ofN8n);
	}

	get ofN8n(): T | undefined {
		const { stored } = this;
		const found = this.read(stored);
		if (stored === undefined || found !== undefined) return found;
		this.remove();
		sayDamage(this.context, [this.form.name], this.form.without);
		return undefined;
	}

	get all(): T[] {
		return [this.ofN8n, this.read(this.left)].filter((each) => each !== undefined);
	}

	private read(stored: unknown): T | undefined {
		return this.form.shape.safeParse(stored).data;
	}
}

/** Removes what does not fit its shape from the static data of a node, and returns the names of what went. */
export function withoutDamage(data: IDataObject, shapes: Readonly<Record<string, z.ZodTypeAny>>): string[] {
	const damaged = Object.keys(shapes).filter(
		(name) => data[name] !== undefined && shapes[name]?.safeParse(data[name]).success === false,
	);
	for (const name of damaged) delete data[name];
	return damaged;
}

function sayDamage(context: NodeContext, names: readonly string[], without: string): void {
	const message = `What n8n has stored for this workflow is damaged (${names.join(', ')}) and was removed: ${without}`;
	if ('addExecutionHints' in context) hint(context, message, 'warning');
	else context.logger.warn(message);
}
