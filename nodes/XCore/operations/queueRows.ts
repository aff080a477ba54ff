/** This file reads rows of a table as a queue, and writes their outcomes into the same rows. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { exactDate } from '../../shared/fields';
import { broken, type BrokenRule } from '../../shared/operation/operation';
import { asText, isBlank } from '../../shared/util/text';
import { postAddress } from '../../shared/model/postAddress';
import type { QueuedRow, RowOutcome } from './queue';
import { mediaIds, type QueueValues } from './queueForm';
import { threadTexts } from './threadText';

export const columnsOf = (values: QueueValues) => ({
	text: values.textColumn,
	time: values.timeColumn,
	link: values.linkColumn ?? 'link',
	media: values.mediaColumn ?? 'media_ids',
	status: values.statusColumn ?? 'status',
	reason: values.reasonColumn ?? 'reason',
	until: values.untilColumn ?? 'wait_until',
});

export type Columns = ReturnType<typeof columnsOf>;

/** Lists missing columns that every publication needs. A table whose column was renamed must not publish again. */
export function* missingColumns(
	{ text, time, link }: Columns,
	items: readonly INodeExecutionData[],
): Generator<BrokenRule<keyof QueueValues>> {
	const present = new Set(items.flatMap(({ json }) => Object.keys(json)));
	const fields = [
		['textColumn', text],
		['timeColumn', time],
		['linkColumn', link],
	] as const;
	for (const [field, name] of fields)
		if (!present.has(name))
			yield broken(
				field,
				'unknown',
				`is "${name}", and no row has such a column: the columns are ${[...present].join(', ')}`,
			);
}

export interface PostRow extends QueuedRow {
	readonly mediaIds: readonly string[];
	readonly hasFiles: boolean;
}

/** A row that was read: it was done before, it has an outcome already, or it is part of the queue. */
export type ReadRow =
	| { readonly done: true; readonly id: string | undefined }
	| { readonly done: false; readonly outcome: RowOutcome }
	| { readonly done: false; readonly outcome?: undefined; readonly row: PostRow };

/** Reads a row. */
export function readRow(
	item: INodeExecutionData,
	index: number,
	values: QueueValues,
	timezone: string,
): ReadRow {
	const columns = columnsOf(values);
	const cell = (name: string): unknown => item.json[name];
	const link = asText(cell(columns.link)).trim();
	const ownStatus = asText(cell(columns.status)).trim();
	const status = ownStatus.toLowerCase();
	const id = postIn(link);
	if (id !== undefined || status === 'refused' || status === 'published') return { done: true, id };
	if (link !== '') {
		const reason = `is not published, because "${columns.link}" has "${link}", which is no link to a Post: empty it`;
		return { done: false, outcome: { status: 'waiting', reason } };
	}
	if (status !== '' && status !== 'waiting') {
		const reason = `is not published, because its status is "${ownStatus}": empty it, or set it to waiting`;
		return { done: false, outcome: { status: 'waiting', reason, ownStatus } };
	}
	const time = cell(columns.time);
	if (isBlank(typeof time === 'string' ? time.trim() : time))
		return { done: false, outcome: { status: 'waiting', reason: `has no time in "${columns.time}"` } };
	try {
		const due = Date.parse(exactDate().encode(time, { timezone }) ?? '');
		const texts = textsOf(cell(columns.text), values);
		const media = mediaIds.encode(cell(columns.media), { timezone }) ?? [];
		const names = values.attachFiles === 'never' ? [] : (values.binaryProperty ?? []);
		const hasFiles = names.some((name) => item.binary?.[name] !== undefined);
		if (values.attachFiles === 'always' && !hasFiles) throw new Error(`has no file in ${names.join(', ')}`);
		if (hasFiles && media.length > 0) throw new Error('has both files and media IDs');
		return { done: false, row: { index, due, texts, mediaIds: media, hasFiles } };
	} catch (error) {
		return { done: false, outcome: { status: 'refused', reason: (error as Error).message, ids: [] } };
	}
}

/** The Post that a link names, also one that was copied from X with what follows its ID. */
const postIn = (link: string): string | undefined =>
	/\/status(?:es)?\/(\d{1,19})(?!\d)/.exec(link)?.[1] ?? /(\d{1,19})\/?$/.exec(link)?.[1];

/** The Posts of a row. A Post without a text cannot be found again after an interruption. */
function textsOf(cell: unknown, { longTexts, numbering, longest = 280 }: QueueValues): readonly string[] {
	const hasObject = [cell].flat().some((part) => typeof part === 'object' && part !== null);
	if (hasObject) throw new Error('has an object in place of a text');
	const parts = Array.isArray(cell) ? cell.map(asText) : asText(cell).split(/^[^\S\n]*---[^\S\n]*$/m);
	const written = parts.map((part) => part.trim());
	if (written.some((part) => part === ''))
		throw new Error(written.length > 1 ? 'has an empty Post in its thread' : 'has no text');
	const rules = { max: longest, isCut: longTexts !== 'keep' };
	const texts = threadTexts(written, { ...rules, numbering: 'none' }).flat();
	return texts.length > 1 && numbering !== 'none'
		? threadTexts(written, { ...rules, numbering }).flat()
		: texts;
}

/** Writes the row as it leaves the node: its own columns, with what became of it. */
export function writtenRow(json: IDataObject, columns: Columns, outcome: RowOutcome): IDataObject {
	const id = outcome.status === 'waiting' ? undefined : outcome.ids[0];
	return {
		...json,
		// Without a link the cell stays as it is: to filters of tables, null is not an empty text.
		...(id !== undefined && { [columns.link]: postAddress(id) }),
		...(!isHeld(outcome) && { [columns.status]: outcome.status }),
		[columns.reason]: reasonOf(outcome),
		[columns.until]:
			outcome.status === 'waiting' && outcome.until !== undefined
				? new Date(outcome.until).toISOString()
				: '',
	};
}

/** Checks whether a row waits because its user gave it a status of their own, such as "draft". */
export const isHeld = (outcome: RowOutcome): outcome is RowOutcome & { readonly ownStatus: string } =>
	outcome.status === 'waiting' && outcome.ownStatus !== undefined;

function reasonOf(outcome: RowOutcome): string {
	if (outcome.status !== 'published') return outcome.reason;
	return outcome.found ? `was found on X, published ${new Date(outcome.at).toISOString()}` : '';
}
