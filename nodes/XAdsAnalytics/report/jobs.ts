/**
 * Runs jobs: creates as many as the account has room for, asks for all their states in one request, and takes results
 * as they become ready. It does not know n8n. https://docs.x.com/x-ads-api/analytics#asynchronous-analytics
 */
import { chunk, difference } from 'lodash';
import { sideBySide } from '../../shared/util/taskPool';
import { endIfCancelled, wait } from '../../shared/util/wait';
import { growingPause } from '../../shared/util/poll';
import { asText } from '../../shared/util/text';
import { JOBS_PER_REQUEST, STATS_LIMITS } from './plan';
import type { ResultPlace } from './resultFile';

export interface StatsJob {
	readonly id: string;
	readonly status: string;
	readonly url: string | null;
	readonly data: Readonly<Record<string, unknown>>;
}

/** A created job with the room that is left for more; or `full` if there was no room for it. */
export type CreatedJob = { readonly job: StatsJob; readonly room: number | undefined } | 'full';

type JobOutcome<T> =
	| { readonly kind: 'done'; readonly result: T; readonly job: StatsJob }
	| {
			/**
			 * `failed`: X ended it without a result. `late`: it was not ready in time. `notStarted`: it was never
			 * created, because there was no room or no time.
			 */
			readonly kind: 'failed' | 'late' | 'notStarted';
			readonly reason: string;
			readonly job?: StatsJob;
	  };

interface JobRun<P, T> {
	readonly parts: readonly P[];
	readonly create: (part: P) => Promise<CreatedJob>;
	readonly isStartOnly?: boolean;
	readonly ask: (ids: readonly string[]) => Promise<readonly StatsJob[]>;
	readonly take: (part: P, job: StatsJob) => Promise<T>;
	readonly cancel?: (job: StatsJob) => Promise<unknown>;
	readonly parallel: number;
	/** The longest wait for results, in milliseconds. */
	readonly patience: number;
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: (done: number, running: number) => void;
}

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 20_000;

/** X could not work on a job, and may be able to when it is started again. */
const FAILED = 'FAILED';
const IN_PROGRESS = new Set(['QUEUED', 'PROCESSING']);

/** Checks whether X is still working on a job. X may give the address of a result a little after the job's success. */
export const isInProgress = ({ status, url }: StatsJob): boolean =>
	IN_PROGRESS.has(status) || (status === 'SUCCESS' && !url);

/** Returns the place of a job's result. */
export function placeOf({ url, data }: StatsJob): ResultPlace {
	const until = Date.parse(asText(data.expires_at));
	return { url: url ?? '', until: Number.isNaN(until) ? undefined : until };
}

/**
 * Runs jobs to their end, and returns their outcomes in the order of the parts.
 *
 * @throws The error of the first creation, if no job could be created; CancelledError.
 */
export async function runJobs<P, T>(run: JobRun<P, T>): Promise<JobOutcome<T>[]> {
	return await new JobRunner(run).finish();
}

class JobRunner<P, T> {
	private readonly outcomes: (JobOutcome<T> | undefined)[];
	private readonly waiting: number[];
	private readonly running = new Map<string, { place: number; job: StatsJob }>();
	private readonly startedAgain = new Set<number>();
	/** The number of jobs that may be created now, as X last reported it. */
	private room: number = STATS_LIMITS.jobs;
	private created = 0;
	private failure: { readonly error: unknown } | undefined;
	private readonly deadline: number;

	constructor(private readonly run: JobRun<P, T>) {
		this.outcomes = run.parts.map(() => undefined);
		this.waiting = [...run.parts.keys()];
		this.deadline = Date.now() + run.patience;
	}

	async finish(): Promise<JobOutcome<T>[]> {
		try {
			return await this.runAll();
		} finally {
			// A cancelled run fetches no results: its jobs would only use up room. One that X does not cancel ends anyway.
			const jobs = this.run.signal?.aborted ? [...this.running.values()] : [];
			await sideBySide(jobs, this.run.parallel, async ({ job }) => {
				await this.run.cancel?.(job).catch(() => undefined);
			});
		}
	}

	private async runAll(): Promise<JobOutcome<T>[]> {
		const pause = growingPause(FIRST_PAUSE, LONGEST_PAUSE);
		let asked = 0;
		while (this.waiting.length > 0 || this.running.size > 0) {
			const started = await this.start();
			asked = started > 0 ? 0 : asked;
			const left = this.deadline - Date.now();
			if (left <= 0) this.giveUp();
			if (this.waiting.length === 0 && this.running.size === 0) break;
			await wait(Math.min(pause(undefined, ++asked), left), this.run.signal);
			const ended = await this.look();
			// Another program may have made room on the account as well.
			this.room = Math.max(ended, this.waiting.length > 0 ? 1 : 0);
			this.run.onProgress?.(this.outcomes.filter(Boolean).length, this.running.size);
		}
		return this.outcomes.map((outcome) => outcome ?? { kind: 'notStarted', reason: NOT_STARTED });
	}

	private async start(): Promise<number> {
		let started = 0;
		while (this.waiting.length > 0 && this.room > 0) {
			// The answer to the first creation says how much room there is.
			const count = this.created === 0 ? 1 : Math.min(this.waiting.length, this.room);
			const places = this.waiting.splice(0, count);
			this.room -= count;
			const full: number[] = [];
			let reported: number | undefined;
			await sideBySide(places, this.run.parallel, async (place) => {
				const answer = await this.createOne(place);
				if (answer === undefined) return;
				if (answer === 'full') return void full.push(place);
				started++;
				this.created++;
				if (this.run.isStartOnly) this.outcomes[place] = await this.taken(place, answer.job);
				else this.running.set(answer.job.id, { place, job: answer.job });
				if (answer.room !== undefined) reported = Math.min(reported ?? Infinity, answer.room);
			});
			if (this.failure) throw this.failure.error;
			if (reported !== undefined) this.room = count === 1 ? reported : Math.min(this.room, reported);
			if (full.length > 0) {
				this.waiting.unshift(...full.sort((a, b) => a - b));
				this.room = 0;
			}
		}
		return started;
	}

	/** A refused job does not stop the others. If no job was created yet, its error ends the run. */
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

	/** Asks for the states of all jobs, reads finished and restarts failed ones. Returns how many have ended. */
	private async look(): Promise<number> {
		const states = new Map<string, StatsJob>();
		const questions = chunk([...this.running.keys()], JOBS_PER_REQUEST);
		await sideBySide(questions, this.run.parallel, async (ids) => {
			for (const job of await this.run.ask(ids)) states.set(job.id, job);
		});
		const ended = [...this.running].flatMap(([id, { place }]) => {
			const job = states.get(id);
			if (!job || isInProgress(job)) return [];
			this.running.delete(id);
			return [{ place, job }];
		});
		const again = ended.filter(({ place, job }) => job.status === FAILED && !this.startedAgain.has(place));
		for (const { place } of again) this.startedAgain.add(place);
		this.waiting.unshift(...again.map(({ place }) => place));
		await sideBySide(difference(ended, again), this.run.parallel, async ({ place, job }) => {
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
