import { readFileSync } from 'node:fs';
import { FORMATS } from '../../../nodes/XCatalog/formats';
import { idSourcesOf, sourceOfIds } from '../../../nodes/XCatalog/formats/ids';
import { FormatReader } from '../../../nodes/XCatalog/formats/read';
import type { Product } from '../../../nodes/XCatalog/product/fields';
import { column, defineFormat, type Format } from '../../../nodes/XCatalog/formats/vocabulary';

const format = defineFormat({
	value: 'sample',
	label: 'Sample',
	recognizedBy: [['Nr']],
	fields: { id: column('Nr'), title: column('Name'), color: column('Color'), size: column('Size') },
});

/** Reads the rows of one file, one product each. */
function reading(ofFile = format) {
	const reader = new FormatReader(ofFile);
	return (values: Record<string, string>): Product => {
		const [found] = reader.push({ values, itemIndex: 0 });
		if (found === undefined || !('given' in found)) throw new Error(`No product: ${found?.why}`);
		return found.given.product;
	};
}

it('gives a product its own fields, whatever the product before it has, also as many, and whatever changes in it', () => {
	const rows = [
		{ Nr: '1', Name: 'Hat', Color: 'red' },
		{ Nr: '2', Name: 'Shoe', Size: '39' },
		{ Nr: '3' },
		{ Nr: '4', Name: 'Cup', Color: 'blue', Size: 'L' },
	];
	const read = reading();
	const products = rows.map((row) => {
		const product = read(row);
		return [{ ...product }, Object.assign(product, { title: 'Cap', brand: 'Acme' })][0];
	});
	// A column is known once a product has had it, so later products have it empty.
	expect(products).toEqual([
		{ id: '1', title: 'Hat', color: 'red' },
		{ id: '2', title: 'Shoe', color: '', size: '39' },
		{ id: '3', title: '', color: '', size: '' },
		{ id: '4', title: 'Cup', color: 'blue', size: 'L' },
	]);
});

it('reads products that lack fields of the one before', () => {
	const some = defineFormat({
		...format,
		fields: {
			id: column('Nr'),
			color: (row) => row.text('Color') || undefined,
			size: (row) => row.text('Size') || undefined,
		},
	});
	const rows = [{ Nr: '1', Color: 'red' }, { Nr: '2', Size: '39' }, { Nr: '3' }];
	const [first, second, third] = rows.map(reading(some));
	expect(first).toEqual({ id: '1', color: 'red' });
	expect(second).toEqual({ id: '2', size: '39' });
	expect([second, third].map((product) => Object.keys(product ?? {}))).toEqual([['id', 'size'], ['id']]);
});

it('says on its page of which formats no file of a shop was seen', () => {
	const page = readFileSync('docs/catalog-sources.md', 'utf8');
	const names = /No file of a shop was seen\*\* for ([^:]+):/.exec(page)?.[1]?.split(/, | and /) ?? [];
	const labels = FORMATS.filter((one: Format) => one.isOfDocumentation).map(({ label }) => label);
	expect(names.map((name) => labels.find((label) => label.startsWith(name))).sort()).toEqual(labels.sort());
});

const coded = defineFormat({
	value: 'sample',
	label: 'Sample',
	recognizedBy: [['Code']],
	fields: { id: column('Code') },
	ids: {
		sku: column('SKU'),
		shopId: column('Number'),
		google: (country) => (row) => `shopify_${country}_${row.text('Product')}_${row.text('Number')}`,
	},
});

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number + 1);
const row = (number: number, more: Record<string, string> = {}) => ({
	Code: `code-${number}`,
	SKU: `sku-${number}`,
	Product: '7',
	Number: String(number),
	...more,
});

const choiceFor = (wanted: readonly string[], rows: readonly Record<string, string>[]) => {
	const reader = new FormatReader(coded);
	const read = rows.flatMap((values, itemIndex) => reader.push({ values, itemIndex }));
	const products = read.flatMap((each) => ('given' in each ? [each.row] : []));
	expect(products).toHaveLength(rows.length);
	return sourceOfIds(coded, new Set(wanted), (getter) => products.map((each) => getter(each) ?? ''));
};

const skus = (count: number) => numbers(count).map((number) => `sku-${number}`);
const others = (count: number) => numbers(count).map((number) => `other-${number}`);
const SKU = 'SKU';

describe('a choice is named', () => {
	it.each([
		['as many as are not', 3, 3, 6, undefined],
		['one more than are not', 4, 2, 6, SKU],
	])('where it makes IDs of the catalog: %s', (_, known, unknown, rows, choice) => {
		expect(
			choiceFor(
				[...skus(known), ...others(unknown)],
				numbers(rows).map((each) => row(each)),
			),
		).toBe(choice);
	});

	it('for a small part of a shop that is the whole catalog, and for a small file', () => {
		const shop = numbers(100).map((number) => row(number));
		expect(choiceFor(skus(3), shop)).toBe(SKU);
		expect(choiceFor(skus(100), shop.slice(0, 3))).toBe(SKU);
		expect(choiceFor([...skus(1), ...others(99)], shop.slice(0, 3))).toBeUndefined();
	});

	it('by different IDs: what many rows share is one of them', () => {
		const rows = numbers(6).map((number) => row(number, { SKU: 'style' }));
		expect(choiceFor(['style', ...others(5)], rows)).toBeUndefined();
	});
});

/**
 * The app makes shopify_COUNTRY_PRODUCT_VARIANT: https://matoix.com/posts/shopify-merchant-center-integration-id-issue-solution
 * and https://matrixify.app/documentation/shopify-google-shopping-data-feed-export/ (both read on 23 November 2026). Public
 * shops also have ZZ there, which is no country.
 */
describe("the IDs of Shopify's Google channel", () => {
	const shop = numbers(6).map((number) => row(number));
	const written = (before: string, count = 6) => numbers(count).map((number) => `${before}${number}`);
	const ids = (country: string, count?: number) => written(`shopify_${country}_7_`, count);

	it.each<[string, string[], number, string | undefined]>([
		['the only one', ids('ZZ'), 6, 'ZZ'],
		['that of most of them', [...ids('US', 1), ...ids('DE')], 6, 'DE'],
		['that of most of them, in another order', [...ids('DE'), ...ids('US', 1)], 6, 'DE'],
		['no country of other IDs', [...written('old-shopify_US_7_'), ...ids('DE', 4)], 4, 'DE'],
		// The choice makes no such IDs.
		['none where there is no country', written('shopify__7_'), 6, undefined],
		['none in small letters', written('shopify_de_7_'), 6, undefined],
		['none behind something else', written('old-shopify_DE_7_'), 6, undefined],
	])('are named with their country: %s', (_, wanted, rows, country) => {
		expect(idSourcesOf(coded)).toContain('google');
		const name = country && `Google Channel of Shopify, with the country ${country}`;
		expect(choiceFor(wanted, shop.slice(0, rows))).toBe(name);
	});
});
