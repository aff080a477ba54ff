/** Collects the results of products for the output. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { errorJson } from '../../shared/engine/errorJson';
import { doubtsAbout } from '../product/validate';
import { adviceOn, kindOf, type AdviceContext } from './advice';
import { sentenceOf, labelOf, type ProductProblem, type FieldName, type Product } from '../product/fields';
import type { Change } from '../prepare/settings';
import { asText } from '../../shared/util/text';
import type { Decision } from '../sync/plan';
import {
	describeLocation,
	describeRow,
	location,
	sentenceOfChange,
	type ProductSource,
	type InputPosition,
	type InputRow,
	type InputPlace,
} from '../input/productSource';
import { Tally } from '../../shared/report/tally';

/** The results that become items: all, all but unchanged products, a table of a dry run, or only a summary. */
export type ReportMode = 'all' | 'changes' | 'preview' | 'summary';

export interface ProductResult {
	readonly id: string;
	readonly action: 'created' | 'updated' | 'unchanged' | 'deleted' | 'failed' | 'skipped' | 'held';
	/** The status that X reports, if the product was sent. */
	readonly status?: string;
	readonly productKey?: string;
	readonly warnings?: readonly string[];
	readonly errors?: readonly string[];
	readonly changes?: readonly string[];
	readonly cleanedUp?: readonly Change[];
}

type ResultCounts = Record<ProductResult['action'], number>;

const LISTED_FAILURES = 100;

/** The most values that a summary lists because they are held, and that its text names. */
const LISTED_HELD = 100;
const NAMED_HELD = 10;

const heldText = ({ field, from, to, why }: IDataObject) =>
	asText(why) ||
	`${labelOf(asText(field))} ${from === undefined ? '' : `${asText(from) || '(empty)'} `}→ ${asText(to) || '(empty)'}`;

const heldLine = (held: IDataObject): string => `${asText(held.id)}: ${heldText(held)}`;

const NAMED_DOUBTS = 5;

/** Counts results, and keeps those that the mode asks for. */
export class Report {
	readonly counts: ResultCounts = Object.assign(
		{ created: 0, updated: 0, unchanged: 0, deleted: 0 },
		{ failed: 0, skipped: 0, held: 0 },
	);
	/** The first values that stay as they are in the catalog. */
	readonly held: IDataObject[] = [];
	private moreHeld = 0;
	readonly failures: IDataObject[] = [];
	/** How many products were sent when X's limit was reached, and when the next window began. */
	readonly windows: IDataObject[] = [];
	/** Products that were sent although a value looks wrong: how many, and the first ones in words. */
	readonly doubtful = { count: 0, examples: new Array<string>() };
	/** The table of a dry run, in the mode `preview`. */
	readonly preview: Preview | undefined;
	readonly problems = new Tally();
	private readonly kept: { ordinal: number; item: INodeExecutionData }[] = [];

	/**
	 * @param mode The results that become items.
	 * @param separateErrors Whether failures go to a separate output.
	 * @param source What advice on its products depends on.
	 */
	constructor(
		private readonly mode: ReportMode,
		private readonly separateErrors: boolean,
		private readonly source: AdviceContext = { linkPattern: '', cleanUp: [], unknownColumns: new Set() },
	) {
		if (mode === 'preview') this.preview = new Preview();
	}

	get isSummary(): boolean {
		return this.mode === 'summary';
	}

	add(result: ProductResult, row: InputPosition): void {
		this.counts[result.action]++;
		if (result.action === 'failed' && this.failures.length < LISTED_FAILURES)
			this.failures.push({ ...location(row), id: result.id, errors: [...(result.errors ?? [])] });
		if (result.action === 'failed')
			for (const error of result.errors ?? [])
				this.problems.add(kindOf(error), () => `${describeLocation(row)} (${result.id}): ${error}`);
		if (result.action === 'deleted')
			this.preview?.keep('delete', { itemIndex: row.itemIndex }, 'Not in the input', { id: result.id });
		const namesNone = this.isSummary || this.preview !== undefined;
		if (namesNone || (this.mode === 'changes' && result.action === 'unchanged')) return;
		const whole = toJson(result, row.line);
		const json =
			this.separateErrors && result.action === 'failed'
				? errorJson(result.errors?.join('; ') ?? '', whole)
				: whole;
		this.kept.push({ ordinal: row.ordinal, item: { json, pairedItem: { item: row.itemIndex } } });
	}

	addInvalid(row: InputRow, problems: readonly ProductProblem[], status?: string): void {
		const errors = problems.map(sentenceOf);
		const id = row.product.id ?? '';
		this.preview?.keep('refused', row, errors.join('; '), { ...row.product });
		for (const problem of problems)
			this.problems.advise(kindOf(sentenceOf(problem)), adviceOn(problem, this.source));
		this.add({ id, action: 'failed', errors, ...(status !== undefined && { status }) }, row);
	}

	/** Adds a product that stays as it is, or is not created, until a person has looked. */
	hold(row: InputRow, decision: Extract<Decision, { action: 'held' }>): void {
		const { id = '' } = row.product;
		const why = decision.isRepeated
			? 'Rows with this ID differ'
			: decision.current === undefined && decision.held.length === 0
				? 'New, from a column that is doubtful tonight'
				: '';
		if (why !== '') this.note({ id, why });
		const fields = this.holdFields(row, decision);
		const warnings = [`Held: ${why === '' ? fields.join('; ') : why}`];
		this.preview?.keep('held', row, warnings.join('; '), { ...row.product });
		this.add({ id, action: 'held', warnings }, row);
	}

	/** Notes the values of a product that stay as they are in the catalog, and returns them in words. */
	holdFields(
		{ product }: InputRow,
		{ held, current }: { readonly held: readonly FieldName[]; readonly current?: Product },
	): string[] {
		return held.map((field) => {
			const from = current === undefined ? undefined : (current[field] ?? '');
			const to = product[field] ?? '';
			this.note({ id: product.id ?? '', field, ...(from !== undefined && { from }), to });
			return heldText({ field, from, to });
		});
	}

	private note(held: IDataObject): void {
		if (this.held.length < LISTED_HELD) this.held.push(held);
		else this.moreHeld++;
	}

	heldTexts(): string[] {
		return this.held.slice(0, NAMED_HELD).map(heldLine);
	}

	/** Notes what helps against an error that refused whole requests. */
	advise(error: string, advice: string): void {
		this.problems.advise(kindOf(error), advice);
	}

	/** Counts a product with doubtful values, and returns the doubts as warnings. */
	doubtsAbout(row: InputRow): readonly string[] {
		const doubts = doubtsAbout(row.product).map(sentenceOf);
		if (doubts.length > 0 && ++this.doubtful.count <= NAMED_DOUBTS)
			this.doubtful.examples.push(`${describeRow(row, row.product)}: ${doubts.join('; ')}`);
		return doubts;
	}

	/** Returns the items in the order of the input. Deleted products come last, because they are not in the input. */
	items(): INodeExecutionData[] {
		return this.kept.sort((a, b) => a.ordinal - b.ordinal).map(({ item }) => item);
	}

	/** Lists the first failures for a summary, and counts the others. */
	summary(): IDataObject {
		const more = this.counts.failed - this.failures.length;
		return {
			failures: this.failures,
			...(this.windows.length > 0 && { windows: this.windows }),
			...(this.held.length > 0 && { heldChanges: this.held }),
			...(this.moreHeld > 0 && { moreHeldChanges: this.moreHeld }),
			...(more > 0 && { moreFailures: more }),
			...(!this.problems.isEmpty && { problems: this.problems.toJson('problem') }),
		};
	}
}

/** The result of a row whose ID another row repeats. */
export const DUPLICATE = {
	action: 'skipped',
	warnings: ['The ID occurs more than once in the input; another occurrence counts'],
} as const;

/** Checks whether the node has a separate output for errors. */
export const hasErrorOutput = (context: IExecuteFunctions): boolean =>
	context.getNode().onError === 'continueErrorOutput';

function toJson(
	{ productKey, changes, cleanedUp = [], status, ...result }: ProductResult,
	line?: number,
): IDataObject {
	return {
		id: result.id,
		action: result.action,
		...(status !== undefined && { status }),
		...(productKey !== undefined && productKey !== '' && { product_key: productKey }),
		...(changes && { changes: [...changes] }),
		...(cleanedUp.length > 0 && {
			cleanedUp: cleanedUp.map((change) => `${change.what}: ${sentenceOfChange(change)}`),
		}),
		warnings: [...(result.warnings ?? [])],
		errors: [...(result.errors ?? [])],
		...(line !== undefined && { line }),
	};
}

/** Summarizes the source. Is empty for products from the form. */
export function sourceSummary({ formats, leftOut, changes, isForeign }: ProductSource): IDataObject {
	if (!isForeign) return {};
	return {
		sourceFormats: formats.map(({ format, because, guess }) => ({
			format: format.label,
			because,
			...(guess && { mapping: { ...guess.mapping }, columns: [...guess.columns] }),
		})),
		...(!leftOut.isEmpty && { leftOut: leftOut.toJson('why') }),
		...(!changes.isEmpty && { cleanedUp: changes.toJson('what') }),
	};
}

const SHOWN = 25;

const ACTIONS = ['create', 'update', 'held', 'delete', 'refused'] as const;

type PreviewAction = (typeof ACTIONS)[number];

export class Preview {
	private readonly rows = new Map<PreviewAction, INodeExecutionData[]>();

	/** Adds a product that would be sent. An update also shows the previous values. */
	add(row: InputRow, sent: IDataObject, decision: Decision): void {
		if (decision.action === 'create') this.keep('create', row, 'New', sent);
		if (decision.action !== 'update') return;
		const { current = {}, changes = [] } = decision;
		const changed = changes.map(
			(field) => `${field}: ${current[field] || '(empty)'} → ${decision.product[field] || '(empty)'}`,
		);
		this.keep('update', row, changed.join('\n'), sent);
	}

	/** Returns the table, with new products first and refused ones last. */
	items(): INodeExecutionData[] {
		return ACTIONS.flatMap((action) => this.rows.get(action) ?? []);
	}

	/** Keeps a row. Its first columns are the same in all rows. */
	keep(
		action: PreviewAction,
		{ itemIndex, line }: InputPlace,
		details: string,
		{ id = '', ...fields }: IDataObject,
	): void {
		const kept = this.rows.get(action) ?? [];
		this.rows.set(action, kept);
		if (kept.length >= SHOWN) return;
		kept.push({
			json: { action, id, ...(line !== undefined && { line }), details, ...fields },
			pairedItem: { item: itemIndex },
		});
	}
}

/** For a sync: why a person should look at it, and what it was compared with. */
export interface Night {
	readonly attention: readonly string[];
	readonly memory: string;
}

interface Problem {
	readonly problem: string;
	readonly count: number;
	readonly examples: readonly string[];
	readonly advice?: string;
}

const LISTED = 10;

export function summaryText(summary: IDataObject, night?: Night): string {
	const { dryRun = false, heldChanges = [], problems = [], leftOut = [], cleanedUp = [] } = summary;
	const count = (name: string) => asText(summary[name]) || '0';
	const formats = (summary.sourceFormats ?? []) as { format: string }[];
	const source = formats.length > 0 ? ` from ${formats.map(({ format }) => format).join(', ')}` : '';
	const counts = `${count('created')} created, ${count('updated')} updated, ${count('unchanged')} unchanged, ${count('deleted')} deleted, ${count('failed')} refused${count('held') === '0' ? '' : `, ${count('held')} held`}.`;
	return [
		`${dryRun === true ? 'Dry run of a' : 'A'} catalog sync: ${count('inputProducts')} products${source}.`,
		...linesOf('Needs attention:', night?.attention ?? []),
		dryRun === true ? `Nothing was sent. It would be: ${counts}` : counts,
		...(summary.endedSales === undefined
			? []
			: [`The source has no sale prices any more: sales of ${count('endedSales')} products end.`]),
		...linesOf("X's limit was reached:", ((summary.windows ?? []) as IDataObject[]).map(ofWindow)),
		...linesOf('Held:', (heldChanges as IDataObject[]).map(heldLine)),
		...linesOf('Problems:', (problems as unknown as Problem[]).map(ofProblem)),
		...linesOf('Left out:', (leftOut as IDataObject[]).map(counted('why'))),
		...linesOf('Changed on the way:', (cleanedUp as IDataObject[]).map(counted('what'))),
		...(night === undefined ? [] : [night.memory]),
	].join('\n');
}

const linesOf = (title: string, lines: readonly string[]): string[] =>
	lines.length > 0 ? [title, ...lines.slice(0, LISTED).map((line) => `- ${line}`)] : [];

const counted = (name: string) => (entry: IDataObject) => `${asText(entry[name])} (${asText(entry.count)})`;

const ofWindow = ({ sent, until }: IDataObject) =>
	`${asText(sent)} products were sent, the next ones from ${asText(until)} on`;

const ofProblem = ({ problem, count, examples, advice = '' }: Problem): string =>
	[`${problem} (${count})`, examples.map((example) => example.replace(`: ${problem}`, '')).join('; '), advice]
		.filter((text) => text !== '')
		.join('. ');
