import type { Shape } from '../operation/operation';
import { inUnits } from './micros';

/**
 * What an entity of the Ads API looks like: Simplified shows its amounts in currency units, under names without
 * `_local_micro`.
 *
 * @param fields The fields that Simplified keeps, under the platform's names.
 */
export const adsShape = (...fields: string[]): Shape => adsShapeWith([], ...fields);

/**
 * The same for an entity with amounts under other names.
 *
 * @param amounts Names of amounts in micros that do not end in `_local_micro`.
 * @param fields The fields that Simplified keeps, under the platform's names.
 */
export const adsShapeWith = (amounts: readonly string[], ...fields: string[]): Shape => ({
	simplifiedFields: fields,
	present: (entity) => inUnits(entity, amounts) as typeof entity,
});
