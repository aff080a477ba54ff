/** The first pass over the input checks every product, and finds repeated IDs and variants without a group. */
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { counted } from '../../shared/report/wording';
import { ownCopy } from '../../shared/util/ownCopy';
import { checkProduct, doubtsAbout } from '../product/validate';
import type { ProductProblem } from '../product/violation';
import { MAY_OVERLAP } from '../sync/limits';
import { SyncPlan, type PlanOptions } from '../sync/plan';
import { textHash } from '../sync/values';
import { UngroupedVariants } from '../sync/variants';
import type { ProductSource } from './productSource';
import { RepeatedIds } from './repeatedIds';
import { describeLocation, type InputRow } from './row';

export type DuplicatePolicy = 'equal' | 'first' | 'last' | 'fail';

export interface InputScan {
	readonly plan: SyncPlan;
	readonly rows: number;
	readonly groups: number;
	readonly firstId: string;
	/** What identifies this input with the order of its rows, in which a run resumes. */
	readonly fingerprint: string;
	/** Rows without a readable ID. */
	readonly unidentified: number;
	readonly hasInvalid: boolean;
	/** Whether there is nothing to say of any single product: none breaks a rule, repeats an ID or looks wrong. */
	readonly isPlain: boolean;
	/** Rows that are not products to advertise. */
	readonly leftOut: number;
	/** The IDs that several rows have. They are described while the input is read again. */
	readonly repeatedIds: RepeatedIds;
	/** Everything that is wrong with one product. */
	problems(row: InputRow): ProductProblem[];
}

/**
 * Reads the whole input and records it in a plan.
 *
 * @throws NodeOperationError if an ID is repeated and the user wants that to fail.
 */
export async function scanInput(
	context: IExecuteFunctions,
	source: ProductSource,
	duplicates: DuplicatePolicy,
	options: Omit<PlanOptions, 'duplicates'>,
): Promise<InputScan> {
	const { plan, variants: noted, ...read } = await firstReading(source, duplicates, options);
	if (read.repeated && duplicates === 'fail')
		throw repeatedError(context, read.repeated, plan.counts.duplicates);
	const { overlap, rows } = read;
	if (source.isOfFiles && overlap >= MAY_OVERLAP.least && overlap * 100 > MAY_OVERLAP.share * rows)
		throw overlapError(context, read.repeated, overlap);
	const variants = await settleVariants(source, plan, noted);
	const hasInvalid = plan.counts.refused > 0 || read.nameless > 0;
	return {
		plan,
		rows: read.rows,
		firstId: read.firstId,
		fingerprint: `${plan.fingerprint}-${(read.order >>> 0).toString(16)}`,
		groups: read.groups.size,
		unidentified: read.unidentified,
		repeatedIds: read.repeatedIds,
		hasInvalid,
		isPlain: !hasInvalid && plan.counts.duplicates === 0 && !read.hasDoubts,
		leftOut: read.leftOut,
		problems: ({ product, problems, note }) => {
			const found = [...problems, ...checkProduct(product), ...variants.problems(product)];
			return note === undefined || found.length === 0 ? found : [...found, { rule: 'shortLine', text: note }];
		},
	};
}

async function firstReading(
	source: ProductSource,
	duplicates: DuplicatePolicy,
	options: Omit<PlanOptions, 'duplicates'>,
) {
	const reading = new FirstReading(duplicates, options);
	for await (const rows of source.rows())
		for (const row of rows)
			if (row.leftOut === undefined) reading.take(row);
			else reading.leftOut++;
	return reading;
}

class FirstReading {
	readonly plan: SyncPlan;
	readonly groups = new Set<string>();
	readonly variants = new UngroupedVariants();
	rows = 0;
	firstId = '';
	/** The hash of the IDs in their order. */
	order = 0;
	unidentified = 0;
	leftOut = 0;
	private lastGroup: string | undefined;
	private lastItem: number | undefined;
	private startOfItem = 0;
	/** IDs that an earlier input item has, too, with other values. */
	overlap = 0;
	/** Whether a product that can be sent has a value that looks wrong. */
	hasDoubts = false;
	/** Rows without an ID. */
	nameless = 0;
	repeated: InputRow | undefined;
	readonly repeatedIds = new RepeatedIds();

	constructor(
		private readonly duplicates: DuplicatePolicy,
		options: Omit<PlanOptions, 'duplicates'>,
	) {
		this.plan = new SyncPlan({ ...options, duplicates: duplicates === 'fail' ? 'last' : duplicates });
	}

	take(row: InputRow): void {
		const { plan } = this;
		const { product, ordinal } = row;
		this.rows++;
		if (product.item_group_id && product.item_group_id !== this.lastGroup)
			this.groups.add(ownCopy(product.item_group_id));
		this.lastGroup = product.item_group_id;
		if (row.idUncertain) this.unidentified++;
		if (!product.id) {
			this.nameless++;
			return;
		}
		if (this.firstId === '') this.firstId = product.id;
		this.order = textHash(product.id, this.order);
		const before = plan.counts.duplicates;
		if (row.itemIndex !== this.lastItem) this.startOfItem = ordinal;
		this.lastItem = row.itemIndex;
		// Only a later file can have what an earlier one has.
		const isOfOther = this.startOfItem > 0 && (plan.ordinalOf(product.id) ?? Infinity) < this.startOfItem;
		const mixed = plan.counts.mixed;
		const isWrong = isInvalid(row);
		if (isWrong) plan.addInvalid(product.id, ordinal);
		else plan.addDesired(product, ordinal);
		this.hasDoubts ||= !isWrong && doubtsAbout(product).length > 0;
		if (isOfOther && plan.counts.mixed > mixed) this.overlap++;
		const isRepeated = plan.counts.duplicates > before;
		if (isRepeated) {
			this.repeated ??= row;
			this.repeatedIds.expect(row);
		}
		if (!isWrong && (!isRepeated || this.duplicates === 'last')) this.variants.note(product);
	}
}

const isInvalid = ({ problems, product }: InputRow): boolean =>
	problems.length > 0 || checkProduct(product).length > 0;

/**
 * Refuses variants without a group. They are known only at the end of the input, and only rows that are sent count, so
 * the input may have to be read again.
 */
async function settleVariants(
	source: ProductSource,
	plan: SyncPlan,
	noted: UngroupedVariants,
): Promise<UngroupedVariants> {
	const chosen = async (take: (row: InputRow) => void) => {
		for await (const some of source.rows())
			for (const row of some)
				if (
					row.leftOut === undefined &&
					row.product.id &&
					!isInvalid(row) &&
					!plan.isOverridden(row.product.id, row.ordinal)
				)
					take(row);
	};
	let variants = noted;
	if (plan.counts.duplicates > 0 && noted.hasFamilies) {
		variants = new UngroupedVariants();
		await chosen(({ product }) => variants.note(product));
	}
	if (variants.any)
		await chosen(({ product }) => {
			if (variants.problems(product).length > 0) plan.refuse(product.id ?? '');
		});
	return variants;
}

function overlapError(
	context: IExecuteFunctions,
	row: InputRow | undefined,
	count: number,
): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`Two files of the input have the same IDs with other values (${counted(count, 'product')})`,
		{
			itemIndex: row?.itemIndex ?? 0,
			description: `Nothing was sent: one of the files may be an old one. ${row === undefined ? '' : `${describeLocation(row)} has ${row.product.id} again. `}Send the right file alone, or set Repeated IDs to send the rows of the last file.`,
		},
	);
}

function repeatedError(context: IExecuteFunctions, row: InputRow, count: number): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`The ID ${row.product.id} occurs more than once in the input (${counted(count, 'repetition')} in all)`,
		{
			itemIndex: row.itemIndex,
			description: `${describeLocation(row)} has it again. Nothing was sent. Remove the repetitions, or set Repeated IDs to send one of them.`,
		},
	);
}
