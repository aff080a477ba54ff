import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import { classify } from '../../../nodes/shared/errors';
import { describe as describeForm } from '../../../nodes/shared/form/describe';
import { explain } from '../../../nodes/XCatalog/explain';
import { fileFields } from '../../../nodes/XCatalog/fields/product';
import { columnsReadBefore, rememberColumns } from '../../../nodes/XCatalog/input/detectFormat';
import { FIELDS } from '../../../nodes/XCatalog/product/fields';
import { spec } from '../../../nodes/XCatalog/spec';
import { operationOf, type Parameter } from '../../facts';

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

const CATALOG = { __rl: true, mode: 'id', value: "={{ $('Find').first().json.id }}" };
const node = (id: string, parameters = { product_catalog_id: CATALOG, binaryPropertyName: 'data' }) => ({
	parameters,
	credentials: { xUserOAuth1Api: { id, name: 'X' } },
});
const run = (id: string) => ({ getNode: () => node(id) }) as unknown as IExecuteFunctions;
/** The form is another request, in which n8n knows neither the node nor the workflow. */
const form = (id: string, values: Record<string, unknown> = node(id).parameters) =>
	({
		getNode: () => ({ ...node(id), name: 'Temp-Node' }),
		getCurrentNodeParameter: (name: string) => values[name],
	}) as unknown as ILoadOptionsFunctions;

it('offers the columns of the file that the node read last, and nobody else that of another', () => {
	rememberColumns(run('1'), ['SKU', 'Name']);
	expect(columnsReadBefore(form('1'))).toEqual(['SKU', 'Name']);
	expect(columnsReadBefore(form('2'))).toEqual([]);
	const other = { ...node('1').parameters, binaryPropertyName: 'stock' };
	expect(columnsReadBefore(form('1', other))).toEqual([]);
	rememberColumns(run('1'), ['Code']);
	expect(columnsReadBefore(form('1'))).toEqual(['Code']);
});

it('lets columns be chosen once they are known, and typed before', () => {
	const id = (columns: string[]) => fileFields(columns).find((field) => field.id === 'id');
	expect(id([])).toMatchObject({ type: 'string', required: false });
	expect(id(['Name', 'SKU'])).toMatchObject({
		type: 'options',
		options: [
			{ name: 'Name', value: 'Name' },
			{ name: 'SKU', value: 'SKU' },
		],
		defaultValue: 'SKU',
	});
});

it.each([
	[404, 'ROUTE_NOT_FOUND', 'No', /Ads URL.*early access/],
	[403, 'USER_NOT_FOUND', 'No', /: Check the user ID/],
	[
		403,
		'UNAUTHORIZED_CLIENT_APPLICATION',
		'Missing scopes: ads.write',
		/scope ads.write: Add it to the credential/,
	],
	[
		400,
		'INVALID_PARAMETER',
		'Product a was not found',
		/Product a was not found: .*product_key.*not by their own IDs/,
	],
	[403, undefined, '', /early access/],
])('a refusal with %s and %s has an advice for catalogs', (status, code, text, advice) => {
	const body = code === undefined ? '' : { errors: [{ code, message: text }] };
	const { message, description } = explain(classify({ status, body }));
	expect(`${message}: ${description}`).toMatch(advice);
});

it('any other refusal is left as it is', () => {
	const failure = classify({ status: 400, body: { errors: [{ code: 'INVALID_PARAMETER', message: 'No' }] } });
	expect(explain(failure)).toBe(failure);
});
