/**
 * What the requests of an execution cost. A request reserves the most that it may cost before it starts, and returns
 * what it did not need. So no number of parallel requests can exceed the user's limit.
 */
import {
	chargesOf,
	mostCost,
	mostObjects,
	mostPerObject,
	priceOfRequest,
	routeOf,
	microsOfUsd,
	type Charge,
	type Micros,
	type Priced,
} from './requestCost';

/** A request that was not sent because of the user's limit on cost. */
export class MaxCostError extends Error {
	constructor(
		readonly reason: 'reached' | 'unknownPrice' | 'unbounded',
		/** Method and path. */
		readonly route: string,
		/** The limit. */
		readonly maxUsd: number,
	) {
		super('Max Cost would be passed');
	}
}

/** An admitted request. */
export interface Reservation {
	/**
	 * Reserves what the request may cost in addition after its last changes.
	 *
	 * @throws MaxCostError if the limit would be exceeded.
	 */
	cover(request: Priced): void;
	/** Counts what the answer contains. */
	done(request: Priced, body: unknown): void;
	/** Returns what X does not bill. */
	failed(wasAnswered: boolean): void;
}

/** What counts the cost of requests, and admits those that its limit allows. */
export interface Ledger {
	/**
	 * Reserves the most that a request may cost.
	 *
	 * @throws an error if the limit would be exceeded.
	 */
	reserve(request: Priced): Promise<Reservation>;
	/**
	 * How many entities a request may ask for, so that the limit holds.
	 *
	 * @param wanted Most entities that are wanted.
	 */
	room(request: Priced, wanted: number): Promise<number>;
}

export class Bill implements Ledger {
	private readonly charges = new Map<string, Charge>();
	private readonly max: Micros;
	private spent: Micros = 0;
	private reserved: Micros = 0;
	private unanswered: Micros = 0;
	private readonly assumed: Micros | undefined;
	private isFull = false;
	private waiting: (() => void)[] = [];

	/**
	 * @param maxUsd The most that the execution may cost; Infinity if the user sets no limit.
	 * @param assumedUsd What the user assumes that something costs at most if no public source limits it.
	 */
	constructor(
		readonly maxUsd = Infinity,
		assumedUsd?: number,
	) {
		this.max = maxUsd === Infinity ? Infinity : microsOfUsd(maxUsd);
		this.assumed = assumedUsd === undefined ? undefined : microsOfUsd(assumedUsd);
	}

	/** Whether anything was, or may have been, billed. */
	get isBegun(): boolean {
		return this.spent + this.unanswered > 0;
	}

	/** What was counted, by name. */
	get counted(): readonly Charge[] {
		return [...this.charges.values()];
	}

	/** The most that unanswered requests may have cost. */
	get lost(): Micros {
		return this.unanswered;
	}

	/**
	 * Reserves the most that a request may cost. If requests in progress may return a part of theirs, it waits for
	 * them.
	 *
	 * @throws MaxCostError if the limit would be exceeded, and from then on for every request that has a price.
	 */
	async reserve(request: Priced): Promise<Reservation> {
		if (this.max === Infinity) return this.reservation(request, 0);
		const cost = mostCost(request, this.assumed);
		if (cost === Infinity)
			throw new MaxCostError(isPriced(request) ? 'unbounded' : 'unknownPrice', routeOf(request), this.maxUsd);
		while (cost > this.left) {
			if (this.reserved === 0 || this.isFull) {
				this.isFull = true;
				this.wake();
				throw new MaxCostError('reached', routeOf(request), this.maxUsd);
			}
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
		if (this.isFull && cost > 0) throw new MaxCostError('reached', routeOf(request), this.maxUsd);
		this.reserved += cost;
		return this.reservation(request, cost);
	}

	/**
	 * How many entities a request may ask for, so that the limit holds.
	 *
	 * @param wanted Most entities that are wanted.
	 */
	async room(request: Priced, wanted: number): Promise<number> {
		const price = priceOfRequest(request);
		if (this.max === Infinity || price?.unit !== 'object') return wanted;
		const each = mostPerObject(request, price, this.assumed);
		if (each === 0 || each === Infinity || mostObjects(request, price) === Infinity) return wanted;
		while (each * wanted > this.left && this.reserved > 0 && !this.isFull)
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		return Math.min(wanted, Math.floor(this.left / each));
	}

	private get left(): Micros {
		return this.max - this.spent - this.unanswered - this.reserved;
	}

	private reservation(request: Priced, reserved: Micros): Reservation {
		let cost = reserved;
		const close = () => {
			this.reserved -= cost;
			this.wake();
		};
		return {
			cover: (changed) => {
				const more = this.max === Infinity ? 0 : mostCost(changed, this.assumed) - cost;
				if (more <= 0) return;
				if (more > this.left) {
					this.isFull = true;
					throw new MaxCostError('reached', routeOf(changed), this.maxUsd);
				}
				this.reserved += more;
				cost += more;
			},
			done: (sent, body) => {
				for (const charge of chargesOf(sent, body, this.assumed)) this.add(charge);
				close();
			},
			failed: (wasAnswered) => {
				if (!wasAnswered)
					this.unanswered += this.max === Infinity ? finite(mostCost(request, this.assumed)) : cost;
				close();
			},
		};
	}

	private add(charge: Charge): void {
		const { name, unit, count, least, most } = charge;
		this.spent += most ?? 0;
		const key = `${unit} ${name}`;
		const before = this.charges.get(key);
		this.charges.set(key, {
			...charge,
			count: count + (before?.count ?? 0),
			least: before ? sum(before.least, least) : least,
			most: before ? sum(before.most, most) : most,
		});
	}

	private wake(): void {
		const waiting = this.waiting;
		this.waiting = [];
		for (const resume of waiting) resume();
	}
}

const sum = (one: Micros | undefined, other: Micros | undefined) =>
	one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);

const finite = (micros: Micros) => (Number.isFinite(micros) ? micros : 0);

const isPriced = (request: Priced) => {
	const price = priceOfRequest(request);
	return price !== undefined && mostCost({ ...request, query: [['max_results', '1']] }) !== Infinity;
};
