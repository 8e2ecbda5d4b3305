// Published Google Pay tokens (published.json). The root key, the intermediate key and the key of
// the recipient are the test keys of Tink, Google's library; their private keys are public.
// `tinkTokens` were made with Tink for the tests of the package google-pay-token-decryption;
// `documentedToken` is the example in Google's description of the protocol, whose signatures are
// not by these keys. `googleTest` is a token that Google's TEST environment issued in May 2022,
// with the root keys of that environment and a published key of the recipient.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PublishedToken {
  readonly name: string;
  readonly token: object;
  /** Decrypted, and parsed if it is JSON; null: it does not decrypt. */
  readonly message: unknown;
}

interface GoogleTest {
  readonly roots: { readonly keys: readonly object[] };
  readonly recipientId: string;
  readonly recipientKey: string;
  readonly token: object;
  readonly message: unknown;
}

interface Published {
  readonly rootKeyValue: string;
  /** PKCS #8 in base64. */
  readonly recipientKey: string;
  readonly tinkTokens: readonly PublishedToken[];
  readonly documentedToken: PublishedToken;
  readonly googleTest: GoogleTest;
}

const file = join(import.meta.dirname, 'published.json');

export const { rootKeyValue, recipientKey, tinkTokens, documentedToken, googleTest } = JSON.parse(
  readFileSync(file, 'utf8'),
) as Published;
