import type { SyncPlan } from './plan';

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
