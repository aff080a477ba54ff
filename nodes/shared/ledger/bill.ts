/** This file counts the cost of a run by what its requests read or wrote, and enforces Max Cost. */
import type { INode } from 'n8n-workflow';
import { Book, Ledger } from './ledger';
import { chargesOf, microsOfUsd, type Charge, type Micros, type Priced } from './requestCost';

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
