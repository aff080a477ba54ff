/** Line items: what X adds to one, and what those of a campaign have in common. */
import type { Values } from '../frame/validate';
import { campaigns, withoutDrafts } from './campaigns';
import { textValue } from './context';
import { living, type EntityKind, type Fields, type Scope, named } from './entities';
import { invalid } from './errors';
import { begun, changed } from './samples';
import { text } from './state';

export const lineItems: EntityKind = {
	...named('line_item', 'lineItems'),
	history: 'LINE_ITEM',
	q: 'part',
	listed: withoutDrafts,
	filters: {
		line_item_ids: 'id',
		campaign_ids: 'campaign_id',
		funding_instrument_ids: 'funding_instrument_id',
	},
	create: createLineItem,
	update: (_scope, _entity, values) => ({
		...changed(values),
		...(values.categories === null && { categories: [] }),
		...(values.bid_strategy === 'AUTO' && { bid_amount_local_micro: null }),
	}),
};

/** https://docs.x.com/x-ads-api/campaign-management/reference. */
function createLineItem(scope: Scope, values: Values): Fields {
	const campaign = living(campaigns, scope, textValue(values, 'campaign_id') ?? '').data;
	const [first] = scope.state.of('lineItems').childrenOf(campaign.id);
	for (const name of first ? ['objective', 'product_type'] : [])
		if (first?.data[name] !== values[name])
			invalid(name, `The other line items of the campaign have ${name} ${text(first?.data[name])}`);
	const { bid_amount_local_micro: bid = null, objective, pay_by: paid } = values;
	const usual = objective === 'REACH' || objective === 'FOLLOWERS' ? 'TARGET' : 'MAX';
	const strategy = textValue(values, 'bid_strategy') ?? (bid === null ? 'AUTO' : usual);
	return {
		...begun('line_items', values),
		audience_expansion: values.audience_expansion ?? null,
		creative_source: 'MANUAL',
		standard_delivery: values.standard_delivery ?? null,
		categories: values.categories ?? [],
		funding_instrument_id: campaign.funding_instrument_id ?? null,
		currency: campaign.currency ?? null,
		bid_strategy: strategy,
		// A bid is ignored with automatic bidding.
		bid_amount_local_micro: strategy === 'AUTO' ? null : bid,
		pay_by: paid ?? (objective === 'ENGAGEMENTS' ? 'ENGAGEMENT' : 'IMPRESSION'),
	};
}
