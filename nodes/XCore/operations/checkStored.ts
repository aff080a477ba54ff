/**
 * Compares stored Posts with what X shows. Those who store Posts have to follow what is deleted, protected, withheld
 * or edited: https://docs.x.com/x-api/compliance/streams/introduction (read on 2026-11-22). How edits look:
 * https://docs.x.com/x-api/fundamentals/edit-posts
 */
import { chunk, groupBy, isEmpty, omit, uniq } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { partialErrors, type Problem } from '../../shared/errors';
import { post } from '../../shared/core/locators';
import { holdsAnswer, unknownForm } from '../../shared/engine/contract';
import { formOnly, ids, options, text } from '../../shared/fields';
import type { ApiRequest } from '../../shared/http/connection';
import { unescape } from '../../shared/model/escapedText';
import { normalizeTweetKeys } from '../../shared/model/tweetNaming';
import type { BatchCall, Call, Field, ValuesOf } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';

/** A column of a table may be empty in some of its rows. */
const cell = <T>(field: Field<T>): Field<T> => ({ ...formOnly(field), isCell: () => true });

export const storedFields = {
	id: formOnly(post({ label: 'Stored Post' })),
	...options({
		storedText: cell(
			text({
				placeholder: 'e.g. {{ $json.text }}',
				description: 'The text as it was stored. Another text counts as edited.',
			}),
		),
		storedVersions: cell(
			ids({
				placeholder: 'e.g. {{ $json.edit_history_tweet_ids }}',
				description: 'The edit history as it was stored. A version that is not in it counts as edited.',
			}),
		),
	}),
};

type StoredCall = Call<ValuesOf<typeof storedFields>>;

const AT_ONCE = 100;
const FIELDS = ['edit_history_tweet_ids', 'note_tweet', 'withheld'];

const shownId = z.union([z.string(), z.number().transform(String)]);
const shownSchema = z.object({
	id: shownId,
	text: z.string().optional().catch(undefined),
	note_tweet: z.object({ text: z.string() }).optional().catch(undefined),
	edit_history_tweet_ids: z.array(shownId).optional().catch(undefined),
	withheld: z
		.object({ country_codes: z.array(z.string()) })
		.optional()
		.catch(undefined),
});
type Shown = z.infer<typeof shownSchema>;

/** Problems that say that X no longer shows a Post; any other one says nothing about it. */
const GONE: Readonly<Record<string, string>> = {
	'disallowed-resource': 'X does not show it',
	'not-authorized-for-resource': 'protected, or of an account that blocks this one',
	'resource-not-found': 'deleted, or of an account that was deleted',
	'resource-unavailable': 'of an account that was suspended',
};

/** The state of a stored Post on X. Nothing may be deleted because of `unknown`. */
interface Finding extends Record<string, unknown> {
	readonly status: 'same' | 'edited' | 'gone' | 'unknown';
	readonly reason?: string;
}

/** Checks the Posts of all input items, up to 100 with a request. */
export async function checkStored(batch: BatchCall<ValuesOf<typeof storedFields>>) {
	const output: INodeExecutionData[][] = [];
	const calls: StoredCall[] = [];
	for (const itemIndex of batch.wanted)
		try {
			calls.push(await batch.call(itemIndex));
		} catch (error) {
			output[itemIndex] = [batch.fail(error, itemIndex)];
		}
	const byId = groupBy(calls, ({ values }) => values.id);
	// The keys of an object that are small numbers come first: the order is that of the items.
	const ids = uniq(calls.map(({ values }) => values.id));
	for (const some of chunk(ids, AT_ONCE)) {
		const asking = some.flatMap((id) => byId[id] ?? []);
		try {
			const found = await lookUp(asking);
			for (const call of asking) {
				const { id } = call.values;
				output[call.itemIndex] = [call.item({ id, ...found(call) })];
				batch.settle(call.itemIndex);
			}
		} catch (error) {
			for (const { itemIndex } of asking)
				output[itemIndex] = batch.isLeftOut(error, itemIndex) ? [] : [batch.fail(error, itemIndex)];
		}
	}
	return output.flat();
}

async function lookUp(calls: readonly StoredCall[]): Promise<(call: StoredCall) => Finding> {
	const ids = new Set(calls.map(({ values }) => values.id));
	const request: ApiRequest = {
		method: 'GET',
		path: '/2/tweets',
		query: [
			['ids', [...ids].join()],
			['tweet.fields', FIELDS.join()],
		],
		ownChoices: { 'tweet.fields': FIELDS.map((value) => ({ value })) },
	};
	const { body } = (await calls[0]?.api.send(request)) ?? {};
	const data: unknown = (normalizeTweetKeys(body) as { data?: unknown } | undefined)?.data;
	const posts = new Map(
		[data].flat().flatMap((entry) => {
			const { data: read } = shownSchema.safeParse(entry);
			return read ? [[read.id, read] as const] : [];
		}),
	);
	const problems = groupBy(partialErrors(body), (each) => asText(each.value) || asText(each.resource_id));
	const [first] = calls;
	first?.sayErrors({ data, errors: Object.values(omit(problems, [...ids])).flat() });
	if (first && posts.size === 0 && isEmpty(problems) && holdsAnswer(body)) throw unknownForm(first, body);
	return ({ values }) => {
		const shown = posts.get(values.id);
		return shown ? compared(shown, values) : notShown(problems[values.id]?.at(-1));
	};
}

function verdict(isNewer: boolean, isOther: boolean, hasText: boolean): Pick<Finding, 'status' | 'reason'> {
	if (isNewer) return { status: 'edited', reason: 'there is a newer version' };
	if (!isOther) return { status: 'same' };
	return hasText
		? { status: 'edited', reason: 'the text is another one' }
		: { status: 'unknown', reason: 'X showed it without its text: check it again' };
}

/** Normalization and escapes are no edit. */
const bare = (written: string) => unescape(written).normalize('NFC').trim();

function compared(shown: Shown, { id, storedText, storedVersions }: ValuesOf<typeof storedFields>): Finding {
	const { edit_history_tweet_ids: versions = [id], withheld, note_tweet: note } = shown;
	const text = note?.text ?? shown.text;
	const written = text === undefined ? undefined : unescape(text);
	const known = new Set([id, ...(storedVersions ?? [])]);
	const latest = versions.at(-1) ?? id;
	const isNewer = !known.has(latest);
	const isOther =
		storedText !== undefined &&
		![written, shown.text].some((each) => each !== undefined && bare(each) === bare(storedText));
	return {
		...verdict(isNewer, isOther, written !== undefined),
		latestId: latest,
		...(written !== undefined && { text: written }),
		...(withheld && { withheldIn: withheld.country_codes }),
	};
}

function notShown(problem: Problem | undefined): Finding {
	if (!problem) return { status: 'unknown', reason: 'X said nothing about it: check it again' };
	const said = [problem.detail, problem.title].find((each) => typeof each === 'string');
	const why = GONE[asText(problem.type).split('/').at(-1) ?? ''];
	const reason = [why, said].filter(Boolean).join(': ');
	return { status: why === undefined ? 'unknown' : 'gone', reason };
}
