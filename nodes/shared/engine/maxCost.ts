/** This file explains why a run stops at Max Cost: which items were not sent, and how to continue a list. */
import { upperFirst } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';
import { GuardRefusal } from '../ledger/refusal';
import { hint, itemsWere, counted } from '../report/wording';
import type { Session } from './execution';
import type { Progress } from './progress';
import type { Bill, Ledger } from '../ledger/ledger';
import { microsOfUsd, type Charge, type Micros } from '../ledger/requestCost';
import { PRICES_DATE } from '../model/prices';
import { asMoney } from '../util/money';

/** Checks whether a run ends without an error, as the user wants it. */
export const endsQuietly = (error: unknown, isWanted: boolean): error is GuardRefusal =>
	isWanted && error instanceof GuardRefusal && error.isMoney;

/** Keeps which items Max Cost left out of a run, and shows what the run cost. */
export class MaxCost {
	private readonly leftOut: number[] = [];
	private limitReached = '';

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly session: Pick<Session, 'bill' | 'day' | 'guard' | 'endsQuietly'>,
		private readonly progress: Progress,
	) {}

	/**
	 * Records an item that was left out because the run would have cost too much, and returns whether it was. A run
	 * that could not send anything fails instead.
	 */
	leavesOut(error: unknown, itemIndex: number): boolean {
		const { bill } = this.session;
		if (!endsQuietly(error, this.session.endsQuietly) || !bill || bill.book.spent === 0) return false;
		this.limitReached ||= error.rule;
		this.leftOut.push(itemIndex);
		this.progress.leave(itemIndex);
		return true;
	}

	/** Shows one hint for the items left out, and one for the cost of the run. */
	show(): void {
		const { bill, day, guard } = this.session;
		for (const notStored of [day?.store(), guard?.store()])
			if (notStored !== undefined) hint(this.context, notStored, 'warning');
		if (!bill) return;
		if (this.leftOut.length > 0) hint(this.context, itemsLeftOut(this.limitReached, this.leftOut), 'warning');
		const cost = costHint(bill, day);
		if (cost !== undefined) hint(this.context, cost, 'info');
	}
}

/** One message for all items that were not sent, because they are usually neighbours. */
const itemsLeftOut = (limit: string, left: readonly number[]): string =>
	`${limit} is reached. ${upperFirst(itemsWere(left))} not sent; the last item of the output names ${left.length === 1 ? 'it' : 'them'} in resume`;

const money = (micros: number) => asMoney(micros / 1_000_000);

/** Returns the cost of a run, and of the day. Is undefined if everything was free. */
function costHint(bill: Bill, day?: Ledger): string | undefined {
	const charges = bill.book.counted.filter(({ least, most }) => least !== 0 || most !== 0);
	const priced = charges.filter(({ most }) => most !== undefined);
	const unknown = charges.filter(({ most }) => most === undefined);
	const sum = priced.reduce((all, { most = 0 }) => all + most, 0);
	const parts = [
		priced.length > 0 && `Cost: ${inAll(priced, sum)}`,
		priced.length > 0 && day !== undefined && ofDay(day, sum),
		bill.book.lost > 0 && `requests that X did not confirm may add ${money(bill.book.lost)}`,
		priced.some(({ unit }) => unit === 'object') && 'read again today (UTC): free',
		unknown.length > 0 && `no public price: ${unknown.map(inWords).join(', ')}`,
		priced.length > 0 && `prices of ${PRICES_DATE}`,
	].filter((part) => part !== false);
	return parts.length === 0 ? undefined : parts.join('; ').replace(/^./, (first) => first.toUpperCase());
}

/** Left out where it is the run alone: other runs, triggers and lists in the editor count too. */
const ofDay = ({ spentUsd, hasLimit, maxUsd }: Ledger, ofRun: Micros): string | false => {
	if (hasLimit) return `today: ${asMoney(spentUsd)} of ${asMoney(maxUsd)}`;
	return microsOfUsd(spentUsd) > ofRun && `today: ${asMoney(spentUsd)}`;
};

/** The sum, with its parts; the price of a single part is the sum. */
function inAll(priced: readonly Charge[], sum: Micros): string {
	const [only, ...others] = priced;
	const isSum = others.length === 0 && only?.least === only?.most;
	const parts = isSum ? priced.map(inWords) : priced.map(withCost);
	return `at most ${money(sum)} (${parts.join(', ')})`;
}

const withCost = (charge: Charge): string => {
	const { least, most = 0 } = charge;
	const range =
		least === most ? money(most) : least === undefined ? 'no public price, up to ' : `${money(least)} to `;
	return `${inWords(charge)} ${least === most ? range : `${range}${money(most)}`}`;
};

function inWords({ name, unit, count }: Charge): string {
	return unit === 'request' ? `${counted(count, unit)} of ${name}` : counted(count, name, plural(name));
}

const plural = (name: string) =>
	name === 'media' || name === 'Analytics' ? name : name.replace(/y$/, 'ie').replace(/$/, 's');
