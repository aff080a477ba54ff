import { adsSpec } from '../shared/ads/spec';
import { resources } from './resources';

export const spec = adsSpec(resources);
