/**
 * Turns the input into lists of users, hashed and each user once, and collects the results of each list. Results have item
 * numbers and counts, and never an identifier.
 */
import { isEmpty, mapValues } from 'lodash';
import type { IdentifierKind } from '../../shared/ads/identifiers';
import { broken, type BatchCall, type BrokenRule, type Call } from '../../shared/operation/operation';
import {
	type UsersValues,
	kindsOfColumns,
	labelsOf,
	namesOf,
	personOf,
	type IdentifierColumns,
	type User,
} from './fields';
import { fits, type UserEntry, type UsersOperationType, type MembershipPeriod } from './requests';
import type { INodeExecutionData } from 'n8n-workflow';
import { counted, firstFew } from '../../shared/report/wording';

const ORDER = ['sent', 'unchanged', 'repeated', 'leftOut'] as const;
type UserStatus = (typeof ORDER)[number];

type NamedUsers = readonly { readonly itemIndexes: readonly number[] }[];

const NAMED_COLUMNS = 20;

export type PlacedItem = readonly [place: number, item: INodeExecutionData];

class UsersReport {
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

export interface UserListKind<V> {
	readonly type: UsersOperationType;
	readonly kinds: readonly IdentifierKind[];
	readonly listOf: (values: V) => Readonly<Record<string, string>>;
	readonly periodOf: (values: V) => MembershipPeriod;
	/** Sent if the form has no period. */
	readonly defaults?: MembershipPeriod;
}

export interface ListedUser extends UserEntry {
	readonly user: User;
	readonly given: MembershipPeriod;
	readonly itemIndexes: number[];
}

export interface UserList {
	/** The list on X, which is the same in every run and for every account that fills it. */
	readonly key: string;
	readonly call: Pick<Call, 'context' | 'hint' | 'itemIndex' | 'request' | 'send'>;
	readonly isOnlyNew: boolean;
	readonly entries: ListedUser[];
	readonly report: UsersReport;
}

/** The lists by the accounts that fill them. Within a list, users with equal identifiers are the same user. */
export class UserLists<V extends UsersValues> {
	private readonly lists = new Map<string, UserList & { readonly byContent: Map<string, ListedUser> }>();

	constructor(
		private readonly batch: Pick<BatchCall<V>, 'items'>,
		private readonly kind: UserListKind<V>,
	) {}

	get all(): readonly UserList[] {
		return [...this.lists.values()];
	}

	/**
	 * Adds the users of an input item.
	 *
	 * @throws NodeOperationError for an invalid identifier that may not be left out.
	 */
	add(call: Call<V>): void {
		const { itemIndex, values } = call;
		const rows = rowsOf(values, this.batch.items[itemIndex]?.json ?? {}, this.kind.kinds);
		const read = rows.map((row) => this.read(row, values));
		const wrong = read.flatMap(({ rules }) => rules);
		if (wrong.length > 0 && values.on_invalid !== 'leaveOut') throw call.invalid(wrong);
		const list = this.userListOf(call);
		for (const { user, problems, period, given, isLeftOut } of read) {
			list.report.leaveOut(itemIndex, problems.length, isLeftOut);
			if (isLeftOut) continue;
			const content = JSON.stringify([user, period]);
			const known = list.byContent.get(content);
			if (known) {
				known.itemIndexes.push(itemIndex);
				continue;
			}
			const entry = { user, given, period, itemIndexes: [itemIndex] };
			list.byContent.set(content, entry);
			list.entries.push(entry);
		}
		if (values.users_from !== 'fields')
			for (const { unused, used } of rows) list.report.useColumns(used, unused);
	}

	private read({ columns, describe }: UserRow, values: V) {
		const { type, kinds, periodOf, defaults } = this.kind;
		const { user, problems } = personOf(columns, kinds, values.default_country);
		const given = periodOf(values);
		const period = { ...defaults, ...given };
		const rules = problems.map(describe);
		if (isEmpty(user) && problems.length === 0) rules.push(lacking(values, kinds));
		const isTooLarge = !fits(type, { user, period });
		if (isTooLarge) rules.push(broken(fieldOf(values), 'maxBytes', 'has more than fits into one request'));
		return { user, given, period, problems, rules, isLeftOut: isEmpty(user) || isTooLarge };
	}

	private userListOf(call: Call<V>) {
		const { values } = call;
		const { account, baseUrl } = call.api;
		const { path } = call.request();
		const known = this.lists.get(account + path);
		if (known) return known;
		const report = new UsersReport(call, this.kind.listOf(values), values.report === 'all');
		const isOnlyNew = this.kind.type !== 'Delete' && values.only_new !== false;
		const key = baseUrl + path;
		const made = { key, call, isOnlyNew, entries: [], report, byContent: new Map<string, ListedUser>() };
		this.lists.set(account + path, made);
		return made;
	}
}

const fieldOf = ({ users_from: from }: UsersValues) =>
	from === 'fields' ? 'identifiers' : from === 'json' ? 'users_json' : 'users_from';

const lacking = (values: UsersValues, kinds: readonly IdentifierKind[]): BrokenRule => {
	const text =
		values.users_from === 'fields'
			? `needs a value for ${labelsOf(kinds)}`
			: values.users_from === 'json'
				? `has a user without ${namesOf(kinds)}`
				: `finds nothing in the columns ${namesOf(kinds)}`;
	return broken(fieldOf(values), 'required', text);
};

/** The identifiers of a user, where they come from, and how an error names one of them. */
interface UserRow {
	readonly columns: IdentifierColumns;
	readonly used: readonly string[];
	readonly unused: readonly string[];
	readonly describe: (rule: BrokenRule) => BrokenRule;
}

function rowsOf(values: UsersValues, json: IdentifierColumns, kinds: readonly IdentifierKind[]): UserRow[] {
	const { users_from: from, identifiers = {}, users_json: users = [] } = values;
	if (from === 'fields') return [{ columns: identifiers, used: [], unused: [], describe: (rule) => rule }];
	if (from === 'columns')
		return [namedRow(json, kinds, (name) => ['users_from', `has a column "${name}" that`])];
	return users.map((user, place) =>
		namedRow(user, kinds, (name) => ['users_json', `has user ${place + 1}, whose "${name}"`]),
	);
}

function namedRow(
	json: IdentifierColumns,
	kinds: readonly IdentifierKind[],
	describe: (name: string) => readonly [field: string, subject: string],
): UserRow {
	const names = kindsOfColumns(Object.keys(json), kinds);
	const used = [...names.values()].flat();
	return {
		columns: mapValues(Object.fromEntries(names), (all: string[]) => all.flatMap((name) => json[name])),
		used,
		unused: Object.keys(json).filter((name) => !used.includes(name)),
		describe: ({ field, rule, text }) => {
			const found = names.get(field.replace('identifiers.', '') as IdentifierKind) ?? [];
			const [of, subject] = describe(found.join('" or "'));
			return broken(of, rule, `${subject} ${text}`);
		},
	};
}
