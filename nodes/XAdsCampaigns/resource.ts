import { adsResources } from '../shared/ads/resource';

/** A resource of campaign management. */
export const adsResource = adsResources('https://docs.x.com/x-ads-api/campaign-management/reference');
