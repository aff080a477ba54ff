/** Selects the items that a run does: all, or those that an earlier run left, so that none is done twice. */
import { get, upperFirst } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';
import { leftFields, takesResume } from '../fields';
import type { Operation } from '../operation/operation';
import { hint } from '../report/hint';
import { itemsWere } from '../report/itemNames';
import { itemParameters } from './parameters';
import { readSome } from './values';

export function wantedItems(context: IExecuteFunctions, operation: Operation): readonly number[] {
	const all = [...context.getInputData().keys()];
	const written: unknown = itemParameters(context, 0)('options', 'written');
	const isSet = typeof written === 'string' || get(written, 'resumeFrom') !== undefined;
	if (!takesResume(operation) || !isSet) return all;
	const unsure: number[] = [];
	const wanted = all.filter((itemIndex) => isLeft(context, itemIndex, unsure));
	if (unsure.length > 0)
		hint(context, `${upperFirst(itemsWere(unsure))} left out, because Unsure Items is Leave Out`, 'warning');
	return wanted;
}

/** An item whose value is not valid is run, so that it fails with the reason. */
function isLeft(context: IExecuteFunctions, itemIndex: number, leftOut: number[]): boolean {
	try {
		const { resumeFrom = {}, unsureItems } = readSome(context, leftFields, itemIndex);
		const place = resumeFrom.left ? resumeFrom.left.get(itemIndex) : resumeFrom;
		if (place?.since === undefined || unsureItems !== 'leaveOut') return place !== undefined;
		leftOut.push(itemIndex);
		return false;
	} catch {
		return true;
	}
}
