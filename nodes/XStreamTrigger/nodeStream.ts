/** One node's part in a stream: what it needs on X, which events are its own, and what it tells n8n. */
import { createHash } from 'crypto';
import {
	NodeApiError,
	NodeOperationError,
	type ExecutionError,
	type IDataObject,
	type ITriggerFunctions,
} from 'n8n-workflow';
import { checkKeys, type ChatAccess } from '../shared/chat/events/delivered';
import { connectUsers } from '../shared/events/subscriber';
import { FailureError, toNodeApiError, type Failure } from '../shared/errors';
import { connect, type Api } from '../shared/http/connection';
import { openStream } from '../shared/http/openStream';
import type { XEvent } from '../shared/events/event';
import { hasChatEvents } from '../shared/model/eventTypes';
import { DailyBudget } from '../shared/util/dailyBudget';
import { lenient } from '../shared/util/read';
import { wait } from '../shared/util/wait';
import { EventRuns } from './eventRuns';
import { explainRefusal, otherConnections } from './explain';
import { GapFilling } from './gapFilling';
import { ChatOpener } from './openChat';
import { cheapestOf, priceOf } from './prices';
import { readSettings, type Settings } from './settings';
import {
	appOf,
	inTurn,
	noteInterruption,
	platformClockOf,
	streamOf,
	takeInterruption,
	usesOf,
} from './sharing/registry';
import type { Reader, Selection, SharedStream } from './sharing/sharedStream';
import { activity } from './sources/activity';
import { filteredStream } from './sources/filteredStream';
import { everything, type Source } from './sources/source';
import { streamMarkOf } from './sources/streamMark';
import type { PlatformClock } from './stream/platformClock';
import type { Ending, Retry } from './stream/reconnect';
import { iso } from './words';

/** Longest wait for a rate limit of the requests around the stream, in seconds. */
const MAX_WAIT = 20;
/** How often it is looked after whether the rules or subscriptions are still there; the requests are free. */
const FIRST_LOOK = 30_000;
const NEXT_LOOK = 600_000;
/** Modes in which n8n starts by itself: an earlier connection of a process that ended may count for some minutes. */
const STARTUP = new Set(['init', 'leadershipChange']);

export class NodeStream implements Reader {
	readonly selection: Selection;
	private readonly stream: SharedStream;
	private readonly clock: PlatformClock;
	private readonly runs: EventRuns;
	private readonly gaps: GapFilling;
	private readonly budget: DailyBudget | undefined;
	private readonly controller = new AbortController();
	private readonly isTest: boolean;
	private isPaused = false;
	private isReporting = false;
	private dropped = 0;
	private droppedSince = 0;
	private unreadable = 0;

	private constructor(
		private readonly context: ITriggerFunctions,
		readonly id: string,
		private readonly settings: Settings,
		private readonly appKey: string,
		private readonly app: Api,
		private readonly source: Source,
		private readonly access: ChatAccess,
	) {
		this.selection = settings.selection;
		this.isTest = context.getMode() === 'manual';
		this.clock = platformClockOf(appKey);
		this.stream = streamOf(appKey, `${settings.stream.path} ${settings.partition ?? ''}`);
		const stored = this.isTest ? {} : context.getWorkflowStaticData('node');
		const { maxCostPerDay } = settings;
		this.budget = maxCostPerDay === undefined ? undefined : new DailyBudget(maxCostPerDay, stored.spending);
		this.gaps = new GapFilling({
			heard: this.heardBefore(stored),
			clock: this.clock,
			fill: settings.fillGaps && !this.isTest ? source.fill : undefined,
			give: async (body) => await this.give(body),
			report: (error, what) => this.report(error, what),
			signal: this.controller.signal,
		});
		const chats = new ChatOpener(access, (error) =>
			this.report(error, 'An encrypted message could not be opened'),
		);
		this.runs = new EventRuns(context, {
			node: createHash('sha256').update(id).digest('base64url').slice(0, 22),
			parallel: settings.parallelRuns,
			skipsDuplicates: settings.skipDuplicates,
			seen: stored.seen,
			beforeRun: () => this.store(),
			open: async (event) => await chats.open(event),
			onIdle: () => this.caughtUp(),
			onFailure: (error) => this.report(error, 'A run could not be started'),
		});
	}

	/** Reads the settings and connects to X; nothing is asked or changed there yet. */
	static async prepare(context: ITriggerFunctions): Promise<NodeStream> {
		const settings = readSettings(context);
		const credentials = await context.getCredentials<IDataObject>('xAppApi');
		const appKey = appOf(credentials);
		const app = await connect(context, { kind: 'app', maxWait: MAX_WAIT, explain: explainRefusal });
		const { authentication, events } = settings;
		const users = await connectUsers(context, authentication, {
			maxWait: MAX_WAIT,
			explain: explainRefusal,
		});
		const user = users[0]?.api;
		const { id } = context.getNode();
		const isTest = context.getMode() === 'manual';
		const node = `${context.getWorkflow().id ?? ''}:${id}${isTest ? ':test' : ''}`;
		const make = { activity, filteredStream }[events as 'activity'];
		const source = make?.({
			...{ n8n: context, app, user, users, settings, node },
			mark: streamMarkOf(context),
			uses: usesOf(appKey, events),
			warn: (message) => log(context, message),
		});
		const mayHaveKeys = events === 'activity' && hasChatEvents(settings.activity.eventTypes);
		const access = { context, user, mayHaveKeys };
		return new NodeStream(context, node, settings, appKey, app, source ?? everything, access);
	}

	/**
	 * Makes what the stream needs and opens it. What passes by itself is tried again in the background.
	 *
	 * @throws where X refuses it and only somebody can change that.
	 */
	async start(): Promise<void> {
		const now = Date.now();
		if (this.isSpent(now)) return this.pause(now);
		await checkKeys(this.access);
		await inTurn(this.appKey, async () => await this.source.ensure());
		if (this.isClosed) return;
		const outcome = await this.stream.join(this);
		if (this.isClosed) return;
		if (outcome.kind === 'refused') throw this.errorOf(outcome.failure);
		const mode = this.context.getActivationMode();
		if (outcome.kind === 'retrying' && outcome.ending.kind === 'tooMany' && !STARTUP.has(mode)) {
			// The one that this process has just closed is counted for some seconds: that passes.
			if (outcome.retry.isFirstAfterClose !== true) {
				this.stream.leave(this);
				throw await this.tooMany(outcome.failure);
			}
		}
		void this.lookAfter();
	}

	/** Ends the connection at once, then removes what this node made. */
	async close(): Promise<void> {
		if (this.isClosed) return;
		this.controller.abort();
		this.stream.leave(this);
		this.runs.close();
		this.reportDropped();
		await inTurn(this.appKey, async () => await this.source.remove());
	}

	async open(selection: Selection, signal: AbortSignal) {
		const { stream, partition } = this.settings;
		const query = Object.entries(selection).map(([name, chosen]) => [name, chosen.join(',')] as const);
		if (partition !== undefined) query.push(['partition', String(partition)]);
		const { body, date } = await openStream(this.context, { path: stream.path, query }, signal);
		this.clock.sync(date);
		return body;
	}

	onConnected(): void {
		this.isReporting = false;
		this.gaps.connected();
	}

	onAlive(): void {
		this.gaps.alive();
	}

	onEvent(body: IDataObject): void {
		if (this.isClosed || this.isPaused) return;
		const now = Date.now();
		for (const event of this.ownEvents(body)) {
			if (this.runs.isKnown(event)) continue;
			this.count(event, now);
			if (!this.runs.add(event, this.clock.time())) this.drop();
			if (this.isSpent(now)) return void this.pause(now);
		}
	}

	onUnreadable(): void {
		if (this.unreadable++ === 0)
			log(this.context, 'A line of the stream is no JSON and was skipped; further ones are only counted');
	}

	onRetry(ending: Ending, { wait: pause, isAlarming }: Retry, failure: Failure | undefined): void {
		const why =
			failure?.message ?? (ending.kind === 'renewed' ? 'other fields are asked for' : 'it was lost');
		log(this.context, `The stream is opened again in ${pause / 1000} s: ${why}`);
		if (!isAlarming || this.isReporting || this.isTest) return;
		this.isReporting = true;
		const error =
			ending.kind === 'tooMany'
				? this.tooMany(failure)
				: Promise.resolve(this.errorOf(failure ?? LOST, 'The node keeps trying.'));
		void error.then((shown) => this.report(shown, 'The stream could not be opened for some time'));
	}

	onRefused(failure: Failure): void {
		if (this.isClosed) return;
		const heard = this.gaps.lastHeard;
		if (heard !== undefined) noteInterruption(this.id, heard);
		// n8n unpublishes the workflow for the time being and tries again by itself, later and later.
		this.context.emitError(this.errorOf(failure));
	}

	private get isClosed(): boolean {
		return this.controller.signal.aborted;
	}

	private *ownEvents(body: IDataObject): Generator<XEvent> {
		for (const event of this.settings.stream.events(body)) {
			const own = this.source.own(event, body);
			if (own) yield own;
		}
	}

	/** What is stored goes with the next run: n8n saves it then. */
	private store(): void {
		if (this.isTest) return;
		const heard = this.runs.oldestWaiting(Date.now()) ?? this.gaps.lastHeard ?? this.clock.time();
		Object.assign(this.context.getWorkflowStaticData('node'), {
			heard,
			seen: this.runs.stored,
			...(this.budget && { spending: this.budget.spending }),
		});
	}

	/** Since when something may be missing; nothing is after somebody has published the workflow. */
	private heardBefore(stored: IDataObject): number | undefined {
		const interrupted = takeInterruption(this.id);
		if (interrupted !== undefined) return interrupted;
		const isOwnStart = STARTUP.has(this.context.getActivationMode());
		const heard = Number(lenient.text.parse(stored.heard));
		return isOwnStart && heard > 0 ? heard : undefined;
	}

	/** Takes a Post that a search found; false where no further one is wanted. */
	private async give(body: IDataObject): Promise<boolean> {
		for (const event of this.ownEvents(body)) {
			if (this.isClosed || this.isPaused) return false;
			if (this.runs.isKnown(event)) continue;
			const now = Date.now();
			this.count(event, now);
			if (!(await this.runs.addLater(event, this.clock.time()))) return false;
			if (this.isSpent(now)) {
				this.pause(now);
				return false;
			}
		}
		return !this.isClosed;
	}

	private count({ eventType }: XEvent, now: number): void {
		this.budget?.spend(priceOf(this.settings.events, eventType), now);
	}

	/** Whether the day's money is spent: not even another event of the cheapest kind is to be had. */
	private isSpent(now: number): boolean {
		return !this.isTest && this.budget?.room(cheapestOf(this.settings.events), now) === 0;
	}

	/** Stops until the next day. */
	private pause(now: number): void {
		this.isPaused = true;
		const next = this.budget?.nextDay(now) ?? now;
		this.stream.leave(this);
		this.report(
			new NodeOperationError(this.context.getNode(), 'The events of this day have cost as much as they may', {
				description: `The node goes on at ${iso(next)}. For more, raise "Max Cost per Day (USD)".`,
			}),
			'Max Cost per Day is reached',
		);
		void this.resumeAt(next);
	}

	private async resumeAt(time: number): Promise<void> {
		try {
			await inTurn(this.appKey, async () => await this.source.remove());
			await wait(time - Date.now(), this.controller.signal);
			this.isPaused = false;
			// What was written meanwhile would have cost too.
			this.gaps.forget();
			await this.start();
		} catch (error) {
			if (!this.isClosed) this.context.emitError(asError(error));
		}
	}

	/** Notes an event for which there was no room. X would end a connection that is not read. */
	private drop(): void {
		if (this.dropped++ === 0) {
			this.droppedSince = this.clock.time();
			log(this.context, 'The workflow is slower than its events: further ones are left out for now');
		}
	}

	/** All that waited has been run. */
	private caughtUp(): void {
		if (this.dropped === 0) return;
		const since = this.droppedSince;
		this.reportDropped();
		this.gaps.missingSince(since);
	}

	private reportDropped(): void {
		const count = this.dropped;
		this.dropped = 0;
		if (count === 0) return;
		this.report(
			new NodeOperationError(
				this.context.getNode(),
				`${count} events were left out since ${iso(this.droppedSince)}, because the workflow is slower than they come`,
				{
					description: this.gaps.isPossible
						? 'They are searched for now. Make the workflow faster, raise "Parallel Runs", or narrow the rules.'
						: 'Make the workflow faster, raise "Parallel Runs", or ask for fewer events.',
				},
			),
			'Events were left out',
		);
	}

	/** Looks from time to time whether what the stream needs is still there, and makes it again. */
	private async lookAfter(): Promise<void> {
		for (let pause = FIRST_LOOK; !this.isClosed && !this.isPaused; pause = NEXT_LOOK) {
			const since = this.clock.time();
			try {
				await wait(pause, this.controller.signal);
				if (this.isPaused) return;
				const missing = await inTurn(this.appKey, async () =>
					this.isClosed ? 0 : await this.source.ensure(),
				);
				if (missing === 0 || this.isClosed) continue;
				log(this.context, `${missing} rules or subscriptions were gone and have been made again`);
				this.gaps.missingSince(since);
			} catch (error) {
				if (this.isClosed) return;
				log(this.context, `It is not known whether everything is still there: ${asError(error).message}`);
			}
		}
	}

	private errorOf(failure: Failure, more?: string): NodeApiError {
		const explained = explainRefusal(failure);
		return toNodeApiError(this.context.getNode(), {
			...explained,
			...(more !== undefined && { description: `${explained.description}. ${more}` }),
		});
	}

	/** The error where the app has all the connections that it may have, with what is known of them. */
	private async tooMany(failure: Failure | undefined): Promise<NodeApiError> {
		const { endpoint } = this.settings.stream;
		return toNodeApiError(
			this.context.getNode(),
			await otherConnections(this.app, endpoint, failure ?? LOST),
		);
	}

	/** Shows a failed execution, which runs the error workflow; the stream goes on. */
	private report(error: unknown, what: string): void {
		log(this.context, `${what}: ${asError(error).message}`);
		if (this.isTest) return;
		const { context } = this;
		const isShown = error instanceof NodeApiError || error instanceof NodeOperationError;
		const shown: ExecutionError = isShown
			? error
			: new NodeOperationError(context.getNode(), asError(error), { message: what });
		// In n8n 1 the log alone tells.
		if ('saveFailedExecution' in context) context.saveFailedExecution(shown);
	}
}

const LOST: Failure = {
	kind: 'connection',
	message: 'The stream was lost',
	description: 'Check the network of the machine that runs n8n',
	problems: [],
	notSent: false,
};

const asError = (error: unknown): Error =>
	error instanceof Error ? error : new FailureError({ ...LOST, message: String(error) });

/** Writes a line to n8n's log that says which node and workflow it is about. */
function log(context: ITriggerFunctions, message: string): void {
	const { id, name } = context.getWorkflow();
	context.logger.warn(
		`X Stream Trigger "${context.getNode().name}" of workflow "${name ?? id ?? ''}": ${message}`,
	);
}
