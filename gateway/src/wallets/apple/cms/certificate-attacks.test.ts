// Apple Pay tokens whose signature is right, but whose certificates are not.
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { openWallet, type WalletPlan } from '@bramka/test/support/wallets/apple/authority.ts';
import { buildSent, type TokenPlan } from '@bramka/test/support/wallets/apple/build-token.ts';
import {
  extension,
  extensions,
  issue,
  longRsaKey,
  newEcKey,
  newRsaKey,
  rootOf,
} from '@bramka/test/support/wallets/apple/certificates.ts';
import { at, ecKey, keys, rsaKey } from '@bramka/test/support/wallets/apple/fixture.ts';
import { boolean, der, nothing, sequence } from '../../../core/der/write.ts';
import { openAppleToken } from '../open-apple-token.ts';

const { isAuthority, isNoAuthority, signs, issues, signerMark, authorityMark } = extensions;
const critical = extension('2.5.29.30', sequence(), true);
const harmless = extension('2.5.29.30', sequence());

/** The answer to a token of this wallet, opened with its own root unless others are given. */
function answerTo(plan: WalletPlan, change: Partial<TokenPlan> = {}, roots?: 'other' | 'none') {
  const wallet = openWallet(plan);
  const trusted = roots === 'other' ? openWallet().root : wallet.root;
  const recipient = change.version === 'RSA_v1' ? rsaKey : ecKey;
  const text = buildSent({ wallet, recipient, signedAt: at, ...change });
  return openAppleToken(text, { roots: roots === 'none' ? [] : [rootOf(trusted)], keys, at });
}

const rootKey = newEcKey();
const before = at - 1000;
const afterwards = at + 1000;

const refusedPlans: [string, WalletPlan][] = [
  ["the signer's mark is missing", { signer: { extensions: [isNoAuthority, signs] } }],
  ['the signer has no extensions', { signer: { extensions: [] } }],
  [
    'the signer has the mark of an authority',
    { signer: { extensions: [isNoAuthority, signs, authorityMark] } },
  ],
  ["the authority's mark is missing", { authority: { extensions: [isAuthority, issues] } }],
  [
    'the authority has the mark of a signer',
    { authority: { extensions: [isAuthority, issues, signerMark] } },
  ],
  ['the signer is an authority', { signer: { extensions: [isAuthority, signs, signerMark] } }],
  ['the authority is none', { authority: { extensions: [isNoAuthority, issues, authorityMark] } }],
  [
    'the authority does not say that it is one',
    { authority: { extensions: [issues, authorityMark] } },
  ],
  ['the authority has a key on an unusual curve', { authority: { key: newEcKey('secp256k1') } }],
  ['the authority has a long RSA key', { authority: { key: longRsaKey() } }],
  ['the root is no authority', { root: { extensions: [isNoAuthority] } }],
  ['the signer may not sign', { signer: { extensions: [isNoAuthority, issues, signerMark] } }],
  [
    'the authority may not issue',
    { authority: { extensions: [isAuthority, signs, authorityMark] } },
  ],
  [
    'the usage of the signer is malformed',
    { signer: { extensions: [isNoAuthority, signerMark, extension('2.5.29.15', nothing())] } },
  ],
  [
    'the signer has an unknown critical extension',
    { signer: { extensions: [isNoAuthority, signs, signerMark, critical] } },
  ],
  [
    'the authority has an unknown critical extension',
    { authority: { extensions: [isAuthority, issues, authorityMark, critical] } },
  ],
  [
    'the signer has an extension twice',
    { signer: { extensions: [isNoAuthority, signs, signerMark, signerMark] } },
  ],
  ['the signer had expired', { signer: { to: before } }],
  ['the signer was not valid yet', { signer: { from: afterwards } }],
  ['the authority had expired', { authority: { to: before } }],
  ['the authority was not valid yet', { authority: { from: afterwards } }],
  ['the root had expired', { root: { to: before } }],
  ['the root was not valid yet', { root: { from: afterwards } }],
  ['the signer is certified with SHA-1', { signer: { hash: 'sha1' } }],
  ['the authority is certified with SHA-1', { authority: { hash: 'sha1' } }],
  ['the key of the signer is on another curve', { signer: { key: newEcKey('P-384') } }],
  ['the signer has certified itself', { signer: { issuer: null } }],
  [
    'another authority with this name has certified the signer',
    { signer: { issuer: { name: 'Test Authority', key: newEcKey() } } },
  ],
  [
    'another root with this name has certified the authority',
    { authority: { issuer: { name: 'Test Root', key: newEcKey() } } },
  ],
  [
    'the authority names another root than the one that has certified it',
    { root: { key: rootKey }, authority: { issuer: { name: 'Other Root', key: rootKey } } },
  ],
  ['the authority has certified itself', { authority: { issuer: null } }],
];

for (const [what, plan] of refusedPlans) {
  test(`a token is refused if ${what}`, () => {
    assert.deepEqual(answerTo(plan), { kind: 'refused' });
  });
}

test('a token is refused if its root is not trusted, even if it brings it along', () => {
  const wallet = openWallet();
  const { ecSigner, authority, root } = wallet;
  const certificates = [ecSigner, authority, root].map(({ certificate }) => certificate);
  const text = buildSent({ wallet, recipient: ecKey, signedAt: at, cms: { certificates } });
  const open = (roots: Parameters<typeof openAppleToken>[1]['roots']) =>
    openAppleToken(text, { roots, keys, at });
  assert.equal(open([rootOf(root)]).kind, 'opened');
  assert.deepEqual(open([rootOf(openWallet().root)]), { kind: 'refused' });
  assert.deepEqual(open([]), { kind: 'refused' });
  // Neither the authority nor the signer becomes a root by being trusted.
  assert.deepEqual(open([rootOf(authority), rootOf(ecSigner)]), { kind: 'refused' });
});

test('a token is refused if the root has certified its signer without an authority', () => {
  const wallet = openWallet();
  const signer = issue({
    name: 'Direct',
    issuer: wallet.root,
    extensions: [isNoAuthority, signs, signerMark],
  });
  const cms = {
    signer,
    issuer: wallet.root,
    certificates: [signer.certificate, wallet.root.certificate],
  };
  const text = buildSent({ wallet, recipient: ecKey, signedAt: at, cms });
  assert.deepEqual(openAppleToken(text, { roots: [rootOf(wallet.root)], keys, at }), {
    kind: 'refused',
  });
});

test('a token is refused if an authority stands between the signer and the right one', () => {
  const wallet = openWallet();
  const extra = issue({
    name: 'Extra',
    issuer: wallet.authority,
    extensions: [isAuthority, issues, authorityMark],
  });
  const signer = issue({
    name: 'Deep',
    issuer: extra,
    extensions: [isNoAuthority, signs, signerMark],
  });
  const certificates = [signer, extra, wallet.authority].map(({ certificate }) => certificate);
  const cms = { signer, issuer: extra, certificates };
  const text = buildSent({ wallet, recipient: ecKey, signedAt: at, cms });
  assert.deepEqual(openAppleToken(text, { roots: [rootOf(wallet.root)], keys, at }), {
    kind: 'refused',
  });
});

const weakKeys: [string, KeyObject][] = [
  ['has 1024 bits', newRsaKey(1024)],
  ['is for PSS', generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey],
];

for (const [what, key] of weakKeys) {
  test(`a token of RSA_v1 is refused if the key of its signer ${what}`, () => {
    const wallet = openWallet();
    const rsaSigner = issue({
      name: 'Weak',
      key,
      issuer: wallet.authority,
      extensions: [isNoAuthority, signs, signerMark],
    });
    const own = { ...wallet, rsaSigner };
    const text = buildSent({ wallet: own, recipient: rsaKey, signedAt: at, version: 'RSA_v1' });
    const answer = openAppleToken(text, { roots: [rootOf(wallet.root)], keys, at });
    assert.deepEqual(answer, { kind: 'refused' });
  });
}

const openedPlans: [string, WalletPlan][] = [
  ['everything is as it should be', {}],
  [
    'all certificates expire when it is signed',
    { root: { to: at }, authority: { to: at }, signer: { to: at } },
  ],
  [
    'all certificates begin when it is signed',
    { root: { from: at }, authority: { from: at }, signer: { from: at } },
  ],
  [
    'nothing says what the certificates may be used for',
    {
      authority: { extensions: [isAuthority, authorityMark] },
      signer: { extensions: [signerMark] },
    },
  ],
  [
    'an unknown extension is not critical',
    { signer: { extensions: [isNoAuthority, signs, signerMark, harmless] } },
  ],
  [
    'a mark is critical',
    { signer: { extensions: [extension('1.2.840.113635.100.6.29', nothing(), true)] } },
  ],
  ['the root is on P-384', { root: { key: newEcKey('P-384') } }],
  [
    'the usage has more than one byte',
    {
      signer: {
        extensions: [signerMark, extension('2.5.29.15', der(0x03, Buffer.from([7, 0x80, 0x80])))],
      },
    },
  ],
  [
    'the authority limits its depth to none',
    {
      authority: {
        extensions: [
          authorityMark,
          extension('2.5.29.19', sequence(boolean(true), der(2, Buffer.from([0]))), true),
        ],
      },
    },
  ],
];

for (const [what, plan] of openedPlans) {
  test(`a token is opened if ${what}`, () => {
    assert.equal(answerTo(plan).kind, 'opened');
  });
}
