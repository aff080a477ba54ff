import { labelsOfKinds } from '../shared/auth/credentialKinds';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { documented } from './common';
import { explain } from './explain';
import { catalogResource } from './resources/catalog';
import { productResource } from './resources/product';
import { productSetResource } from './resources/productSet';
import { scheduledFeedResource } from './resources/scheduledFeed';

export const spec: NodeSpec = {
	resources: [productResource, catalogResource, productSetResource, scheduledFeedResource].map(documented),
	authentication: labelsOfKinds('oAuth1', 'oAuth2'),
	defaultAuthentication: 'oAuth1',
	host: 'adsUrl',
	explain,
};
