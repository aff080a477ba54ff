/**
 * Sends input items as conversions, up to 500 in a request. X accepts or rejects a request as a whole, so valid
 * conversions of a rejected request are sent again without the others. The conversion ID keeps X from counting one
 * twice: https://docs.x.com/x-ads-api/measurement/web-conversions
 */
import { writes, adsResource } from '../../shared/ads/children';
import { op, type BatchCall, type Call } from '../../shared/operation/operation';
import {
	checkConversion,
	conversionFields,
	warnConversion,
	pixelOf,
	type ConversionValues,
	isName,
} from '../conversions/fields';
import { chunk, get, groupBy, omitBy } from 'lodash';
import { NodeApiError, NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import {
	inOrder,
	ownFailure,
	RejectedWithBatchError,
	wholeFailure,
	type ItemOutcome,
} from '../../shared/ads/batch/results';
import { sha256 } from '../../shared/ads/identifiers';
import { fillPath } from '../../shared/engine/request';
import { failureOf, type Problem } from '../../shared/errors';
import type { ApiRequest } from '../../shared/http/connection';
import { itemNames, itemsWere, counted } from '../../shared/report/wording';
import { asText } from '../../shared/util/text';

const MOST = 500;
const MOST_TRIES = 40;

type ConversionCall = Call<ConversionValues>;

interface ItemConversion {
	readonly call: ConversionCall;
	readonly conversion: Conversion;
}

async function sendConversions(batch: BatchCall<ConversionValues>): Promise<INodeExecutionData[]> {
	const outcomes = new Map<number, ItemOutcome>();
	const entries: ItemConversion[] = [];
	for (const itemIndex of batch.wanted) {
		try {
			const call = await batch.call(itemIndex);
			entries.push({ call, conversion: conversionOf(call.values) });
		} catch (error) {
			// Without Continue On Fail the first problem throws, and nothing has been sent yet.
			outcomes.set(itemIndex, { items: [batch.fail(error, itemIndex)] });
		}
	}
	warnOfRepetitions(entries);
	const byPixel = Object.values(
		groupBy(entries, ({ call }) => `${call.api.account}${requestFor(call).path}`),
	);
	const goesOn = batch.goesOn();
	for (const members of byPixel.flatMap((some) => chunk(some, MOST))) {
		const isSent = await new ConversionRequest(outcomes, goesOn).send(members);
		if (!isSent && !goesOn) break;
	}
	return inOrder(batch, outcomes);
}

/** X counts conversions with the same ID once, so items without an ID that equal an earlier one get a hint. */
function warnOfRepetitions(entries: readonly ItemConversion[]): void {
	const first = new Map<string, number>();
	for (const { call, conversion } of entries) {
		if (call.values.conversion_id !== undefined) continue;
		const known = first.get(conversion.conversion_id);
		if (known === undefined) first.set(conversion.conversion_id, call.itemIndex);
		else
			call.hint(
				`It is the same as ${itemNames([known])} in everything, so X counts both once. Where they are two conversions, give them a Conversion ID.`,
			);
	}
}

class ConversionRequest {
	private tries = MOST_TRIES;

	constructor(
		private readonly outcomes: Map<number, ItemOutcome>,
		private readonly goesOn: boolean,
	) {}

	async send(members: readonly ItemConversion[]): Promise<boolean> {
		const [first] = members;
		if (!first) return true;
		const { api } = first.call;
		const body = { conversions: members.map(({ conversion }) => conversion) };
		try {
			// The conversion ID makes a repetition harmless, so the request is repeated after connection faults.
			const items = members.map(({ call }) => call.itemIndex);
			const request: ApiRequest = { ...requestFor(first.call), body, items, idempotent: true };
			const answer = await api.send(request);
			return this.taken(members, answer.body);
		} catch (error) {
			await this.refused(members, error);
			return false;
		}
	}

	/** Records the results of a successful request, whose answer may contain errors. */
	private taken(members: readonly ItemConversion[], body: unknown): boolean {
		const problems = (get(body, 'errors') ?? []) as readonly Problem[];
		const wrong = blamed(members, problems);
		const processed: unknown = get(body, 'data.conversions_processed');
		if (typeof processed !== 'number' || typeof get(body, 'data.debug_id') !== 'string')
			members[0]?.call.hint(
				`X took a request of ${counted(members.length, 'conversion')}, and its answer lacks how many it processed, or the debug ID to ask about them`,
			);
		const unnamed = problems.length > 0 && wrong.size === 0;
		for (const [place, { call, conversion }] of members.entries()) {
			const own = wrong.get(place);
			if (own)
				this.outcomes.set(call.itemIndex, { error: ownFailure(call, undefined, own, conversionFields) });
			else if (processed === 0 || unnamed)
				this.outcomes.set(call.itemIndex, { error: notCounted(call, problems) });
			else this.outcomes.set(call.itemIndex, { items: [resultOf(call, conversion, body)] });
		}
		if (typeof processed === 'number' && processed > 0 && processed < members.length - wrong.size)
			members[0]?.call.hint(
				`X says that it processed ${processed} of ${members.length} conversions of a request, and not which`,
			);
		return wrong.size === 0 && processed !== 0 && !unnamed;
	}

	private async refused(members: readonly ItemConversion[], error: unknown): Promise<void> {
		const isAboutValues = isRefusal(error);
		const wrong = blamed(members, (isAboutValues && failureOf(error)?.problems) || []);
		const failed = members.filter((_, place) => wrong.has(place));
		for (const [place, { call }] of members.entries()) {
			const own = wrong.get(place);
			this.outcomes.set(call.itemIndex, {
				error: own
					? ownFailure(call, error, own, conversionFields)
					: failed.length === 0
						? wholeFailure(call, error)
						: notSent(call, failed),
			});
		}
		const rest = members.filter((_, place) => !wrong.has(place));
		if (!this.goesOn || rest.length === 0 || !isAboutValues) return;
		if (rest.length < members.length) await this.send(rest);
		else await this.divide(members);
	}

	/** The refusal does not say which conversion is invalid, so each half of the request is sent on its own. */
	private async divide(members: readonly ItemConversion[]): Promise<void> {
		if (members.length === 1 || this.tries < 2) return;
		this.tries -= 2;
		for (const half of chunk(members, Math.ceil(members.length / 2))) await this.send(half);
	}
}

function requestFor(call: ConversionCall): ApiRequest {
	const request = call.request();
	return { ...request, path: fillPath(request.template ?? request.path, { pixel_id: pixelOf(call.values) }) };
}

const isRefusal = (error: unknown): boolean =>
	error instanceof NodeApiError && (error.httpCode === '400' || isAboutEvent(error));

/** X answers with 404 for an event of another account, and names the event. */
const isAboutEvent = (error: NodeApiError): boolean =>
	error.httpCode === '404' && /event_id \(/.test(JSON.stringify(failureOf(error)?.problems));

const resultOf = (call: ConversionCall, conversion: Conversion, body: unknown): INodeExecutionData =>
	call.item({
		success: true,
		conversion_id: conversion.conversion_id,
		event_id: conversion.event_id ?? conversion.event_name,
		conversion_time: conversion.conversion_time,
		debug_id: get(body, 'data.debug_id') ?? null,
	});

function notSent({ context, itemIndex }: ConversionCall, failed: readonly ItemConversion[]): unknown {
	return new RejectedWithBatchError(
		context.getNode(),
		`Not counted: ${itemsWere(failed.map(({ call }) => call.itemIndex))} refused, in the same request`,
		{
			itemIndex,
			description:
				'X takes a request as a whole. Correct what was refused and run again, or let the node continue on fail: then the rest is sent without it.',
		},
	);
}

function notCounted({ context, itemIndex }: ConversionCall, problems: readonly Problem[]): unknown {
	const said = problems.map(({ message }) => message).filter(Boolean);
	return new NodeOperationError(context.getNode(), 'X did not count this conversion', {
		itemIndex,
		description:
			said.length > 0
				? `X says: ${said.join('; ')}`
				: 'It accepted the request and processed none of its conversions. Check event and pixel.',
	});
}

/** X's messages repeat the invalid value, as in `hashed_email (abc) is not a valid SHA-256 hash`. */
const QUOTED = [/\(([^()]+)\)/, /\bgot[: ]+"?([^"]+?)"?\.?$/i];

const saidBy = ({ message, detail }: Problem): string => asText(message ?? detail);

const valueIn = (problem: Problem): string | undefined =>
	[asText(problem.value), ...QUOTED.map((pattern) => pattern.exec(saidBy(problem))?.[1]?.trim())].find(
		Boolean,
	);

function* leaves(value: unknown): Generator<string> {
	if (typeof value !== 'object' || value === null) yield asText(value);
	else for (const inner of Object.values(value)) yield* leaves(inner);
}

/**
 * Finds the problems of each conversion in a refused request, by its position. X refuses a whole request for one invalid
 * conversion and does not say which one.
 */
function blamed(request: readonly { readonly conversion: object }[], problems: readonly Problem[]) {
	const found = new Map<number, Problem[]>();
	const values = problems.map(valueIn);
	for (const [place, { conversion }] of request.entries()) {
		const own = new Set(leaves(conversion));
		const about = problems.filter((_, index) => own.has(values[index] ?? '') && values[index] !== undefined);
		if (about.length > 0) found.set(place, about);
	}
	return found;
}

type Conversion = Readonly<Record<string, unknown>> & { readonly conversion_id: string };

const MADE_ID_LENGTH = 32;

/** Returns a conversion as it is sent. */
function conversionOf(values: ConversionValues): Conversion {
	const { event_id: event } = values;
	const said = {
		conversion_time: values.conversion_time,
		[isName(event) ? 'event_name' : 'event_id']: event,
		identifiers: values.identifiers.list,
		value: values.value,
		price_currency: values.price_currency,
		number_items: values.number_items,
		description: values.description,
		event_source_url: values.event_source_url,
		contents: values.contents,
	};
	const known = omitBy(said, (value) => value === undefined);
	return { ...known, conversion_id: values.conversion_id ?? madeId(known) };
}

/** Derives an ID from the contents, so that the same conversion counts once however often it is sent. */
const madeId = (known: object) => sha256(JSON.stringify(known)).slice(0, MADE_ID_LENGTH);

export const conversionResource = adsResource('conversion', 'Conversion', {
	send: op({
		route: 'POST /12/measurement/conversions/{pixel_id}',
		action: 'Send conversions',
		description: 'Report purchases and other conversions to X, 500 input items in one request',
		auth: { kinds: ['pixelToken', ...writes.kinds], scopes: writes.scopes, initial: 'pixelToken' },
		fields: conversionFields,
		check: checkConversion,
		warn: warnConversion,
		runAll: sendConversions,
		resumes: 'items',
	}),
});
