// A merchant's own account at Stripe, beside that of the installation. The address of its webhook
// names the account, because the messages of an account do not.

import type { Secret } from '../../core/secret.ts';
import { credentialOf, type CredentialField } from '../credentials/credential-field.ts';
import type { CredentialLookup, Credentials } from '../credentials/credentials.ts';
import type { Proof } from '../provider-message.ts';

export interface StripeAccount {
  /** The secret key of the API. */
  readonly key: Secret<string>;
  /** With which Stripe signs the messages of the webhook. */
  readonly webhookSecret: Secret<string>;
}

export const ACCOUNT_ID = /^acct_[A-Za-z0-9]{1,64}$/;
export const ACCOUNT_RULE = 'the id of an account at Stripe, such as acct_1A2b3C';
const SECRET_TEXT = /^[!-~]{8,256}$/;
const secretRule = '8 to 256 printable ASCII characters without spaces';

export const accountFields: readonly CredentialField[] = [
  {
    name: 'account',
    description: 'the id of the account',
    form: ACCOUNT_ID,
    rule: ACCOUNT_RULE,
    isAccount: true,
  },
  {
    name: 'key',
    description: 'the secret key of the account',
    form: SECRET_TEXT,
    rule: secretRule,
  },
  {
    name: 'webhookSecret',
    description: 'the signing secret of the webhook',
    form: SECRET_TEXT,
    rule: secretRule,
  },
];

/** The account that a call is made with. */
export function accountOf(
  { credentials }: { readonly credentials?: Credentials | undefined },
  installation: StripeAccount,
): StripeAccount {
  if (!credentials) return installation;
  return {
    key: credentialOf(credentials, 'key'),
    webhookSecret: credentialOf(credentials, 'webhookSecret'),
  };
}

/** The account whose webhook has this address; undefined: nobody has such an account. */
export async function namedAccount(
  installation: StripeAccount,
  account: string | undefined,
  lookup: CredentialLookup,
): Promise<(Proof & { readonly used: StripeAccount }) | undefined> {
  if (account === undefined) return { used: installation, provenBy: null };
  const credentials = ACCOUNT_ID.test(account) ? await lookup.byAccount(account) : null;
  if (!credentials) return undefined;
  return { used: accountOf({ credentials }, installation), provenBy: credentials };
}
