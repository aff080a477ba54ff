import { randomUUID } from 'node:crypto';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureN8n } from '../../../scripts/runtime/source';
import { type N8n, startN8n, WITHOUT_EDITOR } from '../../../scripts/runtime/n8n';
import { installPackage } from '../../../scripts/runtime/package';
import type { Runtime } from '../../../scripts/runtime/paths';
import { until } from '../../../scripts/runtime/until';
import { PUBLIC_URL } from '../../../scripts/world';
import type { Postgres, Redis } from './databases';

const COMMANDS = {
	main: 'start',
	worker1: 'worker',
	worker2: 'worker',
	webhook1: 'webhook',
	webhook2: 'webhook',
} as const;

/** One of the processes of an n8n in queue mode. */
export type Member = keyof typeof COMMANDS;

export const WORKERS = ['worker1', 'worker2'] as const satisfies readonly Member[];
export const WEBHOOKS = ['webhook1', 'webhook2'] as const satisfies readonly Member[];
const OTHERS: readonly Member[] = [...WORKERS, ...WEBHOOKS];
const MEMBERS: readonly Member[] = ['main', ...OTHERS];

/** What n8n leaves when it is killed; with it the next start waits ten seconds. A new container has none. */
const CRASH_JOURNAL = join('.n8n', 'crash.journal');

/** n8n in queue mode: a main process, two workers and two webhook processes, each with a user folder of its own. */
export class Cluster {
	private readonly running = new Map<Member, N8n>();
	private readonly ports = new Map<Member, number>();

	private constructor(
		private readonly runtime: Runtime,
		private readonly folder: string,
		private readonly settings: Readonly<Record<string, string>>,
	) {}

	/** Starts all processes with the packed package. */
	static async start(
		folder: string,
		postgres: Postgres,
		redis: Redis,
		say: (line: string) => void,
	): Promise<Cluster> {
		const runtime = await ensureN8n(say);
		const cluster = new Cluster(runtime, folder, settingsFor(postgres, redis));
		try {
			const [main] = MEMBERS.map((member) => cluster.folderOf(member));
			await installPackage(main ?? '');
			for (const other of OTHERS) {
				await cp(join(main ?? '', '.n8n', 'nodes'), join(cluster.folderOf(other), '.n8n', 'nodes'), {
					recursive: true,
				});
			}
			say('Starting n8n, which makes its tables …');
			await cluster.startOne('main');
			say('Starting two workers and two webhook processes …');
			// Where one fails, the others are waited for: one that is still starting would not be stopped.
			const started = await Promise.allSettled(OTHERS.map(async (one) => await cluster.startOne(one)));
			for (const each of started) if (each.status === 'rejected') throw each.reason;
			return cluster;
		} catch (error) {
			await cluster.stop();
			throw error;
		}
	}

	/** Address of a process, also while it is not running. */
	url(member: Member): string {
		return `http://127.0.0.1:${this.ports.get(member) ?? 0}`;
	}

	/** Starts a process, one that was stopped or killed on its old port, and waits until it is ready. */
	async startOne(member: Member): Promise<void> {
		const userFolder = this.folderOf(member);
		await rm(join(userFolder, CRASH_JOURNAL), { force: true });
		const { runtime, settings: env } = this;
		const command = COMMANDS[member];
		const port = this.ports.get(member);
		const n8n = await startN8n({ runtime, command, userFolder, port, env });
		this.ports.set(member, n8n.port);
		this.running.set(member, n8n);
	}

	/** Ends a process in an orderly way. */
	async stopOne(member: Member): Promise<void> {
		await this.running.get(member)?.stop();
		this.running.delete(member);
	}

	/** Ends a process as the loss of its machine would (SIGKILL). */
	async kill(member: Member): Promise<void> {
		await this.running.get(member)?.kill();
		this.running.delete(member);
	}

	/** All processes, running or not. */
	readonly members = MEMBERS;

	/** Where a process writes since its last start. */
	logFile(member: Member): string {
		return join(this.folderOf(member), 'n8n.log');
	}

	/** The executions that a worker has begun since its last start, and of these the ones it has ended. */
	async executionsOf(worker: Member): Promise<{ begun: Set<string>; ended: Set<string> }> {
		const log = await readFile(this.logFile(worker), 'utf8');
		const ids = (pattern: RegExp) => new Set([...log.matchAll(pattern)].map(([, id]) => id ?? ''));
		return {
			begun: ids(/Worker started execution (\d+)/g),
			ended: ids(/Worker (?:finished|errored while running) execution (\d+)/g),
		};
	}

	/** The worker that began an execution since its last start. */
	async workerOf(execution: string): Promise<Member> {
		for (const worker of WORKERS) {
			if ((await this.executionsOf(worker)).begun.has(execution)) return worker;
		}
		throw new Error(`No worker began the execution ${execution}`);
	}

	/** Waits until the main process has activated the workflows that were active before its start. */
	async hasActivatedAll(): Promise<void> {
		await until('main to activate the workflows', async () => {
			const log = await readFile(this.logFile('main'), 'utf8');
			return log.includes('Editor is now accessible') || undefined;
		});
	}

	/** Ends all processes, without waiting for executions that a killed worker had begun. */
	async stop(): Promise<void> {
		await Promise.all([...this.running.values()].map(async (one) => await one.kill()));
		this.running.clear();
	}

	/** Where a process keeps its data. */
	private folderOf(member: Member): string {
		return join(this.folder, member);
	}
}

const settingsFor = (postgres: Postgres, redis: Redis): Readonly<Record<string, string>> => ({
	...WITHOUT_EDITOR,
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
	N8N_ENCRYPTION_KEY: randomUUID(),
	N8N_WEBHOOK_URL: `${PUBLIC_URL}/`,
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: postgres.host,
	DB_POSTGRESDB_PORT: String(postgres.port),
	DB_POSTGRESDB_USER: postgres.user,
	DB_POSTGRESDB_DATABASE: postgres.database,
	// n8n would put an error in place of the data of an execution whose worker is gone: its events could not be distinguished
	QUEUE_WORKER_STALLED_INTERVAL: '0',
	QUEUE_BULL_REDIS_HOST: redis.host,
	QUEUE_BULL_REDIS_PORT: String(redis.port),
});
