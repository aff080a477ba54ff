/** X's present prices, from an address that is no documented API. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { Price } from '../model/prices';

const pricesByType = z.record(z.coerce.number().nonnegative());

const answer = z.object({ eventTypePricing: pricesByType, requestTypePricing: pricesByType });

export type LivePrices = z.infer<typeof answer>;

/** A price list that does not come must not hold up an estimate for long. */
const PATIENCE = 10_000;

/**
 * Asks for the present prices. No credential goes with it.
 *
 * @param url Where they are.
 * @returns Why there are none, where they did not come.
 */
export async function askLivePrices(
	context: Pick<IExecuteFunctions, 'helpers'>,
	url: string,
): Promise<{ readonly prices: LivePrices } | { readonly reason: string }> {
	try {
		const body: unknown = await context.helpers.httpRequest({
			url,
			json: true,
			timeout: PATIENCE,
			disableFollowRedirect: true,
		});
		const { data } = answer.safeParse(body);
		return data ? { prices: data } : { reason: 'the answer is no price list' };
	} catch (error) {
		return { reason: error instanceof Error ? error.message : 'no answer' };
	}
}

/** A price as the live list has it; undefined where the list does not have it. */
export function livePrice(
	{ eventTypePricing, requestTypePricing }: LivePrices,
	price: Price,
): Price | undefined {
	const { live = '', kind, unit } = price;
	const usd = (unit === 'object' ? eventTypePricing : requestTypePricing)[live];
	return usd === undefined ? undefined : { kind, unit, live, usd };
}
