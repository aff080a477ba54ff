import { estimateCost } from '../../shared/core/estimateCost';
import type { Resource } from '../../shared/operation/operation';

/**
 * What a workflow would use. What the project has used is read with X Core Admin.
 *
 * @param others Resources whose operations can be estimated.
 */
export const usageResource = (others: readonly Resource[]): Resource => ({
	value: 'usage',
	name: 'Usage',
	operations: { estimateCost: estimateCost(others) },
});
