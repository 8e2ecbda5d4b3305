// Apple Pay tokens whose CMS signature is made with the right keys, but is not as it has to be.
import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { test } from 'node:test';
import { openWallet } from '@bramka/test/support/wallets/apple/authority.ts';
import {
  attribute,
  attributeIds,
  dataId,
  endless,
  type CmsFields,
  type CmsPlan,
} from '@bramka/test/support/wallets/apple/build-cms.ts';
import { issue, newEcKey } from '@bramka/test/support/wallets/apple/certificates.ts';
import { at, openHere, tokenOf, wallet } from '@bramka/test/support/wallets/apple/fixture.ts';
import {
  context,
  der,
  integer,
  nothing,
  octets,
  oid,
  sequence,
  set,
  tags,
  time,
} from '../../../core/der/write.ts';

type Change = Partial<CmsPlan>;
type Attributes = readonly Buffer[];

const sha256 = '2.16.840.1.101.3.4.2.1';
const sha1 = '1.3.14.3.2.26';
const ecdsaSha256 = '1.2.840.10045.4.3.2';
const rsaSha256 = '1.2.840.113549.1.1.11';
const [signer, authority] = [wallet.ecSigner.certificate, wallet.authority.certificate];

/** The attributes are in this order: type, time, algorithms, digest. They are sorted again. */
const attributes = (change: (all: Attributes) => Attributes): Change => ({
  attributes: (all) => change(all).toSorted((one, other) => Buffer.compare(one, other)),
});
const without = (index: number): Change => attributes((all) => all.toSpliced(index, 1));
const instead = (index: number, one: Buffer): Change => attributes((all) => all.with(index, one));

const fields = (change: (all: CmsFields) => Partial<CmsFields>): Change => ({
  change: (all) => ({ ...all, ...change(all) }),
});

/** Changes the fields of the signer: version, id, digest, attributes, algorithm, signature. */
const signerFields = (change: (all: Attributes) => Attributes): Change =>
  fields(({ signers }) => ({ signers: signers.map(change) }));
const signerField = (index: number, one: Buffer): Change =>
  signerFields((all) => all.with(index, one));

const timeWith = (text: string, tag: number = tags.utcTime): Change =>
  instead(1, attribute(attributeIds.signingTime, der(tag, Buffer.from(text))));

const algorithms = (digest: string, signature: string): Change =>
  instead(
    2,
    attribute(attributeIds.algorithms, sequence(sequence(oid(digest)), context(1, oid(signature)))),
  );

const name = (text: string): Buffer =>
  sequence(set(sequence(oid('2.5.4.3'), octets(Buffer.from(text)))));

/** The digest at the end of an attribute, as text. */
const textOf = (one: Buffer | undefined): Buffer => der(tags.utf8, one?.subarray(-32) ?? nothing());

const rows: [string, Change][] = [
  ['the content type is missing', without(0)],
  ['the signing time is missing', without(1)],
  ['the digest is missing', without(3)],
  ['there are no attributes', attributes(() => [])],
  ['the content type is another one', instead(0, attribute(attributeIds.contentType, oid(sha256)))],
  [
    'the digest is another one',
    instead(3, attribute(attributeIds.messageDigest, octets(Buffer.alloc(32)))),
  ],
  [
    'the digest is empty',
    instead(3, attribute(attributeIds.messageDigest, octets(Buffer.alloc(0)))),
  ],
  [
    'the digest has another type',
    attributes((all) => all.with(3, attribute(attributeIds.messageDigest, textOf(all[3])))),
  ],
  [
    'an attribute has no length',
    instead(1, endless(tags.sequence, oid(attributeIds.signingTime), der(tags.set, time(at)))),
  ],
  ['the digest is no string', instead(3, attribute(attributeIds.messageDigest, nothing()))],
  [
    'the signing time has two values',
    instead(1, attribute(attributeIds.signingTime, time(at), time(at + 1000))),
  ],
  ['the signing time has no value', instead(1, attribute(attributeIds.signingTime))],
  ['the signing time is no time', instead(1, attribute(attributeIds.signingTime, nothing()))],
  ['the signing time has no seconds', timeWith('2611160300Z')],
  ['the signing time has an offset', timeWith('261116040000+0100')],
  ['the signing time has the wrong type', timeWith('20261116030000Z', tags.generalizedTime)],
  ['the signing time is a day that does not exist', timeWith('261131030000Z')],
  [
    'there are two signing times',
    attributes((all) =>
      [all[0], attribute(attributeIds.signingTime, time(at - 1000)), ...all.slice(1)].filter(
        (one) => one !== undefined,
      ),
    ),
  ],
  ['an attribute is there twice', attributes((all) => [...all.slice(0, 1), ...all])],
  ['the attributes are not sorted', { attributes: (all) => all.toReversed() }],
  [
    'an attribute has a third field',
    instead(2, sequence(oid(attributeIds.algorithms), set(nothing()), nothing())),
  ],
  ['an attribute is no sequence', attributes((all) => [nothing(), ...all])],
  ['the algorithms name another digest', algorithms(sha1, ecdsaSha256)],
  ['the algorithms name another signature', algorithms(sha256, rsaSha256)],
  ['the algorithms name nothing', instead(2, attribute(attributeIds.algorithms, sequence()))],
  ['everything is SHA-1', { hash: 'sha1' }],
  ['the list of digests has SHA-1', fields(() => ({ digests: set(sequence(oid(sha1))) }))],
  [
    'the list of digests has two',
    fields(() => ({ digests: set(sequence(oid(sha256)), sequence(oid(sha1))) })),
  ],
  ['the list of digests is empty', fields(() => ({ digests: set() }))],
  ['the digest of the signer is SHA-1', signerField(2, sequence(oid(sha1)))],
  ['the digest of the signer has a parameter', signerField(2, sequence(oid(sha256), integer(1)))],
  ['the signature algorithm is RSA', signerField(4, sequence(oid(rsaSha256), nothing()))],
  ['the signature algorithm is the key', signerField(4, sequence(oid('1.2.840.10045.2.1')))],
  [
    'the signature algorithm is ECDSA with SHA-512',
    signerField(4, sequence(oid('1.2.840.10045.4.3.4'))),
  ],
  ['there are two signers', fields(({ signers }) => ({ signers: [...signers, ...signers] }))],
  ['there is no signer', fields(() => ({ signers: [] }))],
  ['the signer has version 3', signerField(0, integer(3))],
  ['the signer has a key identifier', signerField(1, der(0x80, Buffer.alloc(20)))],
  ['the signer has another issuer', signerField(1, sequence(name('Other'), integer(1)))],
  [
    'the signer has another serial number',
    signerFields((all) => all.with(1, sequence(all[1]?.subarray(2, -3) ?? nothing(), integer(9)))),
  ],
  [
    'the signer has attributes that are not signed',
    signerFields((all) => [...all, context(1, attribute(attributeIds.signingTime, time(at)))]),
  ],
  ['the signer has no attributes in the message', signerFields((all) => all.toSpliced(3, 1))],
  [
    'the attributes have another tag',
    signerFields((all) => all.with(3, der(tags.set, all[3]?.subarray(3) ?? nothing()))),
  ],
  [
    'the attributes have no length',
    signerFields((all) => all.with(3, endless(0xa0, all[3]?.subarray(3) ?? nothing()))),
  ],
  ['the signature is empty', signerField(5, octets(Buffer.alloc(0)))],
  ['the signature is garbage', signerField(5, octets(Buffer.alloc(70, 0x30)))],
  [
    'the signature is of another key',
    signerFields((all) => all.with(5, octets(sign('sha256', Buffer.from('x'), newEcKey())))),
  ],
  [
    'the signature is in another form',
    signerFields((all) => all.with(5, octets(Buffer.alloc(64, 1)))),
  ],
  [
    'the signature has another type',
    signerFields((all) => all.with(5, der(tags.utf8, all[5]?.subarray(2) ?? nothing()))),
  ],
  [
    'the message contains its content',
    fields(() => ({ content: sequence(oid(dataId), context(0, octets(Buffer.from('x')))) })),
  ],
  [
    'the message has another content type',
    fields(() => ({ content: sequence(oid('1.2.840.113549.1.9.16.1.4')) })),
  ],
  ['the message is not signed data', fields(() => ({ contentType: oid('1.2.840.113549.1.7.3') }))],
  ['the message has version 3', fields(() => ({ version: integer(3) }))],
  ['the message has a list of revocations', fields(() => ({ more: context(1, sequence()) }))],
  ['the message has a field after the signers', fields(() => ({ end: nothing() }))],
  ['there are no certificates', { certificates: [] }],
  ['the field of certificates is missing', fields(() => ({ certificates: Buffer.alloc(0) }))],
  ["the signer's certificate is missing", { certificates: [authority] }],
  ["the authority's certificate is missing", { certificates: [signer] }],
  ["the signer's certificate is there twice", { certificates: [signer, signer, authority] }],
  ["the authority's certificate is there twice", { certificates: [signer, authority, authority] }],
  ['a fifth certificate is there', { certificates: [signer, authority, ...others()] }],
  ['a certificate is damaged', { certificates: [signer, authority, sequence(nothing())] }],
  ['a certificate is no sequence', { certificates: [signer, authority, octets(signer)] }],
  ['the certificate has another key', { signer: { ...wallet.ecSigner, key: newEcKey() } }],
  [
    'the key is RSA',
    { signer: wallet.rsaSigner, certificates: [wallet.rsaSigner.certificate, authority] },
  ],
];

function others(): Buffer[] {
  const { root } = openWallet();
  const another = issue({ name: 'Another', issuer: null });
  return [root.certificate, another.certificate, wallet.root.certificate];
}

for (const [what, cms] of rows) {
  test(`a token is refused if ${what}`, () => {
    assert.deepEqual(openHere(tokenOf('EC_v1', { cms })), { kind: 'refused' });
  });
}

test('a token is refused if its signature is right, but named after another kind of key', () => {
  for (const [version, id] of [
    ['EC_v1', rsaSha256],
    ['RSA_v1', ecdsaSha256],
  ] as const) {
    // Without the attribute that names the algorithms.
    const named = { ...without(2), ...signerField(4, sequence(oid(id))) };
    assert.deepEqual(openHere(tokenOf(version, { cms: named })), { kind: 'refused' });
    assert.equal(openHere(tokenOf(version, { cms: without(2) })).kind, 'opened');
  }
});

test('a token of RSA_v1 is refused if its signature is ECDSA', () => {
  const cms = { signer: wallet.ecSigner, certificates: [signer, authority] };
  assert.deepEqual(openHere(tokenOf('RSA_v1', { cms })), { kind: 'refused' });
});

// What is changed above is opened if it is not changed.
const right: [string, Change][] = [
  ['nothing', {}],
  ['the attributes, to the same ones', attributes((all) => [...all])],
  ['the time, to the same one', timeWith('261116030000Z')],
  ['the algorithms, to the same ones', algorithms(sha256, ecdsaSha256)],
  [
    'the digest, which may have the parameter NULL',
    signerField(2, sequence(oid(sha256), nothing())),
  ],
  ['the certificates, to four', { certificates: [signer, authority, ...others().slice(1)] }],
];

for (const [what, cms] of right) {
  test(`a token is opened if this is replaced: ${what}`, () => {
    assert.equal(openHere(tokenOf('EC_v1', { cms })).kind, 'opened');
  });
}
