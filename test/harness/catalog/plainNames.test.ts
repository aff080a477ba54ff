/**
 * Names that every object of the language has are plain names of columns and elements, and words of cells.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { omit, zipObject } from 'lodash';
import { AUTO_MAP, brokenRules, itemsOf, ownMapping, product, useCatalog, type Fields } from './support';

const { sim, run, stored, syncFile } = useCatalog();

const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
const PRODUCT = omit(product('a', { gtin: '4006381333931' }), 'brand');
/** What a literal of the language would take for a prototype. */
const ROW: Fields = Object.fromEntries([
	...Object.entries(PRODUCT),
	...NAMES.map((name) => [name, `of ${name}`] as const),
]);

const elements = (name: (plain: string) => string) =>
	Object.entries(ROW)
		.map(([plain, value]) => `<${name(plain)}>${String(value)}</${name(plain)}>`)
		.join('');
const nested = NAMES.map((name) => `<${name} ${name}="x"><${name}>y</${name}></${name}>`).join('');
const rss = (inner: string) => `<rss><channel><item ${NAMES[0]}="x">${inner}</item></channel></rss>`;
const table = (separator: string) =>
	[Object.keys(ROW), Object.values(ROW)].map((cells) => cells.join(separator)).join('\n');

const FILES: readonly (readonly [name: string, content: string])[] = [
	['feed.csv', table(',')],
	['feed.tsv', table('\t')],
	['feed.xml', rss(elements((name) => name))],
	['prefixed.xml', rss(elements((name) => `g:${name}`))],
	['nested.xml', rss(elements((name) => name) + nested + nested)],
	['feed.jsonl', JSON.stringify(ROW)],
	['feed.json', JSON.stringify({ data: { products: [ROW] } })],
];

it.each(FILES)('%s is read without a word about them, and gives their values', async (fileName, content) => {
	expect((await syncFile(content, fileName)).error).toBeUndefined();
	expect((await stored()).a).toMatchObject(PRODUCT);
	const fields = ['brand', 'color', 'size', 'mpn'];
	// Names in XML are compared in small letters.
	const columns = NAMES.map((name) => (fileName.endsWith('.xml') ? name.toLowerCase() : name));
	const { error } = await syncFile(content, fileName, ownMapping(zipObject(fields, columns)));
	expect(error).toBeUndefined();
	expect((await stored()).a).toMatchObject(
		zipObject(
			fields,
			NAMES.map((name) => `of ${name}`),
		),
	);
});

it('lacks such a column where the file has none', async () => {
	const { error } = await syncFile(
		JSON.stringify(PRODUCT),
		'feed.jsonl',
		ownMapping({ brand: 'constructor' }),
	);
	expect(error?.message).toBe('Own Mapping names "constructor", and feed.jsonl has no such column');
});

it.each(['availability', 'condition', 'price', 'gender', 'link'])(
	'refuses such a word as %s',
	async (field) => {
		for (const word of NAMES) {
			const rows = itemsOf([{ ...product('a'), [field]: field === 'price' ? `5 ${word}` : word }]);
			const { error } = await run('product', 'upsert', AUTO_MAP, { items: rows });
			expect(brokenRules(error)).toEqual([expect.stringContaining(field)]);
		}
	},
);

it('refuses such a name as an entity of XML', async () => {
	const { error } = await syncFile(rss('<id>a</id><title>&constructor;</title>'), 'feed.xml');
	expect(error?.message).toContain('an & is no XML entity');
});

it('takes no mistake of the node for an answer of X', async () => {
	// Deeper than the calls of a program may be.
	const title = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
	const row = `{"id":"a","price":"1 EUR","link":"x","title":${title}}`;
	const { error } = await syncFile(row, 'feed.jsonl');
	expect(error?.message).toBe('The node failed at its own work: Maximum call stack size exceeded');
	expect(error?.description).toContain('not an answer of X');
	expect(sim().requests).toEqual([]);
});
