import { testKeys } from '../shared/chat/trust/credential';

/** Called by the editor to test keys. */
export const methods = { credentialTest: { testKeys } };
