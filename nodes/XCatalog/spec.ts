import { labelsOfKinds } from '../shared/auth/credentialKinds';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { explain } from './explain';
import { catalogResource } from './resources/catalog';
import { productResource } from './resources/product';
import { productSetResource } from './resources/productSet';
import { scheduledFeedResource } from './resources/scheduledFeed';

export const spec: NodeSpec = {
	resources: [productResource, catalogResource, productSetResource, scheduledFeedResource],
	authentication: labelsOfKinds('oAuth1', 'oAuth2'),
	defaultAuthentication: 'oAuth1',
	host: 'adsUrl',
	explain,
	// Products come from files and tables, with far more fields than a model keeps in order.
	notForAgents: {
		product: words('delete sync upsert'),
		catalog: words('create delete update'),
		productSet: words('createFiltered createManual delete update wait'),
		scheduledFeed: words('create delete update'),
	},
};
