/**
 * This file counts what a credential, a workflow or a node has spent today. n8n gives no store that processes share, so
 * each process counts for itself, and takes over what others have stored in the static data of a workflow.
 */
import { castArray } from 'lodash';
import { randomUUID } from 'crypto';
import type { INode } from 'n8n-workflow';
import { mostUsd } from '../model/prices';
import { remembered } from '../memory/process';
import { asText } from '../util/text';
import { nextDay } from '../util/time';
import { DayCounter } from './dayCounter';
import { Book, type Limit } from './ledger';
import { chargesOf, microsOfUsd, priceOfRequest, type Micros, type Priced } from './requestCost';

export const PROCESS = randomUUID().slice(0, 8);

/** The assumed cost of included objects if X does not limit their number. */
const ASSUMED = microsOfUsd(0.05);

const LIMITS = {
	credential: {
		kind: 'maxCostPerDay',
		label: 'Max Cost per Day of the credential',
		advice:
			'Runs, triggers, and lists that are opened in the editor count together. For more, raise Max Cost per Day (USD) in the credential.',
	},
	workflow: {
		kind: 'guardCostPerDay',
		label: 'Guard → Max Cost per Day',
		advice: 'All nodes of the workflow that have this guard count together, over all runs.',
	},
	node: {
		kind: 'nodeCostPerDay',
		label: 'Max Cost per Day',
		advice:
			'What this node reads and gets counts together. It goes on from where it stopped, as far back as X reaches. For more, raise Max Cost per Day (USD) in its options.',
	},
} as const;

/** Makes the limit of Max Cost per Day, in US dollars. */
export const dayLimit = (of: keyof typeof LIMITS, node: INode, maxUsd: number): Limit => ({
	node,
	maxUsd,
	...LIMITS[of],
});

/** The day of an owner. */
export class DayBook extends Book {
	writes = 0;
	version = 0;

	/** @param now The time: that of X, where it is known better. */
	constructor(
		readonly key: string,
		readonly counter = new DayCounter(PROCESS),
		private readonly now = () => Date.now(),
	) {
		super();
	}

	get spent(): Micros {
		return this.counter.spentToday(this.now());
	}

	get opensAt(): Date {
		return new Date(nextDay(this.now()));
	}

	assumedFor(request: Priced): Micros {
		return mostUsd(priceOfRequest(request)) === undefined ? 0 : ASSUMED;
	}

	/** Counts an answer. An object that was billed today costs nothing more, as X bills it once a day. */
	count(request: Priced, body: unknown): void {
		if (request.method !== 'GET') this.writes++;
		for (const { most = 0 } of chargesOf(request, body, undefined, this.countNew)) this.lose(most);
	}

	lose(micros: Micros): void {
		if (micros <= 0) return;
		this.counter.spend(micros, this.now());
		this.version++;
	}

	private readonly countNew = (objects: unknown, kind: string): number => {
		const all: unknown[] = castArray(objects ?? []);
		const ids = all.map(idOf).filter((id) => id !== '');
		return all.length - ids.length + this.counter.charge(kind, ids, this.now());
	};
}

const idOf = (entity: unknown): string =>
	typeof entity === 'object' && entity !== null && 'id' in entity ? asText(entity.id) : '';

const days = remembered<DayBook>({ name: 'what was spent today', of: 'credential' });

/** Returns the book of the day of a credential or a workflow in this process. */
export const dayBookOf = (key: string): DayBook => days.getOrMake(key, () => new DayBook(key));
