/** This file keeps what all nodes of this n8n process share: open streams, and what they made on X. */
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { addressOf } from '../../shared/auth/addresses';
import { tokenOf } from '../../shared/auth/appToken';
import { digestOf } from '../../shared/events/eventDigests';
import { queued, remembered } from '../../shared/memory/process';
import { asText } from '../../shared/util/text';
import { wait } from '../../shared/util/wait';
import { XClock } from '../stream/xClock';
import { SearchAllowance } from './searchAllowance';
import { SharedStream } from './sharedStream';

/** Keeps which nodes use which things of the app on X: what two nodes use stays until both have stopped. */
export class SharedUses {
	private readonly users = new Map<string, Set<string>>();
	private readonly ours = new Set<string>();

	/** Notes what a node uses. What is `created` is removed when no node uses it any more. */
	use(node: string, ids: readonly string[], created: readonly string[]): void {
		for (const [id, users] of this.users) if (!ids.includes(id)) users.delete(node);
		for (const id of ids) this.users.set(id, (this.users.get(id) ?? new Set()).add(node));
		for (const id of created) this.ours.add(id);
	}

	isUsedByOthers(node: string, id: string): boolean {
		return [...(this.users.get(id) ?? [])].some((user) => user !== node);
	}

	/** Notes that a node uses nothing any more, and returns what no node uses and this n8n has made. */
	release(node: string): string[] {
		const orphans: string[] = [];
		for (const [id, users] of this.users) {
			if (!users.delete(node) || users.size > 0) continue;
			this.users.delete(id);
			if (this.ours.delete(id)) orphans.push(id);
		}
		return orphans;
	}
}

const apps = remembered<string>({ name: 'apps of credentials', of: 'credential' });
const streams = remembered<SharedStream>({ name: 'connections to streams', of: 'app' });
const uses = remembered<SharedUses>({ name: 'which nodes use which rules and subscriptions', of: 'app' });
const ofApp = remembered<AppFacts>({ name: "X's time, rules of the stream, searches left", of: 'app' });
const starts = remembered<Start>({ name: 'the newest start of a stream trigger', of: 'node' });
const queue = queued({ name: 'changes of rules and subscriptions', of: 'app' });

const clocks = { now: () => Date.now(), ticks: () => performance.now() };

class AppFacts {
	readonly clock = new XClock(clocks.now, clocks.ticks);
	readonly rules = new Map<string, string>();
	readonly allowance = new SearchAllowance(clocks.ticks);
}

const factsOf = (app: string): AppFacts => ofApp.getOrMake(app, () => new AppFacts());

/**
 * Identifies the app of a credential, without its secrets. Two credentials of one app have the same result, also if
 * one has the consumer key and the other only the bearer token, as soon as the key has been exchanged for a token.
 */
export function appOf(credentials: ICredentialDataDecryptedObject): string {
	const host = addressOf({ ...credentials }, 'baseUrl');
	const names = [asText(credentials.consumerKey), appInToken(credentials)]
		.filter((name) => name !== '')
		.map((name) => digestOf(JSON.stringify([host, name])));
	const key = names.map((name) => apps.get(name)).find((known) => known !== undefined) ?? names[0] ?? host;
	for (const name of names) if (!apps.has(name)) apps.set(name, key);
	return key;
}

/** The app's ID follows sixteen zero bytes in a bearer token of X. Other tokens are their own name. */
const NAMED_APP = /^A{21}/;
const PLACE = 16;

function appInToken(credentials: ICredentialDataDecryptedObject): string {
	const token = tokenOf(credentials) ?? '';
	if (!NAMED_APP.test(token)) return token;
	const bytes = Buffer.from(decodeURIComponent(token.slice(0, 32)), 'base64');
	return bytes.length === PLACE + 8 ? `app ${bytes.readBigUInt64LE(PLACE)}` : token;
}

/** Returns the connection of an app to a stream. */
export const streamOf = (app: string, stream: string): SharedStream =>
	streams.getOrMake(`${app} ${stream}`, () => {
		const surroundings = {
			...clocks,
			time: () => clockOf(app).time(),
			wait: async (milliseconds: number, signal: AbortSignal) => await wait(milliseconds, signal),
		};
		return new SharedStream(surroundings);
	});

/** Returns the clock of X, as learned from its answers to an app. */
export const clockOf = (app: string): XClock => factsOf(app).clock;

/** Returns which nodes use which of an app's rules or subscriptions. */
export const usesOf = (app: string, source: string): SharedUses =>
	uses.getOrMake(`${app} ${source}`, () => new SharedUses());

/** Returns the texts of an app's rules by their IDs, as any node of this process has last seen them. */
export const rulesOf = (app: string): Map<string, string> => factsOf(app).rules;

/** Returns the limit on an app's searches. */
export const allowanceOf = (app: string): SearchAllowance => factsOf(app).allowance;

/** Makes changes of an app's rules and subscriptions one after the other. */
export const inTurn = async <T>(app: string, task: () => Promise<T>): Promise<T> =>
	await queue.run(app, task);

export interface Start {
	close: () => Promise<void>;
	/** Ends it, because another one takes over. */
	replace: () => void;
}

/** Notes a start of a node as its newest. */
export const noteStart = (node: string, start: Start): void => void starts.set(node, start);

export const newestStart = (node: string): Start | undefined => starts.get(node);
