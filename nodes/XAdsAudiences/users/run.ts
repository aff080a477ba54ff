/**
 * Adds or removes users: reads and hashes the input, then sends it in as few requests as the limits allow. X accepts or
 * rejects a request as a whole, and adding or removing a user twice changes nothing, so a request with an unknown
 * outcome is repeated.
 */
import { countBy, get, omit, partition, sortBy, uniq } from 'lodash';
import { NodeOperationError } from 'n8n-workflow';
import { wholeFailure } from '../../shared/ads/batch/results';
import { addAdvice, failureOf } from '../../shared/errors';
import type { BatchCall } from '../../shared/operation/operation';
import { pushAll } from '../../shared/util/pushAll';
import { endIfCancelled } from '../../shared/util/wait';
import { lostWithProcess } from '../../shared/memory/workflowMemory';
import type { UsersValues } from './fields';
import { UserLists, type UserList, type ListedUser, type UserListKind, type PlacedItem } from './userLists';
import { inRequests, type UsersRequest } from './requests';
import { SentBefore } from './sentBefore';

/** The number of attempts if the answer counts fewer users than the request contained. */
const ATTEMPTS = 3;

/** Runs the operation over all input items. */
export async function runUsers<V extends UsersValues>(batch: BatchCall<V>, kind: UserListKind<V>) {
	const lists = new UserLists(batch, kind);
	const output: PlacedItem[] = [];
	for (const itemIndex of batch.wanted) {
		try {
			lists.add(await batch.call(itemIndex));
		} catch (error) {
			// Without Continue On Fail the first problem throws, and nothing has been sent yet.
			output.push([itemIndex, batch.fail(error, itemIndex)]);
		}
	}
	const open = countBy(
		lists.all.flatMap(({ entries }) => entries.flatMap(({ itemIndexes }) => uniq(itemIndexes))),
	);
	const done = (entries: readonly ListedUser[]) => {
		for (const itemIndex of entries.flatMap(({ itemIndexes }) => uniq(itemIndexes)))
			if (--open[itemIndex]! === 0) batch.settle(itemIndex);
	};
	let sent = 0;
	for (const list of lists.all) sent = await sendUsers(batch, kind, list, { sent, done });
	for (const list of lists.all) pushAll(output, list.report.items(batch));
	return sortBy(output, 0).map(([, item]) => item);
}

/** Sends the users of one list, one request after the other, because X asks for patience with first uploads. */
async function sendUsers<V>(
	batch: BatchCall<V>,
	{ type }: UserListKind<V>,
	list: UserList,
	{ sent: before, done }: { readonly sent: number; readonly done: (entries: readonly ListedUser[]) => void },
): Promise<number> {
	const { context } = batch;
	const memory = new SentBefore(context, list.key);
	if (list.isOnlyNew && memory.isLostWithProcess) list.call.hint(NOT_STORED);
	const isKnown = (entry: ListedUser) => list.isOnlyNew && memory.has(entry);
	const [unchanged, changed] = partition(list.entries, isKnown);
	list.report.unchanged(unchanged);
	done(unchanged);
	let sent = before;
	for (const request of inRequests(type, changed)) {
		endIfCancelled(context.getExecutionCancelSignal());
		// Until X has answered, no one knows what it has of them.
		if (!batch.isDryRun()) memory.remove(request.entries);
		memory.save();
		try {
			await sendRequest(list.call, request);
			sent += request.entries.length;
			list.report.sent(request.entries);
			done(request.entries);
			if (list.isOnlyNew) memory.add(request.entries);
			memory.save();
		} catch (error) {
			const failure = explained(error);
			if (!batch.goesOn()) batch.fail(withSent(failure, sent), request.entries[0]?.itemIndexes[0] ?? 0);
			for (const itemIndex of request.entries.flatMap(({ itemIndexes }) => itemIndexes))
				list.report.fail(itemIndex, wholeFailure({ context, itemIndex }, failure));
		}
	}
	return sent;
}

const NOT_STORED = lostWithProcess(
	'Who was sent before is not remembered, so everyone is sent again',
	'the nodes of X Ads Audiences',
);

async function sendRequest(call: UserList['call'], { entries, body }: UsersRequest<ListedUser>) {
	const wanted = entries.length;
	const items = uniq(entries.flatMap(({ itemIndexes }) => itemIndexes));
	let counted = '';
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const answer = await call.send({ ...omit(call.request(), 'query'), body, items, idempotent: true });
		const { success, total } = countsIn(answer);
		if (success === wanted && total === wanted) return;
		counted = `${success} of ${total}`;
	}
	throw new NodeOperationError(
		call.context.getNode(),
		`X counted ${counted} users in a request that held ${wanted}`,
		{
			itemIndex: call.itemIndex,
			description: `It was sent ${ATTEMPTS} times, and X says that such a request is to be sent again. Run it again later: sending users twice does no harm.`,
		},
	);
}

function countsIn(answer: unknown): { success: number; total: number } {
	const data: unknown = get(answer, 'data');
	const rows: unknown[] = Array.isArray(data) ? data : [data];
	const sum = (name: string) => rows.reduce<number>((all, row) => all + Number(get(row, name) ?? NaN), 0);
	return { success: sum('success_count'), total: sum('total_count') };
}

/** To fill audiences, an app needs a permission that access to the Ads API does not include. */
function explained(error: unknown): unknown {
	return failureOf(error)?.status === 403
		? addAdvice(
				error,
				'X lets an app fill audiences only after it was put on a list: ask for it as https://docs.x.com/x-ads-api/audiences says',
			)
		: error;
}

function withSent(error: unknown, sent: number): unknown {
	return sent === 0
		? error
		: addAdvice(
				error,
				`${sent.toLocaleString('en')} users were sent before it stopped; sending them again does no harm`,
			);
}
