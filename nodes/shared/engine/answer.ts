/** Sends requests and turns the answers into output items, including the errors that X reports inside a success. */
import { get } from 'lodash';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ZodError } from 'zod';
import { classify, leftOut, partialErrors, toNodeApiError } from '../errors';
import { holdsSomething, isGuessed, refusedFlag } from '../http/confirmed';
import type { ApiRequest, ApiResponse } from '../http/connection';
import type { Call, Operation, Paging, FileFormat } from '../operation/operation';
import { title } from '../operation/labels';
import { counted } from '../report/wording';
import { isObject } from '../util/lenient';
import type { Hints, UnfoundFields } from './hints';
import { isEmptyList, isInForm, oddities, UNKNOWN_FORM } from './contract';
import { endsQuietly } from './maxCost';
import { entities, toItems, type OutputChoice } from './output';
import { brokenOff, goOnFrom, hasHiddenPage, nextToken, pages, startingAt } from './paging';
import type { Progress } from './progress';
import type { Resume } from '../operation/resume';
import { pushAll } from '../util/pushAll';
import { asText } from '../util/text';

export interface ItemState extends Pick<
	Call,
	'context' | 'itemIndex' | 'api' | 'values' | 'options' | 'item'
> {
	readonly operation: Operation;
	readonly choice: OutputChoice;
	readonly hints: Hints;
	readonly progress: Progress;
	readonly unfound: UnfoundFields;
	/** The operation's own `read`, or the answer unchanged. */
	readonly read: (body: unknown) => Promise<unknown>;
}

/**
 * Sends a request, or one for each page, and turns the answers into items.
 *
 * @throws BrokenOffList with the items of the earlier pages, if a later page fails.
 */
export async function sendAndOutput(state: ItemState, request: ApiRequest): Promise<INodeExecutionData[]> {
	const { api, operation } = state;
	if (!operation.paging) {
		const { body } = await api.send(request);
		const isRefused = sayRefusal(state, request, body);
		const items = toOutputItems(state, await readOr(state, body));
		return isRefused && operation.result?.deleted
			? items.map(({ json, ...rest }) => ({ ...rest, json: { ...json, deleted: false } }))
			: items;
	}
	return await readList(state, request, operation.paging);
}

async function readList(
	state: ItemState,
	request: ApiRequest,
	paging: Paging,
): Promise<INodeExecutionData[]> {
	const { itemIndex, api, operation, choice, hints, progress } = state;
	const { limit, resumeFrom } = state.options;
	const results = resultsOf(state, title(operation.name).replaceAll(' ', '-').toLowerCase());
	const count = (response: ApiResponse) => entities(operation.result, response.body).length;
	const pageOf = (body: unknown) => operation.page?.(body, state.values) ?? { body, last: false };
	const first = startingAt(request, paging, resumeFrom);
	let next = resumeFrom;
	try {
		for await (const { body } of pages(api, first, paging, limit, count, (each) => pageOf(each).last)) {
			const total: unknown = state.values.with_total_count === true && get(body, 'total_count');
			if (typeof total === 'number') hints.add(itemIndex, `There are ${total.toLocaleString('en')} in total`);
			const page = pageOf(body);
			const items = toOutputItems(state, await readOr(state, page.body));
			const wanted = choice.mode === 'raw' ? Infinity : limit - results.count;
			await results.add(items.slice(0, wanted));
			if (hasHiddenPage(paging, body))
				hints.add(itemIndex, 'X has more results, and documents no way to ask for them: narrow the search');
			if (page.last) next = undefined;
			// Results of a page beyond the limit return only with the whole page.
			else if (items.length <= wanted) next = nextToken(paging, body);
			progress.reached(itemIndex, next, results.count);
			if (page.last) break;
		}
	} catch (error) {
		endList(state, error, results.count > 0 ? await results.end() : [], next, results.count);
		return await results.end();
	}
	return await results.end(progress.ofItem('limit', itemIndex));
}

/**
 * Ends a list before its end: at Max Cost without an error if the user wants that, otherwise with the error.
 *
 * @param next Where it goes on; undefined for its start.
 * @throws BrokenOffList with the items of the earlier pages, or the error itself.
 */
export function endList(
	{ context, itemIndex, options, progress, hints }: ItemState,
	error: unknown,
	output: readonly INodeExecutionData[],
	next: string | undefined,
	came = output.length,
): void {
	if (!endsQuietly(error, options.endsQuietly))
		throw brokenOff(error, { context, itemIndex }, { items: output, came }, next);
	if (next === undefined) throw error;
	progress.leave(itemIndex);
	const count = counted(came, 'item');
	hints.add(itemIndex, `${error.rule} is reached. The list stops after ${count}: ${goOnFrom(next)}`);
}

/** Says that X understood a write and did not do it, if its answer has a flag that says so. */
export function sayRefusal(
	{ hints, itemIndex }: Pick<ItemState, 'hints' | 'itemIndex'>,
	request: ApiRequest,
	body: unknown,
): boolean {
	const flag = refusedFlag(request, body);
	if (isGuessed(request, body)) hints.add(itemIndex, UNKNOWN_FORM);
	if (flag !== undefined)
		hints.add(itemIndex, `X answers that it did not do this (${flag}). Look on X how it stands`);
	return flag !== undefined;
}

/** Returns the items of one answer. Errors inside it are thrown, or shown as a hint. */
export function toOutputItems(state: ItemState, body: unknown): INodeExecutionData[] {
	const { operation, itemIndex, hints, choice, unfound } = state;
	const items: INodeExecutionData[] = [];
	for (const json of itemsOrAnswer(state, body)) items.push(outputItem(json, itemIndex));
	if (choice.mode === 'selectedFields') unfound.note(choice.fields, items);
	const { isList, deleted } = operation.result ?? {};
	const hasNoData = get(body, 'data') === undefined;
	const isNothing = items.length === 0 || (deleted !== undefined && hasNoData);
	// A missing entity is an error if the path names it; a search without results is not.
	const isOfOne = isList !== true || (hasNoData && operation.route.includes('{'));
	sayErrors(state, body, isNothing && isOfOne);
	for (const { to, label = title(to) } of missedInclusions(state, items))
		hints.advise(`Choose Options → Include → ${label} for names`);
	return items;
}

/** Returns an output item with the input item that it comes from. */
export const outputItem = (json: Record<string, unknown>, itemIndex: number): INodeExecutionData => ({
	json: json as IDataObject,
	pairedItem: { item: itemIndex },
});

/** Reads an answer as the operation defines it. An answer that it cannot read stays as it is. */
async function readOr({ read, hints, itemIndex }: ItemState, body: unknown): Promise<unknown> {
	try {
		return await read(body);
	} catch (error) {
		throwOthers(error);
		hints.add(itemIndex, UNKNOWN_FORM);
		return body;
	}
}

/** The items of an answer, or the answer itself as one item if it holds something else than expected. */
function itemsOrAnswer(state: ItemState, body: unknown): Record<string, unknown>[] {
	const { operation, choice, values, hints, itemIndex } = state;
	try {
		const items = toItems(operation.result, body, values, choice);
		if (isUnderstood(operation, body, items)) {
			for (const text of oddities(operation, body, choice.mode === 'raw')) hints.add(itemIndex, text);
			return items;
		}
	} catch (error) {
		throwOthers(error);
	}
	hints.add(itemIndex, UNKNOWN_FORM);
	return [isObject(body) ? body : { value: body }];
}

/** Checks whether items have what an answer is about. Errors inside of it have hints of their own, and a write was checked before. */
function isUnderstood(operation: Operation, body: unknown, items: readonly unknown[]): boolean {
	const { result } = operation;
	if (partialErrors(body).length > 0 || body === undefined) return true;
	const isTaken = result?.items !== undefined || result?.deleted !== undefined;
	if (isTaken && items.length === 0) return isEmptyList(operation, body);
	if (result?.deleted !== undefined) return true;
	return result?.items && items.length > 0 ? items.some(holdsSomething) : isInForm(operation, body);
}

/** Throws what does not come from an answer of a form that the code does not know. */
function throwOthers(error: unknown): void {
	if (!(error instanceof TypeError || error instanceof ZodError)) throw error;
}

/** Expansions that most people want, if the user chose none and the items contain only IDs. */
const missedInclusions = ({ operation, choice, values }: ItemState, items: readonly INodeExecutionData[]) =>
	choice.mode !== 'simplified' || !operation.fields.expansions || values.expansions !== undefined
		? []
		: (operation.result?.shape?.expansions ?? []).filter(
				({ isEssential, from: [path = ''], to }) =>
					isEssential === true && items.some(({ json }) => path in json && !(to in json)),
			);

/**
 * Shows the errors inside a success.
 *
 * @param isNothing Whether the answer contains nothing else.
 * @throws NodeApiError if the answer contains nothing else, or if the user chose to fail on such errors.
 */
export function sayErrors(state: ItemState, body: unknown, isNothing = get(body, 'data') === undefined) {
	const { context, itemIndex, hints, options } = state;
	const problems = partialErrors(body);
	if (problems.length === 0) return;
	if (isNothing || options.failOnPartialErrors)
		throw toNodeApiError(context.getNode(), classify({ status: 200, body: { errors: problems } }), itemIndex);
	hints.add(itemIndex, leftOut(problems));
}

interface Results {
	readonly count: number;
	add(items: readonly INodeExecutionData[]): Promise<void>;
	/**
	 * The output items for what came so far.
	 *
	 * @param resume Where a list goes on that ends at Limit. The last part of a file has it: results have no place for it.
	 */
	end(resume?: Resume): Promise<INodeExecutionData[]>;
}

type Writer = Pick<Call, 'context' | 'item' | 'options'>;

const resultsOf = (writer: Writer, name: string): Results =>
	writer.options.file === undefined ? new ResultItems() : new ResultFile(writer, writer.options.file, name);

class ResultItems implements Results {
	private readonly items: INodeExecutionData[] = [];

	get count(): number {
		return this.items.length;
	}

	async add(items: readonly INodeExecutionData[]): Promise<void> {
		pushAll(this.items, items);
		await Promise.resolve();
	}

	async end(): Promise<INodeExecutionData[]> {
		return await Promise.resolve(this.items);
	}
}

/**
 * A part of a file is given to n8n as soon as it has this many bytes, so that a list of any length needs the memory of
 * one part. The parts in their order are the file.
 */
const PART = 16 * 1024 * 1024;

const TYPES: Readonly<Record<FileFormat, string>> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

class ResultFile implements Results {
	count = 0;
	private readonly parts: INodeExecutionData[] = [];
	private chunks: Buffer[] = [];
	private bytes = 0;
	private inPart = 0;

	constructor(
		private readonly writer: Writer,
		private readonly format: FileFormat,
		private readonly name: string,
	) {
		const { outputFields, resumeFrom } = writer.options;
		// The parts of several runs are one file, which has one line of names.
		if (format === 'csv' && resumeFrom === undefined) this.write(csvLine(outputFields));
	}

	async add(items: readonly INodeExecutionData[]): Promise<void> {
		if (items.length === 0) return;
		this.write(items.map(({ json }) => this.lineOf(json)).join(''));
		this.count += items.length;
		this.inPart += items.length;
		if (this.bytes >= PART) await this.close();
	}

	async end(resume?: Resume): Promise<INodeExecutionData[]> {
		if (this.bytes > 0 || this.parts.length === 0) await this.close();
		const last = this.parts.at(-1);
		if (resume && last) last.json = { ...last.json, resume: { ...resume } };
		return this.parts;
	}

	private lineOf(json: INodeExecutionData['json']): string {
		if (this.format === 'ndjson') return `${JSON.stringify(json)}\n`;
		return csvLine(
			this.writer.options.outputFields.map((name) => json[name] ?? (get(json, name) as unknown)),
		);
	}

	private write(text: string): void {
		const chunk = Buffer.from(text);
		this.chunks.push(chunk);
		this.bytes += chunk.length;
	}

	private async close(): Promise<void> {
		const { context, item } = this.writer;
		const part = this.parts.length + 1;
		const fileName = `${this.name}${part === 1 ? '' : `-${part}`}.${this.format}`;
		const content = Buffer.concat(this.chunks);
		const data = await context.helpers.prepareBinaryData(content, fileName, TYPES[this.format]);
		const json = { fileName, part, results: this.inPart, bytes: this.bytes };
		this.parts.push({ ...item(json), binary: { data } });
		[this.chunks, this.bytes, this.inPart] = [[], 0, 0];
	}
}

/** A line of CSV by RFC 4180 (https://www.rfc-editor.org/rfc/rfc4180): commas, CRLF, quotation marks where needed. */
const csvLine = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\r\n`;

const cell = (value: unknown): string => {
	const text = asText(value);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
