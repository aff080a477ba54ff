/**
 * Remembers the users that a workflow has added to its lists. X asks for changes only, but never says which users it
 * already has (https://docs.x.com/x-ads-api/audiences#audiences-faq). The workflow stores a few bytes of a hash for
 * each identifier, by the month in which it was sent.
 */
import { groupBy, mapValues } from 'lodash';
import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { sha256 } from '../../shared/ads/identifiers';
import { Stored, storedForm } from '../../shared/memory/stored';
import type { ListedUser } from './userLists';

type SentUser = Pick<ListedUser, 'user' | 'given'>;

/** Users leave a list after 13 months, so they are sent again a month earlier. */
const KEPT_MONTHS = 12;
/** For one list, which takes about a megabyte of the workflow. Beyond that the oldest are forgotten and sent again. */
const MOST = 60_000;
const DIGITS = { identifier: 16, period: 8 };
const LENGTH = DIGITS.identifier + DIGITS.period;

/** The packed marks of each month. */
const months = z.record(z.string().regex(/^\d{4}-\d\d$/), z.string().max((2 * MOST * LENGTH) / 3));

const SENT_USERS = storedForm({
	name: 'sentUsers',
	of: 'list of users',
	shape: months,
	without: 'all users of the list are sent again',
});

interface Sending {
	readonly period: string;
	readonly month: string;
}

export class SentBefore {
	/** By identifier, the oldest first. */
	private readonly sendings = new Map<string, Sending>();
	private readonly month: string;
	private readonly memory: Stored<z.infer<typeof months>>;
	private isChanged = false;

	constructor(context: IExecuteFunctions, list: string, now = new Date()) {
		this.memory = new Stored(context, SENT_USERS, list);
		const moment = DateTime.fromJSDate(now, { zone: 'utc' });
		this.month = moment.toFormat('yyyy-MM');
		const oldest = moment.minus({ months: KEPT_MONTHS }).toFormat('yyyy-MM');
		for (const [month, packed] of Object.entries(this.memory.value ?? {}).sort())
			if (month > oldest)
				for (const mark of unpacked(packed))
					this.sendings.set(mark.slice(0, DIGITS.identifier), {
						period: mark.slice(DIGITS.identifier),
						month,
					});
	}

	/** Whether no one stores it: the trigger of the workflow, which would, is in another process. */
	get isLostWithProcess(): boolean {
		return this.memory.isLostWithProcess;
	}

	/** Checks whether all identifiers of a user were sent with the same period. */
	has(entry: SentUser): boolean {
		const period = markOfPeriod(entry);
		return marksOf(entry).every((mark) => this.sendings.get(mark)?.period === period);
	}

	add(entries: readonly SentUser[]): void {
		for (const entry of entries) {
			const period = markOfPeriod(entry);
			for (const mark of marksOf(entry)) this.sendings.set(mark, { period, month: this.month });
		}
		this.isChanged ||= entries.length > 0;
	}

	remove(entries: readonly SentUser[]): void {
		if (this.sendings.size === 0) return;
		for (const mark of entries.flatMap(marksOf))
			this.isChanged = this.sendings.delete(mark) || this.isChanged;
	}

	save(): void {
		if (!this.isChanged) return;
		const kept = [...this.sendings].slice(-MOST);
		const sent = mapValues(
			groupBy(kept, ([, { month }]) => month),
			(sendings) => packed(sendings.map(([mark, { period }]) => mark + period)),
		);
		this.memory.write(sent);
		this.isChanged = false;
	}
}

const marksOf = ({ user }: SentUser): string[] =>
	Object.entries(user).flatMap(([kind, values]) =>
		values.map((value) => sha256(`${kind} ${value}`).slice(0, DIGITS.identifier)),
	);

const markOfPeriod = ({ given }: SentUser) => sha256(JSON.stringify(given)).slice(0, DIGITS.period);

const packed = (marks: readonly string[]) => Buffer.from(marks.join(''), 'hex').toString('base64');

function* unpacked(text: string): Generator<string> {
	const digits = Buffer.from(text, 'base64').toString('hex');
	for (let at = 0; at < digits.length; at += LENGTH) yield digits.slice(at, at + LENGTH);
}
