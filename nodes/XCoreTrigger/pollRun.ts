/** One poll: reads what is new in each list of the event, and keeps how far each has been read. */
import { uniq, uniqBy } from 'lodash';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { failureOf } from '../shared/errors';
import { takeIn } from '../shared/events/intake';
import { NodeGate } from '../shared/events/nodeGate';
import { Notices } from '../shared/events/notices';
import type { OwnAccount } from '../shared/events/ownAccount';
import type { Values } from '../shared/operation/operation';
import { DayBook, dayLimit } from '../shared/ledger/day';
import { DayCounter } from '../shared/ledger/dayCounter';
import { Ledger } from '../shared/ledger/ledger';
import { GuardRefusal } from '../shared/ledger/refusal';
import { messageOf } from '../shared/util/messageOf';
import { nodeKey } from '../shared/memory/keys';
import { oncePerDay } from '../shared/memory/process';
import type { PageRequest, ListPage, ListRow, Span } from './cursor/cursor';
import { runTick, type Tick } from './cursor/tick';
import { listsOf, type FoundList } from './events/event';
import { anew, keep, recall, type PollMemory } from './memory';
import { isWanted, type PolledRows, type PolledEntry, type PollReader } from './read';
import { reportAccount, reportDamage, logFull, reportLoss, reportUnsure } from './reports';
import { digestOf, type PollSettings } from './settings';

/** Lists that look unchanged are still read at every tenth poll. */
const REREAD = 10;

/** A list of the event, with the name under which it is remembered. */
interface NamedList extends FoundList {
	readonly key: string;
}

/** Nodes that have reported that a limit on cost was reached. */
const refused = oncePerDay({ name: 'refusals that were reported today', of: 'node' });

/** The most pages that Emit Last reads: entries that are left out, such as own messages, do not count. */
const MOST_PAGES = 5;

export class PollRun {
	private readonly data: IDataObject;
	private readonly ownAccountsBefore: unknown;
	private memory: PollMemory;
	private readonly spending: DayCounter | undefined;
	private readonly notices: Notices;
	private readonly states: Record<string, object> = {};
	private readonly versions: Record<string, string>;
	private found: ListRow<PolledEntry>[] = [];
	/** Whether an entry was left out, which n8n should store. */
	private isHeld = false;
	private hasAsked = false;
	private isFirstOfList = false;
	/** Whether the node begins anew though no one has changed it. */
	private isRestart: boolean;
	/** When X answered first, by the clock that is behind. */
	private at: number | undefined;
	private isLost = false;
	private lostSpan: Span | undefined;
	private isFull = false;
	private isUnfinished = false;
	private unsure = 0;
	/** What to report once the result is kept. */
	private readonly reports: Array<() => void> = [];
	/** Whether n8n should store the memory though there is nothing to pass on. */
	needsStoring = false;
	private error: unknown;

	/** @param deadline When this poll must end, in milliseconds since 1970. */
	constructor(
		private readonly context: IPollFunctions,
		private readonly settings: PollSettings,
		private readonly reader: PollReader,
		private readonly deadline: number,
	) {
		this.data = context.getWorkflowStaticData('node');
		this.ownAccountsBefore = this.data.ownAccounts;
		const { memory, isDamaged } = recall(this.data, settings.digest, settings.event.cursor.shape);
		this.memory = memory;
		this.isRestart = isDamaged;
		this.versions = { ...this.memory.versions };
		this.spending = this.limit();
		this.notices = new Notices(context, 'X Trigger');
		if (isDamaged) this.reports.push(() => reportDamage(this.notices, { from: undefined, to: this.now }));
	}

	/** Reads what is new since the previous poll, and remembers it. */
	async run(): Promise<PolledRows> {
		const account = await this.account();
		// Users that the form names are looked up once.
		const form = this.memory.form ?? (await this.reader.resolve());
		const turn = await this.readLists(await this.lists(form), form);
		const wanted = await this.takeIn();
		const { states, versions, found, error } = this;
		const next: PollMemory = {
			...this.memory,
			...this.times(wanted),
			form,
			account,
			isFull: this.isFull,
			turn,
			lists: { ...this.memory.lists, ...states },
			...(Object.keys(versions).length > 0 && { versions }),
			spending: this.spending?.state,
		};
		// Where nothing could be read, the next poll begins anew, and says so then.
		if (this.isRestart && error instanceof Error && Object.keys(states).length === 0) throw error;
		// Another poll was faster and has kept its result, so this one emits nothing.
		if (!keep(this.data, next)) return [];
		// In its durable mode, n8n stores nothing of a poll on publishing that emits no items. The next poll would
		// then be the first one again, and everything until then would be lost.
		if (this.isFirstOfAll || this.isFirstOfList) await this.context.__commitCursor?.();
		this.report();
		for (const note of uniq(found.flatMap(({ entity }) => entity.note ?? []))) this.notices.log(note);
		if (this.error !== undefined) this.handleError();
		return wanted;
	}

	/** Max Cost per Day: what the node spends has a book of its own, which is kept with its memory. */
	private limit(): DayCounter | undefined {
		const { context, settings, memory, reader } = this;
		if (settings.maxCost === undefined) return undefined;
		// A node is in one place at a time.
		const counter = new DayCounter('node');
		counter.merge(memory.spending, Date.now());
		const limit = dayLimit('node', context.getNode(), settings.maxCost);
		reader.limit = new Ledger(new DayBook(this.node, counter), limit);
		return counter;
	}

	/** The entries that start the workflow. */
	private async takeIn(): Promise<PolledRows> {
		const { node, settings, data, notices, found } = this;
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
		this.isHeld = wanted.length < found.filter(isWanted).length;
		gate.keepIn(data);
		return wanted;
	}

	/** Names the node within this process. */
	private get node(): string {
		return nodeKey(this.context);
	}

	/** The account that the event depends on. If it is another one than before, everything begins anew. */
	private async account(): Promise<OwnAccount | undefined> {
		const before = this.memory.account;
		const account = await this.reader.account(before);
		if (before && account && before.id !== account.id) {
			const { completeAt: from } = this.memory;
			this.memory = anew(this.memory, this.settings.digest);
			this.isRestart = true;
			this.reports.push(() => reportAccount(this.notices, [before.id, account.id], { from, to: this.now }));
		}
		return account;
	}

	/** When the last poll read everything, and when n8n stored that. */
	private times(wanted: PolledRows): Pick<PollMemory, 'completeAt' | 'storedAt'> {
		const { completeAt, storedAt } = this.memory;
		const { at } = this;
		const { reach } = this.settings.event.cursor;
		const isComplete = this.error === undefined && !this.isFull && !this.isUnfinished && at !== undefined;
		const isStored = this.isFirstOfAll || wanted.length > 0;
		// n8n stores nothing of a poll that finds nothing. After a restart, a long silence would look like a loss.
		this.needsStoring =
			!isStored && at !== undefined && Math.abs(at - (storedAt ?? at)) > (reach ?? Infinity) / 2;
		return {
			completeAt: isComplete ? at : completeAt,
			storedAt: isStored || this.needsStoring || storedAt === undefined ? at : storedAt,
		};
	}

	/** Reports what a person has to know, each thing once. */
	private report(): void {
		const { notices } = this;
		const { completeAt: from, isFull: wasFull = false } = this.memory;
		if (this.isLost) this.reports.push(() => reportLoss(notices, this.lostSpan ?? { from, to: undefined }));
		if (this.unsure > 0) this.reports.push(() => reportUnsure(notices, this.unsure, { from, to: this.now }));
		for (const report of this.reports) report();
		// A restart must not find the same again.
		this.needsStoring ||= this.reports.length > 0 || this.isHeld || this.hasOtherNames;
		if (this.isFull && !wasFull) logFull(notices);
	}

	/** Whether a name of Own Accounts was looked up. On publishing, n8n stores that anyway. */
	private get hasOtherNames(): boolean {
		return !this.isFirstOfAll && this.data.ownAccounts !== this.ownAccountsBefore;
	}

	/** When X answered, by its clock, or else the time of this machine. */
	private get now(): number {
		return this.at ?? Date.now();
	}

	private get isFirstOfAll(): boolean {
		return this.memory.form === undefined;
	}

	/** The lists that the form names or that X has, each once. */
	private async lists(form: Values): Promise<readonly NamedList[]> {
		const { event } = this.settings;
		const found = await this.reader.discover(form);
		const lists = (found ?? listsOf(event, form)).map((list) => ({ ...list, key: digestOf(list.values) }));
		return uniqBy(lists, 'key');
	}

	/**
	 * Reads the lists in turn until one fails, because there may not be time for all.
	 *
	 * @returns Which list comes first in the next poll.
	 */
	private async readLists(lists: readonly NamedList[], form: Values): Promise<number> {
		const start = this.memory.turn % Math.max(1, lists.length);
		const inTurn = [...lists.slice(start), ...lists.slice(0, start)];
		let done = 0;
		for (const list of inTurn) {
			if (done > 0 && Date.now() >= this.deadline) break;
			if (!this.isUnchanged(list)) await this.readList(list, form);
			done++;
			if (this.error !== undefined) break;
		}
		return (start + done) % Math.max(1, lists.length);
	}

	private isUnchanged({ key, version }: NamedList): boolean {
		return version !== undefined && version === this.versions[key] && this.memory.revision % REREAD !== 0;
	}

	/**
	 * Reads what is new in a list. The first poll emits only as many entries as the form asks for, and remembers the
	 * rest.
	 */
	private async readList(list: NamedList, form: Values): Promise<void> {
		const { event } = this.settings;
		const before = this.memory.lists[list.key] ?? (this.isFirstOfAll ? undefined : event.empty);
		let first: ListPage<PolledEntry> | undefined;
		const ask = async (asked: PageRequest) => {
			const page = await this.ask(list.values, form, asked);
			first ??= page;
			return page;
		};
		const tick = await runTick(event.cursor, before, ask, this.reader.placeIn);
		this.remember(list, tick);
		const emitted = before ? tick.fresh : await this.latest(first, list.values, form);
		this.found.push(...[...emitted].reverse());
		this.isFirstOfList ||= before === undefined;
		this.isLost ||= tick.isLost;
		this.lostSpan ??= tick.lostSpan;
		this.isFull ||= tick.isFull;
		this.unsure += tick.unsure;
		this.error = tick.error;
	}

	/**
	 * The newest entries of a list that is read for the first time: as many as Emit Last says. What the first pages have
	 * is remembered, and what is below is older, so it does not come again.
	 */
	private async latest(
		first: ListPage<PolledEntry> | undefined,
		values: Values,
		form: Values,
	): Promise<readonly ListRow<PolledEntry>[]> {
		const most = this.isRestart ? 0 : this.settings.emitLast;
		const rows = [...(first?.rows ?? [])].filter(isWanted);
		let token = first?.next;
		for (let pages = 1; rows.length < most && token !== undefined && pages < MOST_PAGES; pages++) {
			const page = await this.ask(values, form, { size: most - rows.length, token });
			rows.push(...(page?.rows ?? []).filter(isWanted));
			token = page?.next;
		}
		return rows.slice(0, most);
	}

	private remember({ key, version }: NamedList, { state, error }: Tick<object, PolledEntry>): void {
		if (!state) return;
		this.states[key] = state;
		const isUnfinished = this.settings.event.cursor.isUnfinished(state);
		this.isUnfinished ||= isUnfinished;
		const isRead = error === undefined && !isUnfinished;
		if (isRead && version !== undefined) this.versions[key] = version;
	}

	/** Requests a page if there is time, as there always is for the first one. */
	private async ask(
		values: Values,
		form: Values,
		ask: PageRequest,
	): Promise<ListPage<PolledEntry> | undefined> {
		if (this.hasAsked && Date.now() >= this.deadline) return undefined;
		const page = await this.reader.page(values, form, ask);
		this.hasAsked = true;
		// Of two clocks, the later one may be wrong: what is stored must not lie in the future.
		this.at ??= page.at === undefined ? undefined : Math.min(page.at, page.arrivedAt ?? page.at);
		return page;
	}

	/**
	 * What a poll gives that ended with an error: nothing, if a limit on cost is the reason.
	 *
	 * @throws any other error.
	 */
	ended(error: unknown): PolledRows {
		if (!(error instanceof GuardRefusal)) throw error;
		this.reportRefusal(error);
		return [];
	}

	/**
	 * Reports that a limit on cost ended the poll, once a day.
	 *
	 * @throws the refusal where nothing was ever read: then the workflow is being published, and a person is there.
	 */
	private reportRefusal(refusal: GuardRefusal): void {
		if (this.isFirstOfAll) throw refusal;
		if (refused.isFirst(this.node, Date.now())) this.notices.report(refusal);
	}

	/**
	 * The poll fails only if nothing was found or reported before the error. n8n stores nothing of a poll that fails. A
	 * used-up rate limit only delays it.
	 */
	private handleError(): void {
		const { error, found, reports } = this;
		if (error instanceof GuardRefusal) return this.reportRefusal(error);
		if (found.length === 0 && reports.length === 0 && failureOf(error)?.kind !== 'rateLimit') throw error;
		this.notices.log(`the next poll goes on: ${messageOf(error)}`);
	}
}
