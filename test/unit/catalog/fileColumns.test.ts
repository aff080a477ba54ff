import type { IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';
import { fileFields } from '../../../nodes/XCatalog/fields/product';
import { columnsReadBefore, rememberColumns } from '../../../nodes/XCatalog/input/fileColumns';

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
