/** One node's part in a stream: what it needs on X, which events are its own, and how they are handled. */
import { createHash } from 'crypto';
import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';
import { checkKeys } from '../shared/chat/events/delivered';
import type { Failure } from '../shared/errors';
import type { XEvent } from '../shared/events/event';
import { openStream } from '../shared/http/openStream';
import { lenient } from '../shared/util/lenient';
import { lookAfter } from './caretaker';
import { ConnectionReports } from './connectionReports';
import { DailyLimit } from './dailyLimit';
import { DroppedEvents } from './droppedEvents';
import { EventRuns } from './eventRuns';
import { GapFilling } from './gapFilling';
import { ChatOpener } from './openChat';
import { prepare, type Participant } from './prepare';
import { clockOf, inTurn, noteInterruption, streamOf, takeInterruption } from './sharing/registry';
import type { FirstOutcome, StreamReader, StreamSelection, SharedStream } from './sharing/sharedStream';
import type { Ending, Retry } from './stream/reconnect';
import type { XClock } from './stream/xClock';

/** Modes in which n8n starts up. X may still count a connection of the previous process for some minutes. */
const STARTUP = new Set(['init', 'leadershipChange']);

export class NodeStream implements StreamReader {
	readonly id: string;
	readonly selection: StreamSelection;
	private readonly stream: SharedStream;
	private readonly clock: XClock;
	private readonly runs: EventRuns;
	private readonly gaps: GapFilling;
	private readonly limit: DailyLimit;
	private readonly dropped: DroppedEvents;
	private readonly reports: ConnectionReports;
	private readonly controller = new AbortController();

	private constructor(private readonly own: Participant) {
		const { context, id, settings, appKey, app, notices } = own;
		const stored = own.isTest ? {} : context.getWorkflowStaticData('node');
		this.id = id;
		this.selection = settings.selection;
		this.clock = clockOf(appKey);
		this.stream = streamOf(appKey, `${settings.stream.path} ${settings.partition ?? ''}`);
		this.dropped = new DroppedEvents(notices);
		this.reports = new ConnectionReports(notices, context.getNode(), app, settings.stream.endpoint);
		this.limit = this.makeLimit(stored);
		this.gaps = this.makeGaps(stored);
		this.runs = this.makeRuns(stored);
	}

	/** Reads the settings and prepares the requests. Nothing is sent to X yet. */
	static async prepare(context: ITriggerFunctions): Promise<NodeStream> {
		return new NodeStream(await prepare(context));
	}

	/**
	 * Creates what the stream needs and opens it. A temporary failure is tried again in the background.
	 *
	 * @throws If X refuses it and only a person can change that.
	 */
	async start(): Promise<void> {
		if (this.limit.pauseIfSpent(Date.now())) return;
		await checkKeys(this.own.chats);
		await this.ensure();
		if (this.isClosed) return;
		const outcome = await this.stream.join(this);
		if (this.isClosed) return;
		if (outcome.kind === 'refused') throw this.reports.errorOf(outcome.failure);
		if (this.isTakenByOthers(outcome)) {
			this.stream.leave(this);
			throw await this.reports.tooMany(outcome.failure);
		}
		void lookAfter({
			ensure: async () => await this.ensure(),
			isOver: () => this.isClosed || this.limit.isPaused,
			onMissing: (since) => this.gaps.missingSince(since),
			now: () => this.clock.time(),
			notices: this.own.notices,
			signal: this.controller.signal,
		});
	}

	/** Ends the connection, then removes what this node made. */
	async close(): Promise<void> {
		if (this.isClosed) return;
		this.controller.abort();
		this.stream.leave(this);
		this.runs.close();
		this.dropped.report(this.gaps.isPossible);
		await this.remove();
	}

	async open(selection: StreamSelection, signal: AbortSignal) {
		const { context, settings } = this.own;
		const query = Object.entries(selection).map(([name, chosen]) => [name, chosen.join(',')] as const);
		if (settings.partition !== undefined) query.push(['partition', String(settings.partition)]);
		const { body, date } = await openStream(context, { path: settings.stream.path, query }, signal);
		this.clock.sync(date);
		return body;
	}

	onConnected(): void {
		this.reports.connected();
		this.gaps.connected();
	}

	onAlive(): void {
		this.gaps.alive();
	}

	onEvent(body: IDataObject): void {
		if (this.isClosed || this.limit.isPaused) return;
		const now = Date.now();
		for (const event of this.ownEvents(body)) {
			if (this.runs.isKnown(event)) continue;
			this.limit.count(event, now);
			if (!this.runs.add(event, this.clock.time())) this.dropped.add(this.clock.time());
			if (this.limit.pauseIfSpent(now)) return;
		}
	}

	onUnreadable(): void {
		this.reports.unreadableLine();
	}

	onRetry(ending: Ending, retry: Retry, failure: Failure | undefined): void {
		this.reports.retrying(ending, retry, failure);
	}

	onRefused(failure: Failure): void {
		if (this.isClosed) return;
		const heard = this.gaps.lastHeard;
		if (heard !== undefined) noteInterruption(this.id, heard);
		// n8n unpublishes the workflow for now, and tries again after growing pauses.
		this.own.context.emitError(this.reports.errorOf(failure));
	}

	private get isClosed(): boolean {
		return this.controller.signal.aborted;
	}

	/** Changes of an app's rules and subscriptions are made one after the other. */
	private async ensure(): Promise<number> {
		const { appKey, source } = this.own;
		return await inTurn(appKey, async () => (this.isClosed ? 0 : await source.ensure()));
	}

	private async remove(): Promise<void> {
		const { appKey, source } = this.own;
		await inTurn(appKey, async () => await source.remove());
	}

	/**
	 * Whether other programs use all connections of the app. If this process has just closed one, X may still count
	 * it for a while.
	 */
	private isTakenByOthers(outcome: FirstOutcome): outcome is FirstOutcome & { kind: 'retrying' } {
		if (outcome.kind !== 'retrying' || outcome.ending.kind !== 'tooMany') return false;
		const isOwnStart = STARTUP.has(this.own.context.getActivationMode());
		return !isOwnStart && outcome.retry.isFirstAfterClose !== true;
	}

	private *ownEvents(body: IDataObject): Generator<XEvent> {
		const { settings, source } = this.own;
		for (const event of settings.stream.events(body)) {
			const own = source.own(event, body);
			if (own) yield own;
		}
	}

	/** Takes a Post that a search found. False if nothing more is wanted. */
	private async give(body: IDataObject): Promise<boolean> {
		for (const event of this.ownEvents(body)) {
			if (this.isClosed || this.limit.isPaused) return false;
			if (this.runs.isKnown(event)) continue;
			const now = Date.now();
			this.limit.count(event, now);
			if (!(await this.runs.addLater(event, this.clock.time()))) return false;
			if (this.limit.pauseIfSpent(now)) return false;
		}
		return !this.isClosed;
	}

	private makeLimit({ spending }: IDataObject): DailyLimit {
		const { context, isTest, settings, notices } = this.own;
		return new DailyLimit({
			most: isTest ? undefined : settings.maxCostPerDay,
			spending,
			events: settings.events,
			notices,
			stop: async () => {
				this.stream.leave(this);
				await this.remove();
			},
			resume: async () => {
				// What was written during this time would have cost money too.
				this.gaps.forget();
				await this.start();
			},
			onFailure: (error) => context.emitError(error instanceof Error ? error : new Error(String(error))),
			signal: this.controller.signal,
		});
	}

	private makeGaps({ heard }: IDataObject): GapFilling {
		const { isTest, settings, source, notices } = this.own;
		return new GapFilling({
			heard: this.heardBefore(heard),
			clock: this.clock,
			fill: settings.fillGaps && !isTest ? source.fill : undefined,
			give: async (body) => await this.give(body),
			notices,
			signal: this.controller.signal,
		});
	}

	/** Since when events may be missing. After a person has published the workflow, none are. */
	private heardBefore(stored: unknown): number | undefined {
		const interrupted = takeInterruption(this.id);
		if (interrupted !== undefined) return interrupted;
		const isOwnStart = STARTUP.has(this.own.context.getActivationMode());
		const heard = Number(lenient.text.parse(stored));
		return isOwnStart && heard > 0 ? heard : undefined;
	}

	private makeRuns({ seen }: IDataObject): EventRuns {
		const { context, settings, chats, notices } = this.own;
		const opener = new ChatOpener(chats, (error) =>
			notices.report(error, 'An encrypted message could not be opened'),
		);
		return new EventRuns(context, {
			node: createHash('sha256').update(this.id).digest('base64url').slice(0, 22),
			parallel: settings.parallelRuns,
			skipsDuplicates: settings.skipDuplicates,
			seen,
			beforeRun: () => this.store(),
			open: async (event) => await opener.open(event),
			onIdle: () => this.caughtUp(),
			onFailure: (error) => notices.report(error, 'A run could not be started'),
		});
	}

	/** Puts the state into static data. n8n saves it with the next run. */
	private store(): void {
		const { context, isTest } = this.own;
		if (isTest) return;
		const heard = this.runs.oldestWaiting(Date.now()) ?? this.gaps.lastHeard ?? this.clock.time();
		const { spending } = this.limit;
		Object.assign(context.getWorkflowStaticData('node'), {
			heard,
			seen: this.runs.stored,
			...(spending && { spending }),
		});
	}

	/** All waiting events have their runs, so there is room again for those that were dropped. */
	private caughtUp(): void {
		const since = this.dropped.report(this.gaps.isPossible);
		if (since !== undefined) this.gaps.missingSince(since);
	}
}
