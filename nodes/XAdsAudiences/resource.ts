import { adsResources } from '../shared/ads/resource';

/** A resource of audiences. */
export const audiencePart = adsResources('https://docs.x.com/x-ads-api/audiences/reference');
