// The credentials of one merchant at a provider, beside those of the installation.

import type { Secret } from '../../core/secret.ts';

/** The values by field, as the provider declares them. */
export type Credentials = Readonly<Record<string, Secret<string>>>;

/** The merchants' own credentials at one provider. */
export interface CredentialLookup {
  /** Null: the merchant uses those of the installation. */
  ofMerchant(merchantId: string): Promise<Credentials | null>;
  /** By the public name of the account at the provider, such as a service id. */
  byAccount(account: string): Promise<Credentials | null>;
}
