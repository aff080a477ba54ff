/** This file calculates prices of sales and variants, which have no columns of their own in some exports. */

const UNITS = 10_000n;

/** Reads a decimal number in ten-thousandths. Is undefined if the text is not a number. */
function exact(text: string): bigint | undefined {
	const [, whole, fraction = ''] = /^(\d+)(?:[.,](\d{0,4})0*)?$/.exec(text) ?? [];
	return whole === undefined ? undefined : BigInt(whole) * UNITS + BigInt(fraction.padEnd(4, '0'));
}

/**
 * Raises or lowers a price without floating-point errors, rounded to cents. Is undefined if a text is not a number, or
 * if nothing is left of the price.
 *
 * @param sign 1n to raise the price, -1n to lower it.
 */
export function changedPrice(
	price: string,
	amount: string,
	isPercent: boolean,
	sign: 1n | -1n,
): string | undefined {
	const [full, by] = [exact(price), exact(amount)];
	if (full === undefined || by === undefined) return undefined;
	const changed = full + sign * (isPercent ? (full * by) / (100n * UNITS) : by);
	if (changed <= 0n) return undefined;
	const cents = (changed + 50n) / 100n;
	return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/**
 * Reduces a price. Returns '' if there is no discount.
 *
 * @param discount The reduction, in the price's currency or in percent.
 * @param isPercent Whether the reduction is in percent.
 */
export const reducedPrice = (price: string, discount: string, isPercent: boolean): string =>
	exact(discount) === 0n ? '' : (changedPrice(price, discount, isPercent, -1n) ?? '');
