/** @jest-environment ./test/support/environment.ts */
import { storeBinary } from '../../support';
import { useSimulator } from '../../support/simulator';
import { any, expectWrites, output, run } from './support';

const sim = useSimulator();

describe('X Catalog, saved by 0.1.0', () => {
	const products = '/12/product_catalogs/*/products';
	const form = {
		id: 'form-1',
		title: 'Shoe',
		description: 'A light shoe',
		availability: 'in stock',
		condition: 'new',
		price: '59.90 EUR',
		link: 'https://shop.example/form-1',
		image_link: 'https://shop.example/form-1.jpg',
		brand: 'Acme',
	};
	const boot = (id: string) => ({
		...form,
		id,
		title: `Boot ${id}`,
		description: 'A warm boot',
		price: '89.00 EUR',
		link: `https://shop.example/${id}`,
		image_link: `https://shop.example/${id}.jpg`,
	});
	const cheaper = { description: 'Cheaper now', price: '49.00 EUR' };
	const more = { inventory: 3, gender: 'unisex' };

	it('writes products from the form, from JSON and from columns, and deletes them', async () => {
		const finished = await run(sim(), 'catalog-products');
		const keys = output(finished, 'Delete').map(({ product_key }) => product_key);
		expectWrites(
			sim(),
			['POST', '/12/product_catalogs', { name: 'Shoes' }],
			['PUT', products, { products: [{ ...form, ...more }] }],
			['PUT', products, { products: [boot('json-1'), boot('json-2')] }],
			[
				'PUT',
				products,
				{
					products: [
						expect.objectContaining({ ...form, ...cheaper }),
						expect.objectContaining({ ...boot('json-1'), ...cheaper }),
						expect.objectContaining({ ...boot('json-2'), ...cheaper }),
					],
				},
			],
			['DELETE', products, { product_keys: keys }],
		);
		expect(output(finished, 'Read')).toHaveLength(3);
		expect(output(finished, 'New prices')).toMatchObject([
			{ id: 'form-1', action: 'updated', changes: ['description', 'price'] },
			{ id: 'json-1', action: 'updated', changes: ['description', 'price'] },
			{ id: 'json-2', action: 'updated', changes: ['description', 'price'] },
		]);
		expect(output(finished, 'Try the deletion')).toMatchObject([
			{ dryRun: true, inputProducts: 1, catalogProducts: 3, updated: 1, deleted: 2 },
		]);
		expect(output(finished, 'Delete')).toMatchObject([
			{ deleted: true, id: 'json-1' },
			{ deleted: true, id: 'json-2' },
		]);
	});

	it('syncs a file and deletes what it lacks', async () => {
		const gone = { ...form, id: 'gone' };
		const { id: catalog } = (await sim().control('catalog', 'seed', { products: [gone, form] })) as {
			id: string;
		};
		const rows = [form, boot('file-1')];
		const columns = Object.keys(form);
		const tsv = [columns, ...rows.map((row) => Object.values(row))].map((line) => line.join('\t')).join('\n');
		const file = await storeBinary(Buffer.from(tsv), {
			mimeType: 'text/tab-separated-values',
			fileName: 'products.tsv',
		});
		const finished = await run(sim(), 'catalog-file', [{ json: { catalog }, binary: { products: file } }]);
		expectWrites(
			sim(),
			['PUT', products, { products: [boot('file-1')] }],
			['DELETE', products, { product_keys: [any] }],
		);
		expect(output(finished, 'Sync')).toMatchObject([
			{ inputProducts: 2, created: 1, unchanged: 1, deleted: 1 },
		]);
		expect(output(finished, 'Sync of items')).toMatchObject([{ action: 'failed' }]);
	});

	it('makes product sets and a feed', async () => {
		const finished = await run(sim(), 'catalog-sets');
		const [{ product_key: key }] = output(finished, 'Product') as [{ product_key: string }];
		const sets = '/12/product_catalogs/*/product_sets';
		const feeds = '/12/product_catalogs/*/scheduled_feeds';
		expectWrites(
			sim(),
			['POST', '/12/product_catalogs', { name: 'Shoes', user_id: '2244994945' }],
			['PUT', products, { products: [form] }],
			['POST', sets, { name: 'Best', type: 'MANUAL', product_keys: [key], description: 'What sells' }],
			[
				'POST',
				sets,
				{
					name: 'Cheap',
					type: 'FILTERED',
					filters: [
						{ attribute: 'price', operator: 'LESS_THAN', value: '100' },
						{ attribute: 'product_type', operator: 'CONTAINS', value: 'shoe' },
					],
				},
			],
			['PUT', `${sets}/*`, { name: 'The best' }],
			[
				'POST',
				feeds,
				{
					feed_url: 'https://shop.example/feed.csv',
					feed_format: 'CSV',
					frequency: 'WEEKLY',
					repeat: 'FRIDAY',
					start_time: '04:30',
					time_zone: 'Europe/Lisbon',
				},
			],
			['PUT', `${feeds}/*`, { frequency: 'HOURLY', repeat: '6' }],
		);
	});
});
