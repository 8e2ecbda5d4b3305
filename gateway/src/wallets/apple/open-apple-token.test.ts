// Opens right Apple Pay tokens: tokens of Apple that were published with their keys, and tokens of
// the tests. Wrong ones are in tampering.test.ts.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { openWallet } from '@bramka/test/support/wallets/apple/authority.ts';
import { dataId, type CmsFields } from '@bramka/test/support/wallets/apple/build-cms.ts';
import {
  buildSent,
  buildToken,
  payment,
  recipientOf,
  sent,
  type TokenPlan,
} from '@bramka/test/support/wallets/apple/build-token.ts';
import {
  extension,
  ids,
  issue,
  newEcKey,
  newRsaKey,
  rootOf,
} from '@bramka/test/support/wallets/apple/certificates.ts';
import { appleRoot, publishedTokens } from '@bramka/test/support/wallets/apple/published.ts';
import { isoTime } from '../../core/clock.ts';
import { context, oid, sequence, utf8 } from '../../core/der/write.ts';
import { open } from '../../core/secret.ts';
import type { WalletOpening } from '../wallet-card.ts';
import { CLOCK_SKEW_MS, openAppleToken, TOKEN_LIFE_MS } from './open-apple-token.ts';

const at = Date.UTC(2026, 10, 16, 3);
const wallet = openWallet();
const roots = [rootOf(wallet.root)];
const ecKey = recipientOf(newEcKey());
const rsaKey = recipientOf(newRsaKey());
const keys = [rsaKey, ecKey];

const transactionId = 'ab'.repeat(32);
const plan: TokenPlan = { wallet, recipient: ecKey, signedAt: at, transactionId };
const bundle = [wallet.ecSigner.certificate, wallet.authority.certificate];
const foreign = { name: 'Foreign', issuer: null, extensions: [] };
const { onlinePaymentCryptogram } = payment.paymentData;
const pan = (applicationPrimaryAccountNumber: string) => ({ applicationPrimaryAccountNumber });

/** The same message with lengths where Apple leaves them out. */
const definite = (fields: CmsFields): CmsFields => ({
  ...fields,
  content: sequence(oid(dataId)),
  certificates: context(0, ...bundle),
});

/** With the secrets of the card in clear. */
function clear(opening: WalletOpening): unknown {
  if (opening.kind !== 'opened') return opening.kind;
  const { card, amount, tokenId, expiresAt } = opening.token;
  const { number, expiry, holder, cryptogram, ...rest } = card;
  const opened = {
    number: open(number),
    expiry: open(expiry),
    holder: holder && open(holder),
    cryptogram: cryptogram && open(cryptogram),
  };
  return { ...opened, ...rest, amount, tokenId, expiresAt };
}

// Number, expiry, cryptogram, ECI, amount in USD; in the order of the tokens.
const facts = [
  ['4784000000380075', '202312', '/4hD3+cAE5A3VxSlUf4yMAACAAA=', '07', 100n],
  ['5155272275025002', '202606', 'AOPWdiKEcY85ALsfCxqBAoABFA==', null, 1099n],
  ['4784000000380075', '202902', '/x2gvNsADhptD1JXWRhcMAACAAA=', '07', 100n],
  ['4784000000380075', '202902', '/w87QS0AExt/z6EPXrU2MAACAAA=', '07', 100n],
] as const;

for (const [index, { token, signedAt, key }] of publishedTokens.entries()) {
  test(`opens the published ${token.version} token of ${isoTime(signedAt)}`, () => {
    const [number, expiry, cryptogram, eci, minor] = facts[index] ?? [];
    const expected = {
      number,
      expiry,
      holder: null,
      cryptogram,
      numberType: 'NETWORK_TOKEN',
      eci,
      amount: { minor, currency: 'USD' },
      tokenId: token.header['transactionId'],
      expiresAt: signedAt + TOKEN_LIFE_MS,
    };
    // The hash of the merchant identifier is in the certificate; the name gives the same one.
    for (const one of [
      { ...key, name: 'other' },
      { ...key, certificate: null },
    ]) {
      const opening = { roots: [appleRoot], keys: [one], at: signedAt };
      assert.deepEqual(clear(openAppleToken(sent(token), opening)), expected);
    }
  });
}

const opened = {
  number: '4911110000001234',
  expiry: '203012',
  holder: 'Jan Kowalski',
  cryptogram: 'Af9x/QwAA/DjmU65oyc1MAABAAA=',
  numberType: 'NETWORK_TOKEN',
  eci: '05',
  amount: { minor: 1234n, currency: 'PLN' },
  tokenId: 'ab'.repeat(32),
  expiresAt: at + TOKEN_LIFE_MS,
};

for (const version of ['EC_v1', 'RSA_v1'] as const) {
  test(`opens ${version} tokens, whole or only their payment data`, () => {
    const recipient = version === 'EC_v1' ? ecKey : rsaKey;
    const token = buildToken({ ...plan, version, recipient });
    const bare = Buffer.from(JSON.stringify(token)).toString('base64');
    assert.deepEqual(clear(openAppleToken(sent(token), { roots, keys, at })), opened);
    assert.deepEqual(clear(openAppleToken(bare, { roots, keys, at })), opened);
  });
}

const variants: [string, Partial<TokenPlan>, object][] = [
  ['an id in capitals', { transactionId: 'AB'.repeat(32) }, {}],
  [
    'a hash of application data',
    { applicationData: Buffer.alloc(32, 7) },
    { tokenId: transactionId + '07'.repeat(32) },
  ],
  ['no name of the holder', { payment: { cardholderName: undefined } }, { holder: null }],
  ['no ECI', { payment: { paymentData: { onlinePaymentCryptogram } } }, { eci: null }],
  [
    'an ECI of two digits',
    { payment: { paymentData: { onlinePaymentCryptogram, eciIndicator: '07' } } },
    { eci: '07' },
  ],
  [
    'an amount of nothing, in yen',
    { payment: { transactionAmount: 0, currencyCode: '392' } },
    { amount: { minor: 0n, currency: 'JPY' } },
  ],
  ['the shortest number', { payment: pan('1'.repeat(12)) }, { number: '1'.repeat(12) }],
  ['the longest number', { payment: pan('1'.repeat(19)) }, { number: '1'.repeat(19) }],
  [
    'a root and a foreign certificate in the bundle',
    { cms: { certificates: [...bundle, wallet.root.certificate, issue(foreign).certificate] } },
    {},
  ],
  ['its certificates in another order', { cms: { certificates: bundle.toReversed() } }, {}],
  ['no word on algorithms', { cms: { attributes: (all) => all.toSpliced(2, 1) } }, {}],
  ['definite lengths', { cms: { change: definite } }, {}],
];

for (const [name, change, expected] of variants) {
  test(`opens a token with ${name}`, () => {
    const token = buildSent({ ...plan, ...change });
    const result = clear(openAppleToken(token, { roots, keys, at }));
    assert.deepEqual(result, { ...opened, ...expected });
  });
}

test('finds the key by its hash among old and new ones, and the root among several', () => {
  const others = [recipientOf(newEcKey()), recipientOf(newEcKey()), rsaKey];
  const otherRoots = [rootOf(openWallet().root), ...roots, rootOf(openWallet().root)];
  const result = openAppleToken(buildSent(plan), {
    roots: otherRoots,
    keys: [...others, ecKey],
    at,
  });
  assert.deepEqual(clear(result), opened);
});

test('takes the hash of the merchant identifier from the certificate before the name', () => {
  const hash = createHash('sha256').update('merchant.of.the.certificate').digest();
  const content = utf8(hash.toString('hex').toUpperCase());
  const { certificate } = issue({
    name: 'Processing',
    issuer: null,
    extensions: [extension(ids.merchant, content)],
  });
  const key = { ...ecKey, certificate };
  const right = buildSent({ ...plan, merchantIdHash: hash });
  assert.deepEqual(clear(openAppleToken(right, { roots, keys: [key], at })), opened);
  assert.equal(openAppleToken(buildSent(plan), { roots, keys: [key], at }).kind, 'refused');
});

test('a token is accepted for five minutes, and one minute before its signing time', () => {
  const kindAt = (when: number): string => {
    const opening = openAppleToken(token, { roots, keys, at: when });
    if (opening.kind === 'opened') assert.equal(opening.token.expiresAt, at + 300_000);
    return opening.kind;
  };
  const token = buildSent(plan);
  assert.equal(kindAt(at + 300_000), 'opened');
  assert.equal(kindAt(at + 300_001), 'expired');
  assert.equal(kindAt(at - 60_000), 'opened');
  assert.equal(kindAt(at - 60_001), 'expired');
  assert.equal(CLOCK_SKEW_MS, 60_000);
});

test('only an authentic token for a key of the merchant is expired', () => {
  const late = { roots, keys, at: at + 300_001 };
  const kindOf = (token: object, change: object = {}): string =>
    openAppleToken(sent(token), { ...late, ...change }).kind;
  const token = buildToken(plan);
  assert.equal(kindOf(token), 'expired');
  assert.equal(kindOf(token, { roots: [] }), 'refused');
  assert.equal(kindOf(token, { keys: [rsaKey] }), 'refused');
  assert.equal(kindOf({ ...token, data: Buffer.alloc(300).toString('base64') }), 'refused');
  assert.equal(kindOf(buildToken({ ...plan, plain: Buffer.from('{}') })), 'refused');
  assert.equal(kindOf(buildToken({ ...plan, merchantIdHash: Buffer.alloc(32) })), 'refused');
});
