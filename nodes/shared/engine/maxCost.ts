/** Messages of a run that stops at Max Cost: which items were not sent, and how to continue a list. */
import { upperFirst } from 'lodash';
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { MaxCostError } from '../guard/bill';
import { GuardRefusal } from '../guard/refusal';
import { itemsWere } from '../util/itemNames';
import { asMoney } from '../util/money';
import { costHint } from './costHint';
import type { Session } from './execution';
import type { Progress } from './progress';

/** Whether a run ends without an error, because the user wants it so. */
export const endsQuietly = (error: unknown, isWanted: boolean): boolean =>
	isWanted &&
	((error instanceof GuardRefusal && error.isMoney) ||
		(error instanceof MaxCostError && error.reason === 'reached'));

/** Keeps which items Max Cost left out of a run, and shows what the run cost. */
export class MaxCost {
	private readonly leftOut: number[] = [];
	/** The limit that ended the run, if it is not Max Cost. */
	private limitReached: string | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly session: Pick<Session, 'bill' | 'day' | 'guard' | 'endsQuietly'>,
		private readonly progress: Progress,
	) {}

	/**
	 * Records an item that was left out because the run would have cost too much.
	 *
	 * @returns Whether the item was left out. A run that could not send anything fails instead.
	 */
	leavesOut(error: unknown, itemIndex: number): boolean {
		const { bill } = this.session;
		if (!endsQuietly(error, this.session.endsQuietly) || bill?.isBegun !== true) return false;
		if (error instanceof GuardRefusal) this.limitReached ??= error.rule;
		this.leftOut.push(itemIndex);
		this.progress.leave(itemIndex);
		return true;
	}

	/** The error of an item, explained if Max Cost is its cause. */
	explain(error: unknown, itemIndex: number): unknown {
		return error instanceof MaxCostError ? maxCostError(this.context, error, itemIndex) : error;
	}

	/** Shows one hint for the items left out, and one for the cost of the run. */
	show(): void {
		const { bill, day, guard } = this.session;
		const location = 'outputPane';
		for (const notStored of [day?.store(), guard?.store()])
			if (notStored !== undefined)
				this.context.addExecutionHints({ message: notStored, location, type: 'warning' });
		if (!bill) return;
		if (this.leftOut.length > 0)
			this.context.addExecutionHints({
				message: itemsLeftOut(this.limitReached ?? `Max Cost (${asMoney(bill.maxUsd)})`, this.leftOut),
				location,
				type: 'warning',
			});
		const message = costHint(bill, day);
		if (message !== undefined) this.context.addExecutionHints({ message, location, type: 'info' });
	}
}

/** One message for all items that were not sent, because they are usually neighbours. */
const itemsLeftOut = (limit: string, left: readonly number[]): string =>
	`${limit} is reached. ${upperFirst(itemsWere(left))} not sent; the last item of the output names ${left.length === 1 ? 'it' : 'them'} in resume`;

/** The error for a request that was not sent. */
export function maxCostError(
	context: Pick<IExecuteFunctions, 'getNode'>,
	{ reason, route, maxUsd }: MaxCostError,
	itemIndex: number,
): NodeOperationError {
	const [message, description] = {
		reached: [
			`Max Cost (${asMoney(maxUsd)}) does not allow this request`,
			'It could cost more than what is left, so it was not sent. Raise Max Cost in the request options, or run the node for fewer items.',
		],
		unbounded: [
			'Max Cost cannot be held: X names no bound of what this request reads',
			`${NOT_SENT} Leave out expansions that bring any number of entities, or Max Cost, or say in Options → Assumed Price what they cost at most for each result.`,
		],
		unknownPrice: [
			`Max Cost cannot be held: no public source has a price of ${route}`,
			`${NOT_SENT} Say in Options → Assumed Price what it costs at most, or leave out Max Cost.`,
		],
	}[reason] as [string, string];
	const error = new NodeOperationError(context.getNode(), message, { itemIndex, description });
	error.context.data = { kind: 'maxCost', reason };
	return error;
}

/** Usernames and the own user may have been looked up before. */
const NOT_SENT = 'This request was not sent.';
