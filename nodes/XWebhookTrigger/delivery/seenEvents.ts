/**
 * What several processes of n8n have delivered, kept in a memory node (Redis Chat Memory, Postgres Chat Memory) as a
 * list for each event to which entries are only added. The first claim owns the event; its owner adds `done` when n8n
 * has taken the event, or `drop`. Whoever comes later waits for that.
 */
import { createHash, randomUUID } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { z } from 'zod';

import { messageOf } from '../../shared/util/messageOf';
import { isTestRun, log, scopeOf } from '../context';
import { object } from '../../shared/util/read';

/** Longest wait for another process's outcome: X waits 10 s for an answer. In milliseconds. */
const PATIENCE = 6_000;
/** How often it is looked for, in milliseconds. */
const PAUSE = 100;
/** After so long a claim without an outcome is that of a process that was killed, in milliseconds. */
const CLAIM_LASTS = 15_000;
/** Begins the names of the lists, where the memory node has no session key of its own. */
const SESSION = 'x-events';

const entryShape = z.object({
	state: z.enum(['claim', 'done', 'drop']),
	/** Whose it is. */
	id: z.string(),
	/** In milliseconds since 1970. */
	at: z.number(),
});

type Entry = z.infer<typeof entryShape>;

/** The list of one event. */
export interface EventLog {
	read(): Promise<Entry[]>;
	append(entry: Entry): Promise<void>;
}

/** Where the lists are. */
export interface EventStore {
	open(key: string): EventLog;
	close(): Promise<void>;
}

/** Time, so that tests need not wait. */
export interface Clock {
	now(): number;
	pause(milliseconds: number): Promise<unknown>;
}

const REAL_CLOCK: Clock = { now: Date.now, pause: sleep };

/** Another process has not said in time what came of an event. */
export class EventIsBusy extends Error {
	override readonly message = 'another process of n8n is handling an event of this delivery';
}

/** The events of one delivery that this process owns. */
export class EventClaims {
	private readonly id = randomUUID();
	private readonly owned = new Map<string, EventLog>();

	constructor(
		private readonly store: EventStore,
		private readonly clock: Clock = REAL_CLOCK,
	) {}

	/**
	 * Claims events that no process has delivered; waits while another one is at it.
	 *
	 * @param keys The events' keys.
	 * @returns The keys that are this process's now; the others have been delivered.
	 * @throws EventIsBusy when another process takes too long; nothing is owned then.
	 */
	async claim(keys: readonly string[]): Promise<Set<string>> {
		return await this.claimEach(keys).catch(async (error: unknown) => {
			await this.end(false).catch(() => {});
			throw error;
		});
	}

	private async claimEach(keys: readonly string[]): Promise<Set<string>> {
		// In one order for all, so that two deliveries cannot wait for each other; one by one, over one connection.
		for (const key of [...new Set(keys)].sort()) {
			const list = this.store.open(key);
			if (await this.isClaimed(list)) this.owned.set(key, list);
		}
		return new Set(this.owned.keys());
	}

	/** Says what came of the events that are owned. */
	async end(isTaken: boolean): Promise<void> {
		try {
			for (const list of this.owned.values()) await this.append(list, isTaken ? 'done' : 'drop');
		} finally {
			this.owned.clear();
			await this.store.close();
		}
	}

	private async isClaimed(list: EventLog): Promise<boolean> {
		if (isDone(await list.read())) return false;
		await this.append(list, 'claim');
		return await this.isOwned(list).catch(async (error: unknown) => {
			await this.append(list, 'drop').catch(() => {});
			throw error;
		});
	}

	/** Whether the claim is the first; waits for the outcome where it is not. */
	private async isOwned(list: EventLog): Promise<boolean> {
		const deadline = this.clock.now() + PATIENCE;
		for (;;) {
			const entries = await list.read();
			if (isDone(entries)) return false;
			if (ownerOf(entries, this.clock.now()) === this.id) return true;
			if (this.clock.now() >= deadline) throw new EventIsBusy();
			await this.clock.pause(PAUSE);
		}
	}

	private async append(list: EventLog, state: Entry['state']): Promise<void> {
		await list.append({ state, id: this.id, at: this.clock.now() });
	}
}

const isDone = (entries: readonly Entry[]): boolean => entries.some(({ state }) => state === 'done');

/** Whose the event is: the first claim that was neither dropped nor left behind. */
function ownerOf(entries: readonly Entry[], now: number): string | undefined {
	const dropped = new Set(entries.filter(({ state }) => state === 'drop').map(({ id }) => id));
	return entries.find(({ state, id, at }) => state === 'claim' && !dropped.has(id) && now - at < CLAIM_LASTS)
		?.id;
}

/** What is used of the chat history of n8n's memory nodes. */
interface ChatHistory {
	sessionId: string;
	getMessages(): Promise<Array<{ content: unknown }>>;
	addUserMessage(text: string): Promise<void>;
	/** A connection, where each history has one of its own. */
	client?: { isOpen?: boolean; disconnect?: () => Promise<unknown> };
}

/**
 * The memory that is connected to the node; undefined where there is none, and in test runs, which remember nothing.
 *
 * @throws where the memory cannot be opened, or cannot keep a list for each event.
 */
export async function connectedStore(context: IWebhookFunctions): Promise<EventStore | undefined> {
	if (isTestRun(context)) return undefined;
	// Stands in for what a chat would send, so that the memory node needs no settings.
	const inputData = { sessionId: SESSION };
	const memory = await context.getInputConnectionData('ai_memory', 0, { inputData });
	if (memory === undefined) return undefined;
	const { chatHistory } = object(memory);
	if (!isChatHistory(chatHistory))
		throw new Error('only Redis Chat Memory and Postgres Chat Memory can remember seen events');
	return storeIn(chatHistory, scopeOf(context));
}

function isChatHistory(value: unknown): value is ChatHistory {
	const history = value as Partial<ChatHistory> | undefined;
	return (
		typeof history === 'object' &&
		typeof history.sessionId === 'string' &&
		typeof history.getMessages === 'function' &&
		typeof history.addUserMessage === 'function'
	);
}

/** @param scope Names the node: several may use one memory. */
function storeIn(history: ChatHistory, scope: string): EventStore {
	const session = history.sessionId.slice(0, 100);
	return {
		open(key) {
			const digest = createHash('sha256').update(`${scope} ${key}`).digest('hex').slice(0, 40);
			// The same connection under another session.
			const list = Object.create(history, {
				sessionId: { value: `${session}:${digest}` },
			}) as ChatHistory;
			return {
				read: async () => (await list.getMessages()).flatMap(({ content }) => entryIn(content)),
				append: async (entry) => await list.addUserMessage(JSON.stringify(entry)),
			};
		},
		async close() {
			// n8n has closed it when `webhook()` returned; what was added afterwards opened it again.
			if (history.client?.isOpen === true) await history.client.disconnect?.();
		},
	};
}

function entryIn(content: unknown): Entry[] {
	try {
		const { data } = entryShape.safeParse(JSON.parse(String(content)));
		return data === undefined ? [] : [data];
	} catch {
		return [];
	}
}

/** Says what came of a delivery's events; the log says where that did not work. */
export async function endClaims(
	context: IWebhookFunctions,
	claims: EventClaims | undefined,
	isTaken: boolean,
): Promise<void> {
	await claims?.end(isTaken).catch((error: unknown) => {
		log(context, 'error', `The memory of seen events was not told of a delivery: ${messageOf(error)}`);
	});
}
