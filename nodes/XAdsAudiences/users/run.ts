/**
 * Adds or removes users: the input is read and hashed, then sent in as few requests as the limits allow. X takes a
 * request as a whole or not at all, and adding or removing somebody twice comes to the same, so a request is repeated
 * whenever it is not certain that it arrived.
 */
import { get, isEmpty, omit } from 'lodash';
import { NodeApiError, NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { wholeFailure } from '../../shared/ads/batch/results';
import type { IdentifierKind } from '../../shared/ads/identifiers';
import { broken, type BatchCall, type BrokenRule, type Call } from '../../shared/operation/operation';
import { CancelledError } from '../../shared/util/wait';
import type { UsersValues } from './fields';
import { kindsOfColumns, labelsOf, namesOf, personOf, type Columns } from './person';
import { Report } from './report';
import { fits, inRequests, type Entry, type OperationType, type Period, type UsersRequest } from './requests';

/** What differs between the lists that users are on. */
export interface UsersKind<V> {
	readonly type: OperationType;
	readonly kinds: readonly IdentifierKind[];
	/** The field that names the list, and its value. */
	readonly listOf: (values: V) => Readonly<Record<string, string>>;
	readonly periodOf: (values: V) => Period;
}

/** A user, and the input items that name them. */
interface Sent extends Entry {
	readonly itemIndexes: number[];
}

/** The users of one list. */
export interface Job {
	/** Of the first input item: its form counts for the whole job. */
	readonly call: Pick<Call, 'context' | 'itemIndex' | 'request' | 'send'>;
	readonly entries: Sent[];
	readonly byContent: Map<string, Sent>;
	readonly report: Report;
}

/** How often a request is sent whose answer counts fewer users than it held. */
const ATTEMPTS = 3;

/**
 * Runs the operation over all input items.
 *
 * @param batch The run.
 * @param kind Which list, and what to do.
 */
export async function runUsers<V extends UsersValues>(
	batch: BatchCall<V>,
	kind: UsersKind<V>,
): Promise<INodeExecutionData[]> {
	const jobs = new Map<string, Job>();
	const failed = new Map<number, INodeExecutionData>();
	for (const itemIndex of batch.items.keys()) {
		try {
			note(jobs, batch, await batch.call(itemIndex), kind);
		} catch (error) {
			// Without Continue On Fail the first problem throws, and nothing has been sent yet.
			failed.set(itemIndex, batch.fail(error, itemIndex));
		}
	}
	const output = new Map<number, INodeExecutionData>(failed);
	let sent = 0;
	for (const job of jobs.values()) sent = await sendJob(batch, kind, job, sent);
	for (const job of jobs.values())
		for (const [place, item] of job.report.items(batch)) output.set(place, item);
	return [...output].sort(([one], [other]) => one - other).map(([, item]) => item);
}

/** Takes note of the user of an input item. */
function note<V extends UsersValues>(
	jobs: Map<string, Job>,
	{ items }: BatchCall<V>,
	call: Call<V>,
	{ kinds, type, listOf, periodOf }: UsersKind<V>,
): void {
	const { itemIndex, values } = call;
	const { columns, describe } = columnsOf(values, items[itemIndex]?.json ?? {}, kinds);
	const { user, problems } = personOf(columns, kinds);
	const isLenient = values.on_invalid === 'leaveOut';
	const wrong = problems.map(describe);
	if (isEmpty(user) && problems.length === 0) wrong.push(describe(lacking(values, kinds)));
	const period = periodOf(values);
	const entry = { user, period };
	if (!fits(type, entry))
		wrong.push(broken('identifiers', 'maxBytes', 'are more than fits into one request: 5,000,000 bytes'));
	if (wrong.length > 0 && !isLenient) throw call.invalid(wrong);
	const job = jobOf(jobs, call, () => new Report(call, listOf(values), values.report === 'all'));
	if (values.users_from === 'columns')
		job.report.useColumns(Object.keys(items[itemIndex]?.json ?? {}), kinds);
	job.report.leaveOut(itemIndex, problems.length, isEmpty(user) || !fits(type, entry));
	if (isEmpty(user) || !fits(type, entry)) return;
	const content = JSON.stringify(entry);
	const known = job.byContent.get(content);
	if (known) known.itemIndexes.push(itemIndex);
	else {
		const made = { ...entry, itemIndexes: [itemIndex] };
		job.byContent.set(content, made);
		job.entries.push(made);
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
	const columns = Object.fromEntries([...names].map(([kind, name]) => [kind, json[name]]));
	return {
		columns,
		describe: ({ field, rule, text }) => {
			const name = names.get(field.replace('identifiers.', '') as IdentifierKind);
			return name === undefined
				? broken(field, rule, text)
				: broken('users_from', rule, `has a column "${name}" that ${text}`);
		},
	};
}

function jobOf(jobs: Map<string, Job>, call: Job['call'] & Pick<Call, 'api'>, makeReport: () => Report): Job {
	const key = `${call.api.baseUrl}${call.request().path}`;
	const known = jobs.get(key);
	if (known) return known;
	const made: Job = { call, entries: [], byContent: new Map(), report: makeReport() };
	jobs.set(key, made);
	return made;
}

/**
 * Sends the users of one list, one request after the other: X asks for patience with first uploads.
 *
 * @returns How many users have been sent in all.
 */
async function sendJob<V>(
	batch: BatchCall<V>,
	{ type }: UsersKind<V>,
	job: Job,
	before: number,
): Promise<number> {
	let sent = before;
	for (const request of inRequests(type, job.entries)) {
		if (batch.context.getExecutionCancelSignal()?.aborted) throw new CancelledError();
		try {
			await sendRequest(job.call, request);
			sent += request.entries.length;
			job.report.sent(request.entries);
		} catch (error) {
			const told = explained(error);
			if (!batch.context.continueOnFail()) throw withSent(told, sent);
			for (const itemIndex of request.entries.flatMap(({ itemIndexes }) => itemIndexes))
				job.report.fail(itemIndex, wholeFailure({ context: job.call.context, itemIndex }, told));
		}
	}
	return sent;
}

async function sendRequest(call: Job['call'], { entries, body }: UsersRequest<Sent>): Promise<void> {
	const wanted = entries.length;
	let counted = '';
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const answer = await call.send({ ...omit(call.request(), 'query'), body, idempotent: true });
		const { success, total } = countsIn(answer);
		if (success === wanted && total === wanted) return;
		counted = `${success} of ${total}`;
	}
	throw new NodeOperationError(
		call.context.getNode(),
		`X counted ${counted} users in a request that held ${wanted}`,
		{
			itemIndex: call.itemIndex,
			description: `It was sent ${ATTEMPTS} times, and X says that such a request is to be sent again. Run it again later: sending users twice does no harm.`,
		},
	);
}

/** An audience answers with one pair of counts, a Do Not Reach list with one for each operation. */
function countsIn(answer: unknown): { success: number; total: number } {
	const data: unknown = get(answer, 'data');
	const rows: unknown[] = Array.isArray(data) ? data : [data];
	const sum = (name: string) => rows.reduce<number>((all, row) => all + Number(get(row, name) ?? NaN), 0);
	return { success: sum('success_count'), total: sum('total_count') };
}

/** Filling audiences needs more than the Ads API as such. */
function explained(error: unknown): unknown {
	if (error instanceof NodeApiError && error.httpCode === '403')
		error.description = withSentence(
			error.description,
			'X lets an app fill audiences only after it was put on a list: ask for it as https://docs.x.com/x-ads-api/audiences says',
		);
	return error;
}

function withSent(error: unknown, sent: number): unknown {
	if (sent === 0 || !(error instanceof NodeApiError || error instanceof NodeOperationError)) return error;
	error.description = withSentence(
		error.description,
		`${sent.toLocaleString('en')} users were sent before it stopped; sending them again does no harm`,
	);
	return error;
}

const withSentence = (text: string | null | undefined, sentence: string) =>
	[text?.replace(/\.$/, ''), sentence].filter(Boolean).join('. ');
