import type { SyncPlan } from './plan';

/** What the safety check needs to know of a planned sync. */
type DeletionCase = Pick<SyncPlan['counts'], 'catalog' | 'missing' | 'wanted'> & {
	/** Rows whose identifier could not be read: any of them may be one of the missing ones. */
	readonly unidentified: number;
	/** The largest share to delete without confirmation, in percent. */
	readonly limitPercent: number;
	readonly confirmed: boolean;
};

/**
 * Why a sync must not delete, or undefined. Too large a share usually comes from a broken export, so it needs a
 * confirmation. No confirmation helps if an input has no product at all, which means a failed export, or if rows have
 * no identifier, because they could be the products that seem to be missing.
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
