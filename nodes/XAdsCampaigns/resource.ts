import { adsResources } from '../shared/ads/resource';

export const adsResource = adsResources('https://docs.x.com/x-ads-api/campaign-management/reference');
