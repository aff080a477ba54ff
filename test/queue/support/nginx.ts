import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { PROJECT_ROOT } from '../../../scripts/runtime/package';
import { freePort } from '../../../scripts/runtime/port';
import { program } from './programs';
import { startServer } from './server';

const HOST = '127.0.0.1';
const PAGE = join(PROJECT_ROOT, 'docs', 'queue-mode.md');

/** The names that the page has for the two webhook processes, and for the port of nginx. */
const PROCESSES = ['webhook-1:5678', 'webhook-2:5678'];
const LISTEN = 'listen 8080;';

/** An nginx with a configuration of docs/queue-mode.md. */
export interface Nginx {
	url: string;
	stop: () => Promise<void>;
}

/**
 * Starts nginx with one of the configurations that docs/queue-mode.md shows, its processes being those given.
 * @param hashed What the page's configuration hashes, e.g. `$uri`.
 */
export async function startNginx(
	hashed: string,
	processes: readonly string[],
	logFile: string,
): Promise<Nginx> {
	const folder = await mkdtemp(join(tmpdir(), 'x-platform-nginx-'));
	const port = await freePort();
	await mkdir(join(folder, 'temporary'));
	await writeFile(join(folder, 'nginx.conf'), aroundIt(await documented(hashed, processes, port)));
	const url = `http://${HOST}:${port}`;
	const server = await startServer({
		command: program('nginx'),
		args: ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'],
		folder,
		logFile,
		stopSignal: 'SIGTERM',
		isReady: () =>
			request(`${url}/healthz`, { reset: true }).then(
				async ({ statusCode, body }) => {
					await body.dump();
					return statusCode === 200;
				},
				() => false,
			),
	});
	return {
		url,
		stop: async () => {
			await server.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** The configuration as documented, with this run's addresses in it. */
async function documented(hashed: string, processes: readonly string[], port: number): Promise<string> {
	const page = await readFile(PAGE, 'utf8');
	const block = [...page.matchAll(/```nginx\n(.+?)```/gs)]
		.map(([, text]) => text ?? '')
		.find((text) => text.includes(`hash ${hashed} `));
	if (block === undefined) throw new Error(`docs/queue-mode.md shows no configuration that hashes ${hashed}`);
	const replacements = [
		...PROCESSES.map((name, index) => [name, new URL(processes[index] ?? '').host] as const),
		[LISTEN, `listen ${HOST}:${port};`] as const,
	];
	return replacements.reduce((text, [from, to]) => {
		if (!text.includes(from)) throw new Error(`"${from}" is not in the documented configuration`);
		return text.replaceAll(from, to);
	}, block);
}

/** What nginx needs around the documented part, in a folder of its own and in the foreground. */
const aroundIt = (documentedPart: string): string => `
daemon off;
master_process off;
pid nginx.pid;
events {}
http {
access_log off;
client_body_temp_path temporary;
proxy_temp_path temporary;
fastcgi_temp_path temporary;
uwsgi_temp_path temporary;
scgi_temp_path temporary;
${documentedPart}
}
`;
