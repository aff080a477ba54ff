/** The input as users of lists: read and hashed, each user once. */
import { isEmpty } from 'lodash';
import type { IdentifierKind } from '../../shared/ads/identifiers';
import { broken, type BatchCall, type BrokenRule, type Call } from '../../shared/operation/operation';
import type { UsersValues } from './fields';
import { kindsOfColumns, labelsOf, namesOf, personOf, type Columns, type User } from './person';
import { Report } from './report';
import { fits, type Entry, type OperationType, type Period } from './requests';

/** What differs between the lists that users are on. */
export interface UsersKind<V> {
	readonly type: OperationType;
	readonly kinds: readonly IdentifierKind[];
	/** The field that names the list, and its value. */
	readonly listOf: (values: V) => Readonly<Record<string, string>>;
	readonly periodOf: (values: V) => Period;
	/** Sent where the form says nothing. */
	readonly defaults?: Period;
}

/** A user, and the input items that name them. */
export interface Sent extends Entry {
	readonly user: User;
	/** As the form has it. */
	readonly given: Period;
	readonly itemIndexes: number[];
}

/** The users of one list. */
export interface Job {
	/** Host and path of the list. */
	readonly key: string;
	/** Of the first input item: its form counts for the whole job. */
	readonly call: Pick<Call, 'context' | 'itemIndex' | 'request' | 'send'>;
	readonly isOnlyNew: boolean;
	readonly entries: Sent[];
	readonly report: Report;
}

/** Jobs by their keys, and the users that they know by content. */
export class Jobs<V extends UsersValues> {
	private readonly jobs = new Map<string, Job & { readonly byContent: Map<string, Sent> }>();

	/**
	 * @param batch The run.
	 * @param kind Which list, and what to do.
	 */
	constructor(
		private readonly batch: Pick<BatchCall<V>, 'items'>,
		private readonly kind: UsersKind<V>,
	) {}

	get all(): readonly Job[] {
		return [...this.jobs.values()];
	}

	/**
	 * Takes note of the user of an input item.
	 *
	 * @throws NodeOperationError where an identifier is wrong and must not be left out.
	 */
	add(call: Call<V>): void {
		const { type, kinds, periodOf, defaults } = this.kind;
		const { itemIndex, values } = call;
		const json = this.batch.items[itemIndex]?.json ?? {};
		const { columns, describe } = columnsOf(values, json, kinds);
		const { user, problems } = personOf(columns, kinds);
		const given = periodOf(values);
		const entry = { user, given, period: { ...defaults, ...given }, itemIndexes: [itemIndex] };
		const wrong = problems.map(describe);
		if (isEmpty(user) && problems.length === 0) wrong.push(lacking(values, kinds));
		const isTooLarge = !fits(type, entry);
		if (isTooLarge) wrong.push(broken('identifiers', 'maxBytes', 'are more than fits into one request'));
		if (wrong.length > 0 && values.on_invalid !== 'leaveOut') throw call.invalid(wrong);
		const { report, entries, byContent } = this.jobOf(call);
		if (values.users_from === 'columns') report.useColumns(Object.keys(json), kinds);
		const isLeftOut = isEmpty(user) || isTooLarge;
		report.leaveOut(itemIndex, problems.length, isLeftOut);
		if (isLeftOut) return;
		const content = JSON.stringify([user, entry.period]);
		const known = byContent.get(content);
		if (known) known.itemIndexes.push(itemIndex);
		else {
			byContent.set(content, entry);
			entries.push(entry);
		}
	}

	private jobOf(call: Call<V>) {
		const { values } = call;
		const key = `${call.api.baseUrl}${call.request().path}`;
		const known = this.jobs.get(key);
		if (known) return known;
		const report = new Report(call, this.kind.listOf(values), values.report === 'all');
		const isOnlyNew = values.only_new === true;
		const made = { key, call, isOnlyNew, entries: [], report, byContent: new Map<string, Sent>() };
		this.jobs.set(key, made);
		return made;
	}
}

const lacking = ({ users_from: from }: UsersValues, kinds: readonly IdentifierKind[]): BrokenRule =>
	from === 'columns'
		? broken('users_from', 'required', `finds nothing in the columns ${namesOf(kinds)}`)
		: broken('identifiers', 'required', `needs a value for ${labelsOf(kinds)}`);

/** The identifiers of an item, and how to say what is wrong with one of them. */
function columnsOf(
	{ users_from: from, identifiers = {} }: UsersValues,
	json: Columns,
	kinds: readonly IdentifierKind[],
): { columns: Columns; describe: (rule: BrokenRule) => BrokenRule } {
	if (from !== 'columns') return { columns: identifiers, describe: (rule) => rule };
	const names = kindsOfColumns(Object.keys(json), kinds);
	return {
		columns: Object.fromEntries([...names].map(([kind, name]) => [kind, json[name]])),
		describe: ({ field, rule, text }) => {
			const name = names.get(field.replace('identifiers.', '') as IdentifierKind) ?? '';
			return broken('users_from', rule, `has a column "${name}" that ${text}`);
		},
	};
}
