// Tests of device data from an independent SDK: only the addressed directory server can decrypt it.
import { deepEqual, rejects } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { encryptDeviceData, someDevice } from '@bramka/test/support/sdk/device-data.ts';
import { encryptJwe } from '@bramka/test/support/sdk/jwe.ts';
import { ephemeralPair } from '@bramka/test/support/sdk/key-agreement.ts';
import { directoryServerIds } from '../../wire/organization.ts';
import { contentEncryptions } from './compact-jwe.ts';
import { openDeviceData } from './device-data.ts';
import { createDirectoryKeys, publicDirectoryKeys } from './directory-keys.ts';

const keys = createDirectoryKeys(handClock(), systemRandom);
const { encryptionJwk } = publicDirectoryKeys(keys);
const { VISA: visa, MASTERCARD: mastercard } = directoryServerIds;
const bad = (errorCode: string) => ({ name: 'BadAppMessage', errorCode });

for (const enc of contentEncryptions) {
  const encrypt = (data: object = someDevice, id: string = visa, key = encryptionJwk) =>
    encryptDeviceData(data, key, id, enc);

  describe(`device data under ${enc}`, () => {
    test('is decrypted as it was written', async () => {
      deepEqual(await openDeviceData(encrypt(), keys, visa), someDevice);
      const long = { DV: '1.7', DD: { C001: 'ł'.repeat(15_000) } };
      deepEqual(await openDeviceData(encrypt(long), keys, visa), long);
    });

    test('is decrypted only by the addressed directory server', async () => {
      for (const id of Object.values(directoryServerIds)) {
        deepEqual(await openDeviceData(encrypt(someDevice, id), keys, id), someDevice);
      }
      await rejects(openDeviceData(encrypt(), keys, mastercard), bad('302'));
      await rejects(openDeviceData(encrypt(someDevice, 'F000000000'), keys, visa), bad('302'));
    });

    test('cannot be decrypted with the key of another directory server', async () => {
      const stranger = createDirectoryKeys(handClock(), systemRandom);
      await rejects(openDeviceData(encrypt(), stranger, visa), bad('302'));
    });

    test('is refused if any of its parts was changed', async () => {
      const segments = encrypt().split('.');
      for (const index of [0, 2, 3, 4]) {
        const bytes = Buffer.from(segments[index] ?? '', 'base64url');
        const changed =
          index === 0
            ? Buffer.from(bytes.toString().replace('{', '{"typ":"JOSE",'))
            : Buffer.concat([Buffer.of(bytes.readUInt8(0) ^ 1), bytes.subarray(1)]);
        const jwe = segments.with(index, changed.toString('base64url')).join('.');
        await rejects(openDeviceData(jwe, keys, visa), bad('302'));
      }
    });

    test('must be a valid object', async () => {
      const bodies = [[], {}, { DV: 1 }, { DV: '1', DD: [] }, { DV: '1', DPNA: 'x' }];
      for (const body of [...bodies, { DV: '1', SW: {} }, { DV: '1', SW: [1] }]) {
        await rejects(openDeviceData(encrypt(body), keys, visa), bad('203'));
      }
    });

    test('must contain a key on the curve', async () => {
      const { x } = ephemeralPair().publicJwk;
      for (const epk of [undefined, 'key', { kty: 'EC', crv: 'P-256', x, y: x }]) {
        const header = { alg: 'ECDH-ES', enc, epk };
        const jwe = encryptJwe(header, Buffer.alloc(enc === 'A128GCM' ? 16 : 32), someDevice);
        await rejects(openDeviceData(jwe, keys, visa), bad('203'));
      }
    });
  });
}

test('refuses text that is not a JWE for this key', async () => {
  const dir = encryptJwe({ alg: 'dir', enc: 'A128GCM' }, Buffer.alloc(16), someDevice);
  for (const value of [undefined, '', 'text', dir, 'x'.repeat(64_001)]) {
    await rejects(openDeviceData(value, keys, visa), bad('302'));
  }
});
