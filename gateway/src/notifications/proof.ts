// Whose news a message may bring. The installation speaks for every merchant; a merchant with its
// own credentials at a provider could sign any message with them, so they prove only what was done
// with them: not what the merchant did before with the account of the installation.

import { open } from '../core/secret.ts';
import type { Credentials } from '../providers/credentials/credentials.ts';
import type { AttemptCredentials } from '../providers/credentials/lookup.ts';
import type { Inquiry } from '../providers/provider.ts';
import type { Proof } from '../providers/provider-message.ts';

/** The merchants' own credentials at the provider of this name. */
export interface ProofDeps {
  readonly credentialsAt: (provider: string) => AttemptCredentials;
}

/** By the account with which the attempt was made: a refund has that of its authorization. */
export async function isProvenFor(
  { merchantId, attemptId, originalAttemptId }: Inquiry,
  { provenBy }: Proof,
  credentials: AttemptCredentials,
): Promise<boolean> {
  if (provenBy === null) return true;
  const made = await credentials.ofAttempt(merchantId, originalAttemptId ?? attemptId);
  return isSame(provenBy, made);
}

/** What belongs to no attempt: by the account that the merchant uses now. */
export async function isProvenForMerchant(
  merchantId: string,
  { provenBy }: Proof,
  credentials: AttemptCredentials,
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
