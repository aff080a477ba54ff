import { broken, type Call } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { checkAmounts } from './amounts';
import { businessCategories } from './lookups';

/**
 * Runs the optional checks of a line item, and returns the parameter with all IAB categories of each chosen kind of
 * business: https://docs.x.com/x-ads-api/campaign-management/reference#advertiser-business-categories
 *
 * @throws NodeOperationError for a broken bidding rule, or an unknown kind of business.
 */
export async function checkedCategories(call: Call): Promise<{ categories?: string }> {
	await checkAmounts(call);
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
