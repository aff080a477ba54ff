import { user } from '../shared/operation/operation';

/** OAuth 1.0a of the user who owns the catalog, or OAuth 2.0 with scopes that the credential has to ask for. */
export const reads = user('ads.read');
export const writes = user('ads.read', 'ads.write');
