/**
 * Who is in an audience or on a Do Not Reach list: only hashes, as X requires
 * (https://docs.x.com/x-ads-api/audiences/reference#custom-audiences-users). A request is taken as a whole or not at all.
 */
import { sum } from 'lodash';
import { operationOf, type Parameter } from '../../facts';
import { isRecord, readObject } from '../frame/validate';
import { eachOperation } from './batch';
import type { Context, Handler } from './context';
import { living, type EntityKind } from './entities';
import { AdsError, problemWith, refuse, refuseIssues, type Problem } from './errors';
import { perHost, type AdsState } from './state';
import { timeOf } from '../frame/formats';

/** A person by the hashes that they were added with. */
interface Member {
	readonly keys: ReadonlySet<string>;
	readonly expiresAt: string | undefined;
}

const lists = perHost(() => new Map<string, Member[]>());

/** The people of a list. */
export const membersOf = (state: AdsState, listId: string): readonly Member[] =>
	lists(state).get(listId) ?? [];

/** Puts people into a list as they are. */
export const setMembers = (state: AdsState, listId: string, members: readonly Member[]): void =>
	void lists(state).set(listId, [...members]);

type Hashes = Readonly<Record<string, readonly string[]>>;

interface Operation {
	readonly operation_type: string;
	readonly params: {
		readonly users: readonly Hashes[];
		readonly effective_at?: string;
		readonly expires_at?: string;
	};
}

const SHA256 = /^[0-9a-f]{64}$/;
const MANNER = { contract: 'pages', isAds: true } as const;

const inMonths = (time: number, months: number): number => {
	const date = new Date(time);
	return date.setUTCMonth(date.getUTCMonth() + months);
};

/** What the table of users says of their identifiers: which of them are hashed. */
const identifiersOf = (fields: readonly Parameter[]): readonly Parameter[] =>
	fields.find(({ name }) => name === 'params')?.fields?.find(({ name }) => name === 'users')?.fields ?? [];

function readOperation(fields: readonly Parameter[], given: unknown): Operation {
	refuseIssues(readObject(fields, given, MANNER).issues);
	return given as Operation;
}

function* wrongUsers(fields: readonly Parameter[], users: readonly Hashes[]): Generator<Problem> {
	if (users.length === 0) yield problemWith('users', 'There are no users');
	for (const [place, user] of users.entries()) {
		const values = Object.values(user).flat();
		if (values.length === 0) yield problemWith(`users[${place}]`, 'A user needs an identifier');
		for (const { name, hash } of identifiersOf(fields)) {
			const wrong = hash && (user[name] ?? []).find((value) => !SHA256.test(value));
			if (wrong !== undefined) yield problemWith(name, `${name} (${wrong}) is not a valid SHA-256 hash`);
		}
	}
}

function* wrongTimes(
	{ params: { effective_at: effectiveAt = '', expires_at: expiresAt = '' } }: Operation,
	now: number,
	months: number | undefined,
): Generator<Problem> {
	const from = timeOf(effectiveAt) ?? now;
	const until = timeOf(expiresAt);
	if (until === undefined) return;
	if (until <= from) yield problemWith('expires_at', 'expires_at has to be later than effective_at');
	if (months !== undefined && until >= inMonths(now, months))
		yield problemWith('expires_at', `expires_at has to be less than ${months} months from now`);
}

const keysOf = (user: Hashes): string[] =>
	Object.entries(user).flatMap(([name, values]) => values.map((value) => `${name} ${value}`));

function applied(members: readonly Member[], { operation_type: type, params }: Operation): Member[] {
	const { users, expires_at: expiresAt } = params;
	const touched = new Set(users.flatMap(keysOf));
	const rest = members.filter(({ keys }) => ![...keys].some((key) => touched.has(key)));
	if (type === 'Delete') return rest;
	// Someone who is already there under one of the keys is the same person.
	const added: { keys: Set<string>; expiresAt: string | undefined }[] = [];
	const known = members.filter((member) => !rest.includes(member));
	const byKey = new Map<string, Set<string>>();
	for (const keys of [...known.map((member) => [...member.keys]), ...users.map(keysOf)]) {
		const same = keys.map((key) => byKey.get(key)).find((each) => each !== undefined);
		const all = same ?? new Set<string>();
		for (const key of keys) byKey.set(key, all.add(key));
		if (!same) added.push({ keys: all, expiresAt });
	}
	return [...rest, ...added];
}

/**
 * A handler that adds and removes the people of a list.
 *
 * @param route The route whose facts count.
 * @param rest What the answer looks like, and how far ahead the end may be.
 */
export function usersHandler(
	kind: EntityKind,
	route: string,
	{ isList = false, months }: { isList?: boolean; months?: number } = {},
): Handler {
	return (context: Context) => {
		const { state, request, path } = context;
		const { fields = [], maxBytes = Infinity } = operationOf(route).body ?? {};
		if (request.rawBody.length > maxBytes)
			refuse('REQUEST_TOO_COMPLEX', `The body has ${request.rawBody.length} bytes, ${maxBytes} are allowed`);
		const { id } = living(kind, context, path[kind.idParam] ?? '').data;
		const now = state.platform.clock.now();
		const read = eachOperation(context, (given) => {
			const operation = readOperation(fields, isRecord(given) ? given : {});
			const problems = [...wrongUsers(fields, operation.params.users), ...wrongTimes(operation, now, months)];
			if (problems.length > 0) throw new AdsError(problems);
			return operation;
		});
		setMembers(state, id, read.reduce<readonly Member[]>(applied, membersOf(state, id)));
		const entity = state.of(kind.kind).findAny(id);
		if (entity) state.of(kind.kind).patch(entity, { updated_at: state.now() });
		const counted = (count: number) => ({ success_count: count, total_count: count });
		const counts = read.map(({ params }) => params.users.length);
		if (!isList) return { data: counted(sum(counts)) };
		return { data: counts.map(counted), echo: { batch: request.body } };
	};
}
