import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { storedProduct } from '../support/catalogProducts';
import type { Editor } from '../../scripts/runtime/browser';
import { chain, ours, useStage } from './support/stage';
import { useEditor } from './support/useEditor';

describe('X Catalog in the editor', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);
	let catalogId = '';

	beforeEach(async () => {
		const products = [0, 1, 2].map((index) => storedProduct(index));
		const made = await stage().sim.control('catalog', 'seed', { products });
		catalogId = (made as { id: string }).id;
	});
	afterEach(async () => {
		await stage().sim.control('catalog', 'earlyAccess', { enrolled: true });
	});

	const openNew = async (
		resource: string,
		operation: string,
		parameters: Record<string, unknown> = {},
		rows: ReadonlyArray<Record<string, unknown>> = [{}],
	): Promise<Editor> => {
		const source = {
			name: 'Rows',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(rows)}.map((json) => ({ json }))` },
		};
		const product_catalog_id = { __rl: true, mode: 'id', value: catalogId };
		const values = { authentication: 'oAuth1', resource, operation, product_catalog_id, ...parameters };
		const node = ours('xCatalog', 'Node', values, stage().credential(CREDENTIAL_TYPES.oAuth1));
		return await openEditor(chain(`${resource} ${operation}, in the editor`, source, node), 'Node');
	};

	it('asks of a new feed only what its frequency needs', async () => {
		const opened = await openNew('scheduledFeed', 'create');
		const shown = async () =>
			await Promise.all(['repeat_weekday', 'repeat_hours'].map((name) => opened.parameter(name).isVisible()));
		await opened.shows('frequency', 'Daily');
		expect(await shown()).toEqual([false, false]);
		await opened.choose('frequency', 'Weekly');
		await opened.parameter('repeat_weekday').waitFor();
		expect(await shown()).toEqual([true, false]);
		await opened.choose('frequency', 'Hourly');
		await opened.parameter('repeat_hours').waitFor();
		expect(await shown()).toEqual([false, true]);
		await opened.shows('repeat_hours', 'Every Hour');
	});

	it('offers for the update of a feed only what its new frequency needs', async () => {
		const updateFields = { frequency: 'HOURLY', repeat_weekday: 'MONDAY' };
		const { page } = await openNew('scheduledFeed', 'update', { updateFields });
		await page.getByPlaceholder('Add Field').first().click();
		const offered = page.getByRole('option').filter({ visible: true });
		await offered.filter({ hasText: 'Start Time' }).first().waitFor();
		expect(await offered.allInnerTexts()).toEqual([
			'Feed Format',
			'Feed URL',
			'Repeat',
			'Start Time',
			'Time Zone Name or ID',
		]);
		expect(await page.getByTestId('parameter-input-repeat_weekday').isVisible()).toBe(false);
	});

	it('says in the form that a deleted catalog is gone for good', async () => {
		const { page } = await openNew('catalog', 'delete');
		await page.getByText('The catalog is deleted for good').waitFor();
	});

	it('shows the plan of a dry run, the time it takes, and what would be refused', async () => {
		const changed = storedProduct(0, '49.90 EUR');
		const opened = await openNew('product', 'sync', { dryRun: true, deleteMissing: true }, [changed]);
		await opened.page.getByText('Products that are not in the input are deleted for good').waitFor();
		await opened.executeOpenNode();
		await opened.output
			.getByText(/The plan: 0 to create, 1 to update, 0 unchanged, 2 not in the input.*about \d+ s/)
			.waitFor();
		await opened.output.getByText('more than the Delete Limit of 20 %').first().waitFor();
	});

	it('shows the preview of a file, what its IDs are made of, and a night that is refused', async () => {
		const rows = Array.from({ length: 12 }, (_, at) => ({
			id: 100 + at,
			title: `Shoe ${at}`,
			body_html: 'A shoe',
			vendor: 'Acme',
			handle: `shoe-${at}`,
			status: 'active',
			images: [{ id: 1, src: 'https://cdn.shop.example/1.jpg' }],
			variants: [{ id: 9000 + at, sku: `S-${at}`, price: '49.90', inventory_management: '' }],
		}));
		const defaults = { condition: 'new', currency: 'EUR', linkPattern: 'https://shop.example/p/{handle}' };
		const opened = await openNew(
			'product',
			'sync',
			{ dryRun: true, options: { report: 'preview', idsFrom: 'shopId' }, defaults },
			rows,
		);
		await opened.shows('idsFrom', 'ID in the Shop');
		await opened.executeOpenNode();
		await opened.output.getByText('Shoe 0').first().waitFor();
		const products = rows.map((_, at) => ({ ...storedProduct(at), id: `S-${at}` }));
		const made = await stage().sim.control('catalog', 'seed', { products });
		catalogId = (made as { id: string }).id;
		const refused = await openNew('product', 'sync', { options: { idsFrom: 'shopId' }, defaults }, rows);
		await refused.executeOpenNode();
		const description = refused.output.getByTestId('node-error-description');
		await description.waitFor();
		expect(await description.innerText()).toContain(
			'The catalog has the IDs that the choice "Automatic" makes: set Options → Product IDs From to it.',
		);
	});

	/** A file whose columns no shop system has; with all that X requires of a product. */
	const OWN_COLUMNS = {
		Artikelnr: 'A-1',
		Bezeichnung: 'Tisch',
		Langtext: 'Aus Holz',
		'VK Preis': '12.50 EUR',
		Verfügbarkeit: 'Auf Lager',
		Bild: 'https://i.example/1.jpg',
		Produktlink: 'https://s.example/1',
		Hersteller: 'Holz',
	};

	it.each([
		['file', { productsFrom: 'file' }],
		['sheet', {}],
	])('syncs a %s with columns of its own after two clicks', async (source, from) => {
		const rows = {
			name: 'Rows',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return [{ json: ${JSON.stringify(OWN_COLUMNS)} }]` },
		};
		const file = {
			name: 'File',
			type: 'n8n-nodes-base.convertToFile',
			typeVersion: 1.1,
			parameters: { operation: source === 'file' ? 'csv' : 'xlsx', options: {} },
		};
		const extracted = {
			name: 'Extract',
			type: 'n8n-nodes-base.extractFromFile',
			typeVersion: 1,
			parameters: { operation: 'xlsx', options: {} },
		};
		const values = {
			authentication: 'oAuth1',
			resource: 'product',
			operation: 'sync',
			product_catalog_id: { __rl: true, mode: 'id', value: catalogId },
			...from,
		};
		const node = ours('xCatalog', 'Node', values, stage().credential(CREDENTIAL_TYPES.oAuth1));
		const steps = source === 'file' ? [rows, file, node] : [rows, file, extracted, node];
		const opened = await openEditor(chain(`A ${source}, in the editor`, ...steps), 'Node');
		await opened.executeOpenNode();
		await opened.output.getByText('Take the Nearest Fields').first().waitFor();
		// The page itself counts what a person does from here to the run.
		await opened.page.evaluate(`
			for (const event of ['click', 'keydown'])
				addEventListener(event, ({ isTrusted }) => isTrusted && (window[event + 's'] = (window[event + 's'] ?? 0) + 1), true);
		`);
		await opened.choose('sourceFormat', 'Take the Nearest Fields');
		expect(await opened.page.evaluate('[window.clicks, window.keydowns]')).toEqual([2, undefined]);
		await opened.executeOpenNode();
		await opened.output.getByText('created').first().waitFor();
		expect(await stage().sim.control('catalog', 'products')).toContainEqual(
			expect.objectContaining({ id: 'A-1', title: 'Tisch', price: '12.50 EUR' }),
		);
	});

	it('shows the fields of a product when they are to be mapped by hand', async () => {
		const opened = await openNew('product', 'sync');
		await opened.page.getByText('make sure the incoming data fields are named').waitFor();
		await opened.page.getByTestId('mapping-mode-select').locator('input').first().click();
		await opened.page.getByRole('option').filter({ hasText: 'Manually', visible: true }).click();
		for (const label of ['ID', 'Title', 'Availability', 'Price (e.g. 59.90 EUR)', 'Image Link']) {
			await opened.page.getByText(label, { exact: true }).first().waitFor();
		}
	});

	it('tells everything that is wrong with the input, and nothing is sent', async () => {
		const opened = await openNew('product', 'sync', {}, [{ ID: 'a', Price: '5,00', Stock: 3 }]);
		await opened.executeOpenNode();
		const description = opened.output.getByTestId('node-error-description');
		await description.waitFor();
		expect(await description.innerText()).toMatch(
			/^Nothing was sent\..*Title is required; .*the decimal point is "\.".*Ignored columns \(not product fields\): Stock/,
		);
	});

	it('says what to do about missing early access', async () => {
		await stage().sim.control('catalog', 'earlyAccess', { enrolled: false });
		const opened = await openNew('catalog', 'getMany');
		await opened.executeOpenNode();
		const message = opened.output.getByTestId('node-error-message');
		await message.waitFor();
		expect(await message.innerText()).toContain('The app has no access to catalog management');
		expect(await opened.output.getByTestId('node-error-description').innerText()).toContain('early access');
	});
});
