import { type Simulator, startSimulator } from '../test/simulator/server';
import type { Settings } from '../test/simulator/webhooks';
import { N8nClient } from './runtime/client';
import { CREDENTIAL_TYPES, demoCredentials } from './runtime/credentials';
import { beginEmpty } from './runtime/empty';
import { ensureN8n } from './runtime/source';
import { type N8n, startN8n } from './runtime/n8n';
import { installPackage } from './runtime/package';
import type { SavedCredential } from './runtime/types';

/** The address of n8n that X is given: callbacks need https, a public name and no port. */
export const PUBLIC_URL = 'https://n8n.example.com';

export interface WorldOptions {
	/** Folder for n8n's data, used again the next time. */
	userFolder: string;
	/** Port of n8n; by default a free one. */
	port?: number;
	/** Whether the package is in the folder: npm takes seconds to find that. */
	isInstalled?: boolean;
	/** Further settings of n8n. */
	env?: Readonly<Record<string, string>>;
	/** Receives one line at a time of what is going on. */
	say?: (line: string) => void;
}

/** The simulated platform and a signed-in n8n that holds credentials for it. */
export interface Stage {
	sim: Simulator;
	client: N8nClient;
	/** One of each kind, in the order app, OAuth 2.0, OAuth 1.0a. */
	credentials: SavedCredential[];
	/**
	 * Connects the OAuth 2.0 credentials, lets X's deliveries to n8n's public address reach n8n, and gives
	 * n8n time to answer them. Done once already; to be done again after `sim.reset()`, which forgets all of it.
	 */
	reconnect: () => Promise<void>;
}

/** A stage together with the n8n that belongs to it. */
export interface World extends Stage {
	n8n: N8n;
	/** Ends n8n and the simulator. */
	close(): Promise<void>;
}

/**
 * Starts a real n8n with this package installed as a user would, without a simulator.
 * @throws InstallFailed, CommandFailed or N8nFailed, each with advice in its message
 */
export async function startN8nWithPackage(options: WorldOptions): Promise<N8n> {
	const say = options.say ?? (() => undefined);
	const runtime = await ensureN8n(options.say);
	const { userFolder, isInstalled = false } = options;
	if (!isInstalled && (await installPackage(userFolder))) say('Installed the packed package into n8n.');
	await beginEmpty(userFolder);
	say('Starting n8n …');
	return await startN8n({
		runtime,
		userFolder,
		port: options.port,
		env: { N8N_WEBHOOK_URL: `${PUBLIC_URL}/`, ...options.env },
	});
}

/**
 * Starts a simulator for a running n8n, signs in, and makes the two know each other.
 * @param deliveries How the simulated X delivers events; by default as strictly as the real one.
 */
export async function setStage(url: string, deliveries?: Partial<Settings>): Promise<Stage> {
	const sim = await startSimulator();
	try {
		const client = new N8nClient(url);
		await client.signIn();
		const credentials: SavedCredential[] = [];
		for (const input of demoCredentials(sim)) credentials.push(await client.saveCredential(input));
		const reconnect = async (): Promise<void> => {
			for (const one of credentials) {
				if (one.type === CREDENTIAL_TYPES.oAuth2) await client.connectOAuth2(one);
			}
			await sim.control('webhooks', 'route', { publicUrl: PUBLIC_URL, url });
			if (deliveries !== undefined) await sim.control('webhooks', 'settings', { ...deliveries });
		};
		await reconnect();
		return { sim, client, credentials, reconnect };
	} catch (error) {
		await sim.close();
		throw error;
	}
}

/** Starts everything: n8n with the package, the simulator, the owner's account and the credentials. */
export async function startWorld(options: WorldOptions): Promise<World> {
	const n8n = await startN8nWithPackage(options);
	try {
		const stage = await setStage(n8n.url);
		const close = async (): Promise<void> => {
			await n8n.stop();
			await stage.sim.close();
		};
		return { ...stage, n8n, close };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}
