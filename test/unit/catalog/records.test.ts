import { operationOf, type Parameter } from '../../facts';
import { describe as describeForm } from '../../../nodes/shared/form/describe';
import { FIELDS } from '../../../nodes/XCatalog/product/fields';
import { spec } from '../../../nodes/XCatalog/spec';

const records = spec.resources.flatMap((resource) => Object.values(resource.operations));

describe('the records of the catalog', () => {
	it('know the fields of a product as they are documented', () => {
		const { body } = operationOf('PUT /12/product_catalogs/{product_catalog_id}/products');
		const documented = body?.fields.find(({ name }) => name === 'products')?.fields ?? [];
		const shape = ({ name, required, enum: values, maxLength }: Omit<Parameter, 'type'>) => ({
			name,
			required: required === true,
			...(values && { choices: [...values].sort() }),
			...(maxLength && { maxLength }),
		});
		const ours = FIELDS.map(({ name, required, choices, maxLength }) =>
			shape({
				name,
				required: required === true,
				...(choices && { enum: [...choices] }),
				// The bound of the identifier is that of the product specifications guide.
				...(maxLength && name !== 'id' && { maxLength }),
			}),
		);
		const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
		// X makes both keys.
		const theirs = documented
			.filter(({ name }) => !['product_key', 'item_group_key'].includes(name))
			.map(shape);
		expect(ours.sort(byName)).toEqual(theirs.sort(byName));
	});

	it('make a form that stays small, and says which deletions are for good', () => {
		expect(Buffer.byteLength(JSON.stringify(describeForm(spec)))).toBeLessThan(80_000);
		const deletions = records.filter(({ route }) => route.startsWith('DELETE'));
		expect(deletions).toHaveLength(4);
		for (const { description, fields } of deletions) {
			expect(description).toContain('for good: this cannot be undone');
			const notices = Object.values(fields).filter(({ property }) => property?.type === 'notice');
			expect(notices.map(({ label }) => label)).toEqual([expect.stringContaining('deleted for good')]);
		}
	});
});
