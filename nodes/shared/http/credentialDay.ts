/** Finds the counter of a credential, and keeps it over restarts where n8n lets a node store something. */
import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { dayLimitOf } from '../auth/dayLimit';
import { dayBookOf, dayLimit, PROCESS, type DayBook } from '../ledger/day';
import { DayCounter, dayShape } from '../ledger/dayCounter';
import { Ledger } from '../ledger/ledger';
import { asText } from '../util/text';
import { Stored, storedForm } from '../memory/stored';
import { lostWithProcess, type Remembered } from '../memory/workflowMemory';
import { SECOND } from '../util/time';
import type { ApiContext } from './apiContext';

/** The states of counters, by the marks of their credentials. */
const COSTS = storedForm({
	name: 'costOfDay',
	of: 'credential',
	shape: dayShape,
	without: 'costs of the day count from now on',
});

/**
 * The counter of a credential under the limit that the credential has. Without a limit nothing is stored: to store
 * something after each run would cost n8n a write to its database for nothing.
 */
export function credentialDay(context: ApiContext, type: string, credentials: IDataObject): Ledger<DayBook> {
	const key = keyOf(context, type, credentials);
	const book = dayBookOf(key);
	const limit = dayLimit('credential', context.getNode(), dayLimitOf(credentials));
	if (limit.maxUsd === Infinity) return new Ledger(book, limit);
	const mark = createHash('sha256').update(key).digest('base64url').slice(0, 12);
	const memory = new Stored(context, COSTS, mark);
	// A workflow's stored cost counts for it alone: damage there must not stop others that use the credential.
	const stored = new DayCounter(PROCESS);
	stored.merge(memory.ofN8n, Date.now());
	book.counter.mergeCharged(memory.ofN8n, Date.now());
	const counted: Remembered = {
		get version() {
			return book.version;
		},
		get state() {
			stored.merge(book.counter.state, Date.now());
			return stored.state;
		},
		// Polls without events store nothing for their own costs either.
		canWait: true,
	};
	const store = () => {
		memory.keep(counted);
		return memory.isLostWithProcess ? NOT_STORED : undefined;
	};
	const changed = storingAt(pauseIn(context), store);
	return new Ledger(book, limit, { stored: () => stored.spentByOthers(Date.now()), changed, store });
}

/** The least time between two stores, as a stream may deliver a thousand events in a second. A run stores at its end. */
const pauseIn = (context: ApiContext): number =>
	'getInputData' in context ? Infinity : 'emit' in context ? SECOND : 0;

function storingAt(pause: number, store: () => void): () => void {
	let storedAt = 0;
	return () => {
		const now = Date.now();
		if (pause === Infinity || Math.abs(now - storedAt) < pause) return;
		storedAt = now;
		store();
	};
}

const NOT_STORED = lostWithProcess(
	'Max Cost per Day of the credential counts in this process of n8n alone',
	'the nodes that use it',
);

/** A credential is the same for all nodes and workflows by its ID; without one, by its secrets. */
function keyOf(context: ApiContext, type: string, credentials: IDataObject): string {
	const id = context.getNode().credentials?.[type]?.id;
	if (typeof id === 'string') return `${type} ${id}`;
	const { baseUrl, bearerToken, consumerKey, accessToken, clientId } = credentials;
	const named = [type, baseUrl, bearerToken, consumerKey, accessToken, clientId].map(asText);
	return createHash('sha256').update(named.join('\n')).digest('base64url');
}
