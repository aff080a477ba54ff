/** What X stores of catalogs: at most one for each user, with products, sets and one feed. */
import { isEqual } from 'lodash';
import type { Platform } from '../frame';
import { productFields } from './facts';
import type { Fields } from './rules';

interface Stored {
	readonly key: string;
	fields: Fields;
}

export interface ProductSet {
	readonly id: string;
	name: string;
	description: string | null;
	readonly type: 'MANUAL' | 'FILTERED';
	readonly filters: readonly { attribute: string; operator: string; value: string }[];
	keys: string[];
	/** Milliseconds of the simulator's clock; before it the set is being processed. */
	readonly readyAt: number;
	readonly fails: boolean;
}

export type Feed = Record<
	| 'id'
	| 'product_catalog_id'
	| 'feed_url'
	| 'feed_format'
	| 'frequency'
	| 'start_time'
	| 'time_zone'
	| 'created_at'
	| 'updated_at',
	string
> & { repeat: string | null };

export class Catalog {
	/** By item identifier, in the order of submission. */
	readonly products = new Map<string, Stored>();
	readonly byKey = new Map<string, Stored>();
	readonly sets = new Map<string, ProductSet>();
	feed: Feed | undefined;
	private readonly groupKeys = new Map<string, string>();
	private listed: Stored[] | undefined;

	constructor(
		readonly id: string,
		readonly userId: string,
		public name: string,
		private readonly platform: Platform,
		private readonly habits: Habits,
	) {}

	/** Creates or updates, and returns what happened. Empty fields are unset. */
	put(product: Fields): { key: string; status: 'CREATE_SUCCESS' | 'UPDATE_SUCCESS' | 'NO_CHANGE' } {
		const id = String(product.id);
		const known = this.products.get(id);
		const fields = Object.fromEntries(
			Object.entries({ ...(this.habits.replaces ? {} : known?.fields), ...product }).filter(
				([name, value]) => value !== null && value !== '' && !MADE_FIELDS.includes(name),
			),
		);
		if (known && isEqual(known.fields, fields)) return { key: known.key, status: 'NO_CHANGE' };
		this.listed = undefined;
		if (known) {
			known.fields = fields;
			return { key: known.key, status: 'UPDATE_SUCCESS' };
		}
		const stored = { key: this.platform.newId(), fields };
		this.products.set(id, stored);
		this.byKey.set(stored.key, stored);
		return { key: stored.key, status: 'CREATE_SUCCESS' };
	}

	remove(key: string): boolean {
		const stored = this.byKey.get(key);
		if (!stored) return false;
		this.listed = undefined;
		this.products.delete(String(stored.fields.id));
		return this.byKey.delete(key);
	}

	/** What a read without a group returns: products alone, and the first-submitted member of each group. */
	visible(): readonly Stored[] {
		if (this.listed) return this.listed;
		const seen = new Set<unknown>();
		this.listed = [...this.products.values()].filter(({ fields: { item_group_id: group } }) => {
			if (group === undefined) return true;
			if (seen.has(group)) return false;
			return seen.add(group);
		});
		return this.listed;
	}

	members(groupKey: string): Stored[] {
		const members = [...this.products.values()].filter(
			({ fields }) => this.groupKey(fields.item_group_id) === groupKey,
		);
		return this.habits.hidesMembers ? members.slice(0, 1) : members;
	}

	/** A product as reads print it: every documented field, null where unset. */
	view({ key, fields }: Stored): Record<string, unknown> {
		const known = Object.fromEntries(productFields.map(({ name }) => [name, fields[name] ?? null]));
		return { ...known, product_key: key, item_group_key: this.groupKey(fields.item_group_id) };
	}

	/** A group gets its key when its identifier is first used. */
	private groupKey(group: unknown): string | null {
		if (typeof group !== 'string') return null;
		const known = this.groupKeys.get(group) ?? this.platform.newId();
		this.groupKeys.set(group, known);
		return known;
	}
}

/** Fields that X makes itself. */
const MADE_FIELDS = ['product_key', 'item_group_key'];

/** What the documentation leaves open; the package has to get by with either. */
interface Habits {
	/** An update sets what it does not mention to nothing, instead of leaving it alone. */
	replaces: boolean;
	/** Reading a group gives its first member only, as reading the catalog does. */
	hidesMembers: boolean;
}

export class CatalogState {
	readonly habits: Habits = { replaces: false, hidesMembers: false };
	readonly byUser = new Map<string, Catalog>();
	/** Whether the app is enrolled in the early access program. */
	enrolled = true;
	/** How long a filtered set is being processed, and whether the next one fails. */
	processingMs = 3000;
	nextSetFails = false;
}
