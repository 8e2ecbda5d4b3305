// Tests of certificate requests against OpenSSL: it verifies them and reads the same name and key.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { describe, test } from 'node:test';
import { systemRandom } from '../../core/random.ts';
import { certificateRequest, pem } from './certificate-request.ts';
import { makeKey } from './private-key.ts';

const openssl = (request: string, ...words: string[]) =>
  spawnSync('openssl', ['req', ...words], { input: request, encoding: 'utf8' });
const isMissing = spawnSync('openssl', ['version']).status !== 0;

describe('a certificate request', { skip: isMissing && 'OpenSSL is not installed' }, () => {
  for (const algorithm of ['EC', 'RSA'] as const) {
    test(`with ${algorithm} is accepted by OpenSSL, with its name and key`, async () => {
      const key = await makeKey(algorithm, systemRandom);
      const request = certificateRequest('merchant.com.flower-shop', key);
      const checked = openssl(request, '-verify', '-noout', '-subject', '-pubkey');
      assert.equal(checked.status, 0, checked.stderr);
      assert.match(`${checked.stdout}${checked.stderr}`, /verify OK/);
      assert.match(checked.stdout, /^subject=CN ?= ?merchant\.com\.flower-shop$/m);
      const shown = checked.stdout.slice(checked.stdout.indexOf('-----BEGIN PUBLIC KEY'));
      assert.ok(createPublicKey(key).equals(createPublicKey(shown)));
      assert.doesNotMatch(request, /[^\n]{65}/);
    });

    test(`with ${algorithm} and a changed byte is refused by OpenSSL`, async () => {
      const request = certificateRequest('shop', await makeKey(algorithm, systemRandom));
      const bytes = Buffer.from(request.replaceAll(/-----.*-----|\n/g, ''), 'base64');
      const at = bytes.indexOf('shop');
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      const checked = openssl(pem('CERTIFICATE REQUEST', bytes), '-verify', '-noout');
      assert.match(`${checked.stdout}${checked.stderr}`, /verif\w+ failure/i);
    });
  }
});

test('every key is a new one', async () => {
  const keys = [await makeKey('EC', systemRandom), await makeKey('EC', systemRandom)];
  assert.ok(!keys[0]?.equals(keys[1] ?? assert.fail()));
});
