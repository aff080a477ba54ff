/** Selects the items that a run does: all, or those that an earlier run left, so that none is done twice. */
import { get, upperFirst } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';
import { leftFields, takesResume } from '../fields';
import type { Operation, Place } from '../operation/operation';
import { hint, itemsWere } from '../report/wording';
import { itemParameters } from './parameters';
import { Progress } from './progress';
import { readSome } from './values';

/** Returns the items that the run does, with the places of an earlier one: this one may not reach each of them. */
export function wantedItems(context: IExecuteFunctions, operation: Operation): Progress {
	const all = [...context.getInputData().keys()];
	const written: unknown = itemParameters(context, 0)('options', 'written');
	const isSet = typeof written === 'string' || get(written, 'resumeFrom') !== undefined;
	const places = new Map<number, Place>();
	const leftOut: number[] = [];
	for (const itemIndex of all) {
		const place = isSet && takesResume(operation) ? placeOf(context, itemIndex, leftOut) : {};
		if (place) places.set(itemIndex, place);
	}
	const were = leftOut.length > 0 && upperFirst(itemsWere(leftOut));
	if (were) hint(context, `${were} left out, because Unsure Items is Leave Out`, 'warning');
	return new Progress(places, all.length);
}

/** The place of an item, if the run does it. An item whose value is not valid is run, so that it fails with the reason. */
function placeOf(context: IExecuteFunctions, itemIndex: number, leftOut: number[]): Place | undefined {
	try {
		const { resumeFrom = {}, unsureItems } = readSome(context, leftFields, itemIndex);
		const place = resumeFrom.left ? resumeFrom.left.get(itemIndex) : resumeFrom;
		if (place?.since === undefined || unsureItems !== 'leaveOut') return place;
		leftOut.push(itemIndex);
		return undefined;
	} catch {
		return {};
	}
}
