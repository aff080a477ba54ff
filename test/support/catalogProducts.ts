import { storedProduct } from '../simulator/catalog/sampleProducts';
import type { Simulator } from '../simulator/server';

export { catalogProduct, storedProduct } from '../simulator/catalog/sampleProducts';

/** Makes the catalog of the simulated user with the first `count` products. */
export async function seedCatalog(sim: Simulator, count: number): Promise<string> {
	const products = Array.from({ length: count }, (_, index) => storedProduct(index));
	return ((await sim.control('catalog', 'seed', { products })) as { id: string }).id;
}
