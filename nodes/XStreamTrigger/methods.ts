import { testKeys } from '../shared/chat/trust/credential';

/** What the editor calls to test keys. */
export const methods = { credentialTest: { testKeys } };
