/**
 * Holds the cost of requests to a limit. A request reserves the most that it may cost before it starts, and returns what it
 * did not need. So no number of parallel requests can pass a limit. What is counted has an owner (a run, a node, a
 * workflow, a credential) and a window (the run, a day): that is its book.
 */
import type { INode } from 'n8n-workflow';
import { asMoney } from '../util/money';
import { GuardRefusal } from './refusal';
import {
	microsOfUsd,
	mostCost,
	mostObjects,
	mostPerObject,
	priceOfRequest,
	routeOf,
	type Micros,
	type Priced,
	chargesOf,
	type Charge,
} from './requestCost';

export interface Reservation {
	/**
	 * Reserves what the request may cost in addition after its last changes.
	 *
	 * @throws GuardRefusal if the limit would be passed.
	 */
	cover(request: Priced): void;
	done(request: Priced, body: unknown): void;
	/** Returns what X does not bill. */
	failed(wasAnswered: boolean): void;
}

/** Counts the cost of one owner in one window. Several ledgers may hold it to different limits. */
export abstract class Book {
	readonly endsAtRefusal: boolean = false;
	reserved: Micros = 0;
	private waiting: (() => void)[] = [];

	/** The cost so far, with requests that may have been billed. */
	abstract get spent(): Micros;
	/** Returns the highest cost of a request without a public price or bound; Infinity if no one knows it. */
	abstract assumedFor(request: Priced): Micros;
	abstract count(request: Priced, body: unknown): void;
	abstract lose(micros: Micros): void;
	abstract get opensAt(): Date | undefined;

	mostOf(request: Priced): Micros {
		return mostCost(request, this.assumedFor(request));
	}

	/** Ends a reservation. Whoever waits looks again at what is left. */
	release(micros: Micros): void {
		this.reserved -= micros;
		const { waiting } = this;
		this.waiting = [];
		for (const resume of waiting) resume();
	}

	async nextRelease(): Promise<void> {
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}
}

export interface Limit {
	readonly node: INode;
	readonly maxUsd: number;
	readonly kind: string;
	readonly label: string;
	/** Sentences on what counts together, and on what helps. */
	readonly advice: string;
}

export interface Keeping {
	readonly stored?: () => Micros;
	readonly changed?: () => void;
	readonly store?: () => string | undefined;
}

/** A book under a limit. */
export class Ledger<B extends Book = Book> {
	private readonly max: Micros;
	private isFull = false;

	constructor(
		readonly book: B,
		private readonly limit: Limit,
		private readonly keeping: Keeping = {},
	) {
		this.max = limit.maxUsd === Infinity ? Infinity : microsOfUsd(limit.maxUsd);
	}

	get maxUsd(): number {
		return this.limit.maxUsd;
	}

	get hasLimit(): boolean {
		return this.max !== Infinity;
	}

	get spentUsd(): number {
		return this.spent / 1_000_000;
	}

	/** Stores what was counted, if there is a place for it. Returns what the user should know: no one stores it. */
	store(): string | undefined {
		return this.keeping.store?.();
	}

	spend(usd: number): void {
		this.book.lose(microsOfUsd(usd));
		this.keeping.changed?.();
	}

	roomFor(usd: number): number {
		return usd === 0 || !this.hasLimit ? Infinity : Math.max(0, Math.floor(this.left / microsOfUsd(usd)));
	}

	/**
	 * Reserves the most that a request may cost, and waits for requests in progress that may give back theirs.
	 *
	 * @throws GuardRefusal if the limit would be passed.
	 */
	async reserve(request: Priced): Promise<Reservation> {
		const { book } = this;
		const cost = this.costOf(request);
		while (cost > 0 && cost > this.left) {
			if (book.reserved === 0 || this.isFull) throw this.refusal(cost);
			await book.nextRelease();
		}
		if (this.isFull && cost > 0) throw this.refusal(cost);
		book.reserved += cost;
		return this.reservation(cost);
	}

	/** Returns how many entities a request may ask for within the limit. */
	async room(request: Priced, wanted: number): Promise<number> {
		const { book } = this;
		const price = priceOfRequest(request);
		if (!this.hasLimit || price?.unit !== 'object' || mostObjects(request, price) === Infinity) return wanted;
		const each = mostPerObject(request, price, book.assumedFor(request));
		if (each === 0 || each === Infinity) return wanted;
		while (each * wanted > this.left && book.reserved > 0 && !this.isFull) await book.nextRelease();
		return Math.max(0, Math.min(wanted, Math.floor(this.left / each)));
	}

	private get spent(): Micros {
		return this.book.spent + (this.keeping.stored?.() ?? 0);
	}

	private get left(): Micros {
		return this.max - this.spent - this.book.reserved;
	}

	private costOf(request: Priced): Micros {
		const cost = this.book.mostOf(request);
		if (cost !== Infinity) return cost;
		if (this.hasLimit) throw this.unlimited(request);
		return 0;
	}

	private reservation(reserved: Micros): Reservation {
		const { book } = this;
		let cost = reserved;
		const close = () => {
			book.release(cost);
			this.keeping.changed?.();
		};
		return {
			cover: (changed) => {
				const more = this.costOf(changed) - cost;
				if (more <= 0) return;
				if (more > this.left) throw this.refusal(more);
				book.reserved += more;
				cost += more;
			},
			done: (sent, body) => {
				book.count(sent, body);
				close();
			},
			failed: (wasAnswered) => {
				if (!wasAnswered) book.lose(cost);
				close();
			},
		};
	}

	refusal(cost: Micros, what = 'this request'): GuardRefusal {
		const { book, limit, maxUsd, spentUsd } = this;
		const { opensAt } = book;
		this.isFull = book.endsAtRefusal;
		// Those that wait are refused as well.
		if (this.isFull) book.release(0);
		const today = opensAt === undefined ? '' : `; today ${asMoney(spentUsd)} were spent`;
		return new GuardRefusal(limit.node, {
			rule: limit.label,
			kind: limit.kind,
			message: `${limit.label} (${asMoney(maxUsd)}) does not allow ${what}${today}`,
			description: `It could cost ${asMoney(cost / 1_000_000)}. ${limit.advice}`,
			opensAt,
			isMoney: true,
			facts: { reason: 'reached', spentUsd, maxUsd },
		});
	}

	private unlimited(request: Priced): GuardRefusal {
		const { node, label, kind } = this.limit;
		const price = priceOfRequest(request);
		const isPriced =
			price !== undefined && this.book.mostOf({ ...request, query: [['max_results', '1']] }) !== Infinity;
		const [reason, message, advice] = isPriced
			? [
					'unbounded',
					'X names no bound of what this request reads',
					`Leave out expansions that bring any number of entities, or ${label}, or say in Options → Assumed Price what they cost at most for each result.`,
				]
			: [
					'unknownPrice',
					`no public source has a price of ${routeOf(request)}`,
					`Say in Options → Assumed Price what it costs at most, or leave out ${label}.`,
				];
		// Usernames and the own user may have been looked up before.
		return new GuardRefusal(node, {
			rule: label,
			kind,
			message: `${label} cannot be held: ${message}`,
			description: `This request was not sent. ${advice}`,
			facts: { reason },
		});
	}
}

class RunBook extends Book {
	override readonly endsAtRefusal = true;
	private readonly charges = new Map<string, Charge>();
	private sum: Micros = 0;
	/** The most that unanswered requests may have cost. */
	lost: Micros = 0;
	readonly opensAt = undefined;

	constructor(private readonly assumed: Micros | undefined) {
		super();
	}

	get spent(): Micros {
		return this.sum + this.lost;
	}

	get counted(): readonly Charge[] {
		return [...this.charges.values()];
	}

	assumedFor(): Micros {
		return this.assumed ?? Infinity;
	}

	count(request: Priced, body: unknown): void {
		for (const charge of chargesOf(request, body, this.assumed)) this.add(charge);
	}

	lose(micros: Micros): void {
		this.lost += micros;
	}

	private add(charge: Charge): void {
		const { name, unit, count, least, most } = charge;
		this.sum += most ?? 0;
		const key = `${unit} ${name}`;
		const before = this.charges.get(key);
		this.charges.set(key, {
			...charge,
			count: count + (before?.count ?? 0),
			least: before ? sum(before.least, least) : least,
			most: before ? sum(before.most, most) : most,
		});
	}
}

const sum = (one: Micros | undefined, other: Micros | undefined) =>
	one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);

export type Bill = Ledger<RunBook>;

/** Returns the bill of a run. What the user assumes counts where no public source limits a price. */
export const openBill = (node: INode, maxUsd = Infinity, assumedUsd?: number): Bill =>
	new Ledger(new RunBook(assumedUsd === undefined ? undefined : microsOfUsd(assumedUsd)), {
		node,
		maxUsd,
		kind: 'maxCost',
		label: 'Max Cost',
		advice: 'Raise Max Cost in Options, or run the node for fewer items.',
	});
