/** Remembers the last good run for a catalog, so that a broken input is noticed before it is sent. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { Stored, storedForm } from '../../shared/memory/stored';
import { fieldOf } from '../product/fields';

const goodRun = z.object({
	/** The time at which it ended, in ISO 8601. */
	at: z.string(),
	products: z.number(),
	/** The fields that the input had. */
	fields: z.array(z.string()).transform((names) => names.flatMap((name) => fieldOf(name)?.name ?? [])),
	repeated: z.number(),
});

export type GoodRun = Readonly<z.infer<typeof goodRun>>;

/** Finds the last good run of a node for a catalog. */
export const storedGoodRun = (context: IExecuteFunctions, catalogId: string): Stored<GoodRun> =>
	new Stored(context, GOOD_RUN, `${context.getNode().id} ${catalogId}`);

const GOOD_RUN = storedForm({
	name: 'goodRuns',
	of: 'node and catalog',
	shape: goodRun,
	without: 'this run is compared with no earlier one',
});
