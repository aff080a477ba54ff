/** @jest-environment ./test/support/environment.ts */
/** Get Many gives every size of a product. */
import { product, useCatalog, type Fields } from './support';

const { run, seed, sent } = useCatalog();

const SIZES = ['36', '37', '38', '39', '40', '41'];
const sizes = SIZES.map((size) => product(`boot-${size}`, { size, item_group_id: 'boot' }));
const getMany = async (parameters: Fields = {}) =>
	await run('product', 'getMany', { returnAll: true, ...parameters });
const idsOf = (rows: readonly unknown[]) => rows.map((row) => (row as Fields).id);

it('gets all variants of each group, behind the one that X lists, also as Raw', async () => {
	await seed(product('a'), ...sizes, product('z'));
	const all = ['a', ...SIZES.map((size) => `boot-${size}`), 'z'];
	expect(idsOf((await getMany()).json)).toEqual(all);
	const { json } = await getMany({ output: 'raw' });
	expect(idsOf(json[0]?.data as unknown[])).toEqual(all);
	expect(sent('GET')).toHaveLength(4);
	expect((await getMany({ returnAll: false, limit: 3 })).json).toHaveLength(3);
});

it('says how many products stand for a group where the others are left out', async () => {
	await seed(product('a'), ...sizes);
	const { json, hints } = await getMany({ options: { allVariants: false } });
	expect(json).toMatchObject([{ id: 'a' }, { id: 'boot-36', stands_for_group: true }]);
	expect(json[0]).not.toHaveProperty('stands_for_group');
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringContaining('1 product of this page stand for a group of variants'),
	]);
});
