/** Notices changes that usually mean a broken export: prices that jump, stock that vanishes, fields equal everywhere. */
import { FIELDS, labelOf, type FieldName, type Product, type ProductField } from '../product/fields';
import { canonicalValue } from '../product/normalize';
import { parsePrice, type CurrencyAmount } from '../product/price';
import { quoted } from '../product/violation';

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

/** Finds the fields that have the same value in all products. */
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

	/** Yields the fields that are still the same in all products, with their values. */
	*same(): Generator<readonly [ProductField, string]> {
		for (const field of WATCHED) {
			const value = this.valueOf(field.name);
			if (value !== undefined) yield [field, value];
		}
	}

	/** Returns the value that all products have. Is undefined if they differ. */
	valueOf(name: FieldName): string | undefined {
		return this.names.includes(name) ? this.first[name] : undefined;
	}
}

/** The changes, in numbers of products that input and catalog both have. */
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
		/** The number of products with another value now. */
		readonly others: number;
	}[];
}

/** The price and availability of a product, which may jump or vanish. */
export interface Offer {
	/** Is undefined if it cannot be read. */
	readonly price: CurrencyAmount | undefined;
	/** Whether it can be bought. */
	readonly isSellable: boolean;
}

export function offerOf({ price = '', availability }: Product): Offer {
	const amount = parsePrice(price);
	return {
		price: 'rule' in amount ? undefined : amount,
		isSellable: availability !== 'out of stock' && availability !== 'discontinued',
	};
}

/** Compares prices and availability without keeping products. */
export class ChangeWatch {
	private readonly wanted = new EqualFields();
	private readonly stored = new EqualFields();
	/** The number of products of the catalog with another value in a field that is the same in the whole input. */
	private readonly others = new Map<FieldName, number>();
	private example = '';
	private readonly counts = { compared: 0, priceJumps: 0, sellable: 0, soldOut: 0 };

	/** @param factor The factor by which a price may grow or shrink. */
	constructor(private readonly factor: number) {}

	/** Takes a product of the input. */
	addDesired(product: Product): void {
		this.wanted.note(product);
	}

	/** Takes a product as the catalog has it, with what the input makes of it. */
	addExisting(wanted: Offer, current: Product): void {
		const { counts } = this;
		this.stored.note(current);
		counts.compared++;
		for (const [field, value] of this.wanted.same())
			if (canonicalValue(field, current[field.name] ?? '') !== canonicalValue(field, value))
				this.others.set(field.name, (this.others.get(field.name) ?? 0) + 1);
		const { price, isSellable } = offerOf(current);
		if (isJump(price, wanted.price, this.factor)) {
			counts.priceJumps++;
			if (this.example === '') this.example = `${current.id} (now ${current.price})`;
		}
		if (!isSellable) return;
		counts.sellable++;
		if (!wanted.isSellable) counts.soldOut++;
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
}

function isJump(
	before: CurrencyAmount | undefined,
	after: CurrencyAmount | undefined,
	factor: number,
): boolean {
	if (before === undefined || after === undefined) return false;
	if (before.currency !== after.currency) return true;
	const [left, right] = [before, after].map(({ digits, scale }) => Number(digits) / 10 ** scale) as [
		number,
		number,
	];
	const most = factor * ROUNDING;
	return left !== 0 && (right > left * most || right * most < left);
}

/** A change by exactly the factor must not count, whatever the last digit of a product of two numbers is. */
const ROUNDING = 1 + 1e-9;

interface ChangeCase extends Changes {
	/** The largest share of the compared products, in percent. */
	readonly limitPercent: number;
	readonly factor: number;
	readonly confirmed: boolean;
}

/** Explains why the changes of a sync must be confirmed: one sentence for each reason. */
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
	];
}
