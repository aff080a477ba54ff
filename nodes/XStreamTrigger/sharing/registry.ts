/** What all nodes of this n8n process share: open streams, and what they made on X. */
import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { addressOf } from '../../shared/auth/addresses';
import { BoundedMap } from '../../shared/util/boundedMap';
import { KeyedQueue } from '../../shared/util/keyedQueue';
import { asText } from '../../shared/util/text';
import { wait } from '../../shared/util/wait';
import { XClock } from '../stream/xClock';
import { SharedStream } from './sharedStream';
import { SharedUses } from './sharedUses';

/** How many apps and streams a process remembers: far more than it can have open. */
const KNOWN = 1000;

const streams = new BoundedMap<string, SharedStream>(KNOWN);
const times = new BoundedMap<string, XClock>(KNOWN);
const uses = new BoundedMap<string, SharedUses>(KNOWN);
const interrupted = new BoundedMap<string, number>(KNOWN);
const queue = new KeyedQueue();

const clocks = { now: () => Date.now(), ticks: () => performance.now() };

function known<T>(map: Map<string, T>, key: string, make: () => T): T {
	const found = map.get(key) ?? make();
	if (!map.has(key)) map.set(key, found);
	return found;
}

/** A digest that identifies the app of a credential, without its secrets. */
export function appOf(credentials: IDataObject): string {
	const { consumerKey, bearerToken } = credentials;
	const parts = [addressOf(credentials, 'baseUrl'), asText(consumerKey) || asText(bearerToken)];
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

/** The connection of an app to a stream. */
export const streamOf = (app: string, stream: string): SharedStream =>
	known(streams, `${app} ${stream}`, () => {
		const surroundings = {
			...clocks,
			wait: async (milliseconds: number, signal: AbortSignal) => await wait(milliseconds, signal),
		};
		return new SharedStream(surroundings);
	});

/** The time of X, as learned from its answers to an app. */
export const clockOf = (app: string): XClock => known(times, app, () => new XClock(clocks.now, clocks.ticks));

/** Which nodes use which of an app's rules or subscriptions. */
export const usesOf = (app: string, source: string): SharedUses =>
	known(uses, `${app} ${source}`, () => new SharedUses());

/** Changes of an app's rules and subscriptions are made one after the other. */
export const inTurn = async <T>(app: string, task: () => Promise<T>): Promise<T> =>
	await queue.run(app, task);

/** Remembers the last signal of a stream that failed, for its next start. */
export const noteInterruption = (node: string, heard: number): void => void interrupted.set(node, heard);

/** @returns When the last signal of a node's stream arrived before it failed. It is returned only once. */
export function takeInterruption(node: string): number | undefined {
	const heard = interrupted.get(node);
	interrupted.delete(node);
	return heard;
}
