/** Waits until X has processed a product set. */
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { encodeRfc3986, asText } from '../../shared/util/text';
import { entities } from '../../shared/engine/output';
import { growingPause, pollUntil } from '../../shared/util/poll';
import type { Call } from '../../shared/operation/operation';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

interface WaitValues {
	readonly product_catalog_id: string;
	readonly timeout: number | undefined;
}

export const runWait = async (
	call: Call<WaitValues & { readonly product_set_id: string }>,
): Promise<INodeExecutionData[]> => call.items(await untilProcessed(call, call.values.product_set_id));

/** Creates a set, and waits for it if the user asks for that. */
export async function waitAfter(
	call: Call<WaitValues & { readonly wait: boolean | undefined }>,
): Promise<INodeExecutionData[]> {
	if (call.values.wait !== true) return await call.sendAndOutput(call.request());
	const created = await call.send(call.request());
	const set = setIn(created);
	return call.items(set.processing_status === 'DONE' ? created : await untilProcessed(call, asText(set.id)));
}

const setIn = (body: unknown): Record<string, unknown> => entities({ isList: false }, body)[0] ?? {};

/**
 * Returns the answer with the set.
 *
 * @throws NodeOperationError if X reports FAILED or the time is up.
 */
async function untilProcessed(call: Call<WaitValues>, setId: string): Promise<unknown> {
	const { context, api, itemIndex, values } = call;
	const { product_catalog_id: catalogId, timeout = 300 } = values;
	const path = `/12/product_catalogs/${encodeRfc3986(catalogId)}/product_sets/${encodeRfc3986(setId)}`;
	const { state: body, isDone } = await pollUntil({
		ask: async () => (await api.send({ method: 'GET', path })).body,
		isDone: (answer) => setIn(answer).processing_status !== 'PROCESSING',
		pause: growingPause(FIRST_PAUSE, LONGEST_PAUSE),
		timeout: timeout * 1000,
		signal: context.getExecutionCancelSignal(),
	});
	if (isDone && setIn(body).processing_status !== 'FAILED') return body;
	const [message, description] = isDone
		? [
				`X could not process product set ${setId}`,
				'It reports FAILED without a reason. Check the filters, delete the set and create it again.',
			]
		: [
				`Product set ${setId} is still being processed after ${timeout} s`,
				'X goes on with it. Wait again, or raise the Timeout.',
			];
	throw new NodeOperationError(context.getNode(), message, { itemIndex, description });
}
