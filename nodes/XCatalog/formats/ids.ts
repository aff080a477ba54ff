/** This file offers the choice of what the IDs of products are made of. */
import { countBy, maxBy } from 'lodash';
import type { Format, Getter, IdGetters } from './vocabulary';

/** The choices beside Automatic. Saved workflows contain their names. */
export const ID_SOURCES = {
	google: [
		'Google Channel of Shopify',
		'As the Google & YouTube app of Shopify makes them, such as shopify_US_632910392_808950810',
	],
	handle: [
		'Handle and Options',
		'The address of the product and the options of the variant, such as tee-red-s',
	],
	shopId: ['ID in the Shop', 'The number that the shop system gave to the variant or product'],
	sku: ['SKU', 'Products without a SKU are refused'],
} as const satisfies Readonly<Record<keyof IdGetters, readonly [string, string]>>;

export type IdSource = keyof IdGetters;

/** Returns how the IDs are made. Is undefined if the format has nothing to make them of. */
export function idGetter({ ids = {} }: Format, from: IdSource, country: string): Getter | undefined {
	return from === 'google' ? ids.google?.(country) : ids[from];
}

/** Lists the choices that a format has. */
export const idSourcesOf = ({ ids = {} }: Format): IdSource[] =>
	(Object.keys(ID_SOURCES) as IdSource[]).filter((name) => ids[name] !== undefined);

/** Shopify writes the country in capitals, and so do the IDs that are made here. */
const OF_GOOGLE = /^shopify_([A-Z]{2})_\d+_\d+$/;

/**
 * Finds the choice that makes more than half of these IDs, or one for more than half of the rows where those are fewer,
 * by its name in the form. That of Google is offered with the country that most IDs have.
 */
export function sourceOfIds(
	format: Format,
	wanted: ReadonlySet<string>,
	madeOf: (getter: Getter) => readonly string[],
): string | undefined {
	const countries = countBy([...wanted].flatMap((id) => OF_GOOGLE.exec(id)?.[1] ?? []));
	const country = maxBy(Object.keys(countries), (name) => countries[name]) ?? '';
	const usual = format.fields === 'feed' ? undefined : format.fields.id;
	const choices = [
		['Automatic', usual] as const,
		...idSourcesOf(format)
			.filter((name) => name !== 'google' || country !== '')
			.map((name) => {
				const more = name === 'google' ? `, with the country ${country}` : '';
				return [`${ID_SOURCES[name][0]}${more}`, idGetter(format, name, country)] as const;
			}),
	];
	return choices.find(([, getter]) => {
		const made = getter === undefined ? [] : madeOf(getter);
		// An ID that many rows share is one product.
		const known = new Set(made.filter((id) => wanted.has(id))).size;
		return known * 2 > Math.min(made.length, wanted.size);
	})?.[0];
}
