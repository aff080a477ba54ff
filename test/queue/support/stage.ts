import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../scripts/runtime/package';
import { PUBLIC_URL, type Stage, setStage } from '../../../scripts/world';
import { PATIENT_SETTINGS } from '../../simulator/webhooks';
import { Cluster, type Member, WEBHOOKS } from './cluster';
import { Executions } from './executions';
import { type Nginx, startNginx } from './nginx';
import { type Postgres, type Redis, startPostgres, startRedis } from './databases';
import { missingPackages } from './programs';
import { RoundRobin } from './roundRobin';

/** Where a run leaves the logs of everything that it started. */
const LOGS = join(PROJECT_ROOT, '.cache', 'queue');

/** n8n in queue mode with the servers that it needs, the simulated X, and a proxy in front. */
export interface QueueStage extends Stage {
	cluster: Cluster;
	postgres: Postgres;
	redis: Redis;
	executions: Executions;
	/** Gives deliveries to the webhook processes in turn; the public address leads to it. */
	roundRobin: RoundRobin;
	hashing: Readonly<Record<'signature' | 'path', Nginx>>;
	/** Stops a webhook process and starts it again. In between it gets no requests. */
	restartBehindProxy: (member: Member) => Promise<void>;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Describes tests on n8n in queue mode. Where this machine lacks a server they are skipped with a line that says what
 * to install; in CI they fail instead.
 * @param parts The tests; they are given the stage, which is there only while they run.
 */
export function describeQueueMode(name: string, parts: (stage: () => QueueStage) => void): void {
	const missing = missingPackages();
	const isOptional = missing.length > 0 && process.env['CI'] === undefined;
	if (isOptional) {
		say(`Skipped "${name}": it needs Debian's packages ${missing.join(', ')} (apt-get install).`);
	}
	(isOptional ? describe.skip : describe)(name, () => parts(useQueueStage()));
}

function useQueueStage(): () => QueueStage {
	let stage: QueueStage | undefined;
	/** What ends each thing that was started. */
	const ends: Array<() => Promise<void>> = [];
	beforeAll(async () => {
		stage = await setUp((end) => ends.push(end));
	});
	afterAll(async () => {
		// the newest first: n8n before its database
		for (const end of ends.reverse()) await end();
	});
	return () => {
		if (stage === undefined) throw new Error('The stage is there only while tests run');
		return stage;
	};
}

async function setUp(atEnd: (end: () => Promise<void>) => void): Promise<QueueStage> {
	await mkdir(LOGS, { recursive: true });
	const folder = await mkdtemp(join(tmpdir(), 'x-platform-queue-'));
	atEnd(async () => await rm(folder, { recursive: true, force: true }));
	const log = (name: string): string => join(LOGS, `${name}.log`);

	const postgres = await startPostgres(log('postgres'));
	atEnd(postgres.stop);
	const redis = await startRedis(log('redis'));
	atEnd(redis.stop);
	const cluster = await Cluster.start(folder, postgres, redis, say);
	atEnd(async () => {
		await cluster.stop();
		for (const member of cluster.members) {
			await copyFile(cluster.logFile(member), log(member)).catch(() => undefined);
		}
	});
	const processes = WEBHOOKS.map((member) => cluster.url(member));
	const roundRobin = await RoundRobin.start(processes);
	atEnd(async () => await roundRobin.close());
	const signature = await startNginx(
		'$http_x_twitter_webhooks_signature_oauth2$http_x_twitter_webhooks_signature',
		processes,
		log('nginx-signature'),
	);
	atEnd(signature.stop);
	const path = await startNginx('$uri', processes, log('nginx-path'));
	atEnd(path.stop);

	const set = await setStage(cluster.url('main'), PATIENT_SETTINGS);
	atEnd(async () => await set.sim.close());
	await set.sim.control('webhooks', 'route', { publicUrl: PUBLIC_URL, url: roundRobin.url });
	return {
		...set,
		cluster,
		postgres,
		redis,
		roundRobin,
		hashing: { signature, path },
		executions: new Executions(postgres, redis, cluster),
		restartBehindProxy: async (member) => {
			await roundRobin.takeOut(cluster.url(member));
			await cluster.stopOne(member);
			await cluster.startOne(member);
			roundRobin.putIn(cluster.url(member));
		},
	};
}
