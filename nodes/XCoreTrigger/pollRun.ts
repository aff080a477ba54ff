/** A poll reads what is new in each list of the event, and keeps how far it has read each. */
import { compact, uniq } from 'lodash';
import type { IPollFunctions } from 'n8n-workflow';
import { failureOf } from '../shared/errors';
import { takeIn } from '../shared/events/intake';
import { NodeGate } from '../shared/events/nodeGate';
import { Notices } from '../shared/events/notices';
import { DayBook, dayLimit } from '../shared/ledger/day';
import { DayCounter } from '../shared/ledger/dayCounter';
import { Ledger } from '../shared/ledger/ledger';
import { GuardRefusal } from '../shared/ledger/refusal';
import { messageOf } from '../shared/util/text';
import { nodeKey } from '../shared/memory/keys';
import { oncePerDay } from '../shared/memory/process';
import { anew, keep, recall, type PollMemory } from './memory';
import { isWanted, PollReader, type PolledRows } from './read';
import { readLists, type Reading } from './readLists';
import { accountProblem, damageProblem, logFull, lossProblem, unsureProblem } from './reports';
import type { PollSettings } from './settings';

const refused = oncePerDay({ name: 'refusals that were reported today', of: 'node' });

export interface PollResult {
	/** New entries, oldest first, and those that start nothing. */
	readonly rows: PolledRows;
	/** Whether n8n should store the memory though there is nothing to pass on. */
	readonly needsStoring: boolean;
}

const UNFINISHED = 'there is more than one poll reads';

const NOTHING: PollResult = { rows: [], needsStoring: false };

export class PollRun {
	private readonly data;
	private readonly notices: Notices;
	private readonly recalled;
	private readonly spending: DayCounter | undefined;
	private readonly reader: PollReader;

	constructor(
		private readonly context: IPollFunctions,
		private readonly settings: PollSettings,
		private readonly deadline: number,
	) {
		const { event, digest, maxCost } = settings;
		this.data = context.getWorkflowStaticData('node');
		this.notices = new Notices(context, 'X Trigger');
		this.recalled = recall(this.data, digest, event.cursor.shape);
		this.spending = maxCost === undefined ? undefined : this.spent();
		this.reader = new PollReader(context, settings, deadline, this.limit());
	}

	/** Reads what is new since the previous poll. If a limit does not even allow it to begin, it ends with nothing. */
	async run(): Promise<PollResult> {
		return await this.poll().catch((error: unknown) => {
			this.owe(messageOf(error));
			if (!(error instanceof GuardRefusal)) throw error;
			this.reportRefusal(error);
			return NOTHING;
		});
	}

	/** This function is long because it shows the order of a poll: recall, read, keep, report. */
	private async poll(): Promise<PollResult> {
		const { context, settings, data, notices, reader, deadline } = this;
		const { memory: recalled, isDamaged } = this.recalled;
		const { ownAccounts } = data;
		const account = await reader.account(recalled.account);
		// With another account than before, everything begins anew.
		const former = account && recalled.account?.id !== account.id ? recalled.account?.id : undefined;
		const memory = former === undefined ? recalled : anew(recalled, settings.digest);
		const isFirst = memory.form === undefined;
		const isRestart = isDamaged || former !== undefined;
		const form = memory.form ?? (await reader.resolve());
		const emitLast = isRestart ? 0 : settings.emitLast;
		const reading = await readLists({ settings, reader, memory, form, emitLast, deadline });
		const { at, found, isFull, turn, unsure, error } = reading;
		this.owe(isComplete(reading) ? undefined : error === undefined ? UNFINISHED : messageOf(error), at);
		const rows = await this.takeIn(reading);
		const isStored = isFirst || rows.length > 0;
		const isDue = !isStored && isLongAgo(memory.storedAt, at, settings.event.cursor.reach);
		const versions = { ...memory.versions, ...reading.versions };
		const next: PollMemory = {
			...memory,
			completeAt: isComplete(reading) ? at : memory.completeAt,
			storedAt: isStored || isDue || memory.storedAt === undefined ? at : memory.storedAt,
			form,
			account,
			isFull,
			turn,
			lists: { ...memory.lists, ...reading.states },
			...(Object.keys(versions).length > 0 && { versions }),
			spending: this.spending?.state,
		};
		// If the poll could read nothing, the next one begins anew, and reports it.
		if (isRestart && error instanceof Error && Object.keys(reading.states).length === 0) throw error;
		// Another poll was faster and has kept its result, so this one emits nothing.
		if (!keep(data, next)) return NOTHING;
		// In its durable mode, n8n stores nothing of a poll on publishing that emits no items. The next poll would
		// then be the first one again, and everything until then would be lost.
		if (isFirst || reading.isFirst) await context.__commitCursor?.();
		const from = memory.completeAt;
		const to = at ?? Date.now();
		const problems = compact([
			isDamaged && damageProblem({ from: undefined, to }),
			former !== undefined &&
				account &&
				accountProblem([former, account.id], { from: recalled.completeAt, to }),
			reading.isLost && lossProblem(reading.lostSpan ?? { from, to: undefined }),
			unsure > 0 && unsureProblem(unsure, { from, to }),
		]);
		for (const problem of problems) notices.report(notices.problem(...problem));
		if (isFull && memory.isFull !== true) logFull(notices);
		for (const note of uniq(found.flatMap(({ entity }) => entity.note ?? []))) notices.log(note);
		if (error !== undefined) this.handleError(error, found.length + problems.length > 0);
		const isHeld = rows.length < found.filter(isWanted).length;
		// On publishing, n8n stores the names of Own Accounts anyway.
		const hasOtherNames = !isFirst && data.ownAccounts !== ownAccounts;
		// A restart must not find, look up or report the same again.
		return { rows, needsStoring: isDue || problems.length > 0 || isHeld || hasOtherNames };
	}

	/** Notes what lies behind the last complete poll, until one is complete again. */
	private owe(reason: string | undefined, to = Date.now()): void {
		const { completeAt: from } = this.recalled.memory;
		this.notices.owes(from === undefined || reason === undefined ? [] : [{ from, to, reason }]);
	}

	/** Recalls from memory what the node has spent today. A node is in one place at a time. */
	private spent(): DayCounter {
		const counter = new DayCounter('node');
		counter.merge(this.recalled.memory.spending, Date.now());
		return counter;
	}

	private limit(): Ledger | undefined {
		const { context, spending, settings } = this;
		const most = dayLimit('node', context.getNode(), settings.maxCost ?? Infinity);
		return spending && new Ledger(new DayBook(this.node, spending), most);
	}

	private async takeIn({ found }: Reading): Promise<PolledRows> {
		const { node, settings, data, notices } = this;
		const gate = new NodeGate({ node, rules: settings.answering, notices, stored: data });
		const wanted = await takeIn(found, {
			name: ({ id }) => `${settings.event.noun} ${id}`,
			isNotWanted: ({ entity }) => entity.leftOut === 'notWanted',
			isOwn: ({ entity }) => entity.leftOut === 'own',
			heard: ({ entity }) => entity.heard,
			withOptOut: (row, optOut) => {
				const { entity } = row;
				return { ...row, entity: { ...entity, json: { ...entity.json, optOut } } };
			},
			gate,
		});
		gate.keepIn(data);
		return wanted;
	}

	private get node(): string {
		return nodeKey(this.context);
	}

	/** Reports once a day that a limit ended the poll. It throws while the workflow is published: a person is there. */
	private reportRefusal(refusal: GuardRefusal): void {
		if (this.recalled.memory.form === undefined) throw refusal;
		if (refused.isFirst(this.node, Date.now())) this.notices.report(refusal);
	}

	/**
	 * Fails the poll only if it found and reported nothing before the error. n8n stores nothing of a poll that fails. A
	 * used-up rate limit only delays it.
	 */
	private handleError(error: unknown, hasSomething: boolean): void {
		if (error instanceof GuardRefusal) return this.reportRefusal(error);
		if (!hasSomething && failureOf(error)?.kind !== 'rateLimit') throw error;
		this.notices.log(`the next poll goes on: ${messageOf(error)}`);
	}
}

const isComplete = ({ at, error, isFull, isUnfinished }: Reading): boolean =>
	error === undefined && !isFull && !isUnfinished && at !== undefined;

/** Checks whether n8n should store the memory of a poll without news: a long silence would look like a loss. */
const isLongAgo = (storedAt: number | undefined, at: number | undefined, reach = Infinity): boolean =>
	at !== undefined && Math.abs(at - (storedAt ?? at)) > reach / 2;
