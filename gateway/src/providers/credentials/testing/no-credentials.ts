// A look-up of credentials for tests without credentials of merchants.

import type { CredentialLookup } from '../credentials.ts';

/** No merchant has credentials of its own. */
export const noCredentials: CredentialLookup = {
  ofMerchant: () => Promise.resolve(null),
  byAccount: () => Promise.resolve(null),
};
