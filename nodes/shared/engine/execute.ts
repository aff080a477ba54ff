/** Runs the operations of all nodes: input items in, output items out. */
import { get, upperFirst } from 'lodash';
import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { ZodError } from 'zod';
import { addAdvice, addFacts, advice, isNodeError, type NodeError } from '../errors';
import type { NodeSpec } from '../operation/nodeSpec';
import type { BatchCall, Operation, Place } from '../operation/operation';
import type { Resume } from '../operation/resume';
import { DryRunStop } from '../http/withGuard';
import { hint, itemsWere } from '../report/wording';
import { asText } from '../util/text';
import { CancelledError } from '../util/wait';
import { BrokenOffList } from './paging';
import { errorJson } from './errorJson';
import { UNKNOWN } from './contract';
import { openSession, type Session } from './execution';
import { isTool } from './output';
import { Hints, UnfoundFields } from './hints';
import { runItems } from './items';
import { MaxCost } from './maxCost';
import { openCall, type Shared } from './openCall';
import { forgetTried, keepTried, keepWhenCancelled, readTried, Progress } from './progress';
import { readSome } from './values';
import { beginTry, doneItems } from './withIntent';
import { leftFields, takesResume } from '../fields';
import { itemParameters } from './parameters';

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

/** Returns the items that the run does, with the places of an earlier one: this one may not reach each of them. */
function wantedItems(context: IExecuteFunctions, operation: Operation): Progress {
	const all = [...context.getInputData().keys()];
	const written: unknown = itemParameters(context, 0)('options', 'written');
	const isSet = typeof written === 'string' || get(written, 'resumeFrom') !== undefined;
	const places = new Map<number, Place>();
	const leftOut: number[] = [];
	for (const itemIndex of all) {
		const place = isSet && takesResume(operation) ? placeOf(context, itemIndex, leftOut) : {};
		if (place) places.set(itemIndex, place);
	}
	const were = leftOut.length > 0 && upperFirst(itemsWere(leftOut));
	if (were) hint(context, `${were} left out, because Unsure Items is Leave Out`, 'warning');
	return new Progress(places, all.length);
}

/** The place of an item, if the run does it. An item whose value is not valid is run, so that it fails with the reason. */
function placeOf(context: IExecuteFunctions, itemIndex: number, leftOut: number[]): Place | undefined {
	try {
		const { resumeFrom = {}, unsureItems } = readSome(context, leftFields, itemIndex);
		const place = resumeFrom.left ? resumeFrom.left.get(itemIndex) : resumeFrom;
		if (place?.since === undefined || unsureItems !== 'leaveOut') return place;
		leftOut.push(itemIndex);
		return undefined;
	} catch {
		return {};
	}
}

/** Runs items that share requests. Returns the output; in a dry run the requests, then the items that failed before one. */
async function runTogether(
	operation: Pick<Operation, 'runAll'>,
	batch: BatchCall,
	session: Pick<Session, 'guard'>,
): Promise<INodeExecutionData[]> {
	const failed: INodeExecutionData[] = [];
	const fail: BatchCall['fail'] = (error, itemIndex) => {
		const item = batch.fail(error, itemIndex);
		if (!(error instanceof DryRunStop)) failed.push(item);
		return item;
	};
	const output = (await operation.runAll?.({ ...batch, fail })) ?? [];
	const requests = session.guard?.rehearsed ?? [];
	return requests.length === 0 ? output : [...requests.map(itemOf), ...failed];
}

const itemOf = ({ output, items = [] }: DryRunStop): INodeExecutionData => ({
	json: output,
	pairedItem: items.map((item) => ({ item })),
});
