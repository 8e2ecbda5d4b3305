// Encrypted card fields in every endpoint that accepts an instrument, repeated requests, and the
// keys: published, rotated by the operator and by time, accepted for a while and then no more.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { buildJwe } from '../support/jwe/build-jwe.ts';
import { KEYS, readSealer, type Sealer } from '../support/jwe/keys.ts';
import { base, card, paymentIdOf, refusalOf } from '../support/life/payments.ts';
import { tokenizerClient, type Token } from '../support/life/tokens.ts';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { assertErrorReply } from '../support/reply-check.ts';

const HOUR_SECONDS = 3600;
const ADMIN = '/v1/admin/keys/rotate-encryption';
const UNREADABLE =
  'cannot be decrypted; encrypt the value again to the key of GET /v1/ecommerce/keys';

describe('encrypted card fields', () => {
  let gateway: BorrowedGateway;
  let token: string;
  let sealer: Sealer;
  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    token = await gateway.authenticate();
    sealer = await readSealer(gateway);
  });
  after(() => gateway?.release());

  const encrypted = ({ seal } = sealer): Json => ({
    type: 'CARD',
    encInstrumentNo: seal(card.instrumentNo),
    encExpDate: seal(card.expDate),
    encCvv: seal(card.cvv),
  });
  const pay = (instrument: Json, key?: string): Promise<Reply> =>
    gateway.payByCard({ token, extra: { instrument }, ...(key === undefined ? {} : { key }) });
  const waiting = async (extra: Json = {}): Promise<string> => {
    const order = { amount: 12, currency: 'PLN', extOrderId: randomUUID() };
    return paymentIdOf(await gateway.call('POST', base, { token, body: { order, ...extra } }));
  };
  const advance = async (seconds: number): Promise<Json> => {
    const reply = await gateway.call('POST', '/sandbox/clock', { body: { advance: seconds } });
    assert.equal(reply.status, 200, reply.text);
    token = await gateway.authenticate();
    return reply.body;
  };
  const rotate = async (): Promise<string> => {
    const reply = await gateway.call('POST', ADMIN, { token: gateway.adminKey });
    assert.equal(reply.status, 200, reply.text);
    return reply.body['keyId'] as string;
  };
  const assertUnreadable = (reply: Reply, field: string): void => {
    assertErrorReply(reply);
    assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST'], reply.text);
    assert.deepEqual(reply.body['details'], [
      { field: `instrument.${field}`, message: UNREADABLE },
    ]);
    assert.equal(reply.body['message'], `instrument.${field} ${UNREADABLE}.`);
  };

  test('the key is public, cacheable and open to any origin, without a private part', async () => {
    const reply = await gateway.call<{ keys: Json[] }>('GET', KEYS, {
      headers: { origin: 'https://shop.example' },
    });
    const [key = {}] = reply.body.keys;
    assert.equal(reply.body.keys.length, 1);
    assert.deepEqual(Object.keys(key), ['kty', 'crv', 'x', 'y', 'kid', 'use', 'alg']);
    const { kty, crv, use, alg } = key;
    assert.deepEqual(
      { kty, crv, use, alg },
      { kty: 'EC', crv: 'P-256', use: 'enc', alg: 'ECDH-ES' },
    );
    const header = (name: string) => reply.headers.get(name);
    assert.equal(header('cache-control'), 'public, max-age=300');
    assert.equal(header('access-control-allow-origin'), '*');
    assert.equal(header('access-control-expose-headers'), 'date');
    assert.equal(header('access-control-allow-credentials'), null);
    const etag = header('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await gateway.call('GET', KEYS, { headers: { 'if-none-match': known } });
      assert.deepEqual([again.status, again.text], [304, ''], known);
      assert.equal(again.headers.get('etag'), etag);
      assert.equal(again.headers.get('access-control-allow-origin'), '*');
    }
    const other = await gateway.call('GET', KEYS, { headers: { 'if-none-match': '"other"' } });
    assert.deepEqual([other.status, other.text], [200, reply.text]);
  });

  test('no other endpoint is open to other origins', async () => {
    const headers = { origin: 'https://shop.example' };
    const paths = ['/v1/ecommerce/payment/methods', '/health/ready', '/openapi.json'];
    for (const path of paths) {
      const reply = await fetch(`${gateway.url}${path}`, { headers });
      await reply.arrayBuffer();
      assert.equal(reply.headers.get('access-control-allow-origin'), null, path);
    }
  });

  test('pay a payment, and only the mask is shown', async () => {
    const made = await pay(encrypted());
    assert.equal(made.status, 200, made.text);
    const paymentId = paymentIdOf(made);
    await gateway.waitForStatus(token, paymentId, 'COMPLETED');
    assert.equal((await gateway.chargesOf(paymentId)).length, 1);
    const read = await gateway.call('GET', `${base}/${paymentId}`, { token });
    assert.equal((read.body['instrument'] as Json)['cardMask'], '411111******1111');
    assert.doesNotMatch(read.text, /enc(InstrumentNo|ExpDate|Cvv)/);
  });

  test('complete a payment at once or step by step, with either token', async () => {
    const { seal } = sealer;
    const number = { encInstrumentNo: seal(card.instrumentNo), encExpDate: seal(card.expDate) };
    const code = () => ({ encCvv: seal(card.cvv) });
    type Step = [method: string, rest: string, body: Json];
    const ways: Step[][] = [
      [['PUT', '/instrument', { type: 'CARD', ...number, ...code() }]],
      [['PUT', '/instrument', { instrument: { type: 'CARD', ...number, ...code() } }]],
      [
        ['PATCH', '/instrument', number],
        ['PATCH', '/instrument', code()],
      ],
      [
        ['PATCH', '', { instrument: number }],
        ['PATCH', '', { instrument: code() }],
      ],
    ];
    for (const steps of ways) {
      const created = await gateway.call('POST', base, {
        token,
        body: { channel: 'PAYWALL', order: { amount: 12, currency: 'PLN' } },
      });
      const paymentId = paymentIdOf(created);
      const client = (created.body['clientToken'] ?? token) as string;
      for (const [method, rest, body] of steps) {
        const reply = await gateway.call(method, `${base}/${paymentId}${rest}`, {
          token: client,
          body,
        });
        assert.equal(reply.status, 200, reply.text);
      }
      await gateway.waitForStatus(token, paymentId, 'COMPLETED');
    }
  });

  test('tokenize a card, at once or afterwards', async () => {
    const path = '/v1/ecommerce/tokenizer';
    const reply = await gateway.call('POST', path, { token, body: { instrument: encrypted() } });
    assert.equal(reply.status, 200, reply.text);
    const waits = await gateway.call('POST', path, { token, body: {} });
    const one = `${path}/${String(waits.body['tokenizerId'])}/instrument`;
    const sent = await gateway.call('PUT', one, { token, body: encrypted() });
    assert.equal(sent.status, 200, sent.text);
    const tokens = tokenizerClient(gateway, token);
    // Both before the payments: the second one changes the token of the first.
    const ended = await Promise.all(
      [reply, sent].map(({ body }) => tokens.ended(String(body['tokenizerId']))),
    );
    for (const one of ended) {
      const { instrumentNo, cardMask } = one['token'] as Token;
      assert.equal(cardMask, '411111******1111');
      const stored = { type: 'COF', instrumentNo, encCvv: sealer.seal(card.cvv) };
      await gateway.waitForStatus(token, paymentIdOf(await pay(stored)), 'COMPLETED');
    }
    const bad = { instrument: { ...encrypted(), encCvv: 'x' } };
    assertUnreadable(await gateway.call('POST', path, { token, body: bad }), 'encCvv');
  });

  test('look up a card', async () => {
    const instrument = { type: 'CARD', encInstrumentNo: sealer.seal(card.instrumentNo) };
    for (const path of [`${base}/binInfo`, '/v1/ecommerce/tokenizer/binInfo', `${base}/cardInfo`]) {
      const reply = await gateway.call('POST', path, { token, body: { instrument } });
      assert.equal(reply.body['organization'], 'VISA', reply.text);
      const bad = { type: 'CARD', encInstrumentNo: `${instrument.encInstrumentNo}x` };
      const refused = await gateway.call('POST', path, { token, body: { instrument: bad } });
      assertUnreadable(refused, 'encInstrumentNo');
      const none = await gateway.call('POST', path, {
        token,
        body: { instrument: { type: 'CARD' } },
      });
      assert.match(none.text, /instrument\.instrumentNo is required/);
    }
  });

  test('and plain ones may be mixed, but not of one value', async () => {
    const { encCvv } = encrypted();
    const { cvv: _cvv, ...plain } = card;
    const made = await pay({ ...plain, encCvv });
    await gateway.waitForStatus(token, paymentIdOf(made), 'COMPLETED');
    const both = await pay({ ...card, encCvv });
    assert.deepEqual(both.body['details'], [
      { field: 'instrument.encCvv', message: 'must not be sent together with cvv' },
    ]);
  });

  test('are checked like plain ones once they are opened', async () => {
    const { seal } = sealer;
    const rows: [change: Json, field: string][] = [
      [{ encInstrumentNo: seal('4111111111111112') }, 'instrument.instrumentNo'],
      [{ encExpDate: seal('203913') }, 'instrument.expDate'],
      [{ encCvv: seal('1234') }, 'instrument.cvv'],
      [{ cardMask: '511111******1111' }, 'instrument.cardMask'],
    ];
    for (const [change, field] of rows) {
      const reply = await pay({ ...encrypted(), ...change });
      assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST']);
      assert.equal((reply.body['details'] as { field: string }[])[0]?.field, field, reply.text);
    }
    const instrument = { type: 'BLIK_CODE', code: '777123', encCvv: seal('123') };
    const extra = { method: 'BLIK', instrument };
    const blik = await gateway.payByCard({ token, extra });
    assert.match(blik.text, /instrument\.cvv does not belong to an instrument of type BLIK_CODE/);
    const paymentId = await waiting();
    const path = `${base}/${paymentId}/instrument`;
    const refused = await gateway.call('PATCH', path, { token, body: { encCvv: 'x.y' } });
    assertUnreadable(refused, 'encCvv');
  });

  test('are the same content only as the same text, also when they are too old', async () => {
    const key = randomUUID();
    const order = { amount: 30, currency: 'PLN', extOrderId: randomUUID() };
    const send = (instrument: Json) =>
      gateway.payByCard({ token, key, extra: { instrument, order } });
    const sent = encrypted();
    const reply = await send(sent);
    assert.equal(reply.status, 200, reply.text);
    const again = await send(structuredClone(sent));
    assert.deepEqual([again.status, again.text], [200, reply.text]);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(refusalOf(await send(encrypted())), [409, 'IDEMPOTENCY_KEY_REUSED']);
    assert.deepEqual(refusalOf(await send(card as unknown as Json)), [
      409,
      'IDEMPOTENCY_KEY_REUSED',
    ]);
    await advance(601);
    assert.equal((await send(sent)).text, reply.text);
    assertUnreadable(await pay(sent), 'encInstrumentNo');
    sealer = await readSealer(gateway);
  });

  test('of the previous key are accepted for a day after a rotation, then refused', async () => {
    const before = sealer.key;
    const sent = encrypted();
    const keyId = await rotate();
    const now = await readSealer(gateway);
    assert.equal(now.key.kid, keyId);
    assert.notEqual(keyId, before.kid);
    await gateway.waitForStatus(token, paymentIdOf(await pay(sent)), 'COMPLETED');
    const toOld = async (): Promise<Json> => {
      const { nowSeconds: iat } = await readSealer(gateway);
      const seal = (plain: string) => buildJwe(before, plain, { header: { iat } });
      return encrypted({ ...sealer, seal });
    };
    await advance(23 * HOUR_SECONDS);
    assert.equal((await pay(await toOld())).status, 200);
    await advance(HOUR_SECONDS);
    assertUnreadable(await pay(await toOld()), 'encInstrumentNo');
    sealer = await readSealer(gateway);
    assert.equal(sealer.key.kid, keyId);
    assert.equal((await pay(encrypted())).status, 200);
  });

  test('get a new key every 30 days', async () => {
    const { kid } = sealer.key;
    const { fired } = (await advance(30 * 24 * HOUR_SECONDS)) as { fired: Json };
    assert.equal(fired['encryption-keys'], 1);
    sealer = await readSealer(gateway);
    assert.notEqual(sealer.key.kid, kid);
    assert.equal((await pay(encrypted())).status, 200);
  });
});
