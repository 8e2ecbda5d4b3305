// Tests with published values: messages that Google's library Tink encrypted and signed with its
// test keys, and the example of Google's documentation. They are for the recipient "someRecipient"
// and name no merchant of a gateway, so they are checked piece by piece.
import assert, { deepEqual, equal } from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { test } from 'node:test';
import { encodeToken, walletKey } from '@bramka/test/support/wallets/google/issue-token.ts';
import {
  documentedToken,
  recipientKey,
  rootKeyValue,
  tinkTokens,
  type PublishedToken,
} from '@bramka/test/support/wallets/google/published.ts';
import { decryptMessage } from './decrypt-message.ts';
import { openGoogleToken } from './open-google-token.ts';
import { readPayload } from './read-payload.ts';
import { readGoogleToken, type GoogleToken } from './read-token.ts';
import { isSignedByGoogle } from './verify-signatures.ts';

const privateKey = createPrivateKey({
  key: Buffer.from(recipientKey, 'base64'),
  format: 'der',
  type: 'pkcs8',
});
const keys = [walletKey(privateKey)];
const roots = [{ keyValue: rootKeyValue, protocolVersion: 'ECv2', keyExpiration: null }];
const trust = { roots, recipientId: 'someRecipient', at: Date.UTC(2026, 10, 16) };

function read({ token }: PublishedToken): GoogleToken {
  const found = readGoogleToken(encodeToken(token));
  assert(found, 'has the form of a token');
  return found;
}

for (const published of tinkTokens) {
  test(`Tink: ${published.name}`, () => {
    const token = read(published);
    const isCurrent = token.intermediateKey.expiresAt > trust.at;
    equal(isSignedByGoogle(token, trust), isCurrent);
    const earlier = { ...trust, at: token.intermediateKey.expiresAt - 1 };
    equal(isSignedByGoogle(token, earlier), true);
    equal(isSignedByGoogle(token, { ...earlier, recipientId: 'someRecipien' }), false);
    const message = decryptMessage(token.message, keys)?.toString();
    deepEqual(parsed(message), published.message);
  });
}

test('Tink: a message for no merchant of this gateway is refused', () => {
  for (const published of tinkTokens) {
    const opener = { ...trust, keys, merchantId: '10000001' };
    deepEqual(openGoogleToken(encodeToken(published.token), opener), { kind: 'refused' });
    const message = decryptMessage(read(published).message, keys);
    equal(message && readPayload(message), undefined);
  }
});

test('the example of the documentation decrypts', () => {
  const token = read(documentedToken);
  equal(token.intermediateKey.expiresAt, 1_542_323_393_147);
  equal(decryptMessage(token.message, keys)?.toString(), documentedToken.message);
});

function parsed(message: string | undefined): unknown {
  if (message === undefined) return null;
  return message.startsWith('{') ? JSON.parse(message) : message;
}
