/** Reads X's present prices from an undocumented address. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import type { Price } from '../model/prices';
import { tryParseExact } from '../util/exactJson';
import { askForShortAnswer } from './shortAnswer';

const pricesByType = z.record(z.coerce.number().nonnegative());

const answer = z.object({ eventTypePricing: pricesByType, requestTypePricing: pricesByType });

export type LivePrices = z.infer<typeof answer>;

/** A slow price list must not hold up an estimate for long. */
const PATIENCE = 10_000;

/** Asks for the present prices, without a credential. Returns them, or why there are none. */
export async function askLivePrices(
	context: Pick<IExecuteFunctions, 'helpers'>,
	url: string,
): Promise<{ readonly prices: LivePrices } | { readonly reason: string }> {
	try {
		const { status, text } = await askForShortAnswer(context.helpers, { url }, PATIENCE);
		const { data } = answer.safeParse(tryParseExact(text ?? ''));
		if (data && status === 200) return { prices: data };
		return { reason: status === 200 ? 'the answer is no price list' : `the host answered ${status}` };
	} catch (error) {
		return { reason: error instanceof Error ? error.message : 'no answer' };
	}
}

/** Returns a price in the live list; undefined if it is missing there. */
export function livePrice(
	{ eventTypePricing, requestTypePricing }: LivePrices,
	price: Price,
): Price | undefined {
	const { live = '', kind, unit } = price;
	const usd = (unit === 'object' ? eventTypePricing : requestTypePricing)[live];
	return usd === undefined ? undefined : { kind, unit, live, usd };
}
