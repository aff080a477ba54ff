/**
 * The limits of what one run may change without a person's answer. This file has all of them. Shares are percent of the
 * products that input and catalog both have, at the usual Change Limit of 20 %, and grow with it; at 100 nothing is held.
 *
 * Measured on 504 random nights of 42 shops (2026-11-27; test/harness/catalog/guardNights.test.ts says beforehand what is
 * ordinary): no wrong value of 252 bad nights of 32 kinds was sent, and each had a message. Nothing of 252 ordinary
 * nights was held.
 */
import { words } from '../../shared/util/text';
import { FIELDS, fieldOf, type FieldName } from '../product/fields';

/** The Change Limit at which the shares of this file hold. */
export const USUAL_LIMIT = 20;

/** A change of one product that is suspicious if many products have it. */
interface Kind {
	readonly fields: readonly FieldName[];
	/** Fewer products are not held: a small shop may change them in a day. */
	readonly least: number;
	readonly share: number;
	/** Whether other changes of these fields are held, too: where many are wrong, none can be trusted. */
	readonly isWide: boolean;
	/** The rest of a sentence that begins with a number of products. */
	readonly says: string;
}

export const TEXTS: readonly FieldName[] = ['title', 'description', 'brand', 'color', 'product_type'];

/** A price may fall by so many times the factor by which it may rise: a clearance is no mistake. */
export const FALL = 2;
/** A price that becomes so many times as high or as low is far off: a lost comma, cents in place of euros. */
export const FAR_OFF = 10;

export const KINDS = {
	jump: {
		fields: ['price'],
		least: 5,
		share: 20,
		isWide: true,
		says: 'would rise or fall by more than Large Price Change allows, or get another currency',
	},
	farOff: {
		fields: ['price'],
		least: 5,
		share: 2,
		isWide: false,
		says: 'would be ten times as high or as low, or get another currency',
	},
	zero: { fields: ['price'], least: 1, share: 0, isWide: false, says: 'would be 0' },
	garbled: {
		fields: TEXTS,
		least: 3,
		share: 1,
		isWide: false,
		says: 'have characters such as "Ã¶" for "ö": UTF-8 that was read as Windows-1252 on the way. Set the encoding where the file is made',
	},
	linkHost: { fields: ['link'], least: 5, share: 5, isWide: true, says: 'would lead to another host' },
	imageHost: {
		fields: ['image_link'],
		least: 5,
		share: 10,
		isWide: true,
		says: 'would come from another host',
	},
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof KINDS;

function fieldsIn(names: string): FieldName[] {
	return words(names).flatMap((name) => fieldOf(name)?.name ?? []);
}

function shares(fields: Readonly<Record<number, string>>): Partial<Readonly<Record<FieldName, number>>> {
	return Object.fromEntries(
		Object.entries(fields).flatMap(([share, names]) => fieldsIn(names).map((name) => [name, Number(share)])),
	);
}

/**
 * The share of products in which a field may change at all. The variants of a group count as one, because a shop writes
 * their texts once. Prices, stock and labels may change everywhere in a night.
 */
export const MAY_CHANGE = shares({
	30: 'title link image_link mobile_link brand condition item_group_id gtin mpn',
	40: 'google_product_category product_type gender age_group color size',
	50: 'description',
	60: 'additional_image_link',
});

/** The share of products in which a field may become one and the same value, of products of several groups. */
export const MAY_BECOME_ONE = shares({
	10: 'title link image_link mobile_link gtin',
	20: 'description additional_image_link mpn item_group_id brand',
	30: 'price',
	40: 'sale_price',
	60: 'inventory',
});

/** The share of the products with a value in a field that may lose it. A sale ends for all of its products. */
export const MAY_LOSE = 50;
export const MAY_END: ReadonlySet<FieldName> = new Set(['sale_price', 'sale_price_effective_date']);
/** Labels of a campaign end together: they count against all products. */
export const LABELS: ReadonlySet<FieldName> = new Set(
	FIELDS.flatMap(({ name }) => (name.startsWith('custom_label') ? name : [])),
);

/** Fields in which few values may get another name everywhere, and how many they may be. */
export const MAY_RENAME = 3;
export const RENAMED: ReadonlySet<FieldName> = new Set(
	fieldsIn('brand google_product_category inventory price product_type sale_price'),
);

/** Where these change in most products, their rows or columns are out of step, and nothing is sent of any. */
export const IDENTITY: readonly FieldName[] = ['title', 'link'];

/** Rows that repeat an ID may differ in these. */
export const FILED_UNDER: readonly FieldName[] = ['product_type', 'google_product_category', ...LABELS];

/** Two files that have so many IDs with different rows are not sent together. */
export const MAY_OVERLAP = { least: 5, share: 5 };

/** Where so many prices are far off, new products wait, too: nothing says whether their prices are right. */
export const NEW_WAIT = 5;

/** The share of products that may come back where, afterwards, the whole input is in stock. */
export const MAY_COME_BACK = 10;

/** Fewer products than this, or groups of variants, are not judged. */
export const FEWEST = 5;

/** Fields that are held together, because one is wrong without the other. */
export const TOGETHER: readonly (readonly FieldName[])[] = [
	['price', 'sale_price', 'sale_price_effective_date'],
	['availability', 'inventory'],
	['image_link', 'additional_image_link'],
	['link', 'mobile_link'],
];
