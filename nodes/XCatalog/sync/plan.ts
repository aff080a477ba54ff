import { ownCopy } from '../../shared/util/ownCopy';
import { checkProduct } from '../product/validate';
import type { FieldName, Product } from '../product/fields';
import { Guard, type Watched } from './guard';
import { FILED_UNDER } from './limits';
import { fieldsOf, maskOf, maskOfNames, ProductValues, type FieldMask } from './values';

/** The decision about one product of the input. */
export type Decision =
	| { readonly action: 'create' | 'unchanged' | 'failed' }
	/** Another row with the same ID is sent instead. */
	| { readonly action: 'duplicate' }
	/** The product stays as it is, or is not created, until a person has looked. */
	| {
			readonly action: 'held';
			/** The fields for whose sake it is held. None if all of it is. */
			readonly held: readonly FieldName[];
			readonly current?: Product;
			/** Whether rows with this ID differ. */
			readonly isRepeated?: true;
	  }
	| {
			readonly action: 'update';
			/** The fields that differ. Absent if too many products changed to remember them. */
			readonly changes?: readonly FieldName[];
			/** Fields to clear, because the input has them but leaves them empty. */
			readonly clear: readonly FieldName[];
			/** The product in the catalog. Absent if `changes` is. */
			readonly current?: Product;
			/** Fields that stay as they are in the catalog. */
			readonly held: readonly FieldName[];
			readonly product: Product;
	  };

export interface PlanOptions {
	/** The row that is sent of several with the same ID: with `equal` the last one, if they are equal. */
	readonly duplicates: 'equal' | 'first' | 'last';
	/** Whether to remember the products that are not in the input, to delete them. Otherwise they are only counted. */
	readonly trackMissing: boolean;
	/**
	 * Whether a product has all fields that any product of the input has, and those that it lacks are empty, as in XML
	 * and JSON.
	 */
	readonly sharesFields?: boolean;
	/** The factor by which a price may rise, and the Change Limit. If absent, changes are not watched. */
	readonly guard?: { readonly factor: number; readonly limit: number };
}

/** The most IDs to keep for finding out how the IDs of the catalog are made. */
const SAMPLED_STRANGERS = 1000;

const REMEMBERED_CHANGES = 10_000;

interface Entry {
	readonly watched: Watched;
	/** Wanted, refused or with rows that differ, and then found in the catalog. */
	state: 'wanted' | 'refused' | 'mixed' | 'same' | 'changed' | 'held' | 'refusedAndMet' | 'mixedAndMet';
	/** The number of the row that is sent, among those with this ID. */
	ordinal: number;
	mask: FieldMask;
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
	readonly counts = {
		wanted: 0,
		refused: 0,
		duplicates: 0,
		/** IDs whose rows differ. */
		mixed: 0,
		catalog: 0,
		same: 0,
		changed: 0,
		missing: 0,
		/** Changed and new products that are not sent. */
		held: 0,
		heldNew: 0,
	};
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
	private readonly values = new ProductValues();
	private guard: Guard | undefined;

	constructor(private readonly options: PlanOptions) {
		const { guard } = options;
		if (guard !== undefined) this.guard = new Guard(this.values, guard.factor, guard.limit);
	}

	/** First pass: adds a valid product of the input. `ordinal` is the number of its row, from 0. */
	addDesired(product: Product, ordinal: number): void {
		const at = this.values.count;
		const mask = this.values.add(product);
		const watched = this.guard?.watch(product, at) ?? { ...UNWATCHED, at };
		const entry: Entry = { watched, state: 'wanted', ordinal, mask, stored: undefined };
		if (this.enter(product.id ?? '', entry)) this.allMasks |= mask;
	}

	/** First pass: adds a product that breaks a rule. */
	addInvalid(id: string, ordinal: number): void {
		this.enter(id, { watched: UNWATCHED, state: 'refused', ordinal, mask: 0, stored: undefined });
	}

	/** First pass: the number of the row with this ID, as far as the input was read. */
	ordinalOf(id: string): number | undefined {
		return this.entries.get(id)?.ordinal;
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
		else if (entry.state === 'refused' || entry.state === 'mixed') {
			this.counts.catalog++;
			entry.state = `${entry.state}AndMet`;
		} else if (entry.state === 'wanted') {
			this.counts.catalog++;
			this.compare(entry, current);
		}
	}

	/** After the first pass: the fields that the input has, even if they are empty. */
	get fields(): FieldName[] {
		return fieldsOf(this.allMasks);
	}

	/** After the first pass: what identifies this input, whatever the order of its rows. */
	get fingerprint(): string {
		return this.values.fingerprint;
	}

	/** After the first pass: a person has confirmed this input, so nothing is held. */
	confirm(): void {
		this.guard = undefined;
		for (const entry of this.entries.values())
			if (entry.state === 'mixed') {
				entry.state = 'wanted';
				this.counts.mixed--;
				this.counts.wanted++;
			}
	}

	/** After the first pass: products that lack these fields lose them. */
	clear(names: readonly FieldName[]): void {
		this.cleared = maskOfNames(names);
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

	/** After the second pass: decides what is held, and returns the reasons. */
	settle(): readonly string[] {
		const { guard, counts } = this;
		guard?.settle();
		if (guard?.holds !== true) return [];
		for (const entry of this.entries.values())
			if (entry.state === 'wanted' && guard.holdsNew(entry.watched)) {
				entry.state = 'held';
				counts.heldNew++;
			} else if (entry.state === 'changed') {
				const held = guard.heldOf(entry.watched);
				if (held !== entry.watched.changed && (held === 0 || entry.stored?.product !== undefined)) continue;
				entry.state = 'held';
				counts.held++;
			}
		return guard.reasons;
	}

	/** After `settle`: whether anything is held. */
	get holds(): boolean {
		return this.guard?.holds === true || this.counts.mixed > 0;
	}

	get toCreate(): number {
		return this.toSend - this.toUpdate;
	}

	get toUpdate(): number {
		return this.counts.changed - this.counts.held;
	}

	get toSend(): number {
		const { wanted, same, held, heldNew } = this.counts;
		return wanted - same - held - heldNew;
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
				return this.update(entry, product);
			case 'held':
				return held(entry, fieldsOf(this.guard?.heldOf(entry.watched) ?? 0));
			case 'mixed':
			case 'mixedAndMet':
				return { action: 'held', held: [], isRepeated: true };
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
			counts[COUNTED[before.state]]--;
			if (this.options.duplicates === 'equal' && !this.isEqual(before, entry)) entry.state = 'mixed';
		}
		counts[COUNTED[entry.state]]++;
		entries.set(before === undefined ? ownCopy(id) : id, entry);
		return true;
	}

	/** Whether two rows say the same, but for the category and labels under which a file has a product again. */
	private isEqual(before: Entry, { state, watched }: Entry): boolean {
		if (before.state === 'refused' || state === 'refused') return before.state === state;
		return before.state === 'wanted' && this.values.areEqual(before.watched.at, watched.at, ~MAY_DIFFER);
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
		const mask = this.hadBy(entry.mask);
		for (const [name, count] of this.left) if (current[name]) this.left.set(name, count + 1);
		const { watched } = entry;
		watched.changed =
			this.guard?.compare(watched, current, mask) ?? this.values.differing(watched.at, mask, current);
		if (watched.changed === 0) {
			entry.state = 'same';
			this.counts.same++;
			return;
		}
		const isRemembered = this.counts.changed++ < REMEMBERED_CHANGES;
		entry.state = 'changed';
		entry.stored = { filled: maskOf(current, true), product: isRemembered ? current : undefined };
	}

	/** Sends a product with the values of the catalog in the fields that are held. */
	private update(entry: Entry, product: Product): Decision {
		const kept = this.guard?.heldOf(entry.watched) ?? 0;
		const names = fieldsOf(kept);
		const { filled = 0, product: current } = entry.stored ?? {};
		const sent = { ...product };
		for (const name of names) sent[name] = current?.[name] ?? '';
		// Half of a change may break a rule that all of it keeps.
		if (names.length > 0 && checkProduct(sent).length > 0) return held(entry, names);
		const clear = fieldsOf(filled).filter((name) => sent[name] === '');
		if (current === undefined) return { action: 'update', clear, held: names, product: sent };
		const changes = fieldsOf(entry.watched.changed & ~kept);
		return { action: 'update', clear, changes, current, held: names, product: sent };
	}
}

const held = ({ stored }: Entry, names: readonly FieldName[]): Decision => ({
	action: 'held',
	held: names,
	...(stored?.product && { current: stored.product }),
});

/** How a row counts that was read first. */
const COUNTED = {
	wanted: 'wanted',
	refused: 'refused',
	mixed: 'mixed',
	same: 'wanted',
	changed: 'wanted',
	held: 'wanted',
	refusedAndMet: 'refused',
	mixedAndMet: 'mixed',
} as const;

/** A file may have a product once for each of its categories. */
const MAY_DIFFER = maskOfNames(FILED_UNDER);

const UNWATCHED: Watched = {
	at: -1,
	price: undefined,
	paid: undefined,
	isSellable: false,
	linkHost: '',
	imageHost: '',
	marks: 0,
	changed: 0,
};
