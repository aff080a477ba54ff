import { catalog, productSet, reads, writes } from '../locators';
import { parsePrice } from '../product/price';
import {
	additional,
	choicesFrom,
	constant,
	formFlag,
	formNumber,
	list,
	notice,
	oneOf,
	options,
	required,
	rows,
	text,
	update,
	type ListRules,
} from '../../shared/fields';
import { wholeList } from '../../shared/ads/children';
import { title } from '../../shared/operation/labels';
import { deleted, one, op, resource, type ValueOf, type Call } from '../../shared/operation/operation';
import { words, encodeRfc3986, asText } from '../../shared/util/text';
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { entities } from '../../shared/engine/output';
import { growingPause, pollUntil } from '../../shared/util/poll';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

interface WaitValues {
	readonly product_catalog_id: string;
	readonly timeout: number | undefined;
}

const runWait = async (
	call: Call<WaitValues & { readonly product_set_id: string }>,
): Promise<INodeExecutionData[]> => call.items(await untilProcessed(call, call.values.product_set_id));

/** Creates a set, and waits for it if the user asks for that. */
async function waitAfter(
	call: Call<WaitValues & { readonly wait: boolean | undefined }>,
): Promise<INodeExecutionData[]> {
	if (call.values.wait !== true) return await call.sendAndOutput(call.request());
	const created = await call.send(call.request());
	const set = setIn(created);
	return call.items(set.processing_status === 'DONE' ? created : await untilProcessed(call, asText(set.id)));
}

const setIn = (body: unknown): Record<string, unknown> => entities({ isList: false }, body)[0] ?? {};

/**
 * Returns the answer with the set.
 *
 * @throws NodeOperationError if X reports FAILED or the time is up.
 */
async function untilProcessed(call: Call<WaitValues>, setId: string): Promise<unknown> {
	const { context, api, itemIndex, values } = call;
	const { product_catalog_id: catalogId, timeout = 300 } = values;
	const path = `/12/product_catalogs/${encodeRfc3986(catalogId)}/product_sets/${encodeRfc3986(setId)}`;
	const { state: body, isDone } = await pollUntil({
		ask: async () => (await api.send({ method: 'GET', path })).body,
		isDone: (answer) => setIn(answer).processing_status !== 'PROCESSING',
		pause: growingPause(FIRST_PAUSE, LONGEST_PAUSE),
		timeout: timeout * 1000,
		signal: context.getExecutionCancelSignal(),
	});
	if (isDone && setIn(body).processing_status !== 'FAILED') return body;
	const [message, description] = isDone
		? [
				`X could not process product set ${setId}`,
				'It reports FAILED without a reason. Check the filters, delete the set and create it again.',
			]
		: [
				`Product set ${setId} is still being processed after ${timeout} s`,
				'X goes on with it. Wait again, or raise the Timeout.',
			];
	throw new NodeOperationError(context.getNode(), message, { itemIndex, description });
}

const name = text({ description: 'Name of the set', placeholder: 'e.g. Summer Sale' });
const description = text({ description: 'What the set is for' });

/** At most 50: https://docs.x.com/x-ads-api/catalog-management#overview */
const productKeys = (rules: ListRules = {}) =>
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
const setFilters = rows(
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
function* warnFilters({ filters }: { filters: ValueOf<typeof setFilters> }): Generator<string> {
	for (const { attribute, value } of filters)
		if (attribute.endsWith('price') && 'rule' in parsePrice(value))
			yield `A price is compared with an amount and its currency, like "100.00 USD", not with "${value}"`;
}

const timeout = formNumber({
	label: 'Timeout (Seconds)',
	default: 300,
	min: 1,
	max: 3600,
	description: 'How long to wait at most',
});

/** Parameters are sent as JSON: https://docs.x.com/x-ads-api/catalog-management/reference#product-sets */
export const productSetResource = resource({
	value: 'productSet',
	auth: [reads, writes],
	operations: {
		createFiltered: op({
			route: 'POST /12/product_catalogs/{product_catalog_id}/product_sets',
			action: 'Create a filtered product set',
			description: 'Create a set of all products that meet some filters. It cannot be changed afterwards.',
			fields: {
				product_catalog_id: catalog(),
				name,
				type: constant('FILTERED'),
				filters: setFilters,
				...additional({ description }),
				...options({
					wait: formFlag({
						label: 'Wait Until Processed',
						description: 'Whether to wait until X has applied the filters, and to fail if it cannot',
					}),
					timeout,
				}),
			},
			result: one(),
			warn: warnFilters,
			run: waitAfter,
		}),
		createManual: op({
			route: 'POST /12/product_catalogs/{product_catalog_id}/product_sets',
			action: 'Create a manual product set',
			description: 'Create a set of up to 50 products that you name',
			fields: {
				product_catalog_id: catalog(),
				name,
				type: constant('MANUAL'),
				product_keys: productKeys({ min: 1 }),
				...additional({ description }),
			},
			result: one(),
		}),
		delete: op({
			route: 'DELETE /12/product_catalogs/{product_catalog_id}/product_sets/{product_set_id}',
			action: 'Delete a product set',
			description: 'Delete a product set for good: this cannot be undone. Its products stay.',
			fields: {
				product_catalog_id: catalog(),
				product_set_id: productSet(),
				deletion: notice('The product set is deleted for good. Its products stay in the catalog.'),
			},
			result: deleted('product_set_id'),
		}),
		get: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/product_sets/{product_set_id}',
			action: 'Get a product set',
			description: 'Get a product set with the identifiers of its products',
			fields: { product_catalog_id: catalog(), product_set_id: productSet() },
			result: one(),
		}),
		getMany: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/product_sets',
			action: 'Get many product sets',
			description: 'Get the product sets of a catalog',
			fields: { product_catalog_id: catalog() },
			...wholeList(),
		}),
		update: op({
			route: 'PUT /12/product_catalogs/{product_catalog_id}/product_sets/{product_set_id}',
			action: 'Update a product set',
			description: 'Change name, description or products of a manual set. Filtered sets cannot be changed.',
			fields: {
				product_catalog_id: catalog(),
				product_set_id: productSet(),
				...update({ name, description, product_keys: { ...productKeys(), sendsEmpty: false } }),
			},
			result: one(),
		}),
		wait: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/product_sets/{product_set_id}',
			name: 'Wait Until Processed',
			action: 'Wait until a product set is processed',
			description: 'Wait until X has applied the filters of a set, and fail if it cannot',
			fields: { product_catalog_id: catalog(), product_set_id: productSet(), ...options({ timeout }) },
			result: one(),
			run: runWait,
		}),
	},
});
