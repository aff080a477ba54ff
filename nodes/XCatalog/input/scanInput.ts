/** The first pass over the input checks every product, and finds repeated IDs and variants without a group. */
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { counted } from '../../shared/report/wording';
import { ownCopy } from '../../shared/util/ownCopy';
import { checkProduct, doubtsAbout } from '../product/validate';
import type { Product } from '../product/fields';
import type { ProductProblem } from '../product/violation';
import { MAY_OVERLAP } from '../sync/limits';
import { SyncPlan, type PlanOptions } from '../sync/plan';
import { textHash } from '../sync/values';
import { UngroupedVariants } from '../sync/variants';
import type { ProductSource } from './productSource';
import { RepeatedIds } from './repeatedIds';
import { describeLocation, type InputRow } from './row';

export type DuplicatePolicy = 'equal' | 'first' | 'last' | 'fail';

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
	const scan = new InputScan(duplicates, options);
	for await (const rows of source.rows()) for (const row of rows) scan.take(row);
	const { plan, repeated, overlap, rows } = scan;
	if (repeated && duplicates === 'fail') throw repeatedError(context, repeated, plan.counts.duplicates);
	if (source.isOfFiles && overlap >= MAY_OVERLAP.least && overlap * 100 > MAY_OVERLAP.share * rows)
		throw overlapError(context, repeated, overlap);
	await scan.settle(source);
	return scan;
}

export class InputScan {
	readonly plan: SyncPlan;
	/** The groups of variants. Only their number is kept after the first pass, because they may be many. */
	private readonly groups = new Set<string>();
	groupCount = 0;
	private variants = new UngroupedVariants();
	rows = 0;
	firstId = '';
	/** The hash of the IDs in their order. */
	private order = 0;
	/** Rows without a readable ID. */
	unidentified = 0;
	/** Rows that are not products to advertise. */
	leftOut = 0;
	private lastGroup: string | undefined;
	private lastItem: number | undefined;
	private startOfItem = 0;
	/** IDs that an earlier input item has, too, with other values. */
	overlap = 0;
	/** Whether a product that can be sent has a value that looks wrong. */
	private hasDoubts = false;
	/** Rows without an ID. */
	private nameless = 0;
	repeated: InputRow | undefined;
	/** The IDs that several rows have. They are described while the input is read again. */
	readonly repeatedIds = new RepeatedIds();

	constructor(
		private readonly duplicates: DuplicatePolicy,
		options: Omit<PlanOptions, 'duplicates'>,
	) {
		this.plan = new SyncPlan({ ...options, duplicates: duplicates === 'fail' ? 'last' : duplicates });
	}

	take(row: InputRow): void {
		if (row.leftOut !== undefined) {
			this.leftOut++;
			return;
		}
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

	/**
	 * Ends the first pass, and refuses variants without a group. They are known only at the end of the input, and only rows that are sent count, so
	 * the input may have to be read again.
	 */
	async settle(source: ProductSource): Promise<void> {
		const { plan, groups } = this;
		this.groupCount = groups.size;
		groups.clear();
		const chosen = async (take: (product: Product) => void) => {
			for await (const rows of source.rows())
				for (const row of rows) {
					const { id } = row.product;
					const counts = row.leftOut === undefined && id && !isInvalid(row);
					if (counts && !plan.isOverridden(id, row.ordinal)) take(row.product);
				}
		};
		if (plan.counts.duplicates > 0 && this.variants.hasFamilies) {
			this.variants = new UngroupedVariants();
			await chosen((product) => this.variants.note(product));
		}
		if (this.variants.any)
			await chosen((product) => {
				if (this.variants.problems(product).length > 0) plan.refuse(product.id ?? '');
			});
	}

	/** What identifies this input with the order of its rows, in which a run resumes. */
	get fingerprint(): string {
		return `${this.plan.fingerprint}-${(this.order >>> 0).toString(16)}`;
	}

	get hasInvalid(): boolean {
		return this.plan.counts.refused > 0 || this.nameless > 0;
	}

	/** Whether there is nothing to say of any single product: none breaks a rule, repeats an ID or looks wrong. */
	get isPlain(): boolean {
		return !this.hasInvalid && this.plan.counts.duplicates === 0 && !this.hasDoubts;
	}

	/** Everything that is wrong with one product. */
	problems({ product, problems, note }: InputRow): ProductProblem[] {
		const found = [...problems, ...checkProduct(product), ...this.variants.problems(product)];
		return note === undefined || found.length === 0 ? found : [...found, { rule: 'shortLine', text: note }];
	}
}

const isInvalid = ({ problems, product }: InputRow): boolean =>
	problems.length > 0 || checkProduct(product).length > 0;

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
