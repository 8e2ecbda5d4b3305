// Whose news a message may bring. The installation speaks for every merchant; a merchant with its
// own credentials at a provider could sign any message with them, so it speaks for itself only.

import { open } from '../core/secret.ts';
import type { CredentialLookup, Credentials } from '../providers/credentials/credentials.ts';
import type { Proof } from '../providers/provider-message.ts';

/** The merchants' own credentials at the provider of this name. */
export interface ProofDeps {
  readonly credentialsAt: (provider: string) => CredentialLookup;
}

export async function isProvenFor(
  merchantId: string,
  { provenBy }: Proof,
  credentials: CredentialLookup,
): Promise<boolean> {
  return provenBy === null || isSame(provenBy, await credentials.ofMerchant(merchantId));
}

function isSame(one: Credentials, other: Credentials | null): boolean {
  const text = (of: Credentials) =>
    JSON.stringify(
      Object.keys(of)
        .toSorted()
        .map((name) => [name, of[name] && open(of[name])]),
    );
  return other !== null && text(one) === text(other);
}
