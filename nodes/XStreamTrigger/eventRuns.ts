/** Turns events into runs: each once, a limited number in parallel, and none forgotten before n8n has it. */
import type { IRun, ITriggerFunctions } from 'n8n-workflow';
import type { XEvent } from '../shared/events/event';
import { digestOf } from '../shared/events/eventDigests';
import { eventItem } from '../shared/events/eventItem';
import type { Notices } from '../shared/events/notices';
import type { Span } from '../shared/events/openSpans';
import { storeWhatRunsLeft } from '../shared/memory/workflowMemory';
import { wait } from '../shared/util/wait';
import type { GapFilling } from './gapFilling';
import { OVERLAP } from './search/gap';
import type { Waiting } from './storedState';
import { BoundedQueue } from './stream/boundedQueue';
import { SeenEvents } from './stream/seenEvents';
import { writtenTime } from './stream/xClock';

const WAITING = 10_000;
const STORED_AFTER = 60_000;
/** Pauses between attempts to start a run, for the case that n8n's database does not respond. */
const ATTEMPTS = [1000, 10_000, 60_000];

interface WaitingRun {
	readonly event: XEvent;
	readonly writtenAt: number;
	/** The latest noted time from which a search still finds it again. */
	readonly at: number;
	startedAt?: number;
}

interface RunOptions {
	readonly node: string;
	readonly parallel: number;
	readonly skipsDuplicates: boolean;
	readonly seen: string | undefined;
	readonly askedFor: () => readonly Span[];
	readonly now: () => number;
	/** Called before each run, because n8n stores static data with the run. */
	readonly beforeRun: () => void;
	/** Completes an event before its run. Returns undefined if it gets none. */
	readonly open: (event: XEvent) => Promise<XEvent | undefined>;
	readonly onIdle: () => void;
	readonly onFailure: (error: unknown) => void;
}

export class EventRuns {
	private readonly seen: SeenEvents;
	private readonly queue: BoundedQueue<WaitingRun>;
	/** In the order of their arrival. */
	private readonly unfinished = new Set<WaitingRun>();
	private readonly controller = new AbortController();
	private isFirst = true;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly options: RunOptions,
	) {
		this.seen = new SeenEvents(options.askedFor, { text: options.seen, now: options.now() });
		this.queue = new BoundedQueue<WaitingRun>({
			parallel: options.parallel,
			limit: WAITING,
			run: async (waiting) => await this.run(waiting),
			onIdle: options.onIdle,
		});
	}

	isKnown(event: XEvent): boolean {
		const { key } = event;
		return this.options.skipsDuplicates && key !== undefined && this.seen.has(key, writtenTime(event));
	}

	/** Takes an event. Returns false if too many are waiting. */
	add(event: XEvent, now: number): boolean {
		const waiting = waitingRun(event, now);
		this.take(waiting);
		if (this.queue.add(waiting)) return true;
		this.unfinished.delete(waiting);
		if (event.key !== undefined) this.seen.drop(event.key);
		return false;
	}

	/** Takes an event as soon as there is room. Returns false if the node has stopped taking events. */
	async addLater(event: XEvent, now: number): Promise<boolean> {
		const waiting = waitingRun(event, now);
		this.take(waiting);
		return await this.queue.addLater(waiting);
	}

	/** Returns the time since which events have been waiting that n8n does not have yet. */
	oldestWaiting(): number | undefined {
		const now = this.options.now();
		let oldest: number | undefined;
		for (const { at, startedAt } of this.unfinished)
			if (startedAt === undefined || now - startedAt < STORED_AFTER) oldest = Math.min(at, oldest ?? at);
		return oldest;
	}

	/** Leaves the runs that were started to n8n, and returns the events whose runs were not. */
	handOver(): XEvent[] {
		for (const waiting of this.unfinished) {
			if (waiting.startedAt === undefined) continue;
			this.unfinished.delete(waiting);
			this.see(waiting);
		}
		return [...this.unfinished].map(({ event }) => event);
	}

	/** Returns the events that have run, as far as searches of these spans would find them again. */
	stored(spans: readonly Span[]): string {
		return this.seen.toText(spans);
	}

	close(): void {
		this.controller.abort();
		this.queue.close();
	}

	private take(waiting: WaitingRun): void {
		this.unfinished.add(waiting);
		if (waiting.event.key !== undefined) this.seen.take(waiting.event.key, waiting.writtenAt);
	}

	private see({ event }: WaitingRun): void {
		if (event.key !== undefined) this.seen.ran(event.key);
	}

	private async run(waiting: WaitingRun): Promise<void> {
		const { event } = waiting;
		try {
			const opened = await this.options.open(event);
			if (this.controller.signal.aborted) return;
			if (opened && this.context.getMode() === 'manual') this.showFirst(opened);
			else if (opened) await this.start(waiting, opened);
			this.see(waiting);
		} catch (error) {
			if (!this.controller.signal.aborted) this.options.onFailure(error);
		} finally {
			this.unfinished.delete(waiting);
		}
	}

	private showFirst(event: XEvent): void {
		if (!this.isFirst) return;
		this.isFirst = false;
		this.context.emit([[{ json: eventItem(event) }]]);
	}

	/** Starts a run and waits for its end. It can be tried again: n8n never starts two runs with the same key. */
	private async start(waiting: WaitingRun, event: XEvent): Promise<void> {
		const key = event.key === undefined ? undefined : `${this.options.node}:${digestOf(event.key)}`;
		for (let tried = 0; ; tried++) {
			if (this.controller.signal.aborted) return;
			this.options.beforeRun();
			storeWhatRunsLeft(this.context);
			waiting.startedAt = this.options.now();
			const done = this.context.helpers.createDeferredPromise<IRun>();
			this.context.emit(
				[[{ json: eventItem(event) }]],
				undefined,
				done,
				this.options.skipsDuplicates ? key : undefined,
			);
			const pause = this.options.skipsDuplicates && key !== undefined ? ATTEMPTS[tried] : undefined;
			const isDone = done.promise.then(() => true);
			// The last failure goes to the caller.
			if (await (pause === undefined ? isDone : isDone.catch(() => false))) return;
			delete waiting.startedAt;
			await wait(pause ?? 0, this.controller.signal);
		}
	}
}

const writtenAt = (event: XEvent, now: number): number => Math.min(writtenTime(event) ?? now, now);

/** Returns the latest noted time from which a search finds an event again: a search begins before it. */
const searchedFrom = (event: XEvent, now: number): number => Math.min(now, writtenAt(event, now) + OVERLAP);

const waitingRun = (event: XEvent, now: number): WaitingRun => ({
	event,
	writtenAt: writtenAt(event, now),
	at: searchedFrom(event, now),
});

interface Taking {
	readonly runs: EventRuns;
	readonly gaps: GapFilling;
	readonly notices: Notices;
	readonly now: number;
}

/** Keeps the events that a node had no runs for when it ended, until its next start in this process takes them. */
export class PendingEvents {
	constructor(
		private waiting: Waiting | undefined,
		readonly settings: string,
	) {}

	get events(): readonly XEvent[] {
		return this.waiting?.events ?? [];
	}

	/** Starts their runs. With other settings, the node searches for what is wanted of them now. */
	take({ runs, gaps, notices, now }: Taking): void {
		const { events, waiting } = this;
		this.waiting = undefined;
		if (events.length === 0) return;
		if (waiting?.settings === this.settings) {
			for (const event of events) if (!runs.isKnown(event)) runs.add(event, now);
			return;
		}
		if (gaps.isPossible)
			return gaps.missingSince(Math.min(...events.map((event) => searchedFrom(event, now))));
		const problem = notices.problem(
			`${events.length} events had no run yet when the node was changed, and are left out`,
			'They were taken with the former settings, and X has no search for them. Change the node while no events are waiting.',
			{ count: events.length },
		);
		notices.report(problem, 'Events were left out');
	}
}
