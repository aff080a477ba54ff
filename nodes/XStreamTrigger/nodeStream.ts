/** A node takes part in a stream: it creates what it needs on X, picks its own events, and handles them. */
import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';
import { checkKeys } from '../shared/chat/events/delivered';
import { hasChatEvents } from '../shared/model/eventTypes';
import type { Failure } from '../shared/errors';
import type { XEvent } from '../shared/events/event';
import { digestOf } from '../shared/events/eventDigests';
import { takeInEvents } from '../shared/events/intake';
import { NodeGate } from '../shared/events/nodeGate';
import { openStream } from '../shared/http/openStream';
import { RuleKeeper } from './keepRules';
import { ConnectionReports, DroppedEvents } from './connectionReports';
import { DailyLimit } from './dailyLimit';
import { EventRuns, PendingEvents } from './eventRuns';
import { DelayedRemoval } from './delayedRemoval';
import { GapFilling, RULES_COUNT_AFTER } from './gapFilling';
import { OVERLAP } from './search/gap';
import { ChatOpener } from './openChat';
import { prepare, type Participant } from './prepare';
import { clockOf, inTurn, newestStart, noteStart, streamOf } from './sharing/registry';
import type { Outcome, SharedStream, StreamReader, StreamSelection } from './sharing/sharedStream';
import type { LineTooLong } from './stream/lines';
import type { Ending, Retry } from './stream/reconnect';
import { StreamLife } from './streamLife';
import { isStartup, keepState, knownBefore, type KnownState, type StreamState } from './storedState';
import { writtenTime, type XClock } from './stream/xClock';

export class NodeStream implements StreamReader {
	readonly id: string;
	readonly selection: StreamSelection;
	private readonly stream: SharedStream;
	private readonly clock: XClock;
	private readonly rules: string;
	private readonly gate: NodeGate;
	private readonly runs: EventRuns;
	private readonly gaps: GapFilling;
	private readonly limit: DailyLimit;
	private readonly dropped: DroppedEvents;
	private readonly reports: ConnectionReports;
	private readonly ruleKeeper: RuleKeeper;
	private readonly life = new StreamLife();
	private readonly before: KnownState;
	private readonly pending: PendingEvents;
	private readonly removal: DelayedRemoval;
	/** The end of the latest pause for the day's budget. What was written in it would have cost money too. */
	private pausedUntil: number | undefined;

	private constructor(private readonly own: Participant) {
		const { context, id, settings, appKey, app, notices, isTest } = own;
		// n8n may start a node again without having ended it. Only one start of a node takes events and looks after rules.
		newestStart(id)?.replace();
		this.clock = clockOf(appKey);
		this.rules = digestOf(JSON.stringify(settings.rules.map(({ value }) => value).sort()));
		const { rules } = this;
		const { waiting, ...before } = knownBefore(context, { id, isTest, rules, now: this.clock.time() });
		this.before = before;
		this.pausedUntil = before.pausedUntil;
		this.id = id;
		this.selection = settings.selection;
		// A note from before a restart shows which clock is behind, unless it was made by a wrong one itself.
		if (before.heard !== undefined && before.heard <= Date.now()) this.clock.passed(before.heard, Infinity);
		this.stream = streamOf(appKey, `${settings.stream.path} ${settings.partition ?? ''}`);
		this.dropped = new DroppedEvents(notices);
		this.reports = new ConnectionReports(notices, context.getNode(), app, settings.stream.endpoint);
		this.limit = this.makeLimit(before);
		this.gaps = this.makeGaps(before);
		this.gate = this.makeGate(before);
		this.runs = this.makeRuns(before);
		this.ruleKeeper = this.makeRuleKeeper();
		this.removal = new DelayedRemoval(own, this.stream, this);
		this.pending = new PendingEvents(waiting, digestOf(JSON.stringify(settings)));
		noteStart(id, this);
	}

	static async prepare(context: ITriggerFunctions): Promise<NodeStream> {
		return new NodeStream(await prepare(context));
	}

	/**
	 * Creates what the stream needs and opens it. A temporary failure is tried again in the background.
	 *
	 * @throws If X refuses it and only a person can change that.
	 */
	async start(): Promise<void> {
		if (this.limit.pauseIfSpent(this.clock.time())) return this.store();
		this.life.enter('open');
		if (hasChatEvents(this.own.settings.activity.eventTypes)) await checkKeys(this.own.chats);
		await this.own.ownPosts.find();
		const since = this.clock.time();
		const missing = await this.ensure();
		if (this.life.isOver) return;
		await this.resume();
		if (this.life.isOver) return;
		// New rules count after a while. A restart must not lose what they would have matched.
		const { checkedAt = since, made } = this.before;
		const isMadeAgain = missing > 0 || made !== this.own.source.made;
		if (this.isResumed && isMadeAgain)
			this.gaps.missingSince(this.pausedUntil ?? checkedAt, this.clock.time() + RULES_COUNT_AFTER);
		const { runs, gaps } = this;
		this.pending.take({ runs, gaps, notices: this.own.notices, now: this.clock.time() });
		if (isStartup(this.own.context)) this.stream.expectRefusal();
		const outcome = await this.stream.join(this);
		if (this.life.isOver) return;
		if (outcome.kind === 'refused') throw this.reports.errorOf(outcome.failure);
		if (this.isTakenByOthers(outcome)) {
			if (!this.isResumed) throw await this.reports.tooMany(outcome.failure);
			// It has been listening, and goes on as soon as X lets it. What comes until then is a gap.
			const { ending, retry, failure } = outcome;
			this.reports.retrying(ending, { ...retry, isAlarming: retry.isLasting === true }, failure);
		}
		// What comes until the first connection is wanted already.
		if (outcome.kind === 'retrying' && !this.isResumed) this.gaps.heardUntil(since);
		// n8n stores static data when a start has succeeded.
		this.store();
		void this.ruleKeeper.run();
	}

	/** Ends the node's part. What it has on X stays for a moment, in which the workflow may be published again. */
	async close(): Promise<void> {
		const { life, own } = this;
		if (life.is('handedOver')) return await newestStart(this.id)?.close();
		if (life.isOver) return;
		const { context, isTest } = own;
		if (!isTest) {
			const isRefused = life.is('refused');
			if (!life.is('paused')) this.gaps.noteSilence();
			this.keep(isRefused);
			this.store();
			// n8n stores static data with a run, here an empty one. Killed while this is off, it would forget the gaps.
			if (!isRefused && this.gaps.stored.length > 0) context.emit([[]]);
		}
		this.end('departed');
		if (isTest) await this.removal.now();
		else void this.removal.later();
	}

	/** Ends this start, because another start of the same node takes over. */
	replace(): void {
		if (this.life.isOver) return;
		this.keep(true);
		this.end('handedOver');
		this.removal.toNext();
	}

	/** Ends the node's part, because it could not be started. A later start knows what this one knew. */
	async fail(): Promise<void> {
		if (this.life.isOver) return;
		this.keep(this.isResumed);
		this.end('departed');
		await this.removal.now();
	}

	async open(selection: StreamSelection, signal: AbortSignal) {
		const { context, settings } = this.own;
		const query = Object.entries(selection).map(([name, chosen]) => [name, chosen.join(',')] as const);
		if (settings.partition !== undefined) query.push(['partition', String(settings.partition)]);
		const { body, date } = await openStream(
			context,
			settings.holder,
			{ path: settings.stream.path, query },
			signal,
		);
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
		if (!this.life.takesEvents) return;
		for (const event of this.own.settings.stream.events(body)) this.clock.passed(writtenTime(event));
		const now = this.clock.time();
		if (this.own.source.isUnknown?.(body) === true) void this.ruleKeeper.doubt();
		for (const event of this.ownEvents(body)) {
			if (this.runs.isKnown(event)) continue;
			this.limit.count(event);
			if (!this.runs.add(event, now)) this.dropped.add(now);
			if (this.limit.pauseIfSpent(now)) return;
		}
	}

	onUnreadable(error?: LineTooLong): void {
		this.reports.unreadable(error);
	}

	onRetry(ending: Ending, retry: Retry, failure: Failure | undefined): void {
		this.reports.retrying(ending, retry, failure);
	}

	onRefused(failure: Failure): void {
		if (!this.life.enter('refused')) return;
		// n8n unpublishes the workflow for now, and tries again after growing pauses.
		this.own.context.emitError(this.reports.errorOf(failure));
	}

	/** True if the node knows since when events may be missing. */
	private get isResumed(): boolean {
		return this.gaps.lastHeard !== undefined;
	}

	/** Decides since when events may be missing. Events from a pause for the day's budget are not wanted. */
	private async resume(): Promise<void> {
		const { before, gaps, own, pausedUntil } = this;
		if (pausedUntil !== undefined) {
			gaps.forget(pausedUntil <= this.clock.time() + OVERLAP ? pausedUntil : undefined);
		} else if (!own.isTest)
			await gaps.goOn(before, own.source.hadOwn === true, async () => await this.removal.lastUp());
	}

	/** Keeps what is known, and what has no run yet, for the next start in this process. */
	private keep(hasFailed: boolean): void {
		this.searchForDropped();
		const { pending } = this;
		const events = [...pending.events, ...this.runs.handOver()];
		const state = { ...this.state(), heard: this.lastHeard };
		const waiting = { events, settings: pending.settings };
		keepState(this.id, { state, hasFailed, at: this.clock.time(), waiting });
	}

	private end(state: 'handedOver' | 'departed'): void {
		this.life.enter(state);
		this.runs.close();
		this.dropped.report(false);
	}

	/** Creates what is missing on X. Changes of an app's rules and subscriptions are made one after the other. */
	private async ensure(): Promise<number> {
		const { appKey, source } = this.own;
		return await inTurn(appKey, async () => (this.life.isOver ? 0 : await source.ensure()));
	}

	/** Checks whether other programs use all connections of the app. X may still count one that has just closed. */
	private isTakenByOthers(outcome: Outcome): outcome is Outcome & { kind: 'retrying' } {
		if (outcome.kind !== 'retrying' || outcome.ending.kind !== 'tooMany') return false;
		return !isStartup(this.own.context) && outcome.retry.isFirstAfterClose !== true;
	}

	private *ownEvents(body: IDataObject): Generator<XEvent> {
		const { settings, source } = this.own;
		for (const event of settings.stream.events(body)) {
			const own = source.own(event, body);
			if (own) yield own;
		}
	}

	private async give(body: IDataObject): Promise<boolean> {
		for (const event of this.ownEvents(body)) {
			if (!this.life.takesEvents) return false;
			if (this.runs.isKnown(event)) continue;
			const now = this.clock.time();
			this.limit.count(event);
			if (!(await this.runs.addLater(event, now))) return false;
			if (this.limit.pauseIfSpent(now)) return false;
		}
		return !this.life.isOver;
	}

	private makeLimit({ spending }: KnownState): DailyLimit {
		const { app, context, isTest, settings, notices } = this.own;
		return new DailyLimit({
			node: context.getNode(),
			most: isTest ? undefined : settings.maxCostPerDay,
			day: isTest ? undefined : app.day,
			spending,
			clock: this.clock,
			events: settings.events,
			notices,
			stop: async () => {
				this.life.enter('paused');
				await this.removal.now();
			},
			resume: async (since) => {
				this.pausedUntil = since;
				await this.start();
			},
			onFailure: (error) => context.emitError(error instanceof Error ? error : new Error(String(error))),
			signal: this.life.signal,
		});
	}

	private makeGaps({ heard, gaps }: KnownState): GapFilling {
		const { isTest, settings, source, notices } = this.own;
		return new GapFilling({
			heard,
			before: gaps,
			clock: this.clock,
			fill: settings.fillGaps && !isTest ? source.fill : undefined,
			give: async (body) => await this.give(body),
			onRead: (post) => {
				for (const event of settings.stream.events({ data: post }))
					if (this.runs.isKnown(event)) this.limit.countAgain(event);
			},
			rules: settings.rules.map(({ value }) => value),
			notices,
			signal: this.life.signal,
		});
	}

	private makeRuleKeeper(): RuleKeeper {
		return new RuleKeeper({
			ensure: async () => await this.ensure(),
			isOver: () => !this.life.takesEvents,
			onMissing: (since) => this.gaps.missingSince(since, this.clock.time() + RULES_COUNT_AFTER),
			now: () => this.clock.time(),
			notices: this.own.notices,
			signal: this.life.signal,
		});
	}

	private makeGate(stored: KnownState): NodeGate {
		const { context, id, settings, notices } = this.own;
		const store = () => {
			this.store();
			// A run without items: n8n stores static data with it, and no other node runs.
			context.emit([[]]);
		};
		return new NodeGate({ node: id, rules: settings.answering, notices, stored, store });
	}

	private makeRuns({ seen }: KnownState): EventRuns {
		const { context, settings, chats, notices, ownPosts } = this.own;
		const opener = new ChatOpener(chats, (error) =>
			notices.report(error, 'An encrypted message could not be opened'),
		);
		const rules = {
			isOwn: (event: XEvent) => ownPosts.has(event),
			open: async (event: XEvent) => await opener.open(event),
			isOwnId: ownPosts.isOwn,
			gate: this.gate,
		};
		return new EventRuns(context, {
			node: digestOf(this.id),
			parallel: settings.parallelRuns,
			skipsDuplicates: settings.skipDuplicates,
			seen,
			now: () => this.clock.time(),
			askedFor: () => this.gaps.askedFor(),
			beforeRun: () => this.store(),
			open: async (event) => (await takeInEvents([event], rules))[0],
			onIdle: () => this.searchForDropped(),
			onFailure: (error) => notices.report(error, 'A run could not be started'),
		});
	}

	private store(): void {
		const { context, isTest } = this.own;
		if (!isTest) Object.assign(context.getWorkflowStaticData('node'), this.state());
	}

	/** Returns what a next start must know: before `heard`, nothing is missing but the gaps. */
	private state(): StreamState {
		const waiting = this.runs.oldestWaiting() ?? Infinity;
		const heard = Math.min(waiting, this.dropped.oldest ?? Infinity, this.lastHeard);
		const { spending, pausedUntil } = this.limit;
		return {
			heard,
			pausedUntil,
			gaps: this.gaps.stored,
			rules: this.rules,
			checkedAt: this.ruleKeeper.checkedAt,
			made: this.own.source.made,
			seen: this.runs.stored(this.gaps.askedFor(heard)),
			spending,
			...this.gate.stored,
		};
	}

	/** Searches for dropped events: all waiting ones have their runs, so there is room again. */
	private searchForDropped(): void {
		const since = this.dropped.report(this.gaps.isPossible);
		if (since !== undefined) this.gaps.missingSince(since);
	}

	private get lastHeard(): number {
		return this.gaps.lastHeard ?? this.clock.time();
	}
}
