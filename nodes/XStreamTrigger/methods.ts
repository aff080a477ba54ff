import { testKeys } from '../shared/chat/credential';

/** What the editor calls to test keys. */
export const methods = { credentialTest: { testKeys } };
