import { estimateCost } from '../../shared/core/estimateCost';
import type { Resource } from '../../shared/operation/operation';

/**
 * Estimates for a workflow. X Core Admin reads what the project has used.
 *
 * @param others Resources whose operations can be estimated.
 */
export const usageResource = (others: readonly Resource[]): Resource => ({
	value: 'usage',
	name: 'Usage',
	operations: { estimateCost: estimateCost(others) },
});
