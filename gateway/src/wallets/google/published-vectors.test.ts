// Tests with published values: a token that Google itself issued in its TEST environment, messages
// that Google's library Tink encrypted and signed, and the example of Google's documentation. They
// name no merchant of a gateway, so they are checked piece by piece.
import assert, { deepEqual, equal } from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { test } from 'node:test';
import { encodeToken, walletKey } from '@bramka/test/support/wallets/google/issue-token.ts';
import {
  documentedToken,
  googleTest,
  recipientKey,
  rootKeyValue,
  tinkTokens,
  type PublishedToken,
} from '@bramka/test/support/wallets/google/published.ts';
import { parseGoogleRoots } from '../trust/google-roots.ts';
import { decryptMessage } from './decrypt-message.ts';
import { openGoogleToken } from './open-google-token.ts';
import { readPayload } from './read-payload.ts';
import { readGoogleToken, type GoogleToken } from './read-token.ts';
import { isSignedByGoogle } from './verify-signatures.ts';

const keyOf = (base64: string) =>
  walletKey(createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' }));
const keys = [keyOf(recipientKey)];
const roots = [{ keyValue: rootKeyValue, protocolVersion: 'ECv2', keyExpiration: null }];
const trust = { roots, recipientId: 'someRecipient', at: Date.UTC(2026, 10, 16) };

function read({ token }: Pick<PublishedToken, 'token'>): GoogleToken {
  const found = readGoogleToken(encodeToken(token));
  assert(found, 'has the form of a token');
  return found;
}

test('a token of Google’s TEST environment is verified with its root keys and decrypts', () => {
  const token = read(googleTest);
  const { recipientId } = googleTest;
  const at = 1_653_664_726_857;
  const own = parseGoogleRoots(Buffer.from(JSON.stringify(googleTest.roots)), {
    isProduction: true,
    now: at,
  });
  const signed = { roots: own, recipientId, at };
  equal(isSignedByGoogle(token, signed), true);
  const ecv2 = own.filter(({ protocolVersion }) => protocolVersion === 'ECv2');
  equal(isSignedByGoogle(token, { ...signed, roots: ecv2 }), true);
  const others = own.filter(({ protocolVersion }) => protocolVersion !== 'ECv2');
  equal(isSignedByGoogle(token, { ...signed, roots: others }), false);
  equal(isSignedByGoogle(token, { ...signed, recipientId: 'gateway:bramka' }), false);
  equal(isSignedByGoogle(token, { ...signed, at: 1_653_715_443_593 }), false);
  const message = decryptMessage(token.message, [keyOf(googleTest.recipientKey)])?.toString();
  deepEqual(parsed(message), googleTest.message);
  equal(decryptMessage(token.message, keys), undefined);
});

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
