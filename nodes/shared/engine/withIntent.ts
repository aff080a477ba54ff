/**
 * This file keeps a write from being sent twice. What an earlier try of the node has done is answered from memory. What
 * was sent without a certain answer is looked up on X before it is sent again: within the run, in the next try, and in a
 * run that resumes.
 */
import { get } from 'lodash';
import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { addFacts, asItIs, failureOf, isUnsure, partialErrors } from '../errors';
import type { Api, ApiRequest, ApiResponse } from '../http/connection';
import { xTime } from '../http/xClock';
import { FOUND, idOf, LONG_PAUSES, look, NEW, PAUSES, type Looker } from '../intent/look';
import { timeIn, wayOf, type Shown } from '../intent/ways';
import { markOf, Writes, type ItemWrites } from '../intent/writes';
import { GuardRefusal } from '../ledger/refusal';
import { overTries } from '../memory/tries';
import { isObject } from '../util/lenient';
import { asText } from '../util/text';
import { DAY } from '../util/time';
import { CancelledError, wait } from '../util/wait';
import { holdsAnswer } from './contract';
import type { Hints } from './hints';
import { pages } from './paging';
import type { readValues } from './values';

export type NodeWrites = Writes<ReturnType<typeof readValues>>;

const memory = overTries<NodeWrites>('what the tries of a node have done');

/** Begins a run, or the next try of one. */
export const beginTry = (context: IExecuteFunctions): NodeWrites =>
	memory(context, () => new Writes(true))?.begin() ?? new Writes(false);

/** What the step needs to know of its item. */
export interface OfItem {
	readonly context: IExecuteFunctions;
	readonly itemIndex: number;
	readonly writes: NodeWrites;
	readonly hints: Hints;
	readonly ownUserId: () => Promise<string>;
	/** The parameters of the list at a path as documented, if the node has an operation for it. */
	readonly listAt: (template: string) => ReadonlySet<string> | undefined;
	/** Keeps since when it is not known what X has done for an item; undefined once it is known. */
	readonly unsure: (itemIndex: number, since: number | undefined) => void;
}

/** The most that a write is sent in one run, each time after X has shown that it did not do it before. */
const MOST = 2;

/** A connection for one item that sends no write again unless X has shown that it did not do it. */
export function withIntent(api: Api, of: OfItem): Api {
	return {
		...api,
		send: async (request) => {
			if (request.method === 'GET' || request.isCleanUp === true) return await api.send(request);
			return await new Sending(api, of, of.writes.item(of.itemIndex), request).run();
		},
	};
}

/** Keeps the results of items: of all where the operation writes, and of any that wrote something. */
export const doneItems = (writes: NodeWrites, isWrite: boolean, hints: Hints) => ({
	/** The output of an item that an earlier try has done. */
	known: (itemIndex: number) => {
		const { result } = writes.item(itemIndex);
		for (const hint of result?.hints ?? []) hints.add(itemIndex, hint);
		return result?.items;
	},
	keep: (itemIndex: number, items: readonly INodeExecutionData[]) => {
		const item = writes.item(itemIndex);
		if (!writes.isTriedAgain) writes.forget(itemIndex);
		else if (isWrite || item.hasWritten) item.finish({ items, hints: hints.of(itemIndex) });
	},
});

/** One write on its way to X. */
class Sending {
	private readonly way: ReturnType<typeof wayOf>;
	private readonly mark: string;

	constructor(
		private readonly api: Api,
		private readonly of: OfItem,
		private readonly item: ItemWrites,
		private readonly request: ApiRequest,
	) {
		this.way = wayOf(request, of.listAt);
		// A PUT replaces a state: it is sent again in the next try, because X may have refused a part of it.
		const isKept = request.method !== 'PUT' && (of.writes.isTriedAgain || this.way !== 'harmless');
		this.mark = isKept ? markOf(api, request) : '';
	}

	async run(): Promise<ApiResponse> {
		const { item, mark, way, api, request } = this;
		const known = mark === '' ? undefined : item.take(mark);
		if (known) return known;
		const sentSince = Date.now() - DAY;
		if (way === 'harmless') return this.done(await api.send({ ...request, sentSince }));
		const before = item.sentAt(mark);
		if (before === undefined) return await this.send(1);
		const isOfRun = !item.hasSent(mark) && before < (this.of.writes.first ?? Infinity);
		const again = isOfRun ? { sentSince: before } : { isAgain: true };
		return (await this.lookBefore(before)) ?? (await this.send(1, again));
	}

	/** @param again Given if X has shown that it did nothing after an earlier sending. */
	private async send(times: number, again?: Pick<ApiRequest, 'isAgain' | 'sentSince'>): Promise<ApiResponse> {
		const since = this.of.writes.since(xTime(this.api.baseUrl));
		this.item.sends(this.mark, since);
		this.of.writes.first ??= since;
		for (const each of this.others) each.resume(since);
		this.keepSince();
		try {
			const answer = await this.api.send({ ...this.request, ...again });
			// What X did not confirm comes as an error; beside a success there may be a refusal.
			if (answer.body === undefined || holdsAnswer(answer.body)) return this.done(answer);
			return partialErrors(answer.body).length > 0 ? this.refused(answer) : answer;
		} catch (error) {
			const isLost = isUnsure(error) || (again && isDuplicate(error));
			if (!isLost) throw this.refused(error);
			if (isCancelled(this.of.context)) throw asItIs(error);
			// A success in a form that no one knows may be a new one: sending again would double it where the list is late.
			const isOnlyLooked = isDuplicate(error) || failureOf(error)?.kind === 'unsaid';
			const found = await this.lookAfter(since, isOnlyLooked ? MOST : times);
			if (found) return found;
			throw asItIs(error);
		}
	}

	/** Looks after a lost answer. Returns undefined if that shows nothing, or if X has not done it each time. */
	private async lookAfter(since: number, times: number): Promise<ApiResponse | undefined> {
		if (typeof this.way === 'string') return undefined;
		const sentAt = this.item.sentAt(this.mark) ?? since;
		const found = await this.find(this.way, sentAt, LONG_PAUSES).catch((error: unknown) => {
			if (error instanceof CancelledError) throw asItIs(error);
			return null;
		});
		if (found !== undefined || times >= MOST) return found ?? undefined;
		return await this.send(times + 1, { isAgain: true });
	}

	/** Looks for what an earlier try or run has sent. */
	private async lookBefore(since: number): Promise<ApiResponse | undefined> {
		this.keepSince();
		if (typeof this.way === 'string') {
			// Those who send a request of several items look themselves.
			if (this.request.items !== undefined) return undefined;
			throw this.cannotTell(since, 'X shows no list in which the node could find it');
		}
		try {
			const found = await this.find(this.way, since, PAUSES);
			if (!found) this.item.undo(this.mark);
			if (!found) this.item.sends(this.mark, since);
			return found;
		} catch (error) {
			if (error instanceof CancelledError || error instanceof GuardRefusal) throw asItIs(error);
			throw this.cannotTell(since, (error as Error).message);
		}
	}

	private async find(way: Shown, since: number, pauses: readonly number[]): Promise<ApiResponse | undefined> {
		const { api, of, request } = this;
		const me = way.needsMe === true ? await of.ownUserId() : '';
		const looker: Looker = {
			pages: (list, paging, isLast) => pages(api, list, paging, Infinity, () => 1, isLast),
			wait: async (pause) => await wait(pause, of.context.getExecutionCancelSignal()),
			isTaken: (id) => of.writes.isTaken(id),
			now: xTime(api.baseUrl),
			isNew: Date.now() - of.writes.begunAt < NEW,
		};
		const found = await look(way, { request, since, me }, looker, pauses);
		if (!found) return undefined;
		of.hints.add(of.itemIndex, FOUND);
		return this.done({ status: 200, headers: {}, body: way.answer(found) });
	}

	private done(answer: ApiResponse): ApiResponse {
		const { item, mark, of, request, way } = this;
		if (way !== 'harmless') this.keepMade(answer.body);
		if (mark !== '' && (answer.body === undefined || holdsAnswer(answer.body)))
			item.add(mark, answer, isStep(request));
		for (const each of request.items ?? []) of.writes.item(each).hold(mark);
		return answer;
	}

	private keepMade(body: unknown): void {
		const entity: unknown = this.request.meaning?.made(body) ?? get(body, 'data');
		if (isObject(entity)) this.of.writes.made(this.mark, idOf(entity), timeIn(entity));
	}

	/** X has certainly not done it. */
	private refused<T>(outcome: T): T {
		for (const each of [this.item, ...this.others]) each.undo(this.mark);
		this.keepSince(this.item.hasWritten ? this.item.since : undefined);
		return outcome;
	}

	/** The items that share the request. Each of them is looked for alone in the next try. */
	private get others(): readonly ItemWrites[] {
		return (this.request.items ?? []).map((each) => this.of.writes.item(each));
	}

	/** Keeps since when the items of the request are unsure. */
	private keepSince(own = this.item.since): void {
		const since = own === undefined ? undefined : this.of.writes.sinceForOthers(this.mark, own);
		for (const each of new Set([this.of.itemIndex, ...(this.request.items ?? [])]))
			this.of.unsure(each, since);
	}

	/** The beginning of the text, for who looks for it. */
	private get said(): string {
		const text = asText(get(this.request.body, 'text'));
		return text === '' ? '' : ` for what begins with "${text.slice(0, 50)}"`;
	}

	private cannotTell(since: number, why: string): NodeOperationError {
		const { context, itemIndex } = this.of;
		const at = new Date(since).toISOString();
		const error = new NodeOperationError(
			context.getNode(),
			`Whether X has done this is not known since ${at}`,
			{
				itemIndex,
				description: `${why.replace(/\.$/, '')}. Look on X${this.said}: if it is there, set Options → Unsure Items to Leave Out, otherwise to Send Again. Nothing was sent.`,
			},
		);
		addFacts(error, { kind: 'unsure', unsure: true, since: at });
		return error;
	}
}

/** X refuses the same Post or webhook again, so it has the first one. */
const isDuplicate = (error: unknown): boolean =>
	/duplicate content|DuplicateUrlFailed/i.test(JSON.stringify(failureOf(error)?.problems ?? ''));

const isCancelled = (context: IExecuteFunctions) => context.getExecutionCancelSignal()?.aborted === true;

/** Files, and the jobs of reports: no one sees them but in what comes after them. */
const isStep = ({ path }: ApiRequest): boolean => /^\/(2\/(chat\/)?media|12\/stats\/jobs)\//.test(path);
