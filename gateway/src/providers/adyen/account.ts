// An account at Adyen: of the installation, or of a merchant. Messages name their account and are
// signed with its key.

import { open, secret, type Secret } from '../../core/secret.ts';
import { credentialOf, type CredentialField } from '../credentials/credential-field.ts';
import type { CredentialLookup, Credentials } from '../credentials/credentials.ts';
import type { Proof } from '../provider-message.ts';

export interface AdyenAccount {
  readonly merchantAccount: string;
  readonly apiKey: Secret<string>;
  /** In hexadecimal; while it is replaced, the old and the new one with a comma between them. */
  readonly hmacKey: Secret<string>;
}

export const MERCHANT_ACCOUNT = /^[A-Za-z0-9_-]{1,80}$/;
export const accountRule = '1 to 80 letters, digits, hyphens and underscores';
export const HMAC_KEY = /^[0-9A-Fa-f]{64}(,[0-9A-Fa-f]{64})?$/;
export const hmacRule = '64 hexadecimal digits, or two such keys with a comma between them';

export const accountFields: readonly CredentialField[] = [
  {
    name: 'merchantAccount',
    description: 'the name of the merchant account',
    form: MERCHANT_ACCOUNT,
    rule: accountRule,
    isAccount: true,
  },
  {
    name: 'apiKey',
    description: 'the API key of the web service user',
    form: /^[!-~]{8,512}$/,
    rule: '8 to 512 printable ASCII characters without spaces',
  },
  {
    name: 'hmacKey',
    description: 'the HMAC key of the webhook',
    form: HMAC_KEY,
    rule: hmacRule,
  },
];

/** The account that a call is made for. */
export function accountOf(
  { credentials }: { readonly credentials?: Credentials },
  installation: AdyenAccount,
): AdyenAccount {
  if (!credentials) return installation;
  return {
    merchantAccount: open(credentialOf(credentials, 'merchantAccount')),
    apiKey: credentialOf(credentials, 'apiKey'),
    hmacKey: credentialOf(credentials, 'hmacKey'),
  };
}

/** The account that a message names: that of the installation, or of a merchant. */
export async function namedAccount(
  installation: AdyenAccount,
  name: string,
  lookup: CredentialLookup,
): Promise<(Proof & { readonly account: AdyenAccount }) | undefined> {
  if (name === installation.merchantAccount) return { account: installation, provenBy: null };
  const credentials = MERCHANT_ACCOUNT.test(name) ? await lookup.byAccount(name) : null;
  if (!credentials) return undefined;
  return { account: accountOf({ credentials }, installation), provenBy: credentials };
}

export function hmacKeysOf({ hmacKey }: Pick<AdyenAccount, 'hmacKey'>): readonly Secret<string>[] {
  return open(hmacKey).split(',').map(secret);
}
