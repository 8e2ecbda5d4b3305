// Tests of Google Pay tokens that open, expire, or are for somebody else, with tokens of an issuer
// that is written separately.
import assert, { deepEqual, equal } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import {
  CRYPTOGRAM,
  issueToken,
  makeParties,
  MESSAGE_EXPIRES,
  p256,
  rootKey,
  walletKey,
  type TokenPlan,
} from '@bramka/test/support/wallets/google/issue-token.ts';
import { open } from '../../core/secret.ts';
import type { WalletToken } from '../wallet-card.ts';
import { openGoogleToken, type GoogleOpener } from './open-google-token.ts';

const parties = makeParties();
const at = MESSAGE_EXPIRES - 60_000;
const opener: GoogleOpener = {
  roots: [rootKey(parties.root)],
  recipientId: parties.recipientId,
  keys: [walletKey(parties.recipient)],
  merchantId: '10000001',
  at,
};
const REFUSED = { kind: 'refused' };

const opening = (plan: TokenPlan = {}, more: Partial<GoogleOpener> = {}) =>
  openGoogleToken(issueToken(parties, plan), { ...opener, ...more });

function openedToken(plan: TokenPlan = {}, more: Partial<GoogleOpener> = {}): WalletToken {
  const result = opening(plan, more);
  assert(result.kind === 'opened', `the token is ${result.kind}`);
  return result.token;
}

/** With secrets opened, to compare. */
function plain({ card, ...token }: WalletToken) {
  const { number, expiry, cryptogram } = card;
  const texts = { number: open(number), expiry: open(expiry) };
  return { ...token, card: { ...card, ...texts, cryptogram: cryptogram && open(cryptogram) } };
}

test('a token of a device has its number, cryptogram and ECI', () => {
  deepEqual(plain(openedToken()), {
    card: {
      number: '4111111111111111',
      expiry: '203009',
      holder: null,
      numberType: 'NETWORK_TOKEN',
      cryptogram: CRYPTOGRAM,
      eci: '05',
    },
    tokenId: 'AH2Ejtc-message-1',
    expiresAt: MESSAGE_EXPIRES,
    amount: null,
  });
});

test('a card of the account has its number, and no proof', () => {
  const details = { authMethod: 'PAN_ONLY', pan: '5555555555554444', expirationMonth: 12 };
  deepEqual(plain(openedToken({ details })).card, {
    number: '5555555555554444',
    expiry: '203012',
    holder: null,
    numberType: 'PAN',
    cryptogram: null,
    eci: null,
  });
});

test('what a token contains is not printed', () => {
  const text = JSON.stringify(openedToken());
  for (const part of ['4111111111111111', '203009', CRYPTOGRAM]) equal(text.includes(part), false);
});

test('a message is good until its expiration, and expired from then on', () => {
  equal(opening({}, { at: MESSAGE_EXPIRES - 1 }).kind, 'opened');
  deepEqual(opening({}, { at: MESSAGE_EXPIRES }), { kind: 'expired' });
  deepEqual(opening({}, { at: MESSAGE_EXPIRES + 1 }), { kind: 'expired' });
});

test('only an authentic token is called expired', () => {
  const late = { at: MESSAGE_EXPIRES };
  deepEqual(opening({ signer: p256() }, late), REFUSED);
  deepEqual(opening({ rootSigners: [p256()] }, late), REFUSED);
  deepEqual(opening({ recipientId: 'gateway:other' }, late), REFUSED);
  deepEqual(opening({ payload: { gatewayMerchantId: '10000002' } }, late), REFUSED);
  deepEqual(opening({ details: { pan: '4' } }, late), REFUSED);
  deepEqual(opening({}, { ...late, keys: [walletKey(p256())] }), REFUSED);
});

test('the intermediate key is good until its expiration', () => {
  equal(opening({ keyExpiration: String(at + 1) }).kind, 'opened');
  deepEqual(opening({ keyExpiration: String(at) }), REFUSED);
  deepEqual(opening({ keyExpiration: String(at - 1) }), REFUSED);
});

test('a root key is good until its expiration', () => {
  const roots = (keyExpiration: number | null) => [rootKey(parties.root, { keyExpiration })];
  equal(opening({}, { roots: roots(at + 1) }).kind, 'opened');
  equal(opening({}, { roots: roots(null) }).kind, 'opened');
  deepEqual(opening({}, { roots: roots(at) }), REFUSED);
  deepEqual(opening({}, { roots: roots(at - 1) }), REFUSED);
});

test('a root key counts only for its protocol', () => {
  for (const protocolVersion of ['ECv1', 'ECv2SigningOnly', 'ecv2', '']) {
    deepEqual(opening({}, { roots: [rootKey(parties.root, { protocolVersion })] }), REFUSED);
  }
});

test('any of the root keys may have signed, the others may be unusable', () => {
  const other = rootKey(p256());
  const roots = [{ ...other, keyValue: 'no key' }, other, rootKey(parties.root)];
  equal(opening({}, { roots }).kind, 'opened');
  deepEqual(opening({}, { roots: [other] }), REFUSED);
  deepEqual(opening({}, { roots: [] }), REFUSED);
});

test('one of the signatures of the intermediate key must be by a root key', () => {
  const [stranger, other] = [p256(), p256()];
  for (const rootSigners of [
    [stranger, parties.root],
    [parties.root, stranger],
    [...Array.from({ length: 7 }, () => stranger), parties.root],
  ]) {
    equal(opening({ rootSigners }).kind, 'opened');
  }
  deepEqual(opening({ rootSigners: [stranger, other] }), REFUSED);
  deepEqual(opening({ rootSigners: [] }), REFUSED);
  deepEqual(opening({ rootSigners: Array.from({ length: 9 }, () => parties.root) }), REFUSED);
});

test('the intermediate key signs messages, and the root key signs no message', () => {
  deepEqual(opening({ signer: parties.root }), REFUSED);
  deepEqual(opening({ rootSigners: [parties.intermediate] }), REFUSED);
});

test('a token for another recipient or another merchant is refused', () => {
  for (const recipientId of ['gateway:other', 'merchant:bramka', 'gateway:bramk', '']) {
    deepEqual(opening({ recipientId }), REFUSED);
  }
  deepEqual(opening({}, { recipientId: 'gateway:bramka2' }), REFUSED);
  deepEqual(opening({}, { merchantId: '10000002' }), REFUSED);
  deepEqual(opening({ payload: { gatewayMerchantId: undefined } }), REFUSED);
  deepEqual(opening({ payload: { gatewayMerchantId: 10_000_001 } }), REFUSED);
});

test('parts cannot be moved between the fields that are signed', () => {
  deepEqual(opening({ sender: 'Googl', recipientId: 'egateway:bramka' }), REFUSED);
  deepEqual(opening({ sender: 'Other' }), REFUSED);
});

test('a token of an older protocol is refused', () => {
  for (const protocolVersion of ['ECv1', 'ECv2SigningOnly', 'ECv3']) {
    const roots = ['ECv2', protocolVersion].map((one) =>
      rootKey(parties.root, { protocolVersion: one }),
    );
    deepEqual(opening({ protocolVersion }, { roots }), REFUSED);
  }
});

test('a replaced key still opens what was encrypted to it', () => {
  const keys = [walletKey(p256()), walletKey(parties.recipient)];
  equal(openedToken({}, { keys }).tokenId, 'AH2Ejtc-message-1');
  equal(openedToken({}, { keys: keys.toReversed() }).tokenId, 'AH2Ejtc-message-1');
  deepEqual(opening({}, { keys: [] }), REFUSED);
});

test('a key of another kind opens nothing and stops nothing', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const p384 = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey;
  const others = [walletKey(rsa), walletKey(p384)];
  deepEqual(opening({}, { keys: others }), REFUSED);
  equal(opening({}, { keys: [...others, walletKey(parties.recipient)] }).kind, 'opened');
});
