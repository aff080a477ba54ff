import { changedFields } from '../product/normalize';
import { PagedArray, FingerprintIndex } from './fingerprintIndex';
import { content, fieldsOf, fingerprint, maskOf, type FieldMask } from './fingerprint';
import type { FieldName, Product } from '../product/fields';

/** What has to be done about one product of the input. */
export type Decision =
	| { readonly action: 'create' | 'unchanged' | 'failed' }
	/** Another occurrence of the same identifier counts instead. */
	| { readonly action: 'duplicate' }
	| {
			readonly action: 'update';
			/** Fields that differ; absent when too many products changed to remember what they were. */
			readonly changes?: readonly FieldName[];
			/** Fields to set to nothing on purpose. */
			readonly clear: readonly FieldName[];
			/** The product as the catalog has it; absent as `changes` is. */
			readonly current?: Product;
	  };

export interface PlanOptions {
	/** Which of several occurrences of an identifier counts. */
	readonly duplicates: 'first' | 'last';
	/** Remember the products that the input lacks, to delete them. Only counted otherwise. */
	readonly trackMissing: boolean;
	/** How many changed products to remember, to report what changed in them; by default 10,000. */
	readonly rememberChanged?: number;
}

/** What is known of an identifier: wanted or refused by the input, then met in the catalog. */
const STATE = { wanted: 0, refused: 1, same: 2, changed: 3, refusedAndMet: 4 } as const;

/**
 * Compares a desired state with the catalog in three passes, so that neither is ever held in memory: every product of
 * the input is noted (`addDesired`, `addInvalid`), every product of the catalog is compared (`addExisting`), and when the
 * input is read again each product is decided (`decide`). A product of the input takes about 19 bytes: the fingerprint
 * of its identifier, half of that of its content, and a state. It takes 4 more where products differ in the fields they
 * have, and up to another 4 where identifiers occur again.
 *
 * Fields the input does not have are left alone; a field that it has but leaves empty is cleared. Products of the
 * input that are refused are never sent, and never counted as missing either.
 */
export class SyncPlan {
	readonly counts = { wanted: 0, refused: 0, duplicates: 0, catalog: 0, same: 0, changed: 0, missing: 0 };
	/** The products that the input lacks: their identifiers by the keys that X gave them. */
	readonly missing = new Map<string, string>();
	private readonly ids = new FingerprintIndex();
	private readonly states = new PagedArray(1);
	/** By entry: which fields the product has and the first one has not, or the other way round; 0 in a table. */
	private readonly otherFields = new PagedArray();
	private firstMask: FieldMask | undefined;
	/**
	 * By entry: 32 bits of the content's fingerprint, so that one change in four billion is not seen. Once the product is
	 * known to differ: the fields that have a value in the catalog.
	 */
	private readonly content = new PagedArray();
	/** By ordinal: whether the row's identifier was there before. Kept where the first occurrence counts. */
	private readonly isRepeat = new PagedArray(1);
	/** By entry: one more than the ordinal of the last of several occurrences. Kept where that one counts. */
	private readonly lastOccurrence = new PagedArray();
	/** By entry: changed products as the catalog has them. */
	private readonly changed = new Map<number, Product>();

	constructor(private readonly options: PlanOptions) {}

	/** First pass: a valid product of the input, in order; `ordinal` counts its rows from 0. */
	addDesired(product: Product, ordinal: number): void {
		const entry = this.enter(product.id ?? '', ordinal, STATE.wanted);
		if (entry === -1) return;
		const mask = maskOf(product);
		this.firstMask ??= mask;
		this.otherFields.set(entry, mask ^ this.firstMask);
		this.content.set(entry, fingerprint(content(product, mask)).low);
	}

	/** First pass: a product of the input that breaks a rule. */
	addInvalid(id: string, ordinal: number): void {
		this.enter(id, ordinal, STATE.refused);
	}

	/** After the first pass: whether another row with the same identifier counts instead of this one. */
	isOverridden(id: string, ordinal: number): boolean {
		const entry = this.ids.find(fingerprint(id));
		return entry !== -1 && !this.isChosen(entry, ordinal);
	}

	/** After the first pass: a product that is invalid only because of other products. */
	refuse(id: string): void {
		const entry = this.ids.find(fingerprint(id));
		if (entry === -1 || this.states.get(entry) !== STATE.wanted) return;
		this.states.set(entry, STATE.refused);
		this.counts.wanted--;
		this.counts.refused++;
	}

	/** Second pass: a product of the catalog. One that is read twice counts once. */
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

	/** How many products the input would create. */
	get toCreate(): number {
		return this.toSend - this.counts.changed;
	}

	/** How many products are to be sent. */
	get toSend(): number {
		return this.counts.wanted - this.counts.same;
	}

	/** Third pass: what to do about the row that was noted with this ordinal. */
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

	/** Whether this is the one of the rows with this identifier that is to be sent. */
	private isChosen(entry: number, ordinal: number): boolean {
		if (this.options.duplicates === 'first') return this.isRepeat.get(ordinal) === 0;
		const last = this.lastOccurrence.get(entry);
		return last === 0 || last === ordinal + 1;
	}

	private addMissing(id: string, productKey: string): void {
		if (this.options.trackMissing) {
			if (this.missing.has(productKey)) return;
			this.missing.set(productKey, id);
		}
		this.counts.catalog++;
		this.counts.missing++;
	}

	private compare(entry: number, current: Product): void {
		const mask = this.otherFields.get(entry) ^ (this.firstMask ?? 0);
		if (fingerprint(content(current, mask)).low === this.content.get(entry)) {
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
