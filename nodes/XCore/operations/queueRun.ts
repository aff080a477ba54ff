/** Publishes the rows of a table that are due. https://docs.x.com/x-api/posts/create-post */
import { compact, uniq } from 'lodash';
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { failureOf } from '../../shared/errors';
import { GuardRefusal } from '../../shared/ledger/refusal';
import { token, type BatchCall, type Call } from '../../shared/operation/operation';
import { DryRunStop } from '../../shared/http/withGuard';
import { xAhead } from '../../shared/http/xClock';
import { queued, remembered } from '../../shared/memory/process';
import { CancelledError, wait } from '../../shared/util/wait';
import { words } from '../../shared/util/text';
import { uploadFiles } from './filesFromInput';
import { ownList, ownPostsIn, type OwnPost } from '../../shared/intent/ownPosts';
import { publishPost } from './publishPost';
import { publishDue, type FailedRow, type Outcomes, type QueueAccount } from './queue';
import { LATE_HOURS, SAME_TEXT_DAYS, type QueueValues } from './queueForm';
import {
	columnsOf,
	isHeld,
	missingColumns,
	readRow,
	writtenRow,
	type PostRow,
	type ReadRow,
} from './queueRows';
import { counted } from '../../shared/report/wording';
import { DAY, HOUR, MINUTE } from '../../shared/util/time';
import { pages } from '../../shared/engine/paging';

/** Runs for the same account follow each other: the next one sees what the one before has published. */
const accounts = queued({ name: 'runs that publish what is due', of: 'account' });
/** Posts that this process has published lately, by account: X may list them with a delay. */
const publishedLately = remembered<OwnPost[]>({ name: 'Posts that were published lately', of: 'account' });
/** The time that X may take to list a Post, with a large margin. */
const LATELY = 15 * MINUTE;

/** Publishes what is due, and returns every row with what became of it. */
export async function publishQueue(batch: BatchCall<QueueValues>): Promise<INodeExecutionData[]> {
	const { items } = batch;
	let first: Call<QueueValues>;
	try {
		first = await batch.call(0);
		const missing = [...missingColumns(columnsOf(first.values), items)];
		if (missing.length > 0) throw first.invalid(missing);
	} catch (error) {
		return items.map((_item, index) => batch.fail(error, index));
	}
	const timezone = first.context.getTimezone();
	const read = items.map((item, index) => readRow(item, index, first.values, timezone));
	const outcomes = await outcomesOf(batch, first, read);
	return written(batch, first, read, outcomes);
}

async function outcomesOf(batch: BatchCall<QueueValues>, first: Call<QueueValues>, read: readonly ReadRow[]) {
	const rows = read.flatMap((each) => ('row' in each ? each.row : []));
	const { pauseMinutes, sameTextDays = SAME_TEXT_DAYS, lateHours = LATE_HOURS } = first.values;
	const rules = {
		pause: pauseMinutes * MINUTE,
		sameText: sameTextDays * DAY,
		late: lateHours * HOUR,
		// Rows are published by X's clock, once it is known.
		now: () => Date.now() + (xAhead(first.api.baseUrl) ?? 0),
	};
	const known = read.flatMap((each) => (each.done && each.id !== undefined ? each.id : []));
	const isDue = rows.some(({ due }) => due <= rules.now());
	const run = async (lately: OwnPost[]) =>
		await publishDue(
			rows,
			rules,
			accountOf(batch, first, new Map(rows.map((row) => [row.index, row]))),
			known,
			lately,
		);
	if (!isDue) return await run([]);
	const account = `${first.api.baseUrl} ${await first.lookup.ownUserId()}`;
	const ahead = (xAhead(first.api.baseUrl) ?? 0) / MINUTE;
	if (Math.abs(ahead) >= 2)
		first.hint(
			`The clock of n8n is ${counted(Math.round(Math.abs(ahead)), 'minute')} ${ahead < 0 ? 'ahead of' : 'behind'} X's, which counts`,
		);
	return await accounts.run(account, async () => {
		const lately = (publishedLately.get(account) ?? []).filter(({ at }) => at > rules.now() - LATELY);
		publishedLately.set(account, lately);
		return await run(lately);
	});
}

function accountOf(
	batch: BatchCall<QueueValues>,
	first: Call<QueueValues>,
	rows: ReadonlyMap<number, PostRow>,
): QueueAccount {
	const signal = first.context.getExecutionCancelSignal();
	return {
		read: async (since) => await readOwnPosts(first, since),
		publish: async ({ index, texts }, part, previous) => {
			const call = await batch.call(index);
			const row = rows.get(index);
			const { binaryProperty = [], reply_settings: replySettings } = call.values;
			const files = binaryProperty.filter((name) => batch.items[index]?.binary?.[name] !== undefined);
			const mediaIds =
				part > 0 || !row
					? []
					: row.hasFiles
						? await uploadFiles(call, files, 'tweet', undefined)
						: row.mediaIds;
			const text = texts[part] ?? '';
			return (await publishPost(call, { text, mediaIds, previous, replySettings })).id;
		},
		explain,
		wait: async (milliseconds) => await wait(milliseconds, signal),
	};
}

const OF_THE_ROW: readonly string[] = ['badRequest', 'conflict', 'forbidden', 'notFound'];

/**
 * Refusals of the app or the account: every row would be refused, and none of them for what it says.
 *
 * - `client-forbidden`, and `client-not-enrolled` as its reason:
 *   https://docs.x.com/x-api/fundamentals/response-codes-and-errors, in X's own repository of that page (xdevplatform/docs,
 *   read on 2026-11-23). It has no numeric codes.
 * - 64 (the account is suspended) and 261 (the app is restricted from writing) are of API v1.1. Public copies of X's old
 *   table of them have both as HTTP 403 (read on 2026-11-23); the table itself could not be read.
 * - 326 (the account is locked until its user signs in): https://twittercommunity.com/t/code-326-how-do-you-deal-with-it/89348
 *   (read on 2026-11-23).
 *
 * No public page says whether v2 sends the three codes, or explains `user-not-enrolled`.
 */
const OF_THE_ACCOUNT = words('client-forbidden client-not-enrolled user-not-enrolled 64 261 326');

function explain(error: unknown): FailedRow {
	if (error instanceof CancelledError) throw error;
	if (error instanceof GuardRefusal) return { kind: 'stopped', reason: error.message };
	if (error instanceof DryRunStop) return { kind: 'shown', reason: error.message };
	if (!(error instanceof Error)) throw error;
	const failure = failureOf(error);
	const reason = error.message;
	if (!failure) {
		if (error instanceof NodeOperationError) return { kind: 'refused', reason };
		throw error;
	}
	if (/duplicate content/i.test(JSON.stringify(failure.problems))) return { kind: 'same', reason };
	if (failure.unsure) return { kind: 'unsure', reason };
	const isOfTheRow = OF_THE_ROW.includes(failure.kind) && !OF_THE_ACCOUNT.includes(failure.code ?? '');
	return { kind: isOfTheRow ? 'refused' : 'stopped', reason };
}

/** The rows in their order. A failure that stopped the run is an error only if nothing was published before it. */
function written(
	batch: BatchCall<QueueValues>,
	first: Call<QueueValues>,
	read: readonly ReadRow[],
	outcomes: Outcomes,
): INodeExecutionData[] {
	const columns = columnsOf(first.values);
	const all = read.map((each, index) => (each.done ? undefined : (each.outcome ?? outcomes.get(index))));
	const hasPublished = all.some((outcome) => outcome?.status === 'published' && !outcome.found);
	const refused = all.filter((outcome) => outcome?.status === 'refused').length;
	if (refused > 0) first.hint(`${rowsWere(refused)} refused: the column "${columns.reason}" says why`);
	const held = all.flatMap((outcome) => (outcome && isHeld(outcome) ? outcome.ownStatus : []));
	if (held.length > 0)
		first.hint(
			`${rowsWere(held.length)} left out, because their status is neither empty nor waiting (${namesOf(held)}): the column "${columns.reason}" says what to do`,
		);
	const stopped = all.flatMap((outcome) => (outcome?.status === 'waiting' ? (outcome.error ?? []) : []));
	if (hasPublished && stopped.length > 0)
		first.hint(
			`${rowsWere(stopped.length)} not published, and wait for the next run: ${(stopped[0] as Error).message}`,
		);
	return batch.items.map((item, index) => {
		const outcome = all[index];
		const json = outcome ? writtenRow(item.json, columns, outcome) : item.json;
		const row = { ...item, json, pairedItem: { item: index } };
		if (hasPublished || outcome?.status !== 'waiting' || outcome.error === undefined) return row;
		return { ...row, json: { ...json, ...batch.fail(outcome.error, index).json } };
	});
}

function namesOf(words: readonly string[]): string {
	const [one, two, three, ...more] = uniq(words);
	return compact([one, two, three, more.length > 0 && `${more.length} more`]).join(', ');
}

const rowsWere = (count: number) => (count === 1 ? '1 row was' : `${count} rows were`);

/** X lists no more than the latest 3,200 Posts of a user. Docs: "the 3200 most recent Posts", read on 2026-11-22. */
const LISTED = 3200;
/** Some of these are counted and not listed, such as deleted ones. */
const NEARLY_ALL = LISTED - 200;

/** Reads the user's own Posts since a moment, in milliseconds. */
async function readOwnPosts({ api, lookup }: Pick<Call, 'api' | 'lookup'>, since: number) {
	const me = await lookup.ownUserId();
	const posts: OwnPost[] = [];
	for await (const { body } of pages(api, ownList(me, since), token(100, 5), Infinity, () => 1))
		posts.push(...ownPostsIn(body, me).filter(({ at }) => !Number.isNaN(at)));
	posts.sort((one, other) => one.at - other.at);
	const [oldest] = posts;
	const isCut = posts.length >= NEARLY_ALL && oldest !== undefined;
	return { posts, from: isCut ? oldest.at : since };
}
