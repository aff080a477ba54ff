/** Messages of a run that stops at Max Cost: which items were not sent, and how to continue a list. */
import { upperFirst } from 'lodash';
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { MaxCostError } from '../http/bill';
import { itemsWere } from '../util/itemNames';
import { asMoney } from '../util/money';
import { labelOf } from '../operation/labels';
import type { Operation } from '../operation/operation';
import { costHint } from './costHint';
import type { Session } from './execution';

/**
 * Lets a list end before the page that would exceed Max Cost.
 *
 * @param next The token of that page.
 * @throws Any other error.
 */
export function refuseOtherErrors(error: unknown, next: string | undefined): void {
	if (!(error instanceof MaxCostError) || next === undefined) throw error;
}

/** The hint for a list that stopped after some of its pages. */
export function stoppedList({ fields, paging }: Operation, count: number, next: string): string {
	const field = fields[paging?.request ?? ''];
	const goOn = field && `: to go on from there, set ${labelOf(paging?.request ?? '', field)} to ${next}`;
	return `Max Cost is reached. The list stops after ${items(count)}${goOn ?? ''}`;
}

const items = (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`);

/** Keeps which items Max Cost left out of a run, and shows what the run cost. */
export class MaxCost {
	private readonly leftOut: number[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly session: Pick<Session, 'bill'>,
	) {}

	/**
	 * Records an item that was left out because the run would have cost too much.
	 *
	 * @returns Whether the item was left out. A run that could not send anything fails instead.
	 */
	leavesOut(error: unknown, itemIndex: number): boolean {
		const isLeft =
			error instanceof MaxCostError && error.reason === 'reached' && this.session.bill?.isBegun === true;
		if (!isLeft || this.context.continueOnFail()) return false;
		this.leftOut.push(itemIndex);
		return true;
	}

	/** The error of an item, explained if Max Cost is its cause. */
	explain(error: unknown, itemIndex: number): unknown {
		if (!(error instanceof MaxCostError)) return error;
		return leftOutError(this.context, error, this.session.bill?.maxUsd ?? Infinity, itemIndex);
	}

	/** Shows one hint for the items left out, and one for the cost of the run. */
	show(): void {
		const { bill } = this.session;
		if (!bill) return;
		const location = 'outputPane';
		if (this.leftOut.length > 0)
			this.context.addExecutionHints({
				message: itemsLeftOut(bill.maxUsd, this.leftOut),
				location,
				type: 'warning',
			});
		const message = costHint(bill);
		if (message !== undefined) this.context.addExecutionHints({ message, location, type: 'info' });
	}
}

/** One message for all items that were not sent, because they are usually neighbours. */
const itemsLeftOut = (maxUsd: number, left: readonly number[]): string =>
	`Max Cost (${asMoney(maxUsd)}) is reached. ${upperFirst(itemsWere(left))} not sent, and ${left.length === 1 ? 'is' : 'are'} not in the output`;

/** The error for an item that was not sent. */
function leftOutError(
	context: Pick<IExecuteFunctions, 'getNode'>,
	{ reason, route }: MaxCostError,
	maxUsd: number,
	itemIndex: number,
): NodeOperationError {
	const [message, description] = {
		reached: [
			`Max Cost (${asMoney(maxUsd)}) does not allow this request`,
			'It could cost more than what is left, so it was not sent. Raise Max Cost in the request options, or run the node for fewer items.',
		],
		unbounded: [
			'Max Cost cannot be held: X names no bound of what this request reads',
			'Nothing was sent. Leave out expansions that bring any number of entities, or Max Cost.',
		],
		unknownPrice: [
			`Max Cost cannot be held: no public source has a price of ${route}`,
			'Nothing was sent. Leave out Max Cost in the request options.',
		],
	}[reason] as [string, string];
	const error = new NodeOperationError(context.getNode(), message, { itemIndex, description });
	error.context.data = { kind: 'maxCost', reason };
	return error;
}
