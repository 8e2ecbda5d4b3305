// Tests of the signed content with an independent SDK: it trusts what this ACS signs, both sides
// derive the same key, and invalid elements of the SDK are refused.
import { deepEqual, equal, notDeepEqual, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { emvKey, ephemeralPair } from '@bramka/test/support/sdk/key-agreement.ts';
import { readSignedContent } from '@bramka/test/support/sdk/signed-content.ts';
import { certificateChain, createDirectoryKeys, publicDirectoryKeys } from './directory-keys.ts';
import { signContent, type ContentToSign } from './signed-content.ts';

const clock = handClock();
const keys = createDirectoryKeys(clock, systemRandom);
const { caCertificatePem } = publicDirectoryKeys(keys);
const acsURL = 'http://127.0.0.1:8080/sandbox/acs/app';
const sdkReferenceNumber = '3DS_LOA_SDK_BRAM_020200_00001';
const pair = ephemeralPair();

const sign = (other: Partial<ContentToSign> = {}) =>
  signContent({ acsURL, sdkEphemPubKey: pair.publicJwk, sdkReferenceNumber, keys, ...other });

test('an SDK verifies it and derives the same session key', async () => {
  const { acsSignedContent, sessionKey } = await sign();
  const trust = { caCertificatePem, ownKey: pair.publicJwk, nowMs: clock.now() };
  const read = readSignedContent(acsSignedContent, trust);
  equal(read.acsURL, acsURL);
  equal(sessionKey.length, 32);
  deepEqual(emvKey(pair.agree(read.acsEphemPubKey), sdkReferenceNumber), sessionKey);
});

test('the header has the algorithm and the chain, and nothing else', async () => {
  const { acsSignedContent } = await sign();
  const x5c = certificateChain(keys);
  deepEqual(decodeProtectedHeader(acsSignedContent), { alg: 'ES256', x5c });
});

test('every challenge has its own key', async () => {
  const [one, two] = [await sign(), await sign()];
  notDeepEqual(one.sessionKey, two.sessionKey);
  const { sessionKey } = await sign({ sdkReferenceNumber: 'another' });
  notDeepEqual(sessionKey, one.sessionKey);
});

test('returns only the public members of the SDK key', async () => {
  const sdkEphemPubKey = { ...pair.publicJwk, kid: 'x', note: 'y' };
  const { acsSignedContent } = await sign({ sdkEphemPubKey });
  const [, payload = ''] = acsSignedContent.split('.');
  const read = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  deepEqual(Object.keys(read), ['acsEphemPubKey', 'sdkEphemPubKey', 'acsURL']);
  deepEqual(read['sdkEphemPubKey'], pair.publicJwk);
  deepEqual(Object.keys(read['acsEphemPubKey'] as object), ['kty', 'crv', 'x', 'y']);
});

const bad: [element: 'sdkEphemPubKey' | 'sdkReferenceNumber', value: unknown][] = [
  ['sdkEphemPubKey', undefined],
  ['sdkEphemPubKey', { ...pair.publicJwk, y: pair.publicJwk.x }],
  ['sdkEphemPubKey', JSON.stringify(pair.publicJwk)],
  ['sdkReferenceNumber', undefined],
  ['sdkReferenceNumber', ''],
  ['sdkReferenceNumber', 'x'.repeat(33)],
  ['sdkReferenceNumber', 'ż'],
  ['sdkReferenceNumber', 'a\n'],
];
for (const [element, value] of bad) {
  test(`refuses ${element} ${JSON.stringify(value) ?? 'that is missing'}`, async () => {
    const expected = { name: 'BadAppMessage', errorCode: '203', detail: element };
    await rejects(sign({ [element]: value }), expected);
  });
}
