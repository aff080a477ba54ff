/** What all resources of the catalog share. */
import { mapValues } from 'lodash';
import { docsOf } from '../shared/ads/resource';
import { user, type Field, type Resource } from '../shared/operation/operation';

/** OAuth 1.0a of the user who owns the catalog, or OAuth 2.0 with scopes that the credential has to ask for. */
export const reads = user('ads.read');
export const writes = user('ads.read', 'ads.write');

/** A sentence in the form: what the user should know while filling it in, not after running it. */
export const notice = (sentence: string): Field<undefined> => ({
	label: sentence,
	property: { type: 'notice', default: '' },
	place: 'form',
	required: false,
	encode: () => undefined,
});

/** The same resource, each operation with the address of its documentation; one that has an address keeps it. */
export const documented = (resource: Resource): Resource => ({
	...resource,
	operations: mapValues(resource.operations, (operation) => ({
		docs: docsOf('https://docs.x.com/x-ads-api/catalog-management/reference', operation),
		...operation,
	})),
});
