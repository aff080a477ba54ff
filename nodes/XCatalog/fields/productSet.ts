import {
	choicesFrom,
	formNumber,
	list,
	oneOf,
	required,
	rows,
	text,
	type ListRules,
} from '../../shared/fields';
import { title } from '../../shared/operation/labels';
import type { ValueOf } from '../../shared/operation/operation';
import { words } from '../../shared/util/text';
import { parsePrice } from '../product/price';

export const name = text({ description: 'Name of the set', placeholder: 'e.g. Summer Sale' });
export const description = text({ description: 'What the set is for' });

/** At most 50: https://docs.x.com/x-ads-api/catalog-management#overview */
export const productKeys = (rules: ListRules = {}) =>
	list({
		description: 'Keys that X assigned to the products, separated by commas; at most 50',
		placeholder: 'e.g. 1547080787865939969,1576769414321651714',
		max: 50,
		...rules,
	});

const FILTER_ATTRIBUTES = [
	...[0, 1, 2, 3, 4].map((number) => `custom_label_${number}`),
	...words('google_product_category inventory price product_type sale_price'),
];
const FILTER_OPERATORS = words('CONTAINS EQUAL_TO GREATER_THAN LESS_THAN MATCH NOT_CONTAINS');

/** At most 30: https://docs.x.com/x-ads-api/catalog-management#overview */
export const setFilters = rows(
	{
		attribute: required(
			oneOf(choicesFrom(FILTER_ATTRIBUTES, title), {
				default: 'price',
				description: 'The field of the products to look at',
			}),
		),
		operator: required(
			oneOf(choicesFrom(FILTER_OPERATORS, title), {
				default: 'GREATER_THAN',
				description: 'How the field and the value compare',
			}),
		),
		value: required(
			text({
				description: 'What to compare with; prices with their currency',
				placeholder: 'e.g. 100.00 USD',
			}),
		),
	},
	{
		description: 'Conditions that a product must meet to be in the set; at most 30',
		placeholder: 'Add Filter',
		// At least one filter is required, so the form starts with one.
		default: { values: [{ attribute: 'price', operator: 'GREATER_THAN', value: '' }] },
		min: 1,
		max: 30,
	},
);

/** Warns of filters that X accepts but that match nothing. */
export function* warnFilters({ filters }: { filters: ValueOf<typeof setFilters> }): Generator<string> {
	for (const { attribute, value } of filters)
		if (attribute.endsWith('price') && 'rule' in parsePrice(value))
			yield `A price is compared with an amount and its currency, like "100.00 USD", not with "${value}"`;
}

export const timeout = formNumber({
	label: 'Timeout (Seconds)',
	default: 300,
	min: 1,
	max: 3600,
	description: 'How long to wait at most',
});
