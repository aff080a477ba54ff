/** What the examples download: exports of one small shop as three systems write it, and a picture. */
import { storedProduct } from '../../test/simulator/catalog/sampleProducts';

type Row = Readonly<Record<string, string | number>>;

/** How many products the shop has; the examples name the first three. */
const PRODUCTS = 20;

/** Stripes, 96 by 54 points. */
export const PICTURE =
	'iVBORw0KGgoAAAANSUhEUgAAAGAAAAA2CAIAAAC3LQuFAAABBklEQVR42u3QQRHDMAwEQIMopoIoi/7KoCwCICj7yFt14siWTnczi2Db47Wn8nzn0rTzx+ebJihhzaGpxqqJD0peExwEsRMThFITEIRVszQIsWZREG7NiiD0nYlBBWpmBZWp8Q8qVuMcVHLHJ6hqjUNQ7ZpbQQw1g0E8NSNBbDsXgghrzgbR1vSDyGs6Qdoxg1RjBqnGDFKNGaQapKBsO/uWJihhzaGpxqqJD0peExwEsRMThFITEIRVszQIsWZREG7NiiD0nYlBBWpmBZWp8Q8qVuMcVHLHJ6hqjUNQ7ZpbQQw1g0E8NSNBbDsXgghrzgbR1vSDyGs6Qdoxg1RjBqnGDFKN5Qfmrp478zEFoAAAAABJRU5ErkJggg==';

/**
 * The first products of the shop.
 *
 * @param count How many; the examples name SKU-1001 to SKU-1003.
 */
export const shopProducts = (count: number): Record<string, string | number>[] =>
	Array.from({ length: count }, (_, index) => ({ ...storedProduct(index), id: `SKU-${1001 + index}` }));

function csv(rows: readonly Row[]): string {
	const columns = Object.keys(rows[0] ?? {});
	const line = (values: ReadonlyArray<string | number>) =>
		values.map((value) => `"${String(value).replaceAll('"', '""')}"`).join(',');
	return [line(columns), ...rows.map((row) => line(columns.map((name) => row[name] ?? '')))].join('\n');
}

/** All products, and a row without a price, so that the report has something to say. */
function products(): Record<string, string | number>[] {
	const rows = shopProducts(PRODUCTS);
	return [...rows, { ...rows[0], id: `SKU-${1001 + PRODUCTS}`, price: '' }];
}

/** Products of the catalog at ten times their price, which a sync holds. */
const newPrices = (): Row[] =>
	shopProducts(5).map((product) => ({ ...product, price: `${Number(numberOf(product['price'])) * 10} EUR` }));

const numberOf = (price: unknown) => String(price).replace(/ [A-Z]{3}$/, '');

/**
 * Products of another shop that shares two with the catalog. Of all five a sync would hold the new links, and without any
 * it would take the IDs for others of the same products.
 */
const ofShop = (name: string): (Row & { readonly id: string })[] =>
	products().map((product, index) => ({ ...product, id: `${index < 2 ? '' : `${name}-`}${product['id']}` }));

const shopify = (): Row[] =>
	ofShop('SHOPIFY').map((product) => ({
		Handle: `shoe-${product.id}`.toLowerCase(),
		Title: product['title'] ?? '',
		'Body (HTML)': `<p>${product['description']}</p>`,
		Vendor: product['brand'] ?? '',
		Type: product['product_type'] ?? '',
		Published: 'true',
		'Option1 Name': 'Title',
		'Option1 Value': 'Default Title',
		'Variant SKU': product.id,
		'Variant Inventory Tracker': 'shopify',
		'Variant Inventory Qty': product['inventory'] ?? '',
		'Variant Inventory Policy': 'deny',
		'Variant Price': numberOf(product['price']),
		'Image Src': product['image_link'] ?? '',
		Status: 'active',
	}));

const wooCommerce = (): Row[] =>
	ofShop('WOO').map((product, index) => ({
		ID: index + 1,
		Type: 'simple',
		SKU: product.id,
		Name: product['title'] ?? '',
		Published: 1,
		'Visibility in catalog': 'visible',
		Description: `<p>${product['description']}</p>`,
		'In stock?': 1,
		Stock: product['inventory'] ?? '',
		'Sale price': '',
		'Regular price': numberOf(product['price']),
		Categories: product['product_type'] ?? '',
		Images: product['image_link'] ?? '',
		Brands: product['brand'] ?? '',
	}));

const HOUR_MS = 3_600_000;

/** A feed with an entry of the last day, and one of last month. */
function feed(now: number): string {
	const entry = (name: string, hours: number) =>
		`<item><title>${name}</title><link>https://shop.example/news/${hours}</link><guid>news-${hours}</guid><pubDate>${new Date(now - hours * HOUR_MS).toUTCString()}</pubDate></item>`;
	return `<?xml version="1.0"?><rss version="2.0"><channel><title>News of the shop</title>${entry('A new lamp is here', 1)}${entry('We have moved', 720)}</channel></rss>`;
}

/** The Posts of an archive, which the simulated X has from the start: their IDs and their day. */
export const ARCHIVED = ['900000000000000101', '900000000000000102'].map((id) => ({
	id,
	at: Date.UTC(2023, 4, 1),
}));

/** What X gives people of their own Posts: `data/tweets.js` of an archive. */
const archive = (): string =>
	`window.YTD.tweets.part0 = ${JSON.stringify(
		ARCHIVED.map(({ id, at }) => ({
			tweet: { id_str: id, created_at: new Date(at).toUTCString(), full_text: 'Our first shop is open' },
		})),
	)}`;

/** A file: its media type and what is in it. */
export type ServedFile = readonly [type: string, body: string | Buffer];

/** The file behind a path, if there is one. */
export function fileAt(path: string): ServedFile | undefined {
	if (path.endsWith('.png')) return ['image/png', Buffer.from(PICTURE, 'base64')];
	if (path.endsWith('/feed.xml')) return ['application/rss+xml', feed(Date.now())];
	if (path.endsWith('/tweets.js')) return ['text/javascript', archive()];
	if (path.endsWith('/products.json')) return ['application/json', JSON.stringify(products())];
	if (!path.endsWith('.csv')) return undefined;
	if (path.endsWith('/products_export.csv')) return ['text/csv', csv(shopify())];
	if (path.endsWith('/wc-product-export.csv')) return ['text/csv', csv(wooCommerce())];
	if (path.endsWith('/new-prices.csv')) return ['text/csv', csv(newPrices())];
	return ['text/csv', csv(products())];
}
