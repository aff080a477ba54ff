import { changedFields } from '../product/normalize';
import { ChangeWatch, type Changes } from './changeWatch';
import { PagedArray, FingerprintIndex } from './fingerprintIndex';
import { contentOf, fieldsOf, fingerprint, maskOf, readContent, type FieldMask } from './fingerprint';
import type { FieldName, Product } from '../product/fields';

/** What to do with one product of the input. */
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
	/** Which of several rows with the same ID is sent. */
	readonly duplicates: 'first' | 'last';
	/** Whether to remember the products that are not in the input, to delete them. Otherwise they are only counted. */
	readonly trackMissing: boolean;
	/**
	 * Whether a product has all fields that any product of the input has, and those that it lacks are empty. In XML and
	 * JSON, a product whose sale has ended has no element for it.
	 */
	readonly sharesFields?: boolean;
	/** How many times higher or lower a price may become. If absent, changes are not watched. */
	readonly priceFactor?: number;
	/** How many changed products to remember for the report. 10,000 by default. */
	readonly rememberChanged?: number;
}

/** The most IDs to keep for finding out how the IDs of the catalog are made. */
const SAMPLED_STRANGERS = 1000;

/** The states of an ID: wanted or refused by the input, and then found in the catalog. */
const STATE = { wanted: 0, refused: 1, same: 2, changed: 3, refusedAndMet: 4 } as const;

/**
 * Compares the input with the catalog in three passes, so that neither is ever held in memory. The first pass adds
 * every product of the input (`addDesired`, `addInvalid`), the second compares every product of the catalog
 * (`addExisting`), and the third reads the input again and decides about each product (`decide`).
 *
 * A product of the input takes 23 to 28 bytes: the fingerprint of its ID, a hash of its content, its price and a
 * state. It takes 4 more if products have different fields, and up to 4 more if IDs are repeated.
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
	private readonly ids = new FingerprintIndex();
	private readonly states = new PagedArray(1);
	/** By entry: the fields that only this product or only the first one has. 0 everywhere if the input is a table. */
	private readonly otherFields = new PagedArray();
	private firstMask: FieldMask | undefined;
	private allMasks: FieldMask = 0;
	private readonly watch: ChangeWatch | undefined;
	/**
	 * By entry: 32 bits of a hash of the content, so one change in four billion goes unnoticed. For a changed
	 * product, the mask of the fields that have a value in the catalog.
	 */
	private readonly content = new PagedArray();
	/** By ordinal: whether the row repeats an ID. Used if the first row is sent. */
	private readonly isRepeat = new PagedArray(1);
	/** By entry: the ordinal of the last row that repeats the ID, plus one. Used if the last row is sent. */
	private readonly lastOccurrence = new PagedArray();
	/** By entry: changed products as they are in the catalog. */
	private readonly changed = new Map<number, Product>();

	constructor(private readonly options: PlanOptions) {
		if (options.priceFactor !== undefined) this.watch = new ChangeWatch(options.priceFactor);
	}

	/** First pass: adds a valid product of the input. `ordinal` is the number of its row, from 0. */
	addDesired(product: Product, ordinal: number): void {
		const entry = this.enter(product.id ?? '', ordinal, STATE.wanted);
		if (entry === -1) return;
		const { content, mask } = readContent(product);
		this.firstMask ??= mask;
		this.allMasks |= mask;
		this.watch?.addDesired(entry, product);
		if (!this.options.sharesFields) this.otherFields.set(entry, mask ^ this.firstMask);
		this.content.set(entry, content);
	}

	/** First pass: adds a product that breaks a rule. */
	addInvalid(id: string, ordinal: number): void {
		this.enter(id, ordinal, STATE.refused);
	}

	/** After the first pass: whether another row with the same ID is sent instead of this one. */
	isOverridden(id: string, ordinal: number): boolean {
		const entry = this.ids.find(fingerprint(id));
		return entry !== -1 && !this.isChosen(entry, ordinal);
	}

	/** After the first pass: refuses a product that is invalid only because of other products. */
	refuse(id: string): void {
		const entry = this.ids.find(fingerprint(id));
		if (entry === -1 || this.states.get(entry) !== STATE.wanted) return;
		this.states.set(entry, STATE.refused);
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
		const id = current.id ?? '';
		const entry = this.ids.find(fingerprint(id));
		const now = this.states.get(entry);
		if (entry === -1) {
			this.addMissing(id, productKey);
		} else if (now === STATE.refused) {
			this.counts.catalog++;
			this.states.set(entry, STATE.refusedAndMet);
		} else if (now === STATE.wanted) {
			this.counts.catalog++;
			this.compare(entry, current);
		}
	}

	/** After the first pass: the fields that the input has, even if they are empty. */
	get fields(): FieldName[] {
		return fieldsOf(this.allMasks);
	}

	/** After the first pass: the product with the fields that it lacks and shares with others. */
	completed(product: Product): Product {
		if (!this.options.sharesFields || maskOf(product) === this.allMasks) return product;
		const whole: Product = {};
		for (const name of this.fields) whole[name] = product[name] ?? '';
		return whole;
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

	/** Third pass: what to do with the row that has this ordinal. */
	decide(product: Product, ordinal: number): Decision {
		const entry = this.ids.find(fingerprint(product.id ?? ''));
		if (entry === -1) return { action: 'failed' };
		if (!this.isChosen(entry, ordinal)) return { action: 'duplicate' };
		switch (this.states.get(entry)) {
			case STATE.wanted:
				return { action: 'create' };
			case STATE.same:
				return { action: 'unchanged' };
			case STATE.changed:
				return this.update(entry, product);
			default:
				return { action: 'failed' };
		}
	}

	private enter(id: string, ordinal: number, as: 0 | 1): number {
		const before = this.ids.size;
		const entry = this.ids.add(fingerprint(id));
		const isNew = this.ids.size > before;
		if (!isNew) {
			this.counts.duplicates++;
			if (this.options.duplicates === 'first') {
				this.isRepeat.set(ordinal, 1);
				return -1;
			}
			this.lastOccurrence.set(entry, ordinal + 1);
			this.counts[this.states.get(entry) === STATE.wanted ? 'wanted' : 'refused']--;
		}
		this.counts[as === STATE.wanted ? 'wanted' : 'refused']++;
		this.states.set(entry, as);
		return entry;
	}

	/** Whether this row is sent, among those with the same ID. */
	private isChosen(entry: number, ordinal: number): boolean {
		if (this.options.duplicates === 'first') return this.isRepeat.get(ordinal) === 0;
		const last = this.lastOccurrence.get(entry);
		return last === 0 || last === ordinal + 1;
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

	private compare(entry: number, current: Product): void {
		this.watch?.addExisting(entry, current);
		const mask = this.options.sharesFields
			? this.allMasks
			: this.otherFields.get(entry) ^ (this.firstMask ?? 0);
		if (contentOf(current, mask) === this.content.get(entry)) {
			this.states.set(entry, STATE.same);
			this.counts.same++;
			return;
		}
		this.states.set(entry, STATE.changed);
		this.counts.changed++;
		this.content.set(entry, maskOf(current, true));
		if (this.changed.size < (this.options.rememberChanged ?? 10_000)) this.changed.set(entry, current);
	}

	private update(entry: number, product: Product): Decision {
		const filled = this.content.get(entry);
		const clear = fieldsOf(filled).filter((name) => product[name] === '');
		const current = this.changed.get(entry);
		if (current === undefined) return { action: 'update', clear };
		return { action: 'update', clear, changes: changedFields(product, current), current };
	}
}
