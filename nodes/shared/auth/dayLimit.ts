/** This file defines Max Cost per Day, a field of every credential with which something can be billed. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';

const NAME = 'maxCostPerDay';

export const dayLimitField: INodeProperties = {
	displayName: 'Max Cost per Day (USD)',
	name: NAME,
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: 0,
	description:
		'The most that runs, triggers, and lists opened in the editor may cost with this credential on a day (UTC), together. 0 for no limit. Each process of n8n counts for itself.',
};

/** Returns the limit of a credential, in USD; Infinity without one. */
export function dayLimitOf(credentials: IDataObject): number {
	const limit = Number(credentials[NAME]);
	return Number.isFinite(limit) && limit > 0 ? limit : Infinity;
}
