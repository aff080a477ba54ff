import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe as describeForm } from '../../../nodes/shared/form/describe';
import { FIELDS } from '../../../nodes/XCatalog/product/fields';
import { spec } from '../../../nodes/XCatalog/spec';

interface Fact {
	method: string;
	path: string;
	params: {
		name: string;
		required: boolean;
		fields?: { name: string; required: boolean; enum?: string[]; maxLength?: number }[];
	}[];
}

const { operations: facts } = JSON.parse(
	readFileSync(join(__dirname, '..', '..', 'facts', 'catalog-operations.json'), 'utf8'),
) as { operations: Fact[] };
const routeOf = ({ method, path }: Fact) => `${method} ${path}`;
const records = spec.resources.flatMap((resource) => Object.values(resource.operations));

describe('the records of the catalog', () => {
	it('reach every documented operation and no other', () => {
		const documented = facts.map(routeOf).sort();
		expect([...new Set<string>(records.map(({ route }) => route))].sort()).toEqual(documented);
	});

	it.each(facts.map((fact) => [routeOf(fact), fact] as const))(
		'can send every parameter of %s',
		(route, fact) => {
			const sendable = records
				.filter((record) => record.route === route)
				.flatMap(({ fields, paging }) => [
					...Object.entries(fields).map(([key, field]) => field.wire ?? key),
					...(paging ? [paging.size, paging.request] : []),
				]);
			// Products are made of the table of their fields, below.
			const wanted = fact.params.map(({ name }) => name).filter((name) => name !== 'products');
			expect(sendable).toEqual(expect.arrayContaining(wanted));
		},
	);

	it('know the fields of a product as they are documented', () => {
		const documented = facts.flatMap(
			({ params }) => params.find(({ name }) => name === 'products')?.fields ?? [],
		);
		const shape = ({
			name,
			required,
			...rest
		}: {
			name: string;
			required?: boolean;
			enum?: string[];
			maxLength?: number;
		}) => ({
			name,
			required: required === true,
			...(rest.enum && { choices: [...rest.enum].sort() }),
			...(rest.maxLength && { maxLength: rest.maxLength }),
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
		// Both keys are made by the service.
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
