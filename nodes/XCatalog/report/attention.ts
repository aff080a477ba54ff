/** The output Needs Attention of Sync gives items to a person, who may have nothing behind it but a mail. */
import { partition } from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { attached } from '../../shared/memory/process';
import { asText } from '../../shared/util/text';

/** Items that go to the output. They are marked here, because the engine knows only one list of items. */
const marked = attached<INodeExecutionData, true>({
	name: 'items for the output Needs Attention',
	of: 'execution',
});

export function forAttention(item: INodeExecutionData): INodeExecutionData {
	marked.set(item, true);
	return item;
}

/**
 * Sends the errors that ended a sync to the output, each with a text. There are such items where On Error is set to
 * Continue. With an error output, n8n itself moves them there.
 */
export const errorsForAttention = (
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
): INodeExecutionData[] =>
	items.map((item) => {
		const isError =
			typeof item.json.error === 'string' && context.getNode().onError !== 'continueErrorOutput';
		return isError ? forAttention({ ...item, json: { ...stopped(item.json), ...item.json } }) : item;
	});

function stopped({ error, details }: IDataObject): IDataObject {
	const { description = '' } = (details ?? {}) as IDataObject;
	const advice = asText(description) || 'Open this execution in n8n to see the node and its settings.';
	return {
		action: 'stopped',
		text: `The catalog sync stopped: ${asText(error)}\n${advice}`,
		needsAttention: true,
	};
}

/** Divides the items of a run into those of its outputs. Only Sync has two. */
export function splitOutputs(items: readonly INodeExecutionData[]): INodeExecutionData[][] {
	const [attention, regular] = partition(items, (item) => marked.has(item));
	return attention.length > 0 ? [regular, attention] : [regular];
}
