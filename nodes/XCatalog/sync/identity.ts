/** Refuses what a person should confirm first: other IDs, which would make each product a second time, and large deletions. */
import { quoted } from '../product/fields';
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

type DeletionCase = Pick<SyncPlan['counts'], 'catalog' | 'missing' | 'wanted'> & {
	/** Rows without a readable ID. Each of them may be one of the missing products. */
	readonly unidentified: number;
	/** The largest share to delete without confirmation, in percent. */
	readonly limitPercent: number;
	readonly confirmed: boolean;
};

/**
 * Explains why a sync must not delete anything. A large share of missing products usually means a broken export, so it
 * needs the user's confirmation. Two cases are refused even then: an input without products, and rows without a
 * readable ID, which may be the products that seem to be missing.
 */
export function deletionProblem(of: DeletionCase): string | undefined {
	if (of.missing === 0) return undefined;
	if (of.unidentified > 0) {
		return `${of.unidentified} of the input's rows have no readable ID, so the ${of.missing} products that seem to be gone cannot be told for sure`;
	}
	if (of.wanted === 0) {
		return `The input has no product that can be sent, so ${of.missing} of the catalog's ${of.catalog} products would be deleted`;
	}
	if (of.confirmed || of.missing * 100 <= of.limitPercent * of.catalog) return undefined;
	const share = Math.round((of.missing * 1000) / of.catalog) / 10;
	return `${of.missing} of the catalog's ${of.catalog} products (${share} %) would be deleted, more than the Delete Limit of ${of.limitPercent} %`;
}
