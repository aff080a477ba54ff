import { readFileSync } from 'node:fs';
import { FORMATS } from '../../../nodes/XCatalog/formats';
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

it('gives a product nothing of the product before it, whatever it changes later', () => {
	const read = reading();
	const first = read({ Nr: '1', Name: 'Hat', Color: 'red' });
	first.title = 'Cap';
	first.brand = 'Acme';
	expect(read({ Nr: '2', Name: 'Shoe', Color: '' })).toEqual({ id: '2', title: 'Shoe', color: '' });
});

it('reads products of other fields, also as many as the one before has', () => {
	const rows = [
		{ Nr: '1', Name: 'Hat', Color: 'red' },
		{ Nr: '2', Name: 'Shoe', Size: '39' },
		{ Nr: '3' },
		{ Nr: '4', Name: 'Cup', Color: 'blue', Size: 'L' },
	];
	// A column is known once a product has had it, so later products have it empty.
	expect(rows.map(reading())).toEqual([
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
	const read = reading(some);
	expect(read({ Nr: '1', Color: 'red' })).toEqual({ id: '1', color: 'red' });
	const second = read({ Nr: '2', Size: '39' });
	expect(second).toEqual({ id: '2', size: '39' });
	expect(Object.keys(second)).not.toContain('color');
	expect(Object.keys(read({ Nr: '3' }))).toEqual(['id']);
});

it('says on its page of which formats no file of a shop was seen', () => {
	const page = readFileSync('docs/catalog-sources.md', 'utf8');
	const names = /No file of a shop was seen\*\* for ([^:]+):/.exec(page)?.[1]?.split(/, | and /) ?? [];
	const labels = FORMATS.filter((one: Format) => one.isOfDocumentation).map(({ label }) => label);
	expect(names.map((name) => labels.find((label) => label.startsWith(name))).sort()).toEqual(labels.sort());
});
