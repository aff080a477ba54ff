/** Notices changes that usually mean a broken export: prices that jump, stock that vanishes, fields equal everywhere. */
import { FIELDS, labelOf, type FieldName, type Product, type ProductField } from '../product/fields';
import { canonicalValue } from '../product/normalize';
import { parsePrice } from '../product/price';
import { quoted } from '../product/violation';
import { remembered } from '../../shared/util/remembered';
import { PagedArray } from './fingerprintIndex';

/** Fewer products than this are not judged, because a small shop may change all of its products in a day. */
export const FEWEST = 5;

/** Values of these fields may well become equal, for example when a sale ends or all stock is sold out. */
const MAY_BE_EQUAL: ReadonlySet<FieldName> = new Set<FieldName>([
	'availability',
	'condition',
	'inventory',
	'price',
	'sale_price',
	'sale_price_effective_date',
	'gender',
	'age_group',
	'mobile_link',
	'google_product_category',
	'product_type',
	'custom_label_0',
	'custom_label_1',
	'custom_label_2',
	'custom_label_3',
	'custom_label_4',
]);

const WATCHED = FIELDS.filter(({ name }) => !MAY_BE_EQUAL.has(name) && name !== 'id');

/** Which fields have the same value in all products. */
class EqualFields {
	count = 0;
	private readonly first: Product = {};
	/** The fields that are the same in all products so far. Soon they are few. */
	private names = WATCHED.map(({ name }) => name);

	note(product: Product): void {
		this.count++;
		for (const name of this.names) {
			const value = product[name] ?? '';
			if ((this.first[name] ??= value) !== value) this.names = this.names.filter((other) => other !== name);
		}
	}

	/** The fields that are still the same in all products, with their values. */
	*same(): Generator<readonly [ProductField, string]> {
		for (const field of WATCHED) {
			const value = this.valueOf(field.name);
			if (value !== undefined) yield [field, value];
		}
	}

	/** The value that all products have. Undefined if they differ. */
	valueOf(name: FieldName): string | undefined {
		return this.names.includes(name) ? this.first[name] : undefined;
	}
}

/** What changed, in numbers of products that input and catalog both have. */
export interface Changes {
	readonly compared: number;
	/** Prices that grow or shrink by more than the factor, become 0 or change their currency. */
	readonly priceJumps: number;
	/** One of them, as it is now. */
	readonly example: string;
	/** Products that can be bought now. */
	readonly sellable: number;
	/** Those of them that could not be bought any more. */
	readonly soldOut: number;
	/** Fields that differ in the catalog and would be the same in all products. */
	readonly equal: readonly {
		readonly name: FieldName;
		readonly value: string;
		/** How many products have another value now. */
		readonly others: number;
	}[];
}

const CURRENCY_BITS = 8;

const number = new Float32Array(1);
const bits = new Uint32Array(number.buffer);

/**
 * Compares prices and availability without keeping products: 4 bytes hold the price, with 15 bits of its digits and a
 * number for its currency, and the availability is in a bit of another array.
 */
export class ChangeWatch {
	private readonly prices = new PagedArray();
	private readonly sellable = new PagedArray(1);
	private readonly currencies = new Map<string, number>();
	private readonly wanted = new EqualFields();
	private readonly stored = new EqualFields();
	/** How many products of the catalog have another value in a field that is the same in the whole input. */
	private readonly others = new Map<FieldName, number>();
	private example = '';
	private readonly counts = { compared: 0, priceJumps: 0, sellable: 0, soldOut: 0 };

	/** @param factor How much a price may grow or shrink. */
	constructor(private readonly factor: number) {}

	/** Takes a product of the input. `entry` is its number in the plan. */
	addDesired(entry: number, product: Product): void {
		this.wanted.note(product);
		this.prices.set(entry, this.packed(product.price ?? ''));
		this.sellable.set(entry, isSellable(product) ? 1 : 0);
	}

	/** Takes the same product as the catalog has it. */
	addExisting(entry: number, current: Product): void {
		const { counts } = this;
		this.stored.note(current);
		counts.compared++;
		for (const [field, value] of this.wanted.same())
			if (canonicalValue(field, current[field.name] ?? '') !== canonicalValue(field, value))
				this.others.set(field.name, (this.others.get(field.name) ?? 0) + 1);
		if (this.isJump(this.packed(current.price ?? ''), this.prices.get(entry))) {
			counts.priceJumps++;
			if (this.example === '') this.example = `${current.id} (now ${current.price})`;
		}
		if (!isSellable(current)) return;
		counts.sellable++;
		if (this.sellable.get(entry) === 0) counts.soldOut++;
	}

	/** @param fields The fields that the input has. Others are left alone. */
	changes(fields: readonly FieldName[]): Changes {
		const equal = [...this.wanted.same()].flatMap(([{ name }, value]) =>
			fields.includes(name) && this.stored.valueOf(name) === undefined
				? [{ name, value, others: this.others.get(name) ?? 0 }]
				: [],
		);
		return { ...this.counts, equal, example: this.example };
	}

	private isJump(before: number, after: number): boolean {
		if (before === 0 || after === 0) return false;
		const [left, right] = [amountIn(before), amountIn(after)];
		if (currencyIn(before) !== currencyIn(after)) return true;
		if (left === 0) return false;
		return right > left * this.factor * ROUNDING || right * this.factor * ROUNDING < left;
	}

	/** A price in 31 bits, or 0 if it cannot be read. A catalog has many equal ones. */
	private readonly packed = remembered((text) => this.pack(text));

	private pack(text: string): number {
		const price = parsePrice(text);
		if ('rule' in price) return 0;
		const known = this.currencies.get(price.currency) ?? this.currencies.size + 1;
		this.currencies.set(price.currency, known);
		number[0] = Number(price.digits) / 10 ** price.scale;
		return ((bits[0] ?? 0) & ~0xff) | Math.min(known, 0xff);
	}
}

/** Prices lose their last digits, so a change by exactly the factor must not count. */
const ROUNDING = 1.0005;

const currencyIn = (packed: number) => packed & ((1 << CURRENCY_BITS) - 1);

function amountIn(packed: number): number {
	bits[0] = (packed & ~0xff) >>> 0;
	return number[0] ?? 0;
}

const isSellable = ({ availability }: Product): boolean =>
	availability !== 'out of stock' && availability !== 'discontinued';

interface ChangeCase extends Changes {
	/** Fields that the last good run had and this input lacks. */
	readonly lost: readonly FieldName[];
	readonly lastGoodRun: string;
	/** The largest share of the compared products, in percent. */
	readonly limitPercent: number;
	readonly factor: number;
	readonly confirmed: boolean;
}

/** Why the changes of a sync must be confirmed: one sentence for each reason. */
export function changeProblems(of: ChangeCase): string[] {
	if (of.confirmed) return [];
	const isMuch = (count: number, all: number) => count >= FEWEST && count * 100 > of.limitPercent * all;
	const limit = `more than the Change Limit of ${of.limitPercent} %`;
	const share = (count: number, all: number) =>
		`${count} of ${all} (${Math.round((count * 1000) / all) / 10} %)`;
	return [
		...(isMuch(of.priceJumps, of.compared)
			? [
					`The prices of ${share(of.priceJumps, of.compared)} products, for example of ${of.example}, would become more than ${of.factor} times as high or as low, or get another currency: ${limit}`,
				]
			: []),
		...(isMuch(of.soldOut, of.sellable)
			? [`${share(of.soldOut, of.sellable)} products that can be bought now would be out of stock: ${limit}`]
			: []),
		...of.equal
			.filter(({ others }) => isMuch(others, of.compared))
			.map(({ name, value, others }) =>
				value === ''
					? `${labelOf(name)} would be cleared in all products, and ${others} of them have one now`
					: `${labelOf(name)} would be ${quoted(value)} in all products, and ${others} of them have another one now`,
			),
		...(of.lost.length > 0
			? [
					`The input no longer has ${of.lost.map(labelOf).join(', ')}, which the last good run (${of.lastGoodRun}) had`,
				]
			: []),
	];
}
