// Tests of public keys in the app flow: an invalid one names its element in the error.
import { deepEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { makePrivateKey, publicJwk } from '@bramka/gateway/core/jose/p256.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import { BadAppMessage } from './bad-app-message.ts';
import { publicKeyOf } from './agreed-key.ts';

const good = publicJwk(makePrivateKey(seededRandom(1)));

test('reads a public key', () => {
  deepEqual(publicJwk(publicKeyOf(good, 'sdkEphemPubKey')), good);
});

test('refuses another value and names the element', () => {
  for (const value of [undefined, {}, { ...good, y: good.x }]) {
    throws(
      () => publicKeyOf(value, 'sdkEphemPubKey'),
      (error) =>
        error instanceof BadAppMessage &&
        error.errorCode === '203' &&
        error.detail === 'sdkEphemPubKey',
    );
  }
});
