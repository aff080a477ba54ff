/**
 * This file checks the contents of an answer that was read. Unexpected contents are passed on with a hint, because they
 * may have been paid for. Whether a write was done is checked where answers arrive (http/confirmed).
 */
import { castArray, get, isEmpty, isNil } from 'lodash';
import type { IDataObject, IExecuteFunctions, INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { addFacts, classify, partialErrors, toNodeApiError, type Failure } from '../errors';
import { holdsSomething } from '../http/confirmed';
import type { ApiRequest } from '../http/connection';
import type { Call, Operation, Shape } from '../operation/operation';
import { counted } from '../report/wording';
import { isObject, text } from '../util/lenient';
import { entities } from './output';

/** The message for an answer that the code cannot read. */
export const UNKNOWN = 'X answered in a form that this node does not know';

/** The hint beside an answer that is passed on as it is. */
export const UNKNOWN_FORM = `${UNKNOWN}. The answer is in the output as it is`;

const ABOUT_ANSWER = new Set('errors includes meta request data_type next_cursor total_count'.split(' '));

/** Checks whether an answer has more than metadata. */
export function holdsAnswer(body: unknown): boolean {
	if (!isObject(body)) return holdsSomething(body);
	// The rules of a stream are removed with a summary alone.
	if (holdsSomething(get(body, 'meta.summary'))) return true;
	if (Array.isArray(body.data)) return holdsSomething(body.data);
	return Object.entries(body).some(([name, value]) => !ABOUT_ANSWER.has(name) && holdsSomething(value));
}

type Reads = Pick<Operation, 'page' | 'paging' | 'result'>;

/** The entries at the place where an operation expects them, as they came. */
const foundIn = ({ result }: Reads, body: unknown): unknown => {
	const at = result?.at ?? 'data';
	return at === '' ? body : get(body, at.split('.'));
};

/** How many entries X says that an answer has. Where an operation keeps a part of a page, it says nothing of them. */
const countIn = (operation: Reads, body: unknown): unknown =>
	operation.page ? undefined : get(body, 'meta.result_count');

/** Says what is odd about an answer that is in form. In Raw the output is the whole answer, with its empty entries. */
export function* oddities(operation: Reads, body: unknown, isWhole = false): Generator<string> {
	const found = foundIn(operation, body);
	const count = countIn(operation, body);
	const empty = Array.isArray(found) && !isWhole ? found.filter((entry) => !holdsSomething(entry)).length : 0;
	if (empty > 0) yield `X sent ${empty === 1 ? 'an entry' : `${empty} entries`} without content`;
	if (typeof count === 'number' && Array.isArray(found) && found.length !== count)
		yield `X says that it sent ${counted(count, 'result')}, and it sent ${found.length}: ask again where all are needed`;
	if (saysNothing(operation, body)) yield 'X sent neither results nor their number, which counts as none';
}

/** Checks whether an answer says nothing of a list that has no pages. X answers an empty object for an empty list. */
const saysNothing = (operation: Reads, body: unknown): boolean =>
	operation.result?.isList === true &&
	operation.paging === undefined &&
	foundIn(operation, body) === undefined &&
	countIn(operation, body) === undefined &&
	partialErrors(body).length === 0 &&
	!holdsAnswer(body);

/** Checks whether an answer without results is a list that has none. Null and an empty object are none. */
export function isEmptyList(operation: Reads, body: unknown): boolean {
	const found = foundIn(operation, body);
	if (operation.result?.isList !== true || holdsAnswer(body)) return false;
	if (found !== undefined && !Array.isArray(found) && isEmpty(found)) return false;
	return !(Number(countIn(operation, body)) > 0);
}

/** Whether an answer is what its operation reads: an entity, or a list. A list without entries is one if X counts none. */
export function isInForm(operation: Reads, body: unknown): boolean {
	const { result } = operation;
	const found = foundIn(operation, body);
	// What has no envelope has to be known by its fields.
	const rows = isNil(found) ? (result?.shape ? entities(result, body) : []) : castArray(found);
	if (rows.length > 0) return rows.some((row) => isEntity(row, result?.shape));
	if (result?.isList !== true) return false;
	const count = countIn(operation, body);
	const next: unknown = get(body, 'next_cursor') ?? get(body, 'meta.next_token');
	const total: unknown = next === undefined ? get(body, 'total_count') : undefined;
	if (typeof count === 'number' ? count > 0 : typeof total === 'number' && total > 0) return false;
	return Array.isArray(found) || count === 0 || saysNothing(operation, body);
}

/** Checks whether something is an entity of a shape: it names itself, or has another field of its own. */
function isEntity(row: unknown, shape: Shape | undefined): boolean {
	if (!isObject(row) || !holdsSomething(row)) return false;
	const names = Object.keys(row);
	// It is an answer in an answer.
	if (names.length === 1 && names[0] === 'data') return false;
	const { identifier = 'id', simplifiedFields = names, fields = simplifiedFields } = shape ?? {};
	if (fields.includes(identifier)) return text(row[identifier]) !== undefined;
	return fields.some((name) => holdsSomething(get(row, name)));
}

interface Asking {
	readonly context: Pick<IExecuteFunctions, 'getNode'>;
	readonly itemIndex: number;
}

/** Returns the error for a write whose answer does not say whether it was done. */
export function unsaidError({ context, itemIndex }: Asking, request: ApiRequest): NodeApiError {
	return toNodeApiError(context.getNode(), classify({ status: 200, body: {}, request }), itemIndex);
}

const NEEDED =
	'The operation needs this answer to go on. Check the Base URL in the credential, and any proxy or gateway on the way';

/** Returns the error for an answer that an operation needs in order to go on, and cannot read. It holds the answer. */
export function unknownForm(
	{ context, itemIndex }: Asking,
	body: unknown,
	message = UNKNOWN,
	advice = NEEDED,
): NodeApiError {
	const description = `${advice}. With On Error set to Continue, details.answer has the answer as it is`;
	const failure: Failure = {
		kind: 'unsaid',
		status: 200,
		message,
		description,
		problems: [],
		notSent: false,
		unsure: false,
	};
	const error = toNodeApiError(context.getNode(), failure, itemIndex);
	// The user may have paid for it.
	if (holdsSomething(body)) addFacts(error, { answer: body as IDataObject });
	return error;
}

/** Returns an answer that an operation cannot read, as the output: as it is, with a hint. */
export function asItIs({ hint, item }: Pick<Call, 'hint' | 'item'>, body: unknown): INodeExecutionData[] {
	hint(UNKNOWN_FORM);
	return [item(isObject(body) ? body : { value: body })];
}
