/** Selects the items that a run does: all, or those that an earlier run left, so that none is done twice. */
import { get } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';
import { resumeFields, takesResume } from '../fields';
import type { Operation } from '../operation/operation';
import { itemParameters } from './parameters';
import { readSome } from './values';

export function wantedItems(context: IExecuteFunctions, operation: Operation): ReadonlySet<number> {
	const all = [...context.getInputData().keys()];
	const written: unknown = itemParameters(context, 0)('options', 'written');
	const isSet = typeof written === 'string' || get(written, 'resumeFrom') !== undefined;
	if (!takesResume(operation) || !isSet) return new Set(all);
	return new Set(all.filter((itemIndex) => isLeft(context, itemIndex)));
}

/** An item whose value is not valid is run, so that it fails with the reason. */
function isLeft(context: IExecuteFunctions, itemIndex: number): boolean {
	try {
		return readSome(context, resumeFields, itemIndex).resumeFrom?.left?.has(itemIndex) ?? true;
	} catch {
		return true;
	}
}
