import { catalog, reads, writes } from '../locators';
import { productSource, sourceOptions, warnExample } from '../fields/productSource';
import { runSync } from '../operations/sync';
import { runUpsert } from '../operations/productRun';
import {
	filters,
	formChoice,
	formFlag,
	formList,
	formNumber,
	formOnly,
	formText,
	notice,
	options,
	preset,
	sideBySideFields,
	text,
	when,
} from '../../shared/fields';
import { words, asText } from '../../shared/util/text';
import {
	cursor,
	many,
	op,
	resource,
	type Shape,
	type BatchCall,
	type Call,
} from '../../shared/operation/operation';
import type { INodeExecutionData } from 'n8n-workflow';
import { errorJson } from '../../shared/engine/errorJson';
import { productRemover } from '../requests/productWriter';
import { forEachCatalog, type CatalogJob, type JobValues } from '../input/catalogJobs';
import { failOrHint } from '../report/hints';
import { readCatalog, membersOf } from '../requests/readCatalog';
import { hasErrorOutput, Report } from '../report/report';
import { entities } from '../../shared/engine/output';
import { attached } from '../../shared/memory/process';
import { counted } from '../../shared/report/wording';
import { isObject } from '../../shared/util/lenient';
import { sideBySide } from '../../shared/util/taskPool';

interface Values {
	readonly product_catalog_id: string;
	readonly item_group_key: string | undefined;
	readonly allVariants: boolean | undefined;
}

/** The groups that a list has shown so far. It may show several members of one. */
const shown = attached<object, Set<string>>({ name: 'groups of variants that were read', of: 'execution' });

/** Adds the other members to the first ones of their groups, behind them. */
async function withVariants(body: unknown, call: Call<Values>): Promise<unknown> {
	const { allVariants = true, item_group_key: group } = call.values;
	const list = entities({ isList: true }, body);
	const known = shown.get(call) ?? new Set();
	shown.set(call, known);
	const before = new Set(known);
	const firsts = list.filter((product) => {
		const key = groupOf(product);
		const isNew = key !== '' && !known.has(key);
		if (isNew) known.add(key);
		return isNew;
	});
	if (group !== undefined || known.size === 0 || !isObject(body)) return body;
	if (!allVariants) {
		if (firsts.length > 0)
			call.hint(
				`${counted(firsts.length, 'product')} of this page stand for a group of variants: switch All Variants on to get the others`,
			);
		if (call.options.output === 'raw') return body;
		const mark = (product: Entity) =>
			groupOf(product) === '' ? product : { ...product, stands_for_group: true };
		return { ...body, data: list.map(mark) };
	}
	const keys = new Set(list.map(({ product_key: key }) => asText(key)));
	const others = new Map<string, readonly Entity[]>();
	let count = list.length;
	await sideBySide(firsts, call.options.parallelRequests, async (first) => {
		if (count >= call.options.limit) return;
		const members = await membersOf(call.api, call.values.product_catalog_id, groupOf(first));
		const more = members.filter((member) => !keys.has(asText(member.product_key)));
		others.set(groupOf(first), more);
		count += more.length;
	});
	// A page may show a further member of a group that an earlier page has given whole.
	const data = list
		.filter((product) => !before.has(groupOf(product)))
		.flatMap((product) => {
			const more = others.get(groupOf(product)) ?? [];
			others.delete(groupOf(product));
			return [product, ...more];
		});
	return { ...body, data };
}

type Entity = Readonly<Record<string, unknown>>;
const groupOf = (product: Entity): string => asText(product.item_group_key);

interface DeleteValues extends JobValues {
	readonly deleteBy: 'ids' | 'keys';
	readonly item_ids: string[] | undefined;
	readonly product_keys: string[] | undefined;
}

/** Returns one output item per key or ID, paired with the input item that names it. */
const runDelete = (batch: BatchCall<DeleteValues>): Promise<INodeExecutionData[]> =>
	forEachCatalog(batch, deleteProducts);

async function deleteProducts(job: CatalogJob<DeleteValues>): Promise<INodeExecutionData[]> {
	const { context } = job.batch;
	const isById = job.values.deleteBy === 'ids';
	const named = await namesIn(job);
	const names = new Set(named.map(({ name }) => name));
	const keys = isById ? await findKeys(job, names) : new Map([...names].map((name) => [name, name]));
	const results = new Map<string, string | undefined>();
	const remover = productRemover(job, (key, problem) => results.set(key, problem));
	for (const key of new Set(named.flatMap(({ name }) => keys.get(name) ?? []))) await remover.add(key);
	await remover.finish();
	const report = new Report('summary', false);
	const separateErrors = hasErrorOutput(context);
	const items = named.map(({ itemIndex, name }, ordinal) => {
		const key = keys.get(name);
		const error = key === undefined ? 'The catalog has no product with this ID' : results.get(key);
		const result = { id: name, errors: error === undefined ? [] : [error] };
		report.add({ ...result, action: error === undefined ? 'deleted' : 'failed' }, { ordinal, itemIndex });
		const json = {
			deleted: error === undefined,
			...(isById && { id: name }),
			...(key !== undefined && { product_key: key }),
			...(error !== undefined && { error }),
		};
		return {
			json: separateErrors && error !== undefined ? errorJson(error, json) : json,
			pairedItem: { item: itemIndex },
		};
	});
	failOrHint(job, report);
	return items;
}

async function namesIn({ batch, itemIndexes, values }: CatalogJob<DeleteValues>) {
	const named: { itemIndex: number; name: string }[] = [];
	for (const itemIndex of itemIndexes) {
		const { item_ids: ids = [], product_keys: keys = [] } = (await batch.call(itemIndex)).values;
		for (const name of values.deleteBy === 'ids' ? ids : keys) named.push({ itemIndex, name });
	}
	return named;
}

/** Finds the key of each product by its ID. Products that are not in the catalog are missing. */
async function findKeys(job: CatalogJob<unknown>, ids: ReadonlySet<string>) {
	const keys = new Map<string, string>();
	await readCatalog(job, ({ id = '' }, key) => {
		if (ids.has(id)) keys.set(id, key);
	});
	return keys;
}

const productShape: Shape = {
	simplifiedFields: words(
		'id product_key title availability price sale_price inventory link image_link item_group_id item_group_key stands_for_group',
	),
};

const parallelRequests = formOnly(sideBySideFields.parallelRequests);

const duplicates = formChoice(
	{
		auto: [
			'Automatic',
			'Sync leaves a product as it is if its rows differ; Create or Update sends the last one',
		],
		fail: ['Fail', 'Send nothing if an ID occurs more than once'],
		first: ['Send First', 'Send the first of several products with the same ID'],
		last: ['Send Last', 'Send the last of several products with the same ID'],
	},
	{
		label: 'Repeated IDs',
		default: 'auto',
		description: 'What to do when an ID occurs more than once in the input: X would ignore all of them',
	},
);

const PREVIEW = {
	preview: [
		'Preview',
		'With Dry Run: a table of the first products as they will be sent, what changes, and why rows are refused; the last item has a text for a message',
	],
} as const;

const REPORTS = {
	all: ['All Products', 'One item for every product of the input'],
	changes: ['Changes', 'One item for every product that was created, updated, deleted, skipped or failed'],
	summary: ['Summary', 'A single item with counts and the reasons of failures'],
} as const;

/** Both operations show one default, as n8n takes that of the first; each has its own without this option. */
const report = (initial: keyof typeof REPORTS, without: string, more: typeof PREVIEW | object = {}) => {
	const description = `What to return. Without this option: ${without}.`;
	return preset(formChoice({ ...more, ...REPORTS }, { default: 'summary', description }), initial);
};

/** Sent as JSON, at most 25 per request: https://docs.x.com/x-ads-api/catalog-management/reference#products */
export const productResource = resource({
	value: 'product',
	defaultOperation: 'sync',
	auth: [reads, writes],
	operations: {
		delete: op({
			route: 'DELETE /12/product_catalogs/{product_catalog_id}/products',
			action: 'Delete products',
			description: 'Delete products by key or by ID for good: this cannot be undone',
			fields: {
				product_catalog_id: catalog(),
				deleteBy: formChoice(
					{
						ids: ['Product ID', 'Your own identifiers; the catalog is read to find their keys'],
						keys: ['Product Key', 'The keys that X assigned to the products'],
					},
					{ default: 'keys', description: 'Which identifiers to delete by' },
				),
				product_keys: when(
					{ deleteBy: ['keys'] },
					formList({
						description: 'Keys of the products, separated by commas',
						placeholder: 'e.g. 1547080787865939969',
					}),
				),
				item_ids: when(
					{ deleteBy: ['ids'] },
					formList({
						label: 'Product IDs',
						description: 'Your identifiers of the products, separated by commas',
						placeholder: 'e.g. SKU-1001,SKU-1002',
					}),
				),
				deletion: notice('The products are deleted for good'),
				...options({ parallelRequests }),
			},
			runAll: runDelete,
		}),
		getMany: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/products',
			action: 'Get many products',
			description: 'Get the products of a catalog, with all variants',
			fields: {
				product_catalog_id: catalog(),
				...filters({
					item_group_key: text({
						description: 'Get the variants of one group, by the key that X assigned to it',
					}),
				}),
				...options({
					parallelRequests,
					allVariants: formFlag({
						default: true,
						description:
							'Whether to get all variants of each group, with one more request for each. X lists only the one that was submitted first. It allows 1,000 requests in 15 minutes.',
					}),
				}),
			},
			paging: cursor(100),
			result: many(productShape),
			complete: withVariants,
		}),
		sync: op({
			route: 'PUT /12/product_catalogs/{product_catalog_id}/products',
			action: 'Sync products',
			description:
				'Make the catalog match the input: send only new and changed products, and delete missing ones if you choose',
			fields: {
				product_catalog_id: catalog(),
				...productSource('mapping'),
				dryRun: formFlag({
					description: 'Whether to only show what would be done, without sending anything',
				}),
				deleteMissing: formFlag({
					label: 'Delete Missing Products',
					description: 'Whether to delete products of the catalog that are not in the input, for good',
				}),
				deletion: when(
					{ deleteMissing: [true] },
					notice(
						'Products that are not in the input are deleted for good. Try it with Dry Run first. Deleting more than 20% of the catalog is refused, unless Delete Limit in the options allows it.',
					),
				),
				...options({
					report: report('summary', 'the summary', PREVIEW),
					parallelRequests,
					changeLimit: formNumber({
						label: 'Change Limit (%)',
						min: 0,
						max: 100,
						fraction: true,
						default: 20,
						description:
							'The largest share of products whose prices may jump in one run; other fields have limits that grow with it. Changes beyond stay as they are in the catalog, and the rest is sent. At 100 everything is.',
					}),
					confirmChanges: formText({
						placeholder: 'e.g. 3f9a12cd-77e0b1c2',
						description:
							'The fingerprint of a file of which a run has held changes or deletions. They are sent where the input is that file, and no other file is confirmed.',
					}),
					priceFactor: formNumber({
						label: 'Large Price Change (Factor)',
						min: 1,
						max: 1000,
						fraction: true,
						default: 2,
						description:
							'How many times higher a price may become before it counts toward the Change Limit; it may become twice as many times lower',
					}),
					deleteLimit: formNumber({
						label: 'Delete Limit (%)',
						min: 0,
						max: 100,
						fraction: true,
						default: 20,
						description:
							'The largest share of the catalog to delete in one run; beyond it nothing is deleted',
					}),
					duplicates,
					...sourceOptions,
				}),
			},
			warn: warnExample,
			runAll: runSync,
		}),
		upsert: op({
			route: 'PUT /12/product_catalogs/{product_catalog_id}/products',
			name: 'Create or Update',
			action: 'Create or update products',
			description: 'Create new products, or update the current ones if they already exist (upsert)',
			fields: {
				product_catalog_id: catalog(),
				...productSource('fields'),
				...options({ report: report('all', 'all products'), parallelRequests, duplicates, ...sourceOptions }),
			},
			warn: warnExample,
			runAll: runUpsert,
			resumes: true,
		}),
	},
});
