/** This file puts the guard of a workflow in front of a connection, and Dry Run. */
import { isEmpty } from 'lodash';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { z } from 'zod';
import { asItIs, failureOf } from '../errors';
import { isUpload, type GuardRules, WriteMemory, writesOfWorkflow, writtenShape } from '../guard/policy';
import { dayLimit, dayBookOf, type DayBook } from '../ledger/day';
import { Ledger } from '../ledger/ledger';
import { GuardRefusal } from '../ledger/refusal';
import { mostCost } from '../ledger/requestCost';
import { defined } from '../util/lenient';
import { workflowKey } from '../memory/keys';
import { Stored, storedForm } from '../memory/stored';
import { lostWithProcess } from '../memory/workflowMemory';
import type { Api, ApiRequest, ApiResponse } from './api';
import { withBill } from './steps';
import { MOST_OFF } from './xClock';
import { dayShape } from '../ledger/dayCounter';

const guardShape = writtenShape.extend({ day: dayShape });

type GuardState = z.infer<typeof guardShape>;

/** Keeps what a process knows of the writes and the cost of a workflow. */
class GuardMemory {
	readonly writes: WriteMemory;
	readonly day: DayBook;

	/** @param workflow Its ID; a workflow that was never saved has none. */
	constructor(workflow: string) {
		this.writes = workflow === '' ? new WriteMemory() : writesOfWorkflow(workflow);
		this.day = dayBookOf(`workflow ${workflow}`);
	}

	merge(stored: GuardState | undefined): void {
		if (stored) this.writes.merge(stored, Date.now());
		this.day.counter.merge(stored?.day, Date.now());
	}

	get state(): GuardState {
		return { ...this.writes.stateAt(Date.now()), day: this.day.counter.state };
	}

	get version(): string {
		return `${this.writes.changes} ${this.day.version}`;
	}
}

/** Ends an item of a dry run at the request that would have been sent. */
export class DryRunStop extends Error {
	constructor(
		readonly output: IDataObject,
		readonly items?: readonly number[],
	) {
		super('Dry Run: nothing was sent');
	}
}

const GUARD = storedForm({
	name: 'guard',
	of: 'workflow',
	shape: guardShape,
	without: 'writes and costs count from now on',
});

type Rehearsal = { isBilled: boolean; rules: GuardRules; route: string; uploads: ApiRequest[] };

/** The guard of one run. */
export class Guard {
	/** The requests of a dry run that several items share. */
	readonly rehearsed: DryRunStop[] = [];
	/** Whether nothing is to be written: no item of the run ends another. */
	isDryRun = false;
	private readonly memory: GuardMemory;
	private readonly ofWorkflow: Stored<GuardState>;

	constructor(private readonly context: IExecuteFunctions) {
		this.memory = new GuardMemory(workflowKey(context));
		this.ofWorkflow = new Stored(context, GUARD);
		this.memory.merge(this.ofWorkflow.ofN8n);
		// The trigger may store something before the run ends.
		if (this.ofWorkflow.isLeft) this.ofWorkflow.keep(this.memory);
	}

	/** Keeps what was counted. Returns a warning where no one stores it. */
	store(): string | undefined {
		this.ofWorkflow.keep(this.memory);
		return this.ofWorkflow.isLostWithProcess ? NOT_STORED : undefined;
	}

	/** Throws before look-ups, which may cost, where the write of the operation would not be allowed after them. */
	beforeLookups(rules: GuardRules, route: string): void {
		const [method = '', path = ''] = route.split(' ');
		const refusal = this.memory.writes.refusal(this.context.getNode(), rules, { method, path }, Date.now());
		if (refusal && !this.memory.writes.hasLost) throw refusal;
	}

	/**
	 * A connection for one item that sends only what its rules allow.
	 *
	 * @param isBilled Whether X bills what is sent to the host.
	 * @param route The documented request of the operation.
	 */
	watch(api: Api, isBilled: boolean, rules: GuardRules, route: string): Api {
		this.isDryRun ||= rules.dryRun === true;
		const limited =
			rules.maxCostPerDay === undefined || !isBilled ? api : withBill(api, this.ledger(rules.maxCostPerDay));
		const uploads: ApiRequest[] = [];
		return {
			...limited,
			send: async (request) => {
				if (request.method === 'GET') return await limited.send(request);
				const sent = request.prepare?.() ?? request;
				if (rules.dryRun === true) return this.rehearse(api, { isBilled, rules, route, uploads }, sent);
				const { isAgain, isCleanUp, sentSince = Infinity } = request;
				if (isUpload(sent, route) || isCleanUp === true) return await limited.send(request);
				const { writes } = this.memory;
				const isCounted = isAgain ?? writes.hasCounted(rules, sent, sentSince - MOST_OFF);
				const node = this.context.getNode();
				const admitted = isCounted ? undefined : writes.admit(node, rules, sent, Date.now());
				try {
					const answer = await limited.send(request);
					writes.keepLost(sent, undefined);
					return answer;
				} catch (error) {
					// X did nothing where it was refused.
					if (error instanceof GuardRefusal || failureOf(error)?.unsure === false) admitted?.undo();
					else writes.keepLost(sent, Date.now());
					throw asItIs(error);
				}
			},
		};
	}

	private ledger(maxUsd: number): Ledger {
		return new Ledger(this.memory.day, dayLimit('workflow', this.context.getNode(), maxUsd));
	}

	/** The request of a dry run as output. Files count as uploaded, so that the request after them can be seen. */
	private rehearse(api: Api, rehearsal: Rehearsal, request: ApiRequest): ApiResponse {
		const { isBilled, rules, route, uploads } = rehearsal;
		if (isUpload(request, route) && !/ \/2\/(media|chat)\//.test(route)) {
			uploads.push(request);
			return { status: 200, headers: {}, body: { data: { id: UPLOADED, media_id: UPLOADED } } };
		}
		const refusal = this.memory.writes.refusal(this.context.getNode(), rules, request, Date.now());
		const all = [...uploads, request];
		const costs = isBilled ? all.map((each) => mostCost(each)) : [];
		const usdMax = costs.reduce((sum, each) => sum + each, 0) / 1_000_000;
		const output = {
			dryRun: true,
			requests: all.map((each) => shown(api, each)),
			usdMax: Number.isFinite(usdMax) ? usdMax : null,
			isAllowed: refusal === undefined,
			refusal: refusal === undefined ? null : { message: refusal.message, ...dataOf(refusal) },
		};
		const stop = new DryRunStop(output, request.items);
		if (request.items !== undefined) this.rehearsed.push(stop);
		throw stop;
	}
}

const NOT_STORED = lostWithProcess('The guard counts in this process of n8n alone', 'the nodes with a guard');

/** Stands for the ID of a file that a dry run did not upload. */
const UPLOADED = '1111111111111111111';

const dataOf = ({ context }: GuardRefusal): IDataObject => (context.data ?? {}) as IDataObject;

const shown = ({ baseUrl }: Api, { method, path, query = [], body, file }: ApiRequest): IDataObject =>
	defined<IDataObject>({
		method,
		url: `${baseUrl}${path}`,
		query: isEmpty(query) ? undefined : Object.fromEntries(query),
		body,
		file: file && { type: file.type, bytes: file.content.length },
	});
