/** Collects the results for the users of one list. Results have item numbers and counts, and never an identifier. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { BatchCall, Call } from '../../shared/operation/operation';
import { counted, firstFew } from '../../shared/report/wording';

const ORDER = ['sent', 'unchanged', 'repeated', 'leftOut'] as const;
type UserStatus = (typeof ORDER)[number];

type NamedUsers = readonly { readonly itemIndexes: readonly number[] }[];

const NAMED_COLUMNS = 20;

export type PlacedItem = readonly [place: number, item: INodeExecutionData];

export class UsersReport {
	private readonly statuses = new Map<number, UserStatus>();
	private readonly failures = new Map<number, unknown>();
	private readonly used = new Set<string>();
	private readonly unused = new Set<string>();
	private readonly counts: Record<UserStatus, number> = { sent: 0, unchanged: 0, repeated: 0, leftOut: 0 };
	private requests = 0;
	private wrongIdentifiers = 0;

	/** @param isOfAllItems Whether to return a result for each item in addition to counts. */
	constructor(
		private readonly call: Pick<Call, 'hint'>,
		private readonly list: Readonly<Record<string, string>>,
		private readonly isOfAllItems: boolean,
	) {}

	useColumns(used: readonly string[], unused: readonly string[]): void {
		for (const name of used) this.used.add(name);
		for (const name of unused) this.unused.add(name);
	}

	leaveOut(itemIndex: number, identifiers: number, isWhole: boolean): void {
		this.wrongIdentifiers += identifiers;
		if (isWhole) this.set(itemIndex, 'leftOut');
	}

	sent(entries: NamedUsers): void {
		this.requests++;
		this.note(entries, 'sent');
	}

	unchanged(entries: NamedUsers): void {
		this.note(entries, 'unchanged');
	}

	private note(entries: NamedUsers, status: UserStatus): void {
		for (const { itemIndexes } of entries)
			for (const [place, itemIndex] of itemIndexes.entries())
				this.set(itemIndex, place === 0 ? status : 'repeated');
	}

	/** For an item with several users, the status that comes first in the order wins. */
	private set(itemIndex: number, status: UserStatus): void {
		this.counts[status]++;
		const known = this.statuses.get(itemIndex);
		if (known === undefined || ORDER.indexOf(status) < ORDER.indexOf(known))
			this.statuses.set(itemIndex, status);
	}

	fail(itemIndex: number, error: unknown): void {
		this.failures.set(itemIndex, error);
	}

	items(batch: Pick<BatchCall, 'fail'>): PlacedItem[] {
		this.showHints();
		const failed = [...this.failures].map(([itemIndex, error]): PlacedItem => [
			itemIndex,
			batch.fail(error, itemIndex),
		]);
		return [...failed, ...this.done()];
	}

	private done(): PlacedItem[] {
		if (this.isOfAllItems)
			return this.taken.map(([item, status]) => [
				item,
				{ json: { ...this.list, status }, pairedItem: { item } },
			]);
		const [first] = this.taken.map(([item]) => item).sort((one, other) => one - other);
		if (first === undefined) return [];
		const json = {
			...this.list,
			sent: this.counts.sent,
			unchanged: this.counts.unchanged,
			repeated: this.counts.repeated,
			left_out: this.counts.leftOut,
			requests: this.requests,
		};
		return [[first, { json, pairedItem: this.taken.map(([item]) => ({ item })) }]];
	}

	private get taken(): [item: number, status: UserStatus][] {
		return [...this.statuses].filter(([item]) => !this.failures.has(item));
	}

	private showHints(): void {
		const users = this.counts.leftOut;
		if (this.wrongIdentifiers > 0 || users > 0)
			this.call.hint(
				`Left out: ${counted(this.wrongIdentifiers, 'identifier')} in a wrong form, and ${counted(users, 'user')} without any other`,
			);
		if (this.unused.size > 0)
			this.call.hint(
				`Sent from these columns: ${listed(this.used)}. Not sent, as no identifier has this name: ${listed(this.unused)}`,
			);
	}
}

const listed = (names: ReadonlySet<string>) => firstFew([...names], NAMED_COLUMNS);
