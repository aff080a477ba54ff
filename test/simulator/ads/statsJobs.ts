/** Jobs of statistics and the host of their results: https://docs.x.com/x-ads-api/analytics#asynchronous-analytics */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { isoSeconds } from '../frame/formats';
import type { Platform } from '../frame';
import { RawNumber, type Json } from './state';
import type { Asked } from './statsServed';

interface Job {
	readonly id: string;
	readonly asked: Asked;
	readonly params: Asked['params'];
	readonly created: number;
	/** When it is done; Infinity for one that never is. */
	readonly due: number;
	/** How it ends. */
	readonly outcome: string;
	cancelled?: number;
}

/** What the host of the results does instead of sending one. */
type ResultFault = '' | 'cut' | 'empty' | 'unavailable' | 'html' | `status ${number}`;

/** Results are kept so long. */
const KEPT = 48 * 3_600_000;
const FOLDER = '/advertiser-api-async-analytics';

export class Jobs {
	/** How a test can change the next jobs. */
	readonly settings = {
		/** How long a job takes, in seconds of the simulator's clock. */
		seconds: 2,
		/** How many may be in progress in an account. */
		limit: 100,
		/** How many of those are of other programs. */
		others: 0,
		/** How the jobs from the `skip`-th on end, so many of them. */
		outcome: 'SUCCESS',
		skip: 0,
		times: 0,
		/** Size of results that are made up, in megabytes; 0 for the real ones. */
		megabytes: 0,
		fault: '' as ResultFault,
		/** How many times it does. */
		faults: 0,
	};
	/** What came to the host of the results. */
	readonly requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
	/** The most jobs that were in progress at a time. */
	peak = 0;
	private readonly jobs = new Map<string, Job>();

	/** How many there are, done or not. */
	get count(): number {
		return this.jobs.size;
	}

	private server: Server | undefined;

	constructor(
		private readonly platform: Platform,
		private readonly resultOf: (asked: Asked) => object,
	) {}

	/** An earlier job, which is done or never will be. */
	seed(id: string, asked: Asked, isDone: boolean): void {
		this.listen();
		// The simulator's time may have been moved before anyone asks for it.
		const created = Date.now() - 60_000;
		const due = isDone ? created + 2000 : Infinity;
		this.jobs.set(id, { id, asked, params: asked.params, created, due, outcome: 'SUCCESS' });
	}

	/** Makes a job, where the account has room for it. */
	create(asked: Asked): Job | undefined {
		if (this.room(asked.accountId) <= 0) return undefined;
		this.listen();
		const now = this.platform.clock.now();
		const { settings } = this;
		const isOther = settings.skip <= 0 && settings.times > 0;
		if (isOther) settings.times -= 1;
		settings.skip -= 1;
		const outcome = isOther ? settings.outcome : 'SUCCESS';
		const due = outcome === 'NEVER' ? Infinity : now + settings.seconds * 1000;
		const { params } = asked;
		const job: Job = { id: this.platform.newId(), asked, params, created: now, due, outcome };
		this.jobs.set(job.id, job);
		this.peak = Math.max(this.peak, this.underWay(asked.accountId));
		return job;
	}

	find(accountId: string, id: string): Job | undefined {
		const job = this.jobs.get(id);
		return job?.asked.accountId === accountId ? job : undefined;
	}

	/** The jobs of an account, the latest first. */
	of(accountId: string): Job[] {
		return [...this.jobs.values()].filter(({ asked }) => asked.accountId === accountId).reverse();
	}

	/** Room for further jobs. */
	room(accountId: string): number {
		return this.settings.limit - this.settings.others - this.underWay(accountId);
	}

	headers(accountId: string): Record<string, string> {
		return {
			'x-concurrent-job-limit': String(this.settings.limit),
			'x-concurrent-job-limit-remaining': String(Math.max(0, this.room(accountId))),
		};
	}

	statusOf({ cancelled, due, outcome }: Job): string {
		if (cancelled !== undefined) return 'CANCELLED';
		if (this.platform.clock.now() < due || this.address() === undefined) return 'PROCESSING';
		return outcome;
	}

	/** A job as X shows it. */
	shown(job: Job): Json {
		const { id, params, created, due, cancelled } = job;
		const status = this.statusOf(job);
		const isDone = status === 'SUCCESS';
		return {
			...params,
			url: isDone ? `${this.address() ?? ''}${FOLDER}/stats_job_${id}.json.gz` : null,
			id_str: id,
			id: new RawNumber(id) as unknown as Json,
			expires_at: isDone ? isoSeconds(due + KEPT) : null,
			account_id: job.asked.accountId,
			status,
			created_at: isoSeconds(created),
			updated_at: isoSeconds(cancelled ?? (isDone ? due : created)),
		};
	}

	async close(): Promise<void> {
		const { server } = this;
		this.server = undefined;
		server?.closeAllConnections();
		if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
	}

	private underWay(accountId: string): number {
		return this.of(accountId).filter((job) => this.statusOf(job) === 'PROCESSING').length;
	}

	private address(): string | undefined {
		const address = this.server?.address() as AddressInfo | null | undefined;
		return address ? `http://127.0.0.1:${address.port}` : undefined;
	}

	private listen(): void {
		if (this.server) return;
		this.server = createServer((request, response) => this.serve(request, response));
		// With a host it would look that up first, and have no port until later.
		this.server.listen(0).unref();
	}

	private serve({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
		this.requests.push({ path: url, headers });
		const id = /^\/advertiser-api-async-analytics\/stats_job_(\d+)\.json\.gz$/.exec(url)?.[1] ?? '';
		const job = this.jobs.get(id);
		// As hosts of files do with a credential that is not theirs.
		if (headers.authorization !== undefined)
			return void response.writeHead(400).end('Unsupported authorization');
		if (!job || this.statusOf(job) !== 'SUCCESS' || this.platform.clock.now() > job.due + KEPT)
			return void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Not found</html>');
		const fault = this.settings.faults > 0 ? this.settings.fault : '';
		this.settings.faults -= 1;
		if (fault === 'unavailable') return void response.writeHead(503).end();
		if (fault.startsWith('status')) return void response.writeHead(Number(fault.slice(7))).end();
		if (fault === 'empty') return void response.writeHead(200).end();
		if (fault === 'html') return void response.writeHead(200).end('<html>Sign in</html>');
		response.writeHead(200, { 'content-type': 'application/gzip' });
		const { megabytes } = this.settings;
		if (megabytes > 0) return void Readable.from(madeUp(job, megabytes)).pipe(createGzip()).pipe(response);
		const file = gzipSync(JSON.stringify({ data_type: 'stats', ...this.resultOf(job.asked) }));
		if (fault !== 'cut') return void response.end(file);
		response.write(file.subarray(0, file.length / 2), () => response.destroy());
	}
}

/** A result of about a size: one entity in very many segments. */
function* madeUp({ params: { entity_ids: ids } }: Job, megabytes: number): Generator<string> {
	const numbers = Array.from({ length: 1000 }, (_, place) => place * 37).join();
	const metrics = `{"impressions":[${numbers}],"clicks":[${numbers}]}`;
	const count = Math.ceil((megabytes * 1_000_000) / metrics.length);
	yield `{"data_type":"stats","time_series_length":1000,"data":[{"id":"${ids[0] ?? ''}","id_data":[`;
	for (let place = 0; place < count; place += 1)
		yield `${place > 0 ? ',' : ''}{"segment":{"segment_name":"n${place}","segment_value":"${place}"},"metrics":${metrics}}`;
	yield ']}],"request":{"params":{}}}';
}
