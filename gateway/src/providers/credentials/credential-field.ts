// What a provider declares about the credentials that a merchant may have at it, and how its
// adapter reads them.

import { defect } from '../../core/assert.ts';
import type { Secret } from '../../core/secret.ts';
import type { Credentials } from './credentials.ts';

export interface CredentialField {
  readonly name: string;
  /** What it is, in the middle of a sentence. */
  readonly description: string;
  readonly form: RegExp;
  /** The form in words, after "must be". */
  readonly rule: string;
  /** Whether it is the public name of the account, which belongs to one merchant only. */
  readonly isAccount?: true;
}

/** Also sent in a header, so it has no spaces and no line breaks. */
export const keyField: CredentialField = {
  name: 'key',
  description: 'the secret that the provider shares with the merchant',
  form: /^[!-~]{8,256}$/,
  rule: '8 to 256 printable ASCII characters without spaces',
};

/** Never falls back to the installation: a set without the value is a defect. */
export function credentialOf(credentials: Credentials, name: string): Secret<string> {
  return credentials[name] ?? defect(`the credentials have no ${name}`);
}

/** Undefined: the key of the installation. */
export function keyOf(credentials: Credentials | undefined): Secret<string> | undefined {
  return credentials && credentialOf(credentials, 'key');
}
