import { ownCopy } from '../../shared/util/ownCopy';
import { changedFields } from '../product/normalize';
import { ChangeWatch, offerOf, type Changes, type Offer } from './changeWatch';
import { contentOf, fieldsOf, maskOf, readContent, type FieldMask } from './content';
import { FIELDS, type FieldName, type Product } from '../product/fields';

/** The decision about one product of the input. */
export type Decision =
	| { readonly action: 'create' | 'unchanged' | 'failed' }
	/** Another row with the same ID is sent instead. */
	| { readonly action: 'duplicate' }
	| {
			readonly action: 'update';
			/** The fields that differ. Absent if too many products changed to remember them. */
			readonly changes?: readonly FieldName[];
			/** Fields to clear, because the input has them but leaves them empty. */
			readonly clear: readonly FieldName[];
			/** The product in the catalog. Absent if `changes` is. */
			readonly current?: Product;
	  };

export interface PlanOptions {
	/** The row that is sent of several with the same ID. */
	readonly duplicates: 'first' | 'last';
	/** Whether to remember the products that are not in the input, to delete them. Otherwise they are only counted. */
	readonly trackMissing: boolean;
	/**
	 * Whether a product has all fields that any product of the input has, and those that it lacks are empty, as in XML
	 * and JSON.
	 */
	readonly sharesFields?: boolean;
	/** The factor up to which a price may rise or fall. If absent, changes are not watched. */
	readonly priceFactor?: number;
	/** The number of changed products to remember for the report. 10,000 by default. */
	readonly rememberChanged?: number;
}

/** The most IDs to keep for finding out how the IDs of the catalog are made. */
const SAMPLED_STRANGERS = 1000;

/** The record of an ID of the input. */
interface Entry extends Offer {
	/** Wanted or refused by the input, and then found in the catalog. */
	state: 'wanted' | 'refused' | 'same' | 'changed' | 'refusedAndMet';
	/** The number of the row that is sent, among those with this ID. */
	ordinal: number;
	/** The fields that the product has. */
	mask: FieldMask;
	/** A hash of 32 bits, so one change in four billion goes unnoticed. */
	content: number;
	/** The product as the catalog has it, if it differs. */
	stored: Stored | undefined;
}

interface Stored {
	/** The fields that have a value. */
	readonly filled: FieldMask;
	/** Is undefined if too many products changed to remember them. */
	readonly product: Product | undefined;
}

/**
 * Compares the input with the catalog in three passes, so that neither is ever held in memory. The first pass adds
 * every product of the input (`addDesired`, `addInvalid`), the second compares every product of the catalog
 * (`addExisting`), and the third reads the input again and decides about each product (`decide`).
 *
 * Fields that the input does not have are left alone. Fields that it leaves empty are cleared. Refused products are
 * neither sent nor counted as missing.
 */
export class SyncPlan {
	readonly counts = { wanted: 0, refused: 0, duplicates: 0, catalog: 0, same: 0, changed: 0, missing: 0 };
	/** The products that are not in the input: their IDs by key. */
	readonly missing = new Map<string, string>();
	/** Some IDs of the catalog that are not in the input. */
	readonly strangers: string[] = [];
	private readonly entries = new Map<string, Entry>();
	private allMasks: FieldMask = 0;
	/** Fields that a product has even if the input nowhere names them. */
	private cleared: FieldMask = 0;
	/** Fields that no product of the input has: how many of its products have a value in the catalog. */
	readonly left = new Map<FieldName, number>();
	private readonly watch: ChangeWatch | undefined;

	constructor(private readonly options: PlanOptions) {
		if (options.priceFactor !== undefined) this.watch = new ChangeWatch(options.priceFactor);
	}

	/** First pass: adds a valid product of the input. `ordinal` is the number of its row, from 0. */
	addDesired(product: Product, ordinal: number): void {
		const { content, mask } = readContent(product);
		const { price, isSellable } = offerOf(product);
		const entry: Entry = { state: 'wanted', ordinal, mask, content, price, isSellable, stored: undefined };
		if (!this.enter(product.id ?? '', entry)) return;
		this.allMasks |= mask;
		this.watch?.addDesired(product);
	}

	/** First pass: adds a product that breaks a rule. */
	addInvalid(id: string, ordinal: number): void {
		this.enter(id, { ...REFUSED, ordinal });
	}

	/** After the first pass: whether another row with the same ID is sent instead of this one. */
	isOverridden(id: string, ordinal: number): boolean {
		const entry = this.entries.get(id);
		return entry !== undefined && entry.ordinal !== ordinal;
	}

	/** After the first pass: refuses a product that is invalid only because of other products. */
	refuse(id: string): void {
		const entry = this.entries.get(id);
		if (entry?.state !== 'wanted') return;
		entry.state = 'refused';
		this.counts.wanted--;
		this.counts.refused++;
	}

	/** Before the second pass starts again. Products that were only counted are counted anew. */
	restart(): void {
		if (this.options.trackMissing) return;
		this.counts.catalog -= this.counts.missing;
		this.counts.missing = 0;
	}

	/** Second pass: compares a product of the catalog. If it is read twice, it counts once. */
	addExisting(current: Product, productKey: string): void {
		const { id = '' } = current;
		const entry = this.entries.get(id);
		if (entry === undefined) this.addMissing(id, productKey);
		else if (entry.state === 'refused') {
			this.counts.catalog++;
			entry.state = 'refusedAndMet';
		} else if (entry.state === 'wanted') {
			this.counts.catalog++;
			this.compare(entry, current);
		}
	}

	/** After the first pass: the fields that the input has, even if they are empty. */
	get fields(): FieldName[] {
		return fieldsOf(this.allMasks);
	}

	/** After the first pass: products that lack these fields lose them. */
	clear(names: readonly FieldName[]): void {
		this.cleared = FIELDS.reduce(
			(mask, { name }, bit) => (names.includes(name) ? mask | (1 << bit) : mask),
			0,
		);
	}

	/** After the first pass: counts the products of the catalog that have these fields, in `left`. */
	countLeft(names: readonly FieldName[]): void {
		for (const name of names) this.left.set(name, 0);
	}

	/** After the first pass: the product with the fields that it lacks and shares with others. */
	completed(product: Product): Product {
		const lacking = this.hadBy(maskOf(product)) & ~maskOf(product);
		if (lacking === 0) return product;
		return { ...product, ...Object.fromEntries(fieldsOf(lacking).map((name) => [name, ''])) };
	}

	/** The fields that a product has, with those that it shares with others. */
	private hadBy(own: FieldMask): FieldMask {
		return (this.options.sharesFields ? this.allMasks : own) | this.cleared;
	}

	/** After the second pass: what would change in products that input and catalog both have. */
	get changes(): Changes | undefined {
		return this.watch?.changes(this.fields);
	}

	get toCreate(): number {
		return this.toSend - this.counts.changed;
	}

	get toSend(): number {
		return this.counts.wanted - this.counts.same;
	}

	/** Third pass: decides about the row that has this ordinal. */
	decide(product: Product, ordinal: number): Decision {
		const entry = this.entries.get(product.id ?? '');
		if (entry === undefined) return { action: 'failed' };
		if (entry.ordinal !== ordinal) return { action: 'duplicate' };
		switch (entry.state) {
			case 'wanted':
				return { action: 'create' };
			case 'same':
				return { action: 'unchanged' };
			case 'changed':
				return update(entry.stored, product);
			default:
				return { action: 'failed' };
		}
	}

	/** Returns whether the row is the one to send, as far as the input was read. */
	private enter(id: string, entry: Entry): boolean {
		const { counts, entries } = this;
		const before = entries.get(id);
		if (before !== undefined) {
			counts.duplicates++;
			if (this.options.duplicates === 'first') return false;
			counts[before.state === 'wanted' ? 'wanted' : 'refused']--;
		}
		counts[entry.state === 'wanted' ? 'wanted' : 'refused']++;
		entries.set(before === undefined ? ownCopy(id) : id, entry);
		return true;
	}

	private addMissing(id: string, productKey: string): void {
		if (this.strangers.length < SAMPLED_STRANGERS) this.strangers.push(id);
		if (this.options.trackMissing) {
			if (this.missing.has(productKey)) return;
			this.missing.set(productKey, id);
		}
		this.counts.catalog++;
		this.counts.missing++;
	}

	private compare(entry: Entry, current: Product): void {
		this.watch?.addExisting(entry, current);
		for (const [name, count] of this.left) if (current[name]) this.left.set(name, count + 1);
		if (contentOf(current, this.hadBy(entry.mask)) === entry.content) {
			entry.state = 'same';
			this.counts.same++;
			return;
		}
		const isRemembered = this.counts.changed++ < (this.options.rememberChanged ?? 10_000);
		entry.state = 'changed';
		entry.stored = { filled: maskOf(current, true), product: isRemembered ? current : undefined };
	}
}

const REFUSED = {
	state: 'refused',
	mask: 0,
	content: 0,
	price: undefined,
	isSellable: false,
	stored: undefined,
} as const;

function update(stored: Stored | undefined, product: Product): Decision {
	const clear = fieldsOf(stored?.filled ?? 0).filter((name) => product[name] === '');
	const current = stored?.product;
	if (current === undefined) return { action: 'update', clear };
	return { action: 'update', clear, changes: changedFields(product, current), current };
}
