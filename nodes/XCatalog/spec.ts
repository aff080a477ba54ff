import { labelsOfKinds } from '../shared/auth/credentialKinds';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { explain } from './explain';
import { catalogs } from './resources/catalog';
import { products } from './resources/product';
import { productSets } from './resources/productSet';
import { scheduledFeeds } from './resources/scheduledFeed';

export const spec: NodeSpec = {
	resources: [products, catalogs, productSets, scheduledFeeds],
	authentication: labelsOfKinds('oAuth1', 'oAuth2'),
	defaultAuthentication: 'oAuth1',
	host: 'adsUrl',
	explain,
};
