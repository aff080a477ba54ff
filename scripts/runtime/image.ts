/** An n8n in a container, for which docker or podman is needed. n8n 3 comes only in this way. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import execa from 'execa';
import { InstallFailed } from './install';
import { cacheFolder, N8N_VERSION, type ImageRuntime } from './paths';
import { Progress } from './progress';
import { npmEnvironment, run } from './run';

/** What n8n publishes; N8N_TEST_IMAGE names another image. */
const IMAGE = process.env['N8N_TEST_IMAGE'] || `docker.n8n.io/n8nio/n8n:${N8N_VERSION}`;

/** The commands that start containers, in the order in which they are tried. */
const ENGINES = ['docker', 'podman'];

/** Where n8n is in its images. */
const MANIFEST = '/usr/local/lib/node_modules/n8n/package.json';

/**
 * Gives n8n's image, downloading it first when it is not there.
 * @throws InstallFailed
 */
export async function ensureImage(say: (line: string) => void): Promise<ImageRuntime> {
	const engine = await engineThatRuns();
	if ((await asked(engine, 'image', 'inspect', IMAGE)).failed) {
		await mkdir(cacheFolder(), { recursive: true });
		const logFile = join(cacheFolder(), 'image.log');
		const options = { cwd: cacheFolder(), env: npmEnvironment(), logFile };
		await new Progress(say)
			.step(`downloading ${IMAGE}`, () => run(engine, ['pull', IMAGE], options))
			.catch((error: Error) => {
				const advice = `Check the name of the image and the connection, or take another one: N8N_TEST_IMAGE.`;
				throw new InstallFailed(`${error.message}\n${advice}`, { cause: error });
			});
	}
	say(`n8n comes from ${IMAGE}, started by ${engine}.`);
	return { from: 'image', engine, image: IMAGE };
}

/** A command may be there without the daemon that it talks to. */
async function engineThatRuns(): Promise<string> {
	const reasons: string[] = [];
	for (const engine of ENGINES) {
		const { failed, all } = await asked(engine, 'version');
		if (!failed) return engine;
		const reason = all?.trim().split('\n').at(-1);
		reasons.push(`  ${engine}: ${reason || 'not found'}`);
	}
	const advice = 'Start or install one of them, or take n8n from npm: N8N_TEST_FROM=npm (up to n8n 2).';
	throw new InstallFailed(`No container can be started here.\n${reasons.join('\n')}\n${advice}`);
}

const asked = async (engine: string, ...args: readonly string[]) =>
	await execa(engine, args, { reject: false, stdin: 'ignore', all: true });

/** How a process of n8n is started and ended. */
export interface Launch {
	program: string;
	args: readonly string[];
	/** The environment of the program. */
	env: NodeJS.ProcessEnv;
	/** Ends what a signal to the program does not reach. */
	remove?: () => void;
	/** The ID of n8n's process, where it is not the program's. */
	pid?: () => Promise<number | undefined>;
}

/**
 * A container with one process of n8n. It has the network of this machine, so that n8n and the simulated X find each
 * other at 127.0.0.1, and nothing listens elsewhere. The folder with its data has the same path inside.
 * @param inherited The environment of docker or podman.
 * @param settings Those of n8n. Their values do not show in the list of processes.
 */
export function containerOf(
	{ engine, image }: ImageRuntime,
	command: string,
	folder: string,
	inherited: NodeJS.ProcessEnv,
	settings: Readonly<Record<string, string>>,
): Launch {
	const name = `n8n-nodes-x-platform-${randomUUID()}`;
	const args = [
		'run',
		'--rm',
		`--name=${name}`,
		'--network=host',
		...ownerOf(engine),
		`--volume=${folder}:${folder}:z`,
		`--workdir=${folder}`,
		`--env=HOME=${folder}`,
		...Object.keys(settings).map((setting) => `--env=${setting}`),
		image,
		command,
	];
	const remove = (): void => {
		try {
			execFileSync(engine, ['rm', '--force', name], { env: inherited, stdio: 'ignore' });
		} catch {
			// It has ended, and was removed with that.
		}
	};
	const pid = async () => {
		const { failed, stdout } = await asked(engine, 'inspect', '--format={{.State.Pid}}', name);
		return failed ? undefined : Number(stdout);
	};
	return { program: engine, args, env: { ...inherited, ...settings }, remove, pid };
}

/** What n8n writes belongs to the person who runs this. */
function ownerOf(engine: string): string[] {
	if (process.getuid === undefined || process.getgid === undefined) return [];
	const user = `--user=${process.getuid()}:${process.getgid()}`;
	return engine === 'podman' && process.getuid() !== 0 ? [user, '--userns=keep-id'] : [user];
}

/** What an image has: the package.json of its n8n, and the major version of its Node.js. */
export async function contentOf({
	engine,
	image,
}: ImageRuntime): Promise<{ manifest: string; node: string }> {
	const inside = async (program: string, arg: string) =>
		(await execa(engine, ['run', '--rm', `--entrypoint=${program}`, image, arg])).stdout;
	const [, node = ''] = /^v(\d+)/.exec(await inside('node', '--version')) ?? [];
	return { manifest: await inside('cat', MANIFEST), node };
}
