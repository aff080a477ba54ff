import { adsResources } from '../shared/ads/resource';

/** A resource of analytics. */
export const adsResource = adsResources('https://docs.x.com/x-ads-api/analytics');
