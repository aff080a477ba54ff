/** Max Cost per Day: what the reads of a node have cost, and what the rest of the day allows. */
import type { Notices } from '../shared/events/notices';
import { DailyBudget } from '../shared/guard/dailyBudget';
import { asMoney } from '../shared/util/money';
import type { FoundList } from './events/event';
import { ACCOUNT_USD, priceOf, type ReadPrice } from './prices';
import type { PageOfEntries } from './read';
import { digestOf, type PollSettings } from './settings';

/** A short digest of what is billed once a day. */
const keyOf = (value: unknown) => digestOf(value).slice(0, 8);

export class ReadBudget {
	private readonly budget: DailyBudget | undefined;
	private readonly price: ReadPrice;
	/** The smallest page of the list. */
	private readonly smallest: number;
	private isOver = false;

	/** @param spending A previous value of `spending`. */
	constructor({ event, maxCost, joins }: PollSettings, spending: unknown) {
		this.budget = maxCost === undefined ? undefined : new DailyBudget(maxCost, spending);
		this.price = priceOf(event, joins);
		this.smallest = event.list.paging?.min ?? 1;
	}

	get spending(): object | undefined {
		return this.budget?.spending;
	}

	/** Whether the day still allows a request for the existing lists, which bills at most this many entities. */
	allowsLooking(entities = 0): boolean {
		const room = this.budget?.room(this.price.usd, Date.now()) ?? Infinity;
		this.isOver ||= room < entities;
		return room >= entities;
	}

	/** Counts the account that was asked for. */
	countAccount(id: string, now: number): void {
		this.budget?.spendOnce(ACCOUNT_USD, [keyOf(id)], now);
	}

	/** Counts lists that were found on X. */
	countLists(lists: readonly FoundList[], now: number): void {
		const keys = lists.map(({ values }) => keyOf(values));
		this.budget?.spendOnce(this.price.usd, keys, now);
	}

	/** How many entries the next page may have. Undefined if the day does not even allow the smallest page. */
	sizeWithin(size: number, now: number): number | undefined {
		const { usd, unit, joined } = this.price;
		const room = this.budget?.room(unit === 'request' ? usd : usd + joined, now) ?? Infinity;
		const within = unit === 'request' && room > 0 ? size : Math.min(size, room);
		if (within >= Math.min(size, this.smallest)) return within;
		this.isOver = true;
		return undefined;
	}

	/** Counts a page, or its entries and the users included with them. */
	countPage({ rows, users }: PageOfEntries, now: number): void {
		const { usd, unit, joined } = this.price;
		if (unit === 'request') return this.budget?.spend(usd, now);
		const entities = rows.map(({ id }) => keyOf(id));
		this.budget?.spendOnce(usd, entities, now);
		this.budget?.spendOnce(joined, users.map(keyOf), now);
	}

	/** Whether the limit prevented a read for the first time today. */
	isNewlyOver(): boolean {
		return this.isOver && this.budget?.isFirstReport(Date.now()) === true;
	}

	report(notices: Notices): void {
		if (!this.budget) return;
		const spent = asMoney(this.budget.spentToday(Date.now()));
		const most = asMoney(this.budget.most);
		notices.report(
			notices.problem(
				`The reads of today cost ${spent}: nothing more is read until 00:00 UTC`,
				`Max Cost per Day is ${most}. What happens meanwhile is found then, as far back as X reaches.`,
			),
		);
	}
}
