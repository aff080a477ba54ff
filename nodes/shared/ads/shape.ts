import type { Shape } from '../operation/operation';
import { words } from '../util/text';
import { inUnits } from './micros';

/**
 * The shape of an entity of the Ads API. Simplified shows amounts in currency units and removes `_local_micro` from
 * their names.
 *
 * @param fields The fields that Simplified keeps, by the names that it shows, separated by spaces.
 * @param amounts The names of amounts in micros that do not end in `_local_micro`.
 */
export const adsShape = (fields: string, ...amounts: string[]): Shape => ({
	simplifiedFields: words(fields),
	present: (entity) => inUnits(entity, amounts) as typeof entity,
});
