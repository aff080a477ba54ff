import { mapValues } from 'lodash';
import { adsResources } from '../shared/ads/resource';
import type { Operation, Resource } from '../shared/operation/operation';

const REFERENCE = 'https://docs.x.com/x-ads-api/creatives/reference';

const creatives = adsResources(REFERENCE);

/** Operations with their own heading in the reference. All others are under the heading of their section. */
const HEADED: ReadonlySet<string> = new Set(['create', 'getMany', 'getPreviews', 'sendPreview']);

/** Returns a resource of the creatives. */
export const creativeResource = (
	section: string,
	value: string,
	name: string,
	operations: Readonly<Record<string, Operation>>,
): Resource =>
	creatives(
		value,
		name,
		mapValues(operations, (operation, key) => ({
			...(!HEADED.has(key) && { docs: `${REFERENCE}#${section}` as const }),
			...operation,
		})),
	);
