/**
 * What a credential has spent today, whoever spent it: runs, triggers, samples, and lists that are opened in the editor.
 * A process has one counter for each credential. n8n gives no store that processes share, so each counts for itself,
 * and takes over what others have stored in the static data of a workflow.
 */
import { castArray } from 'lodash';
import { randomUUID } from 'crypto';
import type { INode } from 'n8n-workflow';
import { mostUsd } from '../model/prices';
import { remembered } from '../memory/process';
import { asMoney } from '../util/money';
import { asText } from '../util/text';
import type { Ledger, Reservation } from './bill';
import { DayCounter } from './dayCounter';
import { GuardRefusal } from './refusal';
import { chargesOf, microsOfUsd, mostCost, mostPerObject, mostObjects, priceOfRequest } from './requestCost';
import type { Micros, Priced } from './requestCost';
import { nextDay } from '../util/time';

/** The limit as the form of the credential names it. */
const RULE = 'Max Cost per Day of the credential';

const ALL_OF_CREDENTIAL =
	'Runs, triggers, and lists that are opened in the editor count together. For more, raise Max Cost per Day (USD) in the credential.';
const ALL_OF_WORKFLOW = 'All nodes of the workflow that have this guard count together, over all runs.';

/** The name under which this process counts. */
export const PROCESS = randomUUID().slice(0, 8);

/** What included objects may cost at most where X does not limit their number. */
const ASSUMED = microsOfUsd(0.05);

/** What all connections with a credential share in this process. */
export class CredentialDay {
	private readonly counter = new DayCounter(PROCESS);
	/** How many writes there were: lists that were read before may have changed. */
	writes = 0;
	/** How often something was spent. */
	version = 0;
	private reserved: Micros = 0;
	private waiting: (() => void)[] = [];

	/** @param key What identifies the credential. */
	constructor(readonly key: string) {}

	/**
	 * The counter under a limit.
	 *
	 * @param node The node that spends, for its errors.
	 * @param maxUsd The most US dollars a day; Infinity without a limit.
	 * @param rule The limit as the form names it.
	 */
	under(node: INode, maxUsd: number, rule = RULE): LimitedDay {
		return new LimitedDay(this, node, maxUsd, rule);
	}

	/** What was spent today, in micros. */
	spent(now = Date.now()): Micros {
		return this.counter.spentToday(now);
	}

	/** What was spent or may be spent by requests in progress. */
	committed(): Micros {
		return this.spent() + this.reserved;
	}

	get isReserving(): boolean {
		return this.reserved > 0;
	}

	reserve(cost: Micros): void {
		this.reserved += cost;
	}

	/** Ends a reservation. Whoever waits looks again at what is left. */
	release(cost: Micros): void {
		this.reserved -= cost;
		const { waiting } = this;
		this.waiting = [];
		for (const resume of waiting) resume();
	}

	async nextRelease(): Promise<void> {
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Counts an amount. */
	spend(micros: Micros, now = Date.now()): void {
		if (micros <= 0) return;
		this.counter.spend(micros, now);
		this.version++;
	}

	/** Counts an answer. An object that was billed today costs nothing more, as X bills it once a day. */
	count(request: Priced, body: unknown, now = Date.now()): void {
		const charges = chargesOf(request, body, undefined, (objects, kind) => this.countNew(objects, kind, now));
		for (const { most = 0 } of charges) this.spend(most, now);
	}

	/** How many things of a kind were not charged today, which they are from now on. */
	charge(kind: string, ids: Iterable<string>, now = Date.now()): number {
		return this.counter.charge(kind, ids, now);
	}

	/** Takes over what was stored. */
	merge(stored: unknown): void {
		this.counter.merge(stored, Date.now());
	}

	get state(): object {
		return this.counter.state;
	}

	private countNew(objects: unknown, kind: string, now: number): number {
		const all = objects === undefined || objects === null ? [] : castArray(objects);
		const ids: string[] = [];
		for (const each of all as unknown[]) {
			const id = idOf(each);
			if (id !== '') ids.push(id);
		}
		return all.length - ids.length + this.charge(kind, ids, now);
	}
}

const idOf = (entity: unknown): string =>
	typeof entity === 'object' && entity !== null && 'id' in entity ? asText(entity.id) : '';

/** When a counter is stored: a stream may deliver a thousand events in a second. */
type Storing = 'atEnd' | 'eachSecond' | 'eachTime';

/** A credential's counter with the limit that the credential has at present. */
export class LimitedDay implements Ledger {
	private readonly max: Micros;
	private storing: { readonly store: () => string | undefined; readonly when: Storing } | undefined;
	private storedAt = 0;

	constructor(
		private readonly day: CredentialDay,
		private readonly node: INode,
		readonly maxUsd: number,
		private readonly rule = RULE,
	) {
		this.max = maxUsd === Infinity ? Infinity : microsOfUsd(maxUsd);
	}

	/** What identifies the credential. */
	get key(): string {
		return this.day.key;
	}

	/** How many writes there were with the credential. */
	get writes(): number {
		return this.day.writes;
	}

	get hasLimit(): boolean {
		return this.max !== Infinity;
	}

	/** What was spent today, in USD. */
	get spentUsd(): number {
		return this.day.spent() / 1_000_000;
	}

	/** When the next day begins. */
	get opensAt(): Date {
		return new Date(nextDay(Date.now()));
	}

	/**
	 * Sets where the counter is kept.
	 *
	 * @param store Returns what the user should know.
	 * @param when With `atEnd` a run calls `store`.
	 */
	storeWith(store: () => string | undefined, when: Storing): void {
		this.storing = { store, when };
	}

	/**
	 * Stores what was counted, if there is a place for it.
	 *
	 * @returns What the user should know: no one stores it.
	 */
	store(): string | undefined {
		return this.storing?.store();
	}

	/** Counts what did not come as the answer to a request, such as events. */
	spend(usd: number): void {
		this.day.spend(microsOfUsd(usd));
		this.changed();
	}

	/** How many things of a price still fit today. */
	roomFor(usd: number): number {
		return usd === 0 || !this.hasLimit ? Infinity : Math.max(0, Math.floor(this.left / microsOfUsd(usd)));
	}

	/**
	 * Reserves the most that a request may cost, and waits for requests in progress that may give back a part of theirs.
	 *
	 * @throws GuardRefusal if the limit would be passed.
	 */
	async reserve(request: Priced): Promise<Reservation> {
		const cost = knownMost(request);
		while (cost > 0 && cost > this.left) {
			if (!this.day.isReserving) throw this.refusal(cost);
			await this.day.nextRelease();
		}
		this.day.reserve(cost);
		return this.reservation(cost);
	}

	async room(request: Priced, wanted: number): Promise<number> {
		const price = priceOfRequest(request);
		if (!this.hasLimit || price?.unit !== 'object') return wanted;
		const each = mostPerObject(request, price, ASSUMED);
		if (each === 0 || mostUsd(price) === undefined || mostObjects(request, price) === Infinity) return wanted;
		while (each * wanted > this.left && this.day.isReserving) await this.day.nextRelease();
		return Math.max(0, Math.min(wanted, Math.floor(this.left / each)));
	}

	private changed(): void {
		const { storing } = this;
		if (storing === undefined || storing.when === 'atEnd') return;
		const now = Date.now();
		if (storing.when === 'eachSecond' && Math.abs(now - this.storedAt) < 1000) return;
		this.storedAt = now;
		storing.store();
	}

	private get left(): Micros {
		return this.max - this.day.committed();
	}

	private refusal(cost: Micros): GuardRefusal {
		const { spentUsd, maxUsd, opensAt } = this;
		const { rule } = this;
		const isOfCredential = rule === RULE;
		return new GuardRefusal(this.node, {
			rule,
			kind: isOfCredential ? 'maxCostPerDay' : 'guardCostPerDay',
			message: `${rule} (${asMoney(maxUsd)}) does not allow this request; today ${asMoney(spentUsd)} were spent`,
			description: `The request could cost ${asMoney(cost / 1_000_000)}, and was not sent. ${isOfCredential ? ALL_OF_CREDENTIAL : ALL_OF_WORKFLOW}`,
			opensAt,
			isMoney: true,
			facts: { reason: 'reached', spentUsd, maxUsd },
		});
	}

	private reservation(reserved: Micros): Reservation {
		const { day } = this;
		let cost = reserved;
		return {
			cover: (changed) => {
				const more = knownMost(changed) - cost;
				if (more <= 0) return;
				if (more > this.left) throw this.refusal(more);
				day.reserve(more);
				cost += more;
			},
			done: (sent, body) => {
				if (sent.method !== 'GET') day.writes++;
				day.count(sent, body);
				day.release(cost);
				this.changed();
			},
			failed: (wasAnswered) => {
				if (!wasAnswered) day.spend(cost);
				day.release(cost);
				this.changed();
			},
		};
	}
}

/** The most that a request may cost, as far as public sources say. */
const knownMost = (request: Priced): Micros =>
	mostUsd(priceOfRequest(request)) === undefined ? 0 : mostCost(request, ASSUMED);

const days = remembered<CredentialDay>({ name: 'what was spent today', of: 'credential' });

/**
 * The counter of a credential.
 *
 * @param key What identifies the credential.
 */
export const dayOfCredential = (key: string): CredentialDay =>
	days.getOrMake(key, () => new CredentialDay(key));
