// Tests of the settings of Adyen, and of the adapter that they connect.
import { deepEqual, equal, match } from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { settingsReader } from '../../settings/read-settings.ts';
import type { ConnectContext } from '../../settings/connection.ts';
import { authorization, ids } from './testing/requests.ts';
import { adyenConnection } from './connection.ts';

const HMAC_KEY = 'ab'.repeat(32);
const complete = {
  BRAMKA_ADYEN_URL: 'https://checkout-test.adyen.com/v71',
  BRAMKA_ADYEN_MERCHANT_ACCOUNT: 'ShopECOM',
  BRAMKA_ADYEN_API_KEY: 'key',
  BRAMKA_ADYEN_HMAC_KEY: HMAC_KEY,
};
function configure(env: Readonly<Record<string, string>>, isProduction = false) {
  const reader = settingsReader(env, isProduction);
  return { reader, configured: adyenConnection.configure(reader) };
}

test('an account, its key and the key of its messages are needed', () => {
  const { reader } = configure({ BRAMKA_ADYEN_URL: complete.BRAMKA_ADYEN_URL });
  match(reader.incomplete.join(), /_MERCHANT_ACCOUNT, BRAMKA_ADYEN_API_KEY, BRAMKA_ADYEN_HMAC_KEY/);
  equal(configure({}).configured, null);
  const whole = configure(complete);
  deepEqual([whole.reader.badValues, whole.reader.incomplete], [[], []]);
});

test('a key of messages has 64 hexadecimal digits, and there may be two', () => {
  const bad = (key: string) =>
    configure({ ...complete, BRAMKA_ADYEN_HMAC_KEY: key }).reader.badValues.length;
  for (const key of [HMAC_KEY, HMAC_KEY.toUpperCase(), `${HMAC_KEY},${HMAC_KEY}`]) {
    equal(bad(key), 0);
  }
  for (const key of [
    HMAC_KEY.slice(1),
    `${HMAC_KEY}a`,
    HMAC_KEY.replace('a', 'x'),
    `${HMAC_KEY},`,
    `${HMAC_KEY} ${HMAC_KEY}`,
    `${HMAC_KEY},${HMAC_KEY},${HMAC_KEY}`,
  ]) {
    equal(bad(key), 1, key);
  }
});

test('production needs TLS and a public address for the messages', () => {
  const { reader } = configure({ ...complete, BRAMKA_ADYEN_URL: 'http://adyen.example' }, true);
  deepEqual(reader.unsafe, [
    'BRAMKA_ADYEN_URL must be an https:// URL in production',
    'BRAMKA_ADYEN_URL needs BRAMKA_PUBLIC_URL in production',
  ]);
});

test('calls go to the address with the key and the id of the attempt', async () => {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    const { 'x-api-key': key, 'idempotency-key': attempt, authorization: none } = request.headers;
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const { returnUrl } = JSON.parse(text) as { returnUrl: string };
      seen.push([request.url, key, attempt, none, returnUrl]);
      response.writeHead(500).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${String(port)}/v71/`;
  const context = {
    timeoutMs: 60_000,
    maxInFlightMs: 60_000,
    isProduction: false,
    clock: { now: () => 0 },
    publicUrl: () => 'https://pay.example',
  } as unknown as ConnectContext;
  const { configured } = configure({ ...complete, BRAMKA_ADYEN_URL: url });
  const connected = await configured?.connect(context);
  const outcome = await connected?.adapter.authorize(authorization());
  deepEqual(outcome, { kind: 'unknown', why: 'provider-error' });
  const own = 'https://pay.example/v1/ecommerce/notifications/adyen';
  deepEqual(seen, [['/v71/payments', 'key', ids.attemptId, undefined, own]]);
  equal(connected?.adapter.name, 'adyen');
  equal(connected.adapter.installationAccount, 'ShopECOM');
  await connected.close();
  server.close();
});
