import { user } from '../shared/operation/operation';

/** OAuth 1.0a of a user of the account, or OAuth 2.0 with a scope that the credential has to ask for. */
export const reads = user('ads.read');
export const writes = user('ads.write');
