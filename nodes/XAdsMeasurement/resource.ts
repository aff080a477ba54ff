import { mapValues } from 'lodash';
import { adsResources, type Reference } from '../shared/ads/resource';
import type { Operation } from '../shared/operation/operation';

export const MOBILE = 'https://docs.x.com/x-ads-api/measurement/mobile-conversions';
export const WEB = 'https://docs.x.com/x-ads-api/measurement/web-conversions';
export const AB_TESTING = 'https://docs.x.com/x-ads-api/measurement/ab-testing';

/**
 * A resource whose page has no heading for each operation.
 *
 * @param page The page that documents the operations; a record with its own `docs` keeps that.
 */
export const onOnePage =
	(page: `${Reference}` | `${Reference}#${string}`) =>
	(value: string, name: string, operations: Readonly<Record<string, Operation>>) =>
		adsResources('https://docs.x.com/x-ads-api/measurement/')(
			value,
			name,
			mapValues(operations, (operation) => ({ docs: page, ...operation })),
		);

/** A resource of lead generation, whose page has a heading for each operation. */
export const leadResource = adsResources('https://docs.x.com/x-ads-api/lead-generation/reference');
