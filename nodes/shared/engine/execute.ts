/** Runs the operations of all nodes: input items in, output items out. */
import { get } from 'lodash';
import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { ZodError } from 'zod';
import { addAdvice, addFacts, advice, isNodeError, type NodeError } from '../errors';
import type { NodeSpec } from '../operation/nodeSpec';
import type { BatchCall } from '../operation/operation';
import type { Resume } from '../operation/resume';
import { DryRunStop } from '../http/withGuard';
import { hint } from '../report/wording';
import { asText } from '../util/text';
import { CancelledError } from '../util/wait';
import { BrokenOffList } from './brokenOffList';
import { runTogether } from './dryRun';
import { errorJson } from './errorJson';
import { UNKNOWN } from './contract';
import { openSession, type Session } from './execution';
import { isTool } from './forModel';
import { Hints } from './hints';
import { runItems } from './items';
import { MaxCost } from './maxCost';
import { openCall, type Shared } from './openCall';
import { forgetTried, keepTried, keepWhenCancelled, readTried } from './keptTexts';
import type { Progress } from './progress';
import { wantedItems } from './wantedItems';
import { UnfoundFields } from './unfoundFields';
import { readSome } from './values';
import { beginTry, doneItems } from './withIntent';

export async function execute(this: IExecuteFunctions, spec: NodeSpec): Promise<INodeExecutionData[][]> {
	const session = openSession(this, spec);
	const hints = new Hints();
	const unfound = new UnfoundFields();
	const { operation } = session;
	const writes = beginTry(this);
	const progress = wantedItems(this, operation);
	const triedSince = readTried(this);
	const stopKeeping = keepWhenCancelled(this, progress, () => writes.first);
	const maxCost = new MaxCost(this, session, progress);
	const isDryRun = () => session.guard?.isDryRun === true;
	const isForModel = isTool(this.getNode());
	const atEnd: Shared['atEnd'] = [];
	const shared = { hints, progress, unfound, writes, triedSince, isForModel, atEnd };
	const tries = doneItems(writes, !operation.route.startsWith('GET '), hints);
	const batch: BatchCall = {
		context: this,
		items: this.getInputData(),
		wanted: progress.items,
		known: tries.known,
		isApplied: (itemIndex) => writes.item(itemIndex).hasWritten && writes.item(itemIndex).since === undefined,
		settle: (itemIndex, made) => {
			if (made) tries.keep(itemIndex, made);
			progress.settle(itemIndex);
		},
		call: (itemIndex) => openCall(this, session, shared, itemIndex),
		read: (fields, itemIndex) => readSome(this, fields, itemIndex),
		isDryRun,
		goesOn: () => this.continueOnFail() || isDryRun(),
		fail: (error, itemIndex) => failedItem(this, session, shared, error, itemIndex),
		isLeftOut: (error, itemIndex) => maxCost.leavesOut(error, itemIndex),
	};
	try {
		const output = await (operation.runAll
			? runTogether(operation, batch, session)
			: runItems(operation, batch));
		for (const act of atEnd) act();
		forgetTried(this);
		return [progress.hasEnded ? [...output, lastItem(progress)] : output];
	} catch (error) {
		throw isNodeError(error) && !this.continueOnFail() ? withRest(this, shared, error) : error;
	} finally {
		stopKeeping();
		hints.show(this);
		sayWait(this, session.waited);
		maxCost.show();
		unfound.advise(hints);
		hints.showAdvice(this);
		await session.close();
	}
}

/** Adds to the failure of a run what is left, which is known once nothing is in progress. */
function withRest(context: IExecuteFunctions, { progress, writes }: Shared, error: NodeError): NodeError {
	const isKept = keepTried(context, progress, writes.first);
	return addAdvice(
		withResume(error, (kind) => progress.ofRun(kind)),
		isKept ? '' : NOT_KEPT,
	);
}

const NOT_KEPT =
	'The workflow has filled the ten custom data keys of this execution, so Executions → Retry would send again what was sent. Use Options → Resume From instead';

function withResume(error: NodeError, resumeOf: (kind: string) => Resume | undefined): NodeError {
	const resume = resumeOf(asText(get(error.context.data, 'kind')) || 'failed');
	if (resume) addFacts(error, { resume: { ...resume } });
	return error;
}

/** Shorter waits, in milliseconds, are not mentioned. The editor does not show how long a run waited. */
const NOTICEABLE = 10_000;

function sayWait(context: IExecuteFunctions, milliseconds: number): void {
	const seconds = Math.round(milliseconds / 1000);
	const time = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
	if (milliseconds >= NOTICEABLE) hint(context, `Waited ${time} for the rate limit of X`, 'info');
}

const NOTHING_SENT = 'Nothing was sent, because Dry Run is on. The output is what would have been';

/** Returns the last item of a run that ended quietly: the work that is left. */
const lastItem = (progress: Progress): INodeExecutionData => {
	const resume = progress.ofRun('maxCost');
	return { json: { resume: { ...resume } }, pairedItem: { item: resume?.left[0]?.item ?? 0 } };
};

/**
 * The error for what is none of the engine's. A message of the language says nothing to a user: it comes from an answer
 * of a form that the code does not know, or, while X has answered nothing, from a mistake in the code.
 */
function inWords(
	context: IExecuteFunctions,
	{ isAnswered }: Pick<Session, 'isAnswered'>,
	reason: unknown,
	itemIndex: number,
): NodeOperationError {
	const isOfCode = reason instanceof TypeError || reason instanceof RangeError || reason instanceof ZodError;
	const [message, description] = !isOfCode
		? [reason as Error, advice.lookFirst]
		: isAnswered
			? [UNKNOWN, advice.lookFirst]
			: [`The node failed at its own work: ${reason.message}`, advice.reportDefect];
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}

/**
 * With Continue On Fail the failure becomes an item, with the facts in `details`; otherwise it is thrown. A cancelled
 * run always ends, so that no further items are sent.
 */
function failedItem(
	context: IExecuteFunctions,
	session: Session,
	{ hints, progress }: Shared,
	error: unknown,
	itemIndex: number,
): INodeExecutionData {
	if (context.getExecutionCancelSignal()?.aborted) throw new CancelledError();
	if (error instanceof DryRunStop) {
		hints.add(itemIndex, NOTHING_SENT);
		return { json: error.output, pairedItem: { item: itemIndex } };
	}
	const reason = error instanceof BrokenOffList ? error.reason : error;
	const known = isNodeError(reason) ? reason : inWords(context, session, reason, itemIndex);
	known.context.itemIndex ??= itemIndex;
	// A failed run shows no hints, so the error contains them.
	if (!context.continueOnFail()) throw addAdvice(known, ...hints.of(itemIndex));
	const data = withResume(known, (kind) => progress.ofItem(kind, itemIndex)).context.data as IDataObject;
	progress.fail(itemIndex);
	return {
		json: errorJson(known.message, { description: known.description ?? '', ...data }),
		pairedItem: { item: itemIndex },
	};
}
