/** What became of the users of one list. It tells items and counts, and never an identifier. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { IdentifierKind } from '../../shared/ads/identifiers';
import type { BatchCall, Call } from '../../shared/operation/operation';
import { kindsOfColumns } from './person';

type Status = 'sent' | 'unchanged' | 'repeated' | 'leftOut';

/** A user, and the input items that name them. */
type Named = readonly { readonly itemIndexes: readonly number[] }[];

/** How many columns a hint names. */
const NAMED_COLUMNS = 20;

export class Report {
	private readonly statuses = new Map<number, Status>();
	private readonly failures = new Map<number, unknown>();
	private readonly used = new Set<string>();
	private readonly unused = new Set<string>();
	private requests = 0;
	private wrongIdentifiers = 0;

	/**
	 * @param call The first input item of the list.
	 * @param list The field that names the list, and its value.
	 * @param isOfAllItems Whether it tells of each item, and not only counts.
	 */
	constructor(
		private readonly call: Pick<Call, 'hint'>,
		private readonly list: Readonly<Record<string, string>>,
		private readonly isOfAllItems: boolean,
	) {}

	/** Takes note of the columns of an item. */
	useColumns(names: readonly string[], kinds: readonly IdentifierKind[]): void {
		const found = new Set(kindsOfColumns(names, kinds).values());
		for (const name of names) (found.has(name) ? this.used : this.unused).add(name);
	}

	/** Takes note of identifiers that were wrong, and of an item that has no others. */
	leaveOut(itemIndex: number, identifiers: number, isWhole: boolean): void {
		this.wrongIdentifiers += identifiers;
		if (isWhole) this.statuses.set(itemIndex, 'leftOut');
	}

	/** Takes note of a request that X took. */
	sent(entries: Named): void {
		this.requests++;
		this.note(entries, 'sent');
	}

	/** Takes note of users that were sent by an earlier run. */
	unchanged(entries: Named): void {
		this.note(entries, 'unchanged');
	}

	private note(entries: Named, status: Status): void {
		for (const { itemIndexes } of entries)
			for (const [place, itemIndex] of itemIndexes.entries())
				this.statuses.set(itemIndex, place === 0 ? status : 'repeated');
	}

	/** Takes note of an item whose request failed. */
	fail(itemIndex: number, error: unknown): void {
		this.failures.set(itemIndex, error);
	}

	/** The output items, each with its place among those of all lists. */
	items(batch: Pick<BatchCall, 'fail'>): [place: number, item: INodeExecutionData][] {
		this.showHints();
		const failed = [...this.failures].map(([itemIndex, error]): [number, INodeExecutionData] => [
			itemIndex,
			batch.fail(error, itemIndex),
		]);
		return [...failed, ...this.done()];
	}

	private done(): [place: number, item: INodeExecutionData][] {
		if (this.isOfAllItems)
			return [...this.statuses].map(([item, status]) => [
				item,
				{ json: { ...this.list, status }, pairedItem: { item } },
			]);
		const [first] = [...this.statuses.keys()].sort((one, other) => one - other);
		if (first === undefined) return [];
		const json = {
			...this.list,
			sent: this.count('sent'),
			unchanged: this.count('unchanged'),
			repeated: this.count('repeated'),
			left_out: this.count('leftOut'),
			requests: this.requests,
		};
		return [[first, { json, pairedItem: [...this.statuses.keys()].map((item) => ({ item })) }]];
	}

	private count(status: Status): number {
		return [...this.statuses.values()].filter((each) => each === status).length;
	}

	private showHints(): void {
		const users = this.count('leftOut');
		if (this.wrongIdentifiers > 0 || users > 0)
			this.call.hint(
				`Left out: ${this.wrongIdentifiers} identifiers that are not what they should be, and ${users} users without any other`,
			);
		if (this.unused.size > 0)
			this.call.hint(
				`Sent from the columns ${listed(this.used)}; the columns ${listed(this.unused)} are no identifiers`,
			);
	}
}

const listed = (names: ReadonlySet<string>) => [...names].slice(0, NAMED_COLUMNS).join(', ');
