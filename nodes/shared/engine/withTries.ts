/** This file keeps Retry On Fail from sending again what an earlier try of the node has done. */
import { createHash } from 'crypto';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Api, ApiRequest, ApiResponse } from '../http/connection';
import { overTries, Tries } from '../memory/tries';
import { holdsAnswer } from './contract';
import type { Hints } from './hints';
import type { readValues } from './values';

/** The output of an item that is done, with the hints about it. */
interface ItemResult {
	readonly items: readonly INodeExecutionData[];
	readonly hints: readonly string[];
}

export type NodeTries = Tries<ReturnType<typeof readValues>, ApiResponse, ItemResult>;

const memory = overTries<NodeTries>('what the tries of a node have done');

/** Begins a try. Returns undefined if n8n tries once. */
export const beginTry = (context: IExecuteFunctions): NodeTries | undefined =>
	memory.of(context, () => new Tries())?.begin();

/** Keeps the results of items. */
export interface DoneItems {
	/** The output of an item that an earlier try has done. */
	known(itemIndex: number): readonly INodeExecutionData[] | undefined;
	keep(itemIndex: number, items: readonly INodeExecutionData[]): void;
}

/** @param isWrite Whether the operation writes, as its record has it; any item that wrote something is kept besides. */
export const doneItems = (tries: NodeTries, isWrite: boolean, hints: Hints): DoneItems => ({
	known: (itemIndex) => {
		const { result } = tries.item(itemIndex);
		for (const hint of result?.hints ?? []) hints.add(itemIndex, hint);
		return result?.items;
	},
	keep: (itemIndex, items) => {
		const item = tries.item(itemIndex);
		if (isWrite || item.hasWritten) item.finish({ items, hints: hints.of(itemIndex) });
	},
});

/**
 * A connection for one item that answers a write of an earlier try itself. A write without a certain answer is sent
 * again, as without an earlier try.
 */
export function withTries(api: Api, tries: NodeTries, itemIndex: number): Api {
	const item = tries.item(itemIndex);
	return {
		...api,
		send: async (request) => {
			// A PUT replaces a state: sending it again does no harm, and X may have refused a part of it.
			if (request.method === 'GET' || request.method === 'PUT') return await api.send(request);
			const mark = markOf(api, request);
			const known = item.take(mark);
			if (known) return known;
			const answer = await api.send(request);
			// A refusal inside a success, or a success that says nothing, is not done.
			if (answer.body === undefined || holdsAnswer(answer.body)) {
				item.add(mark, answer, isStep(request));
				for (const each of request.items ?? []) tries.item(each).hold();
			}
			return answer;
		},
	};
}

/** Files, and the jobs of reports: no one sees them but in what comes after them. */
const isStep = ({ path }: ApiRequest): boolean => /^\/(2\/(chat\/)?media|12\/stats\/jobs)\//.test(path);

/** Returns a mark of fixed length that equal writes share. */
const markOf = ({ baseUrl }: Api, { method, path, query, body, file }: ApiRequest): string =>
	createHash('sha256')
		.update(JSON.stringify([baseUrl, method, path, query, body, file?.type]))
		.update(file?.content ?? '')
		.digest('base64url');
