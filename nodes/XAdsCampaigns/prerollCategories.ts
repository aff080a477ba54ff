import { broken, type Call } from '../shared/operation/operation';
import { asText } from '../shared/util/text';
import { businessCategories } from './lookups';

/**
 * The IAB categories of a line item for in-stream ads: the whole sets of the kinds of business that the form chose by name
 * or ID (https://docs.x.com/x-ads-api/campaign-management/reference#advertiser-business-categories).
 *
 * @returns Undefined where the form chose none.
 * @throws NodeOperationError for a kind of business that the platform does not have.
 */
export async function prerollCategories(call: Call): Promise<string[] | undefined> {
	const { business_categories: chosen } = call.values;
	if (!Array.isArray(chosen)) return undefined;
	const known = await businessCategories(call);
	const ids = new Set<string>();
	for (const written of chosen.map(asText)) {
		const found = known.find(({ id, name }) => id === written || name === written);
		if (!found)
			throw call.invalid([
				broken('business_categories', 'enum', `holds "${written}", which the platform does not know`),
			]);
		for (const id of (found.iab_categories ?? []) as unknown[]) ids.add(asText(id));
	}
	return [...ids];
}
