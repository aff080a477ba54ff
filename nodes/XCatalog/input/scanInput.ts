/** The first pass over the input checks every product, and finds repeated IDs and variants without a group. */
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { counted } from '../../shared/report/wording';
import { ownCopy } from '../../shared/util/ownCopy';
import { checkProduct, doubtsAbout } from '../product/validate';
import {
	fieldOf,
	FIELDS,
	quoted,
	type Product,
	type ProductProblem,
	type FieldName,
} from '../product/fields';
import { MAY_OVERLAP } from '../sync/limits';
import { SyncPlan, type PlanOptions } from '../sync/plan';
import { textHash } from '../sync/values';
import { describeLocation, type ProductSource, type InputRow } from './productSource';
import { canonicalValue } from '../product/normalize';

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
	private order = 0;
	unidentified = 0;
	leftOut = 0;
	private lastGroup: string | undefined;
	private lastItem: number | undefined;
	private startOfItem = 0;
	/** IDs that an earlier input item has, too, with other values. */
	overlap = 0;
	/** Whether a product that can be sent has a value that looks wrong. */
	private hasDoubts = false;
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

const VARIANT_FIELDS: readonly FieldName[] = ['size', 'color', 'age_group', 'gender'];

/**
 * Finds variants without a group: products with the same title and brand, and without Item Group ID, that differ in
 * size, color, age group or gender. X requires a group for them; see `item_group_id` on the page that
 * product/fields.ts cites.
 */
class UngroupedVariants {
	private readonly families = new Map<string, Family>();
	private found = 0;

	note(product: Product): void {
		const name = familyOf(product);
		if (name === undefined) return;
		const { id = '' } = product;
		const variant = VARIANT_FIELDS.map((field) => canonical(field, product)).join('\u0000');
		const family = this.families.get(name);
		if (family === undefined) this.families.set(name, { id: ownCopy(id), variant, isMixed: false });
		else if (family.id === id) family.variant = variant;
		else if (family.variant !== variant && !family.isMixed) {
			family.isMixed = true;
			this.found++;
		}
	}

	get hasFamilies(): boolean {
		return this.families.size > 0;
	}

	/** After the whole input: whether any variant lacks a group. */
	get any(): boolean {
		return this.found > 0;
	}

	/** After the whole input: the missing group, if the product is a variant without one. */
	problems(product: Product): ProductProblem[] {
		const family = this.any ? familyOf(product) : undefined;
		if (family === undefined || this.families.get(family)?.isMixed !== true) return [];
		const text =
			'is required: other products of the same {title} and {brand} differ only in {size}, {color}, {age_group} or {gender}';
		return [{ field: 'item_group_id', rule: 'required', text }];
	}
}

/** Products with the same title and brand. */
interface Family {
	readonly id: string;
	/** Its size, color, age group and gender. */
	variant: string;
	isMixed: boolean;
}

function familyOf(product: Product): string | undefined {
	if (product.item_group_id || !VARIANT_FIELDS.some((name) => product[name])) return undefined;
	return `${canonical('title', product)}\u0000${canonical('brand', product)}`;
}

function canonical(name: FieldName, product: Product): string {
	const field = fieldOf(name);
	return field === undefined ? '' : canonicalValue(field, product[name] ?? '').toLowerCase();
}

const DESCRIBED_IDS = 5;
const COMPARED_ROWS = 20;
const NAMED = 4;

interface Occurrences {
	count: number;
	readonly unit: 'item' | 'line';
	readonly places: number[];
	readonly products: Product[];
}

/** Describes the first repeated IDs: where they are, and how their rows differ. */
class RepeatedIds {
	private readonly byId = new Map<string, Occurrences>();

	/** Reading the input for the first time: takes a row whose ID another row had before. */
	expect({ product: { id = '' }, line }: InputRow): void {
		if (this.byId.size < DESCRIBED_IDS && !this.byId.has(id))
			this.byId.set(id, { count: 0, unit: line === undefined ? 'item' : 'line', places: [], products: [] });
	}

	/** Reading the input again: takes every row. */
	note({ product, itemIndex, line }: InputRow): void {
		const known = this.byId.size === 0 ? undefined : this.byId.get(product.id ?? '');
		if (known === undefined || ++known.count > COMPARED_ROWS) return;
		known.places.push(line ?? itemIndex + 1);
		known.products.push(product);
	}

	sentences(): string[] {
		return [...this.byId].map(([id, { count, unit, places, products }]) => {
			// An XML file may be one line.
			const isOneLine = new Set(places).size < places.length;
			const found = isOneLine ? `${count} products of one line` : `${unit}s ${listed(places, count)}`;
			return `${id} is in ${found}, which ${differences(products)}`;
		});
	}
}

function differences(products: readonly Product[]): string {
	const fields = FIELDS.flatMap(({ name, label }) => {
		const values = [...new Set(products.map((product) => product[name] ?? ''))];
		if (values.length < 2) return [];
		const more = values.length > NAMED ? ', …' : '';
		return `${label} (${values.slice(0, NAMED).map(quoted).join(', ')}${more})`;
	});
	if (fields.length === 0) return 'are equal';
	return `differ in ${listed(fields, fields.length, ' fields')}`;
}

function listed(entries: readonly (number | string)[], count: number, noun = ''): string {
	if (count > NAMED) return `${entries.slice(0, NAMED).join(', ')} and ${count - NAMED} more${noun}`;
	return entries.length < 2 ? entries.join('') : `${entries.slice(0, -1).join(', ')} and ${entries.at(-1)}`;
}
