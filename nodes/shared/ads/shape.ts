import type { Shape } from '../operation/operation';
import { words } from '../util/text';
import { inUnits } from './micros';

/**
 * What an entity of the Ads API looks like: Simplified shows its amounts in currency units, under names without
 * `_local_micro`.
 *
 * @param fields Names of the fields that Simplified keeps, as it shows them, with blanks between them.
 * @param amounts Names of amounts in micros that do not end in `_local_micro`.
 */
export const adsShape = (fields: string, ...amounts: string[]): Shape => ({
	simplifiedFields: words(fields),
	present: (entity) => inUnits(entity, amounts) as typeof entity,
});
