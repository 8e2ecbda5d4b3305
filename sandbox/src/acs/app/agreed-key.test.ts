// Tests of the key derivation of EMV 3-D Secure, with a value computed with OpenSSL's single-step
// KDF.
import { equal, notDeepEqual } from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { agreedKey } from './agreed-key.ts';

const alice = createPrivateKey({
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0',
    y: 'SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps',
    d: '0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo',
  },
  format: 'jwk',
});
const bob = createPublicKey({
  key: {
    kty: 'EC',
    crv: 'P-256',
    x: 'weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ',
    y: 'e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck',
  },
  format: 'jwk',
});
const reference = '3DS_LOA_SDK_BRAM_020200_00001';

test('derives the session key of a challenge', () => {
  const expected = 'fd56f999f968e6c9c053c527f3600ed9a44e81dbd7175c0447b6bcdf8d330d1e';
  equal(agreedKey(alice, bob, reference).toString('hex'), expected);
  notDeepEqual(agreedKey(alice, bob, ''), agreedKey(alice, bob, reference));
});
