/** What a node remembers of the last good run for a catalog. */
import { omit } from 'lodash';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { object } from '../../shared/util/lenient';
import { WorkflowMemory } from '../../shared/memory/workflowMemory';
import { fieldOf, type FieldName } from '../product/fields';

export interface GoodRun {
	/** When it ended, in ISO 8601. */
	readonly at: string;
	/** The number of products in the input. */
	readonly products: number;
	/** The fields that the input had. */
	readonly fields: readonly FieldName[];
	/** The number of repeated IDs. */
	readonly repeated: number;
}

/** The most catalogs that a node remembers. */
const REMEMBERED = 50;

/** The last good runs of a node, by catalog. */
export class GoodRuns {
	private readonly memory: WorkflowMemory;

	constructor(context: IExecuteFunctions) {
		this.memory = new WorkflowMemory(context, 'goodRuns', context.getNode().name);
	}

	/** Whether no one stores them: the trigger of the workflow, which would, is in another process. */
	get isLostWithProcess(): boolean {
		return this.memory.isLostWithProcess;
	}

	/** The last good run. Undefined if there was none, or if what is stored is damaged. */
	last(catalogId: string): GoodRun | undefined {
		const { at, products, fields, repeated } = object(this.all[catalogId]);
		if (typeof at !== 'string' || typeof products !== 'number' || !Array.isArray(fields)) return undefined;
		const known = fields.flatMap((name) => fieldOf(String(name))?.name ?? []);
		return { at, products, fields: known, repeated: Number(repeated) || 0 };
	}

	remember(catalogId: string, run: GoodRun): void {
		const others = Object.entries(omit(this.all, catalogId)).slice(1 - REMEMBERED);
		this.memory.write({ ...Object.fromEntries(others), [catalogId]: { ...run } });
	}

	private get all(): IDataObject {
		return object(this.memory.value);
	}
}
