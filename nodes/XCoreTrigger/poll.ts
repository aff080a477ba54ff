/** n8n calls this file at each of the Poll Times, and for a test in the editor. */
import { compact, uniq } from 'lodash';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { failureOf } from '../shared/errors';
import { takeIn } from '../shared/events/intake';
import { NodeGate } from '../shared/events/nodeGate';
import { Notices } from '../shared/events/notices';
import { DayBook, dayLimit } from '../shared/ledger/day';
import { DayCounter } from '../shared/ledger/dayCounter';
import { Ledger } from '../shared/ledger/ledger';
import { GuardRefusal } from '../shared/ledger/refusal';
import { nodeKey } from '../shared/memory/keys';
import { oncePerDay, remembered } from '../shared/memory/process';
import { storeWhatRunsLeft } from '../shared/memory/workflowMemory';
import { messageOf } from '../shared/util/text';
import { MINUTE } from '../shared/util/time';
import { MOST_NEW, type Span } from './cursor/cursor';
import { listsOf } from './events/event';
import { anew, keep, type PollMemory, recall } from './memory';
import { isWanted, type PolledRows, PollReader } from './read';
import { type Reading, readLists } from './readLists';
import { type PollSettings, readSettings } from './settings';

const MARGIN = 10_000;
/** For older versions of n8n, which do not give the time. */
const USUAL_BUDGET = 5 * MINUTE;

const SAMPLE = 5;
const SAMPLE_PAGES = 3;

const inProgress = remembered<number>({ name: 'polls in progress', of: 'node', until: 'they have ended' });

/** Polls X. A manual run shows a sample and remembers nothing. Null means that there is nothing new. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context);
	const budget = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : USUAL_BUDGET;
	const deadline = Date.now() + Math.max(budget / 2, budget - MARGIN);
	if (context.getMode() === 'manual')
		return output(await sample(settings, new PollReader(context, settings, deadline)));

	const name = nodeKey(context);
	if ((inProgress.get(name) ?? 0) > Date.now()) {
		context.logger.debug('X Trigger: the previous poll is still in progress, this one is skipped');
		return null;
	}
	inProgress.set(name, Date.now() + budget);
	try {
		const { rows, needsStoring } = await new PollRun(context, settings, deadline).run();
		const hasMore = storeWhatRunsLeft(context);
		// Without items nothing runs after the trigger, but n8n stores what it remembers.
		return output(rows) ?? (needsStoring || hasMore ? [[]] : null);
	} finally {
		inProgress.delete(name);
	}
}

const output = (rows: PolledRows): INodeExecutionData[][] | null => {
	const wanted = rows.filter(isWanted);
	return wanted.length === 0 ? null : [wanted.map(({ entity }) => ({ json: entity.json }))];
};

async function sample({ event, emitLast }: PollSettings, reader: PollReader): Promise<PolledRows> {
	await reader.account(undefined);
	const form = await reader.resolve();
	const [first] = (await reader.discover(form)) ?? listsOf(event, form);
	if (!first) return [];
	const size = Math.max(SAMPLE, emitLast);
	const plan = { ...event.cursor.plan(undefined), size };
	let page = await reader.page(first.values, form, plan);
	// The newest entries may all be ones that start nothing, such as own messages.
	for (let pages = 1; pages < SAMPLE_PAGES && page.next !== undefined && !page.rows.some(isWanted); pages++)
		page = await reader.page(first.values, form, { ...plan, token: page.next });
	return page.rows.slice(0, size);
}

const refused = oncePerDay({ name: 'refusals that were reported today', of: 'node' });

interface PollResult {
	/** New entries, oldest first, and those that start nothing. */
	readonly rows: PolledRows;
	/** Whether n8n should store the memory though there is nothing to pass on. */
	readonly needsStoring: boolean;
}

const UNFINISHED = 'there is more than one poll reads';

const NOTHING: PollResult = { rows: [], needsStoring: false };

class PollRun {
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

type Problem = Parameters<Notices['problem']>;

const timeIn = (milliseconds: number | undefined): string | null =>
	milliseconds === undefined ? null : new Date(milliseconds).toISOString();

const spanOf = ({ from, to }: Span) => ({ from: timeIn(from), to: timeIn(to) });

/** Reports that X no longer has a part of what came since the last complete poll. */
function lossProblem(span: Span): Problem {
	const { from, to } = spanOf(span);
	const words = from === null || to === null ? '' : ` (${from} to ${to})`;
	return [
		`X no longer reaches back to where the last poll ended${words}`,
		'The trigger goes on with what X still has. What came before that, after the last poll, may be missing: poll more often than X forgets, which is after seven days for searches, 30 days for messages, 800 mentions and 3,200 Posts of a user.',
		{ kind: 'lost', from, to },
	];
}

/** Reports that a list has nothing left that the node remembers, so nothing shows which entries are new. */
function unsureProblem(entries: number, span: Span): Problem {
	return [
		`${entries.toLocaleString('en')} entries may be new or old: none of those that were known is left in the list`,
		'They did not start the workflow, and are known from now on. X may have removed accounts, or more was added between two polls than can be compared: look at the list, and poll more often.',
		{ kind: 'unsure', entries, ...spanOf(span) },
	];
}

/** Logs that more is new than one poll passes on. Nothing is lost, so this is no failed execution. */
const logFull = (notices: Notices): void =>
	notices.log(
		`more than ${MOST_NEW.toLocaleString('en')} entries are new; the others come with the next polls`,
	);

/** Reports that the credential belongs to another account than before. */
function accountProblem([before, now]: readonly [string, string], span: Span): Problem {
	return [
		`The credential is connected with another account (user ${now}, before: ${before})`,
		'The trigger begins anew: what comes from now on for the new account starts the workflow. What came for the earlier one since its last poll does not.',
		{ kind: 'otherAccount', before, now, ...spanOf(span) },
	];
}

/** Reports that the node cannot read what n8n stored for it. */
function damageProblem(span: Span): Problem {
	return [
		'What this node remembered is damaged',
		'The trigger begins anew: what comes from now on starts the workflow. What came since the last poll does not.',
		{ kind: 'damaged', ...spanOf(span) },
	];
}
