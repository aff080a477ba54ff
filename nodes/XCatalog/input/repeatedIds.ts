/** This file describes rows that have the same ID. X gets one of them. */
import { FIELDS, type Product } from '../product/fields';
import { quoted } from '../product/violation';
import type { InputRow } from './row';

/** The most IDs to describe. */
const DESCRIBED_IDS = 5;
/** The most rows of one ID to compare. */
const COMPARED_ROWS = 20;
/** The most lines, fields and values that a sentence names. */
const NAMED = 4;

interface Occurrences {
	count: number;
	readonly unit: 'item' | 'line';
	readonly places: number[];
	readonly products: Product[];
}

/** Describes the first repeated IDs: where they are, and how their rows differ. */
export class RepeatedIds {
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

	/** Returns one sentence for each ID. */
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
