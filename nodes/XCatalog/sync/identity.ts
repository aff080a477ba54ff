/** Compares the IDs of the input with those of the catalog: others would make each product a second time. */
import { quoted } from '../product/violation';
import type { SyncPlan } from './plan';

/** Smaller catalogs and inputs are not judged: all of their products may be new. */
const FEWEST = 10;

type IdentityCase = Pick<SyncPlan['counts'], 'catalog' | 'missing' | 'wanted'> & {
	readonly confirmed: boolean;
	/** An ID of the input, and one of the catalog. */
	readonly examples: readonly [wanted: string, stored: string];
};

/**
 * Explains why the products of the input are probably those of the catalog under other IDs. A sync would create each of
 * them a second time. An input that is much smaller than the catalog may be a delivery of new products.
 */
export function identityProblem(of: IdentityCase): string | undefined {
	const { catalog, missing, wanted, examples } = of;
	const known = catalog - missing;
	if (of.confirmed || Math.min(catalog, wanted) < FEWEST || wanted * 2 < catalog) return undefined;
	if (known * 10 >= Math.min(catalog, wanted)) return undefined;
	const share = known === 0 ? 'None' : `Only ${known}`;
	const [own, stored] = examples.map(quoted);
	return `${share} of the ${wanted} products of the input ${known === 1 || known === 0 ? 'is' : 'are'} in the catalog, which has ${catalog} products: their IDs seem to be made in another way (${own} in the input, ${stored} in the catalog)`;
}
