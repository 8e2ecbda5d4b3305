// Tests of the browser helper: what it encrypts can be decrypted by another implementation, it
// validates before it encrypts, reads keys again when they are old, and stays small.
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mock, test } from 'node:test';
import { compactDecrypt } from 'jose';
import { CardError, createCardEncryptor } from './encrypt-card.js';

const MAX_BYTES = 5000;
const card = { instrumentNo: '4111 1111 1111 1111', expDate: '203912', cvv: '123' };

function newKey(kid: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'enc', alg: 'ECDH-ES' };
  return { privateKey, jwks: { keys: [jwk] } };
}

async function opened(jwe: string | undefined, privateKey: KeyObject) {
  const { plaintext, protectedHeader } = await compactDecrypt(jwe ?? '', privateKey);
  return { text: Buffer.from(plaintext).toString(), header: protectedHeader };
}

/** Serves keys in place of the network; counts the requests. */
function serve(answer: () => Response) {
  let requests = 0;
  const fetching = mock.method(globalThis, 'fetch', () => {
    requests += 1;
    return Promise.resolve(answer());
  });
  return { requests: () => requests, restore: () => fetching.mock.restore() };
}

test('is smaller than 5 kB', () => {
  const { length } = readFileSync(new URL('encrypt-card.js', import.meta.url));
  assert.ok(length < MAX_BYTES, `${length} bytes`);
});

test('another implementation decrypts the fields', async () => {
  const { jwks, privateKey } = newKey('key-1');
  const before = Math.floor(Date.now() / 1000);
  const encrypted = await createCardEncryptor(jwks).encrypt(card);
  assert.deepEqual(Object.keys(encrypted), ['encInstrumentNo', 'encExpDate', 'encCvv']);
  const { encInstrumentNo, encExpDate, encCvv } = encrypted;
  const number = await opened(encInstrumentNo, privateKey);
  assert.equal(number.text, card.instrumentNo);
  const { epk, iat, ...rest } = number.header as unknown as { epk: object; iat: number };
  assert.deepEqual(rest, { alg: 'ECDH-ES', enc: 'A256GCM', kid: 'key-1' });
  assert.deepEqual(Object.keys(epk), ['kty', 'crv', 'x', 'y']);
  assert.ok(before <= iat && iat <= Math.floor(Date.now() / 1000));
  assert.equal((await opened(encExpDate, privateKey)).text, card.expDate);
  assert.equal((await opened(encCvv, privateKey)).text, card.cvv);
});

test('encrypts only the given fields, each time with other bytes', async () => {
  const { jwks } = newKey('key-1');
  const encryptor = createCardEncryptor(jwks);
  const [one, two] = [
    await encryptor.encrypt({ cvv: '123' }),
    await encryptor.encrypt({ cvv: '123' }),
  ];
  assert.deepEqual(Object.keys(one), ['encCvv']);
  const parts = [one.encCvv?.split('.') ?? [], two.encCvv?.split('.') ?? []];
  for (const index of [0, 2, 3, 4]) assert.notEqual(parts[0]?.[index], parts[1]?.[index]);
});

const wrong: [field: string, values: string[]][] = [
  ['instrumentNo', ['', '4111111111111112', '411111111111', '41111111111111111111', '4111x']],
  ['expDate', ['', '1239', '12/39', '203900', '203913', '199912', '2039-12']],
  ['cvv', ['', '12', '12345', '12a', ' 123']],
];
for (const [field, values] of wrong) {
  test(`refuses a wrong ${field} without repeating it`, async () => {
    const encryptor = createCardEncryptor(newKey('key-1').jwks);
    for (const value of values) {
      await assert.rejects(encryptor.encrypt({ ...card, [field]: value }), (error) => {
        assert.ok(error instanceof CardError, String(error));
        assert.equal(error.field, field);
        assert.equal(error.message, `${field} is not valid`);
        return true;
      });
    }
  });
}

test('takes the key for card fields, and none other', async () => {
  const { jwks, privateKey } = newKey('key-1');
  const [jwk = {}] = jwks.keys;
  const others = [
    { ...jwk, use: 'sig' },
    { ...jwk, kty: 'RSA' },
    { ...jwk, crv: 'P-384' },
    { ...jwk, alg: 'ECDH-ES+A256KW' },
    { ...jwk, kid: undefined },
  ];
  const { encCvv } = await createCardEncryptor({ keys: [...others, jwk] }).encrypt({ cvv: '123' });
  assert.equal((await opened(encCvv, privateKey)).text, '123');
  for (const keys of [[], others]) {
    assert.throws(() => createCardEncryptor({ keys }), /no key to encrypt card data to/);
  }
});

test('reads the keys once, and again after five minutes, also if that fails', async () => {
  let { jwks } = newKey('key-1');
  let isDown = false;
  const server = serve(() => (isDown ? new Response('', { status: 503 }) : Response.json(jwks)));
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') });
  try {
    const encryptor = createCardEncryptor('https://pay.example/v1/ecommerce/keys');
    const kid = async () => {
      const { encCvv = '' } = await encryptor.encrypt({ cvv: '123' });
      const head = Buffer.from(encCvv.split('.')[0] ?? '', 'base64url').toString();
      return (JSON.parse(head) as { kid: string }).kid;
    };
    assert.equal(await kid(), 'key-1');
    ({ jwks } = newKey('key-2'));
    mock.timers.tick(299_999);
    assert.equal(await kid(), 'key-1');
    assert.equal(server.requests(), 1);
    mock.timers.tick(1);
    assert.equal(await kid(), 'key-2');
    mock.timers.setTime(Date.now() - 1);
    assert.equal(await kid(), 'key-2');
    assert.equal(server.requests(), 3);
    isDown = true;
    mock.timers.tick(300_000);
    assert.equal(await kid(), 'key-2');
    assert.equal(server.requests(), 4);
    const fresh = createCardEncryptor('https://pay.example/v1/ecommerce/keys');
    await assert.rejects(fresh.encrypt({ cvv: '123' }), /cannot be read: status 503/);
  } finally {
    mock.timers.reset();
    server.restore();
  }
});

test('iat follows the clock of the gateway, not that of the device', async () => {
  const { jwks, privateKey } = newKey('key-1');
  const headers = { date: 'Sun, 01 Mar 2026 12:00:00 GMT' };
  const server = serve(() => Response.json(jwks, { headers }));
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2031-01-01T00:00:00Z') });
  try {
    const encryptor = createCardEncryptor('https://pay.example/v1/ecommerce/keys');
    await encryptor.encrypt({ cvv: '123' });
    mock.timers.tick(30_000);
    const { encCvv } = await encryptor.encrypt({ cvv: '123' });
    const { header } = await opened(encCvv, privateKey);
    assert.equal(header['iat'], Date.parse(headers.date) / 1000 + 30);
  } finally {
    mock.timers.reset();
    server.restore();
  }
});
