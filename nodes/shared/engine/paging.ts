/**
 * Reads a list page by page, up to the limit. Before that only a missing token or the list's own end ends it, so that no
 * page is lost.
 */
import { get } from 'lodash';
import { sleep, NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { lookedAt, addAdvice, failureOf, isNodeError, meaningOf, type NodeError } from '../errors';
import type { Api, ApiRequest, ApiResponse } from '../http/connection';
import type { Paging, Call } from '../operation/operation';
import { isObject } from '../util/lenient';
import { pushAll } from '../util/pushAll';
import { withQuery } from './request';
import { GuardRefusal } from '../ledger/refusal';
import { itemNames, counted } from '../report/wording';

/** A repeated token would make paging endless. */
export class PagingLoopError extends Error {
	constructor(token: string) {
		super(`X sent the page token "${token.slice(0, 40)}" twice; paging stopped to avoid an endless loop`);
	}
}

/**
 * Requests pages until there are enough entities or there is no next token.
 *
 * @param limit How many entities are wanted; Infinity for all.
 * @param isLast Whether an answer ends the list although it has a token.
 * @yields The answers in order. The caller trims the last one.
 */
export async function* pages(
	api: Api,
	request: ApiRequest,
	paging: Paging,
	limit: number,
	count: (response: ApiResponse) => number,
	isLast: (body: unknown) => boolean = () => false,
): AsyncGenerator<ApiResponse> {
	const seen = new Set<string>();
	let fetched = 0;
	const ask = async (token: string | undefined) => {
		const from = startingAt(request, paging, token);
		const wanted = sizeWithin(paging, limit - fetched);
		const room = paging.size === undefined ? undefined : await api.room?.(from, wanted);
		return await api.send(ofSize(from, paging, room ?? wanted));
	};
	let asked = ask(undefined);
	for (;;) {
		const response = await asked;
		fetched += count(response);
		const next = nextToken(paging, response.body);
		const isEnd = next === undefined || fetched >= limit || isLast(response.body);
		const isLoop = next !== undefined && seen.has(next);
		// With everything wanted, the next page is on its way while this one is read.
		const isAhead = limit === Infinity && !isEnd && !isLoop;
		if (isAhead) asked = ask(next);
		// A caller that stops here does not wait for it.
		asked.catch(() => undefined);
		if (isAhead) await sent();
		yield response;
		if (isEnd) return;
		if (isLoop) throw new PagingLoopError(next);
		seen.add(next);
		if (!isAhead) asked = ask(next);
	}
}

/**
 * Waits until a request is on its way: n8n's client takes one turn to make it, and one to connect. Without this it was
 * sent only after the page before it was read.
 */
async function sent(): Promise<void> {
	await sleep(0);
	await sleep(0);
}

/** Returns the request, starting at a page token if there is one. */
export const startingAt = (request: ApiRequest, paging: Paging, token: string | undefined): ApiRequest =>
	token === undefined
		? request
		: withQuery(request, {
				[paging.request]: token,
				// The Ads API counts only on the first page, and refuses a cursor together with `with_total_count`.
				...(paging.kind === 'cursor' && { with_total_count: undefined }),
			});

/** The request with as many entities per page as are wanted and allowed. Lists without a page size stay unchanged. */
export function ofSize(request: ApiRequest, paging: Paging, entries: number): ApiRequest {
	if (paging.size === undefined) return request;
	const size = String(sizeWithin(paging, entries));
	return {
		...withQuery(request, { [paging.size]: size }),
		ownChoices: { ...request.ownChoices, [paging.size]: [{ value: size }] },
	};
}

const sizeWithin = ({ min, max }: Paging, entries: number): number => Math.max(min, Math.min(max, entries));

/** Returns the token of the next page, or undefined at the end. */
export const nextToken = (paging: Paging, body: unknown): string | undefined =>
	paging.isSingle === true ? undefined : tokenIn(paging, body);

/** Checks whether an answer names a page that X documents no way to ask for. */
export const hasHiddenPage = (paging: Paging, body: unknown): boolean =>
	paging.isSingle === true && tokenIn(paging, body) !== undefined;

function tokenIn(paging: Paging, body: unknown): string | undefined {
	const found: unknown = get(body, paging.kind === 'token' ? 'meta.next_token' : 'next_cursor');
	return typeof found === 'string' && found !== '' ? found : undefined;
}

/**
 * Every entity of a list, for code that needs all of them together.
 *
 * @param path Path of the list, whose entities are in `data`.
 * @throws PagingLoopError if X sends a page token twice. A failed look; see `lookedAt`.
 */
export async function listAll(api: Api, path: string, paging: Paging): Promise<Record<string, unknown>[]> {
	const found: Record<string, unknown>[] = [];
	const answers = pages(api, { method: 'GET', path }, paging, Infinity, () => 1);
	for await (const { body } of answers) pushAll(found, [lookedAt(body).data].flat().filter(isObject));
	return found;
}

/** The failure of a later page, with the items of the earlier pages. */
export class BrokenOffList extends Error {
	constructor(
		/** Why the list stopped. */
		readonly reason: NodeError,
		readonly items: readonly INodeExecutionData[],
	) {
		super(reason.message);
	}
}

/**
 * Returns the error of a later page. If the operation can start at a page, the error explains how to continue.
 *
 * @param before The items of the earlier pages, and how many results these had.
 * @param next The token of the page that failed; undefined for the first page.
 */
export function brokenOff(
	error: unknown,
	{ context, itemIndex }: Pick<Call, 'context' | 'itemIndex'>,
	before: { readonly items: readonly INodeExecutionData[]; readonly came: number },
	next: string | undefined,
): unknown {
	const reason =
		error instanceof PagingLoopError
			? new NodeOperationError(context.getNode(), error.message, {
					itemIndex,
					description: 'This is a fault of X. Try again later.',
				})
			: error;
	if (next === undefined || !isNodeError(reason)) return reason;
	const failure = failureOf(reason);
	// After a temporary failure, or a fault of X, the same page can be requested again.
	const isPassing =
		reason !== error ||
		error instanceof GuardRefusal ||
		(failure && meaningOf(failure.kind).passes !== undefined);
	const { items, came } = before;
	const count = counted(came, 'item');
	const place = `${came === 1 ? 'is' : 'are'} ${context.continueOnFail() ? '' : 'not '}in the output`;
	const item = context.getInputData().length > 1 ? `, with ${itemNames([itemIndex])} as the only input` : '';
	addAdvice(reason, `${count} came before and ${place}: ${goOnFrom(next, isPassing)}${item}`);
	return new BrokenOffList(reason, items);
}

/** Returns advice on how to continue a list. */
export const goOnFrom = (next: string, isPassing = true): string =>
	`to go on from there${isPassing ? '' : ' once the cause is gone'}, set Options → Resume From to ${next}`;
