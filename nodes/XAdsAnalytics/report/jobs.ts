/**
 * Runs jobs: as many at a time as the account has room for, one question for the state of all of them, results as they
 * get ready. Knows nothing of n8n. https://docs.x.com/x-ads-api/analytics#asynchronous-analytics
 */
import { chunk } from 'lodash';
import { sideBySide } from '../../shared/util/taskPool';
import { endIfCancelled, wait } from '../../shared/util/wait';
import { growingPause } from '../../shared/util/poll';
import { JOBS_AT_ONCE, STATS_LIMITS } from './plan';

/** A job as X describes it. */
export interface StatsJob {
	readonly id: string;
	readonly status: string;
	/** Where the result is, once it is there. */
	readonly url: string | null;
	/** Everything else that X says of it. */
	readonly data: Readonly<Record<string, unknown>>;
}

/** What came of a creation: the job and the room that is left; or nothing, because there was none. */
export type CreatedJob = { readonly job: StatsJob; readonly room: number | undefined } | 'full';

/** What came of one job. */
type JobOutcome<T> =
	| { readonly kind: 'done'; readonly result: T; readonly job: StatsJob }
	| {
			/** It failed or ended otherwise; it was not ready in time; it was never created, for want of room or time. */
			readonly kind: 'failed' | 'late' | 'notStarted';
			readonly reason: string;
			readonly job?: StatsJob;
	  };

interface JobRun<P, T> {
	readonly parts: readonly P[];
	readonly create: (part: P) => Promise<CreatedJob>;
	/** Whether a job counts as done as soon as it was created. */
	readonly isStartOnly?: boolean;
	/** The states of up to 200 jobs. */
	readonly ask: (ids: readonly string[]) => Promise<readonly StatsJob[]>;
	/** Takes the result of a job that is done. */
	readonly take: (part: P, job: StatsJob) => Promise<T>;
	/** Ends a job on X, where the run is cancelled before it is done. */
	readonly cancel?: (job: StatsJob) => Promise<unknown>;
	/** Most concurrent requests. */
	readonly parallel: number;
	/** Milliseconds until what is not ready is left alone. */
	readonly patience: number;
	readonly signal?: AbortSignal | undefined;
	readonly now?: () => number;
	readonly onProgress?: (done: number, running: number) => void;
}

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 20_000;

const UNDER_WAY = new Set(['QUEUED', 'PROCESSING']);

/** Whether a job is still being worked on; one without its result's address is, as X may give that a little later. */
export const isUnderWay = ({ status, url }: StatsJob): boolean =>
	UNDER_WAY.has(status) || (status === 'SUCCESS' && !url);

/**
 * Runs jobs to their end.
 *
 * @returns What came of each, in the order of the parts.
 * @throws The failure of the first creation, where no job could be created at all; CancelledError.
 */
export async function runJobs<P, T>(run: JobRun<P, T>): Promise<JobOutcome<T>[]> {
	return await new JobRunner(run).finish();
}

class JobRunner<P, T> {
	private readonly outcomes: (JobOutcome<T> | undefined)[];
	private readonly waiting: number[];
	private readonly running = new Map<string, { place: number; job: StatsJob }>();
	/** How many jobs may be created now, by the latest answer of X. */
	private room: number = STATS_LIMITS.jobs;
	private created = 0;
	private failure: { readonly error: unknown } | undefined;
	private readonly now: () => number;
	private readonly deadline: number;

	constructor(private readonly run: JobRun<P, T>) {
		this.outcomes = run.parts.map(() => undefined);
		this.waiting = [...run.parts.keys()];
		this.now = run.now ?? Date.now;
		this.deadline = this.now() + run.patience;
	}

	async finish(): Promise<JobOutcome<T>[]> {
		try {
			return await this.runAll();
		} finally {
			if (this.run.signal?.aborted) await this.cancelRunning();
		}
	}

	/** A cancelled run never fetches its results, so its jobs would only take up room of the account. */
	private async cancelRunning(): Promise<void> {
		const jobs = [...this.running.values()].map(({ job }) => job);
		await sideBySide(
			jobs,
			this.run.parallel,
			async (job) =>
				// One that cannot be cancelled ends some time without it.
				await this.run.cancel?.(job).catch(() => undefined),
		);
	}

	private async runAll(): Promise<JobOutcome<T>[]> {
		const pause = growingPause(FIRST_PAUSE, LONGEST_PAUSE);
		let asked = 0;
		while (this.waiting.length > 0 || this.running.size > 0) {
			const started = await this.start();
			asked = started > 0 ? 0 : asked;
			const left = this.deadline - this.now();
			if (left <= 0) this.giveUp();
			if (this.waiting.length === 0 && this.running.size === 0) break;
			await wait(Math.min(pause(undefined, ++asked), left), this.run.signal);
			const ended = await this.look();
			// Another program on the account may have made room as well.
			this.room = Math.max(ended, this.waiting.length > 0 ? 1 : 0);
			this.run.onProgress?.(this.outcomes.filter(Boolean).length, this.running.size);
		}
		return this.outcomes.map((outcome) => outcome ?? { kind: 'notStarted', reason: NOT_STARTED });
	}

	/** Creates as many jobs as there is room for. */
	private async start(): Promise<number> {
		let started = 0;
		while (this.waiting.length > 0 && this.room > 0) {
			// The first answer says how much room there is.
			const count = this.created === 0 ? 1 : Math.min(this.waiting.length, this.room);
			const places = this.waiting.splice(0, count);
			this.room -= count;
			const full: number[] = [];
			let told: number | undefined;
			await sideBySide(places, this.run.parallel, async (place) => {
				const answer = await this.createOne(place);
				if (answer === undefined) return;
				if (answer === 'full') return void full.push(place);
				started++;
				this.created++;
				if (this.run.isStartOnly) this.outcomes[place] = await this.taken(place, answer.job);
				else this.running.set(answer.job.id, { place, job: answer.job });
				if (answer.room !== undefined) told = Math.min(told ?? Infinity, answer.room);
			});
			if (this.failure) throw this.failure.error;
			if (told !== undefined) this.room = count === 1 ? told : Math.min(this.room, told);
			if (full.length > 0) {
				this.waiting.unshift(...full.sort((a, b) => a - b));
				this.room = 0;
			}
		}
		return started;
	}

	/** One refused job does not stop the others; where none could be created yet, its failure is that of all. */
	private async createOne(place: number): Promise<CreatedJob | undefined> {
		if (this.failure) return undefined;
		endIfCancelled(this.run.signal);
		try {
			return await this.run.create(this.run.parts[place] as P);
		} catch (error) {
			endIfCancelled(this.run.signal);
			if (this.created === 0) this.failure = { error };
			else this.outcomes[place] = { kind: 'notStarted', reason: (error as Error).message };
			return undefined;
		}
	}

	/** Asks for the states of all jobs and takes what is ready. Gives how many have ended. */
	private async look(): Promise<number> {
		const states = new Map<string, StatsJob>();
		const questions = chunk([...this.running.keys()], JOBS_AT_ONCE);
		await sideBySide(questions, this.run.parallel, async (ids) => {
			for (const job of await this.run.ask(ids)) states.set(job.id, job);
		});
		const ended = [...this.running].flatMap(([id, { place }]) => {
			const job = states.get(id);
			if (!job || isUnderWay(job)) return [];
			this.running.delete(id);
			return [{ place, job }];
		});
		await sideBySide(ended, this.run.parallel, async ({ place, job }) => {
			this.outcomes[place] = await this.outcomeOf(place, job);
		});
		return ended.length;
	}

	private async outcomeOf(place: number, job: StatsJob): Promise<JobOutcome<T>> {
		if (job.status === 'SUCCESS') return await this.taken(place, job);
		return { kind: 'failed', reason: `The job ended with the status ${job.status}`, job };
	}

	private async taken(place: number, job: StatsJob): Promise<JobOutcome<T>> {
		try {
			return { kind: 'done', result: await this.run.take(this.run.parts[place] as P, job), job };
		} catch (error) {
			endIfCancelled(this.run.signal);
			return { kind: 'failed', reason: (error as Error).message, job };
		}
	}

	private giveUp(): void {
		for (const { place, job } of this.running.values())
			this.outcomes[place] = { kind: 'late', reason: LATE, job };
		for (const place of this.waiting) this.outcomes[place] = { kind: 'notStarted', reason: NOT_STARTED };
		this.running.clear();
		this.waiting.length = 0;
	}
}

const LATE = 'The job was not ready in time; it goes on, and its result can be downloaded later';
const NOT_STARTED = 'The account had no room for the job in time: X works on 100 at once';
