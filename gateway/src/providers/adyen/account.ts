// An account at Adyen: of the installation, or of a merchant. All belong to one company account of
// the operator, whose webhook signs the messages about all of them. A merchant has no key of its
// own for messages: Adyen cannot be asked whether a message is true, so the merchant could report
// its own payments as paid.

import { open, secret, type Secret } from '../../core/secret.ts';
import { credentialOf, type CredentialField } from '../credentials/credential-field.ts';
import type { CredentialLookup, Credentials } from '../credentials/credentials.ts';

export interface AdyenAccount {
  readonly merchantAccount: string;
  readonly apiKey: Secret<string>;
}

export interface AdyenInstallation extends AdyenAccount {
  /** In hexadecimal; while it is replaced, the old and the new one with a comma between them. */
  readonly hmacKey: Secret<string>;
}

export const MERCHANT_ACCOUNT = /^[A-Za-z0-9_-]{1,80}$/;
export const accountRule = '1 to 80 letters, digits, hyphens and underscores';

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
  };
}

/** Whether it is an account of the installation or of one of its merchants. */
export async function isKnownAccount(
  installation: AdyenAccount,
  name: string,
  lookup: CredentialLookup,
): Promise<boolean> {
  if (name === installation.merchantAccount) return true;
  return MERCHANT_ACCOUNT.test(name) && (await lookup.byAccount(name)) !== null;
}

export function hmacKeysOf({
  hmacKey,
}: Pick<AdyenInstallation, 'hmacKey'>): readonly Secret<string>[] {
  return open(hmacKey).split(',').map(secret);
}
