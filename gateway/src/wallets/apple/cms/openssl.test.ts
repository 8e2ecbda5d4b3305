// Compares the reader of ASN.1 and the verification of signatures with OpenSSL, an implementation
// by others: whatever is accepted here, OpenSSL accepts too, and the differences are known.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { seed, seededChance } from '@bramka/test/support/chance.ts';
import {
  attribute,
  attributeIds,
  buildCms,
  dataId,
  type CmsPlan,
} from '@bramka/test/support/wallets/apple/build-cms.ts';
import { sent, tokenParts } from '@bramka/test/support/wallets/apple/build-token.ts';
import { newEcKey } from '@bramka/test/support/wallets/apple/certificates.ts';
import { at, keys, planOf, roots, wallet } from '@bramka/test/support/wallets/apple/fixture.ts';
import { noOpenssl, openOpenssl } from '@bramka/test/support/wallets/apple/openssl.ts';
import { publishedTokens } from '@bramka/test/support/wallets/apple/published.ts';
import { readBer, type Asn1Value } from '../../../core/der/read.ts';
import { context, nothing, octets, oid, sequence } from '../../../core/der/write.ts';
import { openAppleToken } from '../open-apple-token.ts';
import { readSignedData } from './read-signed-data.ts';
import { verifySignedContent } from './verify-signed-data.ts';

const openssl = openOpenssl(wallet);
after(() => openssl.close());

const content = Buffer.from('the content of a token');
const standard: CmsPlan = { signer: wallet.ecSigner, issuer: wallet.authority, signedAt: at };

function verifies(signature: Buffer): boolean {
  const signedData = readSignedData(signature);
  const signed = signedData && { content: [content], signedData, keyType: 'ec' as const, roots };
  return signed !== undefined && verifySignedContent(signed) !== undefined;
}

/** First what is decided here, then what OpenSSL decides. */
const both = async (signature: Buffer): Promise<readonly [boolean, boolean]> => [
  verifies(signature),
  await openssl.verifies(signature, content, at),
];

for (const version of ['EC_v1', 'RSA_v1'] as const) {
  for (const options of [[], ['-nosmimecap']]) {
    const title = `opens ${version} tokens that OpenSSL has signed ${options.join(' ')}`;
    test(title, { skip: noOpenssl }, async () => {
      const { token, signed } = tokenParts(planOf(version));
      const signer = version === 'EC_v1' ? wallet.ecSigner : wallet.rsaSigner;
      const before = Math.floor(Date.now() / 1000) * 1000;
      const signature = await openssl.sign(signed, signer, ...options);
      // OpenSSL signs with the time of the machine.
      const signedAt = readSignedData(signature)?.attributes.signedAt ?? 0;
      assert.ok(before <= signedAt && signedAt <= Date.now());
      const text = sent({ ...token, signature: signature.toString('base64') });
      assert.equal(openAppleToken(text, { roots, keys, at: signedAt }).kind, 'opened');
      assert.equal(await openssl.verifies(signature, signed, signedAt), true);
    });
  }
}

// Both decide alike, or this gateway is stricter: here, OpenSSL.
const decided: [string, Partial<CmsPlan>, boolean, boolean][] = [
  ['nothing is changed', {}, true, true],
  ['the algorithms are not named', { attributes: (all) => all.toSpliced(2, 1) }, true, true],
  ['the digest is wrong', changedDigest(), false, false],
  [
    'the certificate has another key',
    { signer: { ...wallet.ecSigner, key: newEcKey() } },
    false,
    false,
  ],
  ['the authority is missing', { certificates: [wallet.ecSigner.certificate] }, false, false],
  ['the digest is missing', { attributes: (all) => all.slice(0, 3) }, false, false],
  ['the content type is missing', { attributes: (all) => all.slice(1) }, false, false],
  ['the signing time is missing', { attributes: (all) => all.toSpliced(1, 1) }, false, true],
  ['the attributes are not sorted', { attributes: (all) => all.toReversed() }, false, true],
  [
    'there are two signers',
    { change: (all) => ({ ...all, signers: [...all.signers, ...all.signers] }) },
    false,
    true,
  ],
  ['something is not signed', unsigned(), false, true],
  ['the digest is SHA-1', { hash: 'sha1' }, false, true],
  [
    'the content is in the message',
    { change: (all) => ({ ...all, content: attached() }) },
    false,
    true,
  ],
  [
    'the certificate is there twice',
    {
      certificates: [wallet.ecSigner, wallet.ecSigner, wallet.authority].map(
        ({ certificate }) => certificate,
      ),
    },
    false,
    true,
  ],
];

function changedDigest(): Partial<CmsPlan> {
  const digest = attribute(attributeIds.messageDigest, octets(Buffer.alloc(32)));
  return { attributes: (all) => all.with(3, digest) };
}

function unsigned(): Partial<CmsPlan> {
  const more = context(1, attribute('1.2.3.4', nothing()));
  return { change: (all) => ({ ...all, signers: all.signers.map((one) => [...one, more]) }) };
}

const attached = (): Buffer => sequence(oid(dataId), context(0, octets(content)));

for (const [what, change, here, there] of decided) {
  const alike = here === there ? 'both say' : 'stricter than OpenSSL:';
  test(`${what}: ${alike} ${here}`, { skip: noOpenssl }, async () => {
    assert.deepEqual(await both(buildCms(content, { ...standard, ...change })), [here, there]);
  });
}

/** Fields that are not signed and that OpenSSL does not check, or only loosely. */
function looseFields(message: Asn1Value): readonly (Asn1Value | undefined)[] {
  const [version, , encapsulated, , signers] = message.children[1]?.children[0]?.children ?? [];
  const [signerVersion, id, , , algorithm] = signers?.children[0]?.children ?? [];
  return [version, encapsulated, signerVersion, id, algorithm];
}

test(
  'accepts no changed signature, also where OpenSSL accepts it',
  { skip: noOpenssl },
  async () => {
    const chance = seededChance(seed);
    const signature = buildCms(content, standard);
    const message = readBer(signature);
    assert.ok(message);
    const loose = looseFields(message).flatMap((field) => {
      assert.ok(field);
      const start = field.bytes.byteOffset - message.bytes.byteOffset;
      return Array.from({ length: field.bytes.length }, (_, index) => start + index);
    });
    const places = Array.from({ length: 60 }, () => chance.below(signature.length));
    const inLoose = Array.from({ length: 12 }, () => chance.pick(loose));
    const outcomes = await inPairs([...places, ...inLoose], async (place) => {
      const changed = Buffer.from(signature);
      changed[place] = (changed[place] ?? 0) ^ (1 << chance.below(8));
      return { place, outcome: await both(changed) };
    });
    for (const { place, outcome } of outcomes) {
      assert.equal(outcome[0], false, `a change at ${place} is accepted`);
    }
    assert.ok(
      outcomes.some(({ outcome }) => outcome[1]),
      'OpenSSL accepts some',
    );
  },
);

/** Two at a time, because the machine has two processors. */
async function inPairs<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let index = 0; index < items.length; index += 2) {
    results.push(...(await Promise.all(items.slice(index, index + 2).map(work))));
  }
  return results;
}

/** Depth, tag and length of each value, as OpenSSL lists them. */
function listed({ tag, bytes, content: inner, children }: Asn1Value, depth = 0): string[] {
  const isConstructed = (tag & 0x20) !== 0;
  const length = bytes[1] === 0x80 ? 'inf' : String(inner.length);
  const own = `${depth} ${length} ${isConstructed ? 'cons' : 'prim'}`;
  const end = length === 'inf' ? [`${depth + 1} 0 prim`] : [];
  return [own, ...children.flatMap((child) => listed(child, depth + 1)), ...end];
}

function listedByOpenssl(lines: readonly string[]): string[] {
  return lines.map((line) => {
    const [, depth, length, form] = /d=(\d+) +hl=\d+ l= *(\w+) +(\w+):/.exec(line) ?? [];
    return `${depth} ${length} ${form}`;
  });
}

const inputs: [string, Buffer][] = [
  ['a signature of the tests', buildCms(content, standard)],
  ['a certificate', wallet.rsaSigner.certificate],
  ['an empty sequence', sequence()],
  ['NULL', nothing()],
  ...publishedTokens.map(({ token }): [string, Buffer] => [
    `a published signature of ${token.version}`,
    Buffer.from(token.signature, 'base64'),
  ]),
];

for (const [what, bytes] of inputs) {
  test(`reads the same values as OpenSSL in ${what}`, { skip: noOpenssl }, async () => {
    const value = readBer(bytes);
    const lines = await openssl.parse(bytes);
    assert.ok(value && lines);
    assert.deepEqual(listed(value), listedByOpenssl(lines));
  });
}

test('reads no changed ASN.1 in another way than OpenSSL', { skip: noOpenssl }, async () => {
  const chance = seededChance(seed);
  const original = wallet.ecSigner.certificate;
  const changes: Buffer[] = [];
  // Only those that are read here; OpenSSL reads more.
  while (changes.length < 40) {
    const changed = Buffer.from(original);
    changed[chance.below(original.length)] = chance.below(256);
    if (!changed.equals(original) && readBer(changed)) changes.push(changed);
  }
  await inPairs(changes, async (changed) => {
    const [value, lines] = [readBer(changed), await openssl.parse(changed)];
    assert.ok(value && lines);
    assert.deepEqual(listed(value), listedByOpenssl(lines));
  });
});
