/** This file publishes a thread: each Post answers the one before. https://docs.x.com/x-api/posts/create-post */
import { difference, groupBy } from 'lodash';
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { addAdvice, addFacts, isNodeError } from '../../shared/errors';
import { endsQuietly } from '../../shared/engine/maxCost';
import { broken, type BatchCall, type Call } from '../../shared/operation/operation';
import { itemNames } from '../../shared/report/wording';
import { CancelledError } from '../../shared/util/wait';
import { uploadFiles } from './filesFromInput';
import { postAddress } from '../../shared/model/postAddress';
import { publishPost } from './publishPost';
import { writtenPosts, type ThreadValues, type WrittenPost } from './threadForm';
import { threadTexts } from './threadText';

type ThreadCall = Call<ThreadValues>;

interface PreparedPost {
	readonly call: ThreadCall;
	readonly text: string;
	/** The user's Post; its attachment goes with the first part of its text. */
	readonly post: WrittenPost | undefined;
}

/** Reads the place of a thread. What is no place must not publish the whole thread once more. */
function placeOf(call: ThreadCall): ThreadPlace {
	const { resumeFrom } = call.options;
	const place = readPlace(resumeFrom);
	if (place) return place;
	const text = `must be the place that an earlier run names, and is "${resumeFrom ?? ''}"`;
	throw call.invalid([broken('resumeFrom', 'pattern', text)]);
}

/** Publishes a thread for each input item, or one for all of them: the first item decides. */
export async function publishThreads(batch: BatchCall<ThreadValues>): Promise<INodeExecutionData[]> {
	const opened = await Promise.all(
		batch.items.map(async (_item, index) => {
			try {
				return { index, call: await batch.call(index) };
			} catch (error) {
				return { index, error };
			}
		}),
	);
	const output: INodeExecutionData[] = [];
	const failed = opened.filter((each) => 'error' in each);
	const calls = opened.flatMap(({ call }) => call ?? []);
	const isOne = calls.some(({ values }) => values.threadFrom === 'items');
	for (const { index, error } of failed) output.push(batch.fail(error, index));
	if (isOne && failed.length > 0) {
		// A thread with a gap is worse than none.
		const message = 'Nothing of the thread was published: another item of it is not valid';
		for (const { itemIndex, context } of calls)
			output.push(batch.fail(new NodeOperationError(context.getNode(), message, { itemIndex }), itemIndex));
		return output;
	}
	const mixedUp = isOne ? [] : ofOnePlace(calls);
	for (const call of mixedUp)
		output.push(batch.fail(call.invalid([broken('resumeFrom', 'single', ONE_PLACE)]), call.itemIndex));
	for (const thread of isOne ? [calls] : difference(calls, mixedUp).map((call) => [call])) {
		const [{ itemIndex } = { itemIndex: 0 }] = thread;
		if (!batch.wanted.includes(itemIndex)) continue;
		try {
			await publish(thread, output);
			for (const call of thread) batch.settle(call.itemIndex);
		} catch (error) {
			if (!batch.isLeftOut(error, itemIndex)) output.push(batch.fail(error, itemIndex));
		}
	}
	return output;
}

const ONE_PLACE =
	'is the place of one thread, and several items have it: give the whole "resume", or only the item with this place';

/** Threads that have the place of another one, whose Posts they would answer. */
const ofOnePlace = (calls: readonly ThreadCall[]): readonly ThreadCall[] =>
	Object.values(groupBy(calls, ({ options }) => options.resumeFrom ?? ''))
		.filter(([first, second]) => second !== undefined && first?.options.resumeFrom !== undefined)
		.flat();

function partsOf(calls: readonly ThreadCall[], { values }: ThreadCall): PreparedPost[] {
	const written = calls.flatMap((call) => writtenPosts(call.values).map((post) => ({ call, post })));
	const texts = threadTexts(
		written.map(({ post }) => (post.text ?? '').trim()),
		{ max: values.longest ?? 280, isCut: values.longTexts !== 'keep', numbering: values.numbering },
	);
	return written.flatMap(({ call, post }, index) =>
		(texts[index] ?? []).map((text, place) => ({ call, text, post: place === 0 ? post : undefined })),
	);
}

/** Publishes the rest of a thread. Long because every step moves the place at which it is resumed. */
async function publish(calls: readonly ThreadCall[], output: INodeExecutionData[]): Promise<void> {
	const [first] = calls;
	if (!first) return;
	const parts = partsOf(calls, first);
	let place = placeOf(first);
	if (place.count > parts.length)
		throw first.invalid([
			broken('resumeFrom', 'maximum', `is behind the end: the thread has ${parts.length} Posts now`),
		]);
	const published: string[] = [];
	try {
		// All files are uploaded before anyone can see the first Post.
		const media = await uploadAll(parts.slice(place.count));
		for (const part of parts.slice(place.count)) {
			const before = place.lastId;
			const { id, text } = await send(calls, part, media.get(part), before);
			place = { count: place.count + 1, lastId: id };
			published.push(id);
			first.reached(writePlace(place), place.count);
			const position = { position: place.count, of: parts.length };
			const answers = before !== undefined && { in_reply_to: before };
			output.push(part.call.item({ id, text, ...position, ...answers, url: postAddress(id) }));
		}
	} catch (error) {
		throw withPlace(error, place, published, parts.length, first);
	}
}

async function uploadAll(parts: readonly PreparedPost[]) {
	const media = new Map<PreparedPost, readonly string[]>();
	for (const part of parts)
		if (part.post?.attachment === 'file')
			media.set(
				part,
				await uploadFiles(part.call, part.post.binaryProperty ?? [], 'tweet', part.post.altText),
			);
	return media;
}

/** Sends a Post. The connection of the first item has them all, so that the place of the thread is in one hand. */
async function send(
	calls: readonly ThreadCall[],
	{ call, text, post }: PreparedPost,
	uploaded: readonly string[] | undefined,
	previous: string | undefined,
): Promise<{ id: string; text: string }> {
	const mediaIds = post?.attachment === 'media' ? post.media_ids : uploaded;
	const poll =
		post?.attachment === 'poll'
			? { options: post.pollOptions ?? [], duration_minutes: post.pollMinutes ?? 1440 }
			: undefined;
	const { reply_settings: replySettings } = call.values;
	const shared = calls.length > 1 && { items: calls.map(({ itemIndex }) => itemIndex) };
	return await publishPost(calls[0] ?? call, { text, mediaIds, poll, previous, replySettings, ...shared });
}

/** Adds the published Posts, and the place to continue, to the error. */
function withPlace(
	error: unknown,
	place: ThreadPlace,
	published: readonly string[],
	total: number,
	{ context, itemIndex, options, values, left }: ThreadCall,
): unknown {
	const { from, unsure } = left();
	if (error instanceof CancelledError || from === undefined) return error;
	if (endsQuietly(error, options.endsQuietly)) return error;
	const known = isNodeError(error)
		? error
		: new NodeOperationError(context.getNode(), error as Error, { itemIndex });
	const which = published.length > 0 ? ` (${published.join(', ')} in this run)` : '';
	const isOneOfSeveral = values.threadFrom === 'list' && context.getInputData().length > 1;
	const withItsItem = isOneOfSeveral ? `, with ${itemNames([itemIndex])} as the only input` : '';
	addAdvice(
		known,
		`${place.count} of ${total} Posts stand${which}`,
		unsure === undefined ? '' : 'Whether the next one stands is not known: it will be looked up',
		`To resume, set Options → Resume From to ${from} and change nothing else${withItsItem}`,
	);
	addFacts(known, { published: [...published], lastId: place.lastId });
	return known;
}

interface ThreadPlace {
	/** Posts that were certainly published. */
	readonly count: number;
	readonly lastId: string | undefined;
}

const writePlace = ({ count, lastId = '' }: ThreadPlace): string | undefined =>
	count === 0 ? undefined : `${count}@${lastId}`;

/** Reads a place; without a text, the start of the thread. Is undefined for any other text. */
function readPlace(text: string | undefined): ThreadPlace | undefined {
	if (text === undefined) return { count: 0, lastId: undefined };
	const [whole, count = '0', lastId = ''] = /^(\d{1,4})@(\d{0,19})$/.exec(text) ?? [];
	return whole === undefined ? undefined : { count: Number(count), lastId: lastId || undefined };
}
