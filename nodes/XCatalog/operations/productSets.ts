/** Product sets: refuse what the platform would refuse, wait for what it is still working on. */
import { get } from 'lodash';
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { encodeRfc3986 } from '../../shared/util/encode';
import { entities } from '../../shared/engine/output';
import { wait } from '../../shared/util/wait';
import type { Call } from '../../shared/operation/operation';

const firstPause = 1000;
const longestPause = 15_000;

const setPath = (catalogId: string, setId: string) =>
	`/12/product_catalogs/${encodeRfc3986(catalogId)}/product_sets/${encodeRfc3986(setId)}`;

const idOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Updates a set after a look at it: a FILTERED one is refused before anything is sent. Source: catalog brief. */
export async function runUpdate(call: Call): Promise<INodeExecutionData[]> {
	const { context, api, itemIndex, values } = call;
	const setId = idOf(values.product_set_id);
	const { body } = await api.send({ method: 'GET', path: setPath(idOf(values.product_catalog_id), setId) });
	if (get(body, 'data.id') === setId && get(body, 'data.type') === 'FILTERED') {
		throw new NodeOperationError(context.getNode(), 'A filtered product set cannot be updated', {
			itemIndex,
			description: 'Delete it and create another one with the filters you want. Nothing was sent.',
		});
	}
	const request = call.request();
	return await call.sendAndOutput({ ...request, body: request.body ?? {} });
}

/** Waits until a set is no longer being processed. */
export async function runWait(call: Call): Promise<INodeExecutionData[]> {
	const { values } = call;
	const set = await untilProcessed(call, idOf(values.product_catalog_id), idOf(values.product_set_id));
	return [call.item(set)];
}

/** Creates a set, and waits for it where that is asked for. */
export async function waitAfter(call: Call): Promise<INodeExecutionData[]> {
	const { api, values } = call;
	if (values.wait !== true) return await call.sendAndOutput(call.request());
	const { body } = await api.send(call.request());
	const [made = {}] = entities({ many: false }, body);
	if (made.processing_status === 'DONE') return [call.item(made)];
	return [call.item(await untilProcessed(call, idOf(values.product_catalog_id), idOf(made.id)))];
}

/** Asks with growing pauses. @throws NodeOperationError when the platform reports FAILED or time is up. */
async function untilProcessed(
	call: Call,
	catalogId: string,
	setId: string,
): Promise<Record<string, unknown>> {
	const { context, api, itemIndex, values } = call;
	const timeout = typeof values.timeout === 'number' ? values.timeout : 300;
	const fail = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { itemIndex, description });
	const deadline = Date.now() + timeout * 1000;
	for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
		const { body } = await api.send({ method: 'GET', path: setPath(catalogId, setId) });
		const [set = {}] = entities({ many: false }, body);
		if (set.processing_status === 'FAILED') {
			throw fail(
				`The platform could not process product set ${setId}`,
				'It reports FAILED without a reason. Check the filters, delete the set and create it again.',
			);
		}
		if (set.processing_status !== 'PROCESSING') return set;
		const left = deadline - Date.now();
		if (left <= 0) {
			throw fail(
				`Product set ${setId} is still being processed after ${timeout} s`,
				'The platform goes on with it. Wait again, or raise the Timeout.',
			);
		}
		await wait(Math.min(pause, left), context.getExecutionCancelSignal());
	}
}
