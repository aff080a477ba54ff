/** Divides users into as few requests as X's limits allow. */

/** The most operations and bytes of a request: https://docs.x.com/x-ads-api/audiences/reference#custom-audiences-users */
const LIMITS = { operations: 2_500, bytes: 5_000_000 };

export type UsersOperationType = 'Update' | 'Delete';

export interface MembershipPeriod {
	readonly effective_at?: string | undefined;
	readonly expires_at?: string | undefined;
}

export interface UserEntry {
	readonly user: object;
	readonly period: MembershipPeriod;
}

interface UsersOperation {
	readonly operation_type: UsersOperationType;
	readonly params: MembershipPeriod & { readonly users: readonly object[] };
}

export interface UsersRequest<E extends UserEntry> {
	readonly entries: readonly E[];
	readonly body: readonly UsersOperation[];
}

const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value));

const operationOf = (type: UsersOperationType, period: MembershipPeriod, users: readonly object[]) => ({
	operation_type: type,
	params: { ...period, users },
});

class Filling<E extends UserEntry> {
	private readonly operations = new Map<string, { period: MembershipPeriod; users: object[] }>();
	private readonly entries: E[] = [];
	/** The size of the body, which starts with its two brackets. */
	private bytes = 2;

	constructor(
		private readonly type: UsersOperationType,
		private readonly limits: typeof LIMITS,
	) {}

	/** Adds a user, and returns false if the request would become too large. */
	takes(entry: E): boolean {
		const key = JSON.stringify(entry.period);
		const known = this.operations.get(key);
		const comma = (count: number) => (count > 0 ? 1 : 0);
		const added =
			bytesOf(entry.user) +
			(known
				? comma(known.users.length)
				: comma(this.operations.size) + bytesOf(operationOf(this.type, entry.period, [])));
		const isFull = !known && this.operations.size >= this.limits.operations;
		if (isFull || this.bytes + added > this.limits.bytes) return false;
		this.bytes += added;
		this.entries.push(entry);
		if (known) known.users.push(entry.user);
		else this.operations.set(key, { period: entry.period, users: [entry.user] });
		return true;
	}

	done(): UsersRequest<E> {
		const operations = [...this.operations.values()];
		return {
			entries: this.entries,
			body: operations.map(({ period, users }) => operationOf(this.type, period, users)),
		};
	}
}

/** Checks whether a user fits into an empty request. */
export const fits = (type: UsersOperationType, { user, period }: UserEntry, { bytes } = LIMITS): boolean =>
	bytesOf([operationOf(type, period, [user])]) <= bytes;

/** Divides users into requests, in their order. */
export function* inRequests<E extends UserEntry>(
	type: UsersOperationType,
	entries: readonly E[],
	limits = LIMITS,
): Generator<UsersRequest<E>> {
	let filling = new Filling<E>(type, limits);
	for (const entry of entries) {
		if (filling.takes(entry)) continue;
		yield filling.done();
		filling = new Filling<E>(type, limits);
		filling.takes(entry);
	}
	if (entries.length > 0) yield filling.done();
}
