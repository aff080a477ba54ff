/** @jest-environment ./test/support/environment.ts */
/** An upload that ends early says how much was sent, and goes on from there. */
import { get } from 'lodash';
import { host } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { AUTO_MAP, csv, fileItems, itemsOf, products, useCatalog, type Fields } from './support';

const { sim, run, seed, sent, stored, syncFile } = useCatalog();

/** Lets four requests pass, and refuses the fifth. */
const refuseFifth = () =>
	sim().fail({
		match: { method: 'PUT' },
		kind: 'status',
		status: 403,
		skip: 4,
		times: 1,
		body: { errors: [{ code: 'UNAUTHORIZED_CLIENT_APPLICATION', message: 'not allowed' }] },
	} as never);

const upsert = async (rows: readonly Fields[], options: Fields = {}) =>
	await run(
		'product',
		'upsert',
		{ productsFrom: 'file', options: { report: 'summary', parallelRequests: 1, ...options } },
		{ items: await fileItems(csv(rows), 'feed.csv') },
	);

it('says what Sync has sent, and a second run sends the rest', async () => {
	await seed();
	refuseFifth();
	const options = { parallelRequests: 1 };
	const { error } = await syncFile(csv(products(200)), 'feed.csv', { options });
	expect(error?.description).toContain(
		'100 of 200 products were sent. Run it again: Sync compares first, so what was done is not done twice',
	);
	expect(get(error, 'context.data')).toMatchObject({ sent: 100, toSend: 200 });
	const { json } = await syncFile(csv(products(200)), 'feed.csv', { options });
	expect(json).toMatchObject([{ created: 100, unchanged: 100 }]);
});

it('says when the next window begins, where a run by hand meets the limit, and what has been sent', async () => {
	await seed();
	sim().fail({ match: { method: 'PUT' }, kind: 'rateLimited', resetIn: 600, skip: 4, times: 1 } as never);
	const parameters = { productsFrom: 'file', options: { parallelRequests: 1 } };
	const items = await fileItems(csv(products(200)), 'feed.csv');
	const { error } = await run('product', 'sync', parameters, { items, mode: 'manual' });
	expect(error?.message).toMatch(/^Rate limit reached until \d{4}-/);
	expect(error?.description).toMatch(
		/100 of 200 products were sent\. Run it again: .*By hand .* Max Wait 960 lets it wait for the next window/,
	);
	expect(get(error, 'context.data')).toMatchObject({ kind: 'rateLimit', sent: 100, toSend: 200 });
});

it('resumes Create or Update of the same file after the last answer', async () => {
	await seed();
	refuseFifth();
	const { error } = await upsert(products(200));
	const resume = get(error, 'context.data.resume') as unknown as Fields;
	expect(resume).toMatchObject({ left: [{ item: 0, done: 100 }] });
	expect(error?.description).toContain(
		`100 of 200 products were sent. To go on from there, set Options → Resume From to ${String(resume.from)}`,
	);
	const before = sent('PUT').length;
	const { json } = await upsert(products(200), { resumeFrom: JSON.stringify(resume) });
	expect(json).toMatchObject([{ created: 100, skipped: 100 }]);
	expect(sent('PUT')).toHaveLength(before + 4);
	expect(Object.keys(await stored())).toHaveLength(200);
});

it('counts what was sent over several runs, and no rows that were not', async () => {
	await seed();
	// Each of the first fifty products comes again with another price, and the last row is sent.
	const rows = [...products(50, () => ({ price: '1.00 EUR' })), ...products(150)];
	let resumeFrom: unknown;
	for (const sent of [100, 125]) {
		const skip = sent === 100 ? 4 : 1;
		sim().fail({ match: { method: 'PUT' }, kind: 'status', status: 403, skip, times: 1, body: {} } as never);
		const { error } = await upsert(rows, resumeFrom === undefined ? {} : { resumeFrom });
		expect(get(error, 'context.data')).toMatchObject({ sent, toSend: 150 });
		resumeFrom = get(error, 'context.data.resume.from');
	}
	expect((await upsert(rows, { resumeFrom })).json).toMatchObject([{ created: 25, skipped: 175 }]);
	expect(Object.values(await stored()).filter(({ price }) => price === '1.00 EUR')).toEqual([]);
});

it.each([
	['other values', products(200, (i) => (i === 3 ? { price: '1.00 EUR' } : {}))],
	['another order', products(200).reverse()],
])('refuses a place in a file that has %s since, and sends nothing', async (_, changed) => {
	await seed();
	refuseFifth();
	const resumeFrom = get((await upsert(products(200))).error, 'context.data.resume.from') as unknown;
	const before = sent('PUT').length;
	const { error } = await upsert(changed, { resumeFrom });
	expect(error?.message).toBe('Resume From is no place in this input');
	expect(sent('PUT')).toHaveLength(before);
});

it('resumes items, too', async () => {
	await seed();
	refuseFifth();
	const items = itemsOf(products(200));
	const options = { parallelRequests: 1 };
	const { error } = await run('product', 'upsert', { ...AUTO_MAP, options }, { items });
	const resumeFrom = get(error, 'context.data.resume') as unknown;
	const before = sent('PUT').length;
	const more = { ...AUTO_MAP, options: { ...options, resumeFrom: JSON.stringify(resumeFrom) } };
	const { json } = await run('product', 'upsert', more, { items });
	expect(json.filter(({ action }) => action === 'created')).toHaveLength(100);
	expect(sent('PUT')).toHaveLength(before + 4);
});

describe('over several windows', () => {
	const waits = useSkippedWaits(sim);
	const plan = { productsFrom: 'file', options: { parallelRequests: 1, report: 'summary' } };

	/** X takes two requests of 25 products, then nothing for ten minutes, twice. */
	const closeWindows = () => {
		for (const skip of [2, 4])
			sim().fail({ match: { method: 'PUT' }, kind: 'rateLimited', resetIn: 600, skip, times: 1 } as never);
	};

	it.each(['sync', 'upsert'])(
		'says in the log, the item and its text how much %s has sent',
		async (operation) => {
			await seed();
			closeWindows();
			const log = host().services.recordLog();
			const start = Date.now();
			const { json } = await run('product', operation, plan, {
				items: await fileItems(csv(products(125)), 'feed.csv'),
			});
			log.stop();
			expect(waits().taken.filter((milliseconds) => milliseconds > 60_000)).toHaveLength(2);
			expect(json).toMatchObject([{ created: 125, windows: [{ sent: 50 }, { sent: 100 }] }]);
			const { windows = [] } = json[0] as { windows?: Array<{ sent: number; until: string }> };
			expect(windows.map(({ until }) => new Date(until).getTime() - start)).toEqual([
				expect.closeTo(600_000, -4),
				expect.closeTo(1_200_000, -4),
			]);
			for (const { sent: done, until } of windows)
				expect(log.lines).toContain(
					`Catalog ${operation === 'sync' ? 'sync' : 'upload'}: ${done} of 125 products sent, and X takes the next ones from ${until} on`,
				);
			if (operation === 'sync')
				expect(json[0]?.text).toMatch(
					/X's limit was reached:\n- 50 products were sent, .*\n- 100 products were sent/,
				);
		},
	);
});
