// Apple Pay tokens of Apple that were published with the keys of their merchant, as test data of
// Basis Theory's apple-pay-js (Apache 2.0), and the root of their signatures, Apple Root CA - G3.
// The certificates have expired.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { WalletKey } from '@bramka/gateway/wallets/credentials/credential.ts';
import { recipientOf, type Token } from './build-token.ts';
import published from './published.json' with { type: 'json' };

export interface PublishedToken {
  readonly token: Token;
  readonly signedAt: number;
  readonly key: WalletKey;
}

export const appleRoot = new X509Certificate(Buffer.from(published.root, 'base64'));

export const publishedTokens: readonly PublishedToken[] = published.tokens.map((one) => {
  const der = Buffer.from(one.privateKey, 'base64');
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const recipient = recipientOf(privateKey, one.merchantIdentifier);
  return {
    token: one.token,
    signedAt: Date.parse(one.signedAt),
    key: { ...recipient, certificate: Buffer.from(one.certificate, 'base64') },
  };
});
