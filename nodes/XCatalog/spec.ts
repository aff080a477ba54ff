import type { NodeSpec } from '../shared/operation/nodeSpec';
import { explain } from './explain';
import { catalogs } from './resources/catalog';
import { products } from './resources/product';
import { productSets } from './resources/productSet';
import { scheduledFeeds } from './resources/scheduledFeed';

export const spec: NodeSpec = {
	resources: [products, catalogs, productSets, scheduledFeeds],
	authentication: { oAuth1: 'OAuth 1.0a User', oAuth2: 'OAuth 2.0 User' },
	defaultAuthentication: 'oAuth1',
	host: 'adsUrl',
	explain,
};
