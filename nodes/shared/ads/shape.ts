import type { Shape } from '../operation/operation';
import { words } from '../util/text';
import { inUnits } from './micros';

/** Makes the shape of an entity. `amounts` are those in micros that do not end in `_local_micro`. */
export const adsShape = (fields: string, ...amounts: string[]): Shape => ({
	simplifiedFields: words(fields),
	present: (entity) => inUnits(entity, amounts) as typeof entity,
});
