/** All resources of the catalog share these scopes and their documentation. */
import { mapValues } from 'lodash';
import { docsOf } from '../shared/ads/resource';
import { user, type Resource } from '../shared/operation/operation';

/** With OAuth 2.0, the credential must request these scopes. */
export const reads = user('ads.read');
export const writes = user('ads.read', 'ads.write');

/** Adds the address of its documentation to each operation that has none. */
export const documented = (resource: Resource): Resource => ({
	...resource,
	operations: mapValues(resource.operations, (operation) => ({
		docs: docsOf('https://docs.x.com/x-ads-api/catalog-management/reference', operation),
		...operation,
	})),
});
