/** This file explains why a run stops at Max Cost: which items were not sent, and how to continue a list. */
import { upperFirst } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';
import { GuardRefusal } from '../ledger/refusal';
import { hint, itemsWere } from '../report/wording';
import { costHint } from './costHint';
import type { Session } from './execution';
import type { Progress } from './progress';

/** Checks whether a run ends without an error, as the user wants it. */
export const endsQuietly = (error: unknown, isWanted: boolean): error is GuardRefusal =>
	isWanted && error instanceof GuardRefusal && error.isMoney;

/** Keeps which items Max Cost left out of a run, and shows what the run cost. */
export class MaxCost {
	private readonly leftOut: number[] = [];
	/** The limit that ended the run. */
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
