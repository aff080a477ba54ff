import { broken, type Call } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { checkBiddingRules } from './biddingRules';
import { businessCategories } from './lookups';

/**
 * Checks what the options of a line item ask for, and gives the IAB categories for in-stream ads: the whole sets of the
 * kinds of business that the form chose by name or ID
 * (https://docs.x.com/x-ads-api/campaign-management/reference#advertiser-business-categories).
 *
 * @returns The parameter with the categories; no parameter where the form chose none.
 * @throws NodeOperationError for a broken bidding rule, or a kind of business that X does not have.
 */
export async function checkedCategories(call: Call): Promise<{ categories?: string }> {
	await checkBiddingRules(call);
	const { business_categories: chosen } = call.values;
	if (!Array.isArray(chosen)) return {};
	const known = await businessCategories(call);
	const ids = new Set<string>();
	for (const written of chosen.map(asText)) {
		const found = known.find(({ id, name }) => id === written || name === written);
		if (!found)
			throw call.invalid([
				broken('business_categories', 'enum', `holds "${written}", which X does not know`),
			]);
		for (const id of (found.iab_categories ?? []) as unknown[]) ids.add(asText(id));
	}
	return { categories: [...ids].join(',') };
}
