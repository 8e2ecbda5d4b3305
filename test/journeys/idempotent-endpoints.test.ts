// Every endpoint with an Idempotency-Key, as listed in the OpenAPI document: a repeat gets the same
// bytes and has no effect, a key belongs to one request on one payment for 24 hours, and a
// customer's key is separate from the merchant's.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Client, Json, Reply } from '../support/client.ts';
import { cardRequest } from '../support/client.ts';
import { exclusiveNodes, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  base,
  card,
  merchantClientOf,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
} from '../support/life/payments.ts';
import { tokenizerPath } from '../support/life/tokens.ts';
import { type MerchantClient } from '../support/life/payments.ts';
import { databasesOfTier, skipOn, type DatabaseKind } from '../support/installation.ts';
import { moveClock, readClock, reset } from '../support/sandbox.ts';
import { until } from '../support/waiting/until.ts';
import { cards } from '../support/threeds/challenge.ts';

interface Prepared {
  readonly method?: 'PUT' | 'PATCH';
  readonly path: string;
  /** The body as text, and the same value written differently; undefined: no body. */
  readonly body?: readonly [sent: string, otherwise: string];
  /** What must not change when the call is repeated. */
  readonly paymentId?: string;
}

type Prepare = (merchant: MerchantClient) => Promise<Prepared>;

const operation = (paymentId: string, rest: string, body?: Prepared['body']): Prepared => ({
  path: `${base}/${paymentId}${rest}`,
  paymentId,
  ...(body ? { body } : {}),
});

/** Completes an open payment with a card that is declined, so that another try is possible. */
const completion = async (
  merchant: MerchantClient,
  method: 'PUT' | 'PATCH',
  rest: string,
): Promise<Prepared> => {
  const reply = await merchant.createWithoutInstrument({ channel: 'PAYWALL' });
  const instrument = JSON.stringify({ ...card, instrumentNo: cards.declined });
  const body = [`{"instrument":${instrument}}`, `{ "instrument" : ${instrument} }`] as const;
  return { ...operation(paymentIdOf(reply), rest, body), method };
};

/** A new payment in the right state for each endpoint of the document, by method and path. */
const recipes: Readonly<Record<string, Prepare>> = {
  [`POST ${base}`]: () => {
    const { order: _order, ...rest } = cardRequest();
    const members = JSON.stringify(rest).slice(1, -1);
    const orderId = randomUUID();
    const order = `{"amount":60,"currency":"PLN","extOrderId":"${orderId}"}`;
    const same = `{"extOrderId":"${orderId}","currency":"PLN","amount":6.0e1}`;
    const sent = `{"order":${order},${members}}`;
    return Promise.resolve({ path: base, body: [sent, ` {${members}, "order": ${same}}`] });
  },
  [`POST ${tokenizerPath}`]: () => {
    const instrument = JSON.stringify(card);
    const customer = `{"extCustomerId":"${randomUUID()}"}`;
    const sent = `{"instrument":${instrument},"customer":${customer}}`;
    const otherwise = `{ "customer": ${customer}, "instrument": ${instrument} }`;
    return Promise.resolve({ path: tokenizerPath, body: [sent, otherwise] });
  },
  [`POST ${base}/{paymentId}/transactions/{transId}/cancel`]: async (merchant) => {
    const paymentId = await merchant.preauthorize(100);
    const transId = await merchant.adjust(paymentId, 80);
    return operation(paymentId, `/transactions/${transId}/cancel`, [
      '{"reason":"x"}',
      '{ "reason" : "x" }',
    ]);
  },
  [`POST ${base}/{paymentId}/retry`]: async (merchant) =>
    operation(await merchant.pay({ card: cards.declined }, 'REJECTED'), '/retry'),
  [`POST ${base}/{paymentId}/restore`]: async (merchant) =>
    operation(
      paymentIdOf(await merchant.createWithoutInstrument({ channel: 'PAYWALL' })),
      '/restore',
    ),
  [`POST ${base}/{paymentId}/cancel`]: async (merchant) =>
    operation(await merchant.pay(), '/cancel', [
      '{"reason":"CLIENT","extra":null}',
      '{"reason":"\\u0043LIENT"}',
    ]),
  [`POST ${base}/{paymentId}/capture`]: async (merchant) =>
    operation(await merchant.preauthorize(100), '/capture', [
      '{"amount":60,"description":"x"}',
      '{"description":"x","amount":60.00}',
    ]),
  [`POST ${base}/{paymentId}/refund`]: async (merchant) =>
    operation(await merchant.pay({ amount: 100 }), '/refund', [
      '{"amount":60,"description":"x"}',
      '{"description":"x","amount":60.00}',
    ]),
  [`POST ${base}/{paymentId}/adjustment`]: async (merchant) =>
    operation(await merchant.preauthorize(100), '/adjustment', [
      '{"amount":60,"description":"x"}',
      '{"description":"x","amount":60.00}',
    ]),
  [`PATCH ${base}/{paymentId}`]: (merchant) => completion(merchant, 'PATCH', ''),
  [`PUT ${base}/{paymentId}/instrument`]: (merchant) => completion(merchant, 'PUT', '/instrument'),
  [`PATCH ${base}/{paymentId}/instrument`]: (merchant) =>
    completion(merchant, 'PATCH', '/instrument'),
};

const send = (
  client: Client,
  token: string,
  key: string,
  path: string,
  body?: string,
  method: 'POST' | 'PUT' | 'PATCH' = 'POST',
) =>
  client.call(method, path, {
    token,
    headers: { 'idempotency-key': key },
    ...(body === undefined ? {} : { body }),
  });

/** Everything that a second effect would change. */
async function traceOf(merchant: MerchantClient, paymentId: string | undefined): Promise<unknown> {
  if (paymentId === undefined) return undefined;
  const { updatedAt, status, authorizedAmount, capturedAmount } = await merchant.read(paymentId);
  const charges = await merchant.client.chargesOf(paymentId);
  return [
    updatedAt,
    status,
    authorizedAmount,
    capturedAmount,
    await merchant.transactions(paymentId),
    charges,
  ];
}

/** The first try was declined, and the payment waits for another one. */
async function waitForRefusal(merchant: MerchantClient, paymentId: string): Promise<void> {
  const isRefused = async () => (await merchant.read(paymentId))['rejectCode'] !== undefined;
  await until(isRefused, `${paymentId} to be refused`);
}

function assertReplayed(again: Reply, first: Reply): void {
  assert.deepEqual([again.status, again.text], [first.status, first.text]);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
}

const setups: readonly { name: string; database: DatabaseKind; nodes: number }[] = [
  { name: 'one node on the embedded database', database: 'embedded', nodes: 1 },
  { name: 'two nodes on PostgreSQL', database: 'postgres', nodes: 2 },
];

for (const { name, database, nodes } of setups) {
  if (!databasesOfTier.includes(database)) continue;
  describe(`idempotent endpoints with ${name}`, { skip: skipOn(database) }, () => {
    let gateways: BorrowedGateway[];
    let merchant: MerchantClient;
    const node = (at: number): BorrowedGateway => gateways[at % gateways.length] as BorrowedGateway;
    before(async () => {
      gateways = await exclusiveNodes(database, nodes);
      merchant = await addMerchantClient(node(0));
    });
    after(() => gateways?.[0]?.release());

    test('all of them are tested here', async () => {
      const document = bodyOf(await node(0).call('GET', '/openapi.json'));
      const paths = document['paths'] as Record<string, Record<string, { parameters?: Json[] }>>;
      const idempotent = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
          parameters.some((one) => one['name'] === 'Idempotency-Key')
            ? [`${method.toUpperCase()} ${path}`]
            : [],
        ),
      );
      const tested = Object.keys(recipes);
      assert.deepEqual(idempotent.sort(), tested.sort());
    });

    for (const [name, prepare] of Object.entries(recipes)) {
      test(`${name}: a repeat gets the same bytes and has no effect`, async () => {
        const { path: at, body, method, ...prepared } = await prepare(merchant);
        const key = randomUUID();
        const sendTo = (on: number, text?: string) =>
          send(node(on), merchant.token, key, at, text, method);
        const first = await sendTo(0, body?.[0]);
        const paymentId = prepared.paymentId ?? paymentIdOf(first);
        assert.equal(first.status, 200, first.text);
        assert.equal(first.headers.get('idempotency-replayed'), null);
        if (at === base) await node(0).waitForStatus(merchant.token, paymentId, 'COMPLETED');
        if (method !== undefined) await waitForRefusal(merchant, paymentId);
        const trace = await traceOf(merchant, paymentId);
        assertReplayed(await sendTo(1, body?.[0]), first);
        assertReplayed(await sendTo(1, body?.[1]), first);
        assertReplayed(await sendTo(0, body?.[0]), first);
        assert.deepEqual(await traceOf(merchant, paymentId), trace);
      });

      test(`${name}: the key does not serve for another payment`, async () => {
        const one = await prepare(merchant);
        const otherCase = await prepare(merchant);
        const key = randomUUID();
        const sendTo = (on: number, { path, body, method }: Prepared, sent = key) =>
          send(node(on), merchant.token, sent, path, body?.[0], method);
        bodyOf(await sendTo(0, one));
        const trace = await traceOf(merchant, otherCase.paymentId);
        const second = await sendTo(1, otherCase);
        assert.deepEqual(refusalOf(second), [409, 'IDEMPOTENCY_KEY_REUSED']);
        assert.deepEqual(await traceOf(merchant, otherCase.paymentId), trace);
        bodyOf(await sendTo(1, otherCase, randomUUID()));
      });
    }

    test('a refusal of an amount leaves the key free', async () => {
      for (const rest of ['/capture', '/adjustment']) {
        const paymentId = await merchant.preauthorize(100);
        const call = (amount: unknown) =>
          send(
            node(0),
            merchant.token,
            `${paymentId}${rest}`,
            `${base}/${paymentId}${rest}`,
            `{"amount":${String(amount)}}`,
          );
        const over = await call(rest === '/capture' ? 100.01 : '99999999999');
        assert.ok([400, 422].includes(over.status), over.text);
        const right = await call(90);
        assert.equal(right.status, 200, right.text);
        assertReplayed(await call('90.00'), right);
      }
    });

    test('a temporary refusal leaves the key free', async () => {
      const waiting = paymentIdOf(
        await merchant.create({ transKind: 'PREAUTH' }, { instrument: null }),
      );
      const key = randomUUID();
      const capture = () => send(node(1), merchant.token, key, `${base}/${waiting}/capture`);
      assert.deepEqual(refusalOf(await capture()), [409, 'NOT_IN_THIS_STATE']);
      const card = cardRequest()['instrument'];
      bodyOf(await merchant.call('PUT', waiting, '/instrument', card));
      await node(0).waitForStatus(merchant.token, waiting, 'COMPLETED');
      const captured = await capture();
      assert.equal(captured.status, 200, captured.text);
      assertReplayed(await capture(), captured);
    });

    test('a refusal of an unknown payment leaves the key free', async () => {
      const key = randomUUID();
      const paymentId = await merchant.preauthorize(100);
      const missing = await send(node(0), merchant.token, key, `${base}/${randomUUID()}/capture`);
      assert.deepEqual(refusalOf(missing), [404, 'PAYMENT_NOT_FOUND']);
      bodyOf(await send(node(1), merchant.token, key, `${base}/${paymentId}/capture`));
    });

    test('a permanent refusal is kept, and its key cannot be reused', async () => {
      const sale = await merchant.pay();
      const key = randomUUID();
      const call = (at: number, body: string) =>
        send(node(at), merchant.token, key, `${base}/${sale}/capture`, body);
      const first = await call(0, '{"amount":1}');
      assert.deepEqual(refusalOf(first), [409, 'NOT_A_PREAUTHORIZATION']);
      assertReplayed(await call(1, '{"amount":1.00}'), first);
      const other = await call(1, '{"amount":2}');
      assert.deepEqual(refusalOf(other), [409, 'IDEMPOTENCY_KEY_REUSED']);
    });

    test('a decline by the acquirer is kept and not retried', async () => {
      const paymentId = await merchant.preauthorize(100);
      const { merchantId } = (await merchant.read(paymentId))['merchant'] as Json;
      const [hold] = await node(0).chargesOf(paymentId);
      const reversed = await node(0).call('POST', '/sandbox/acquirer/reverse', {
        body: {
          attemptId: randomUUID(),
          originalAttemptId: hold?.attemptId,
          merchantId,
          paymentId,
          amountMinor: '10000',
          currency: 'PLN',
        },
      });
      assert.equal(bodyOf(reversed)['result'], 'APPROVED');
      const key = randomUUID();
      const capture = (at: number) =>
        send(node(at), merchant.token, key, `${base}/${paymentId}/capture`);
      const first = await capture(0);
      assert.deepEqual(refusalOf(first), [422, 'OPERATION_DECLINED']);
      const trace = await traceOf(merchant, paymentId);
      assertReplayed(await capture(1), first);
      assertReplayed(await capture(0), first);
      assert.deepEqual(await traceOf(merchant, paymentId), trace);
    });

    test("a customer's key and the merchant's do not meet", async () => {
      const [one, otherReply] = [
        await merchant.createWithoutInstrument({ channel: 'PAYWALL' }),
        await merchant.createWithoutInstrument({ channel: 'PAYWALL' }),
      ];
      const [paymentId, otherId] = [paymentIdOf(one), paymentIdOf(otherReply)];
      const customer = one.body['clientToken'] as string;
      const key = randomUUID().replaceAll('-', '');
      const cancel = (token: string, id: string, sent: string) =>
        send(node(0), token, sent, `${base}/${id}/cancel`);
      const byCustomer = await cancel(customer, paymentId, key);
      assert.equal(byCustomer.status, 200, byCustomer.text);
      assertReplayed(await cancel(customer, paymentId, key), byCustomer);
      for (const sent of [
        key,
        `${paymentId}:${key}`,
        `${paymentId}${key}`,
        `${paymentId}|${key}`,
      ]) {
        const byMerchant = await cancel(merchant.token, paymentId, sent);
        assert.deepEqual(refusalOf(byMerchant), [409, 'NOT_IN_THIS_STATE'], sent);
      }
      assert.deepEqual(refusalOf(await cancel(merchant.token, paymentId, `${paymentId} ${key}`)), [
        400,
        'INVALID_REQUEST',
      ]);
      const otherCustomer = otherReply.body['clientToken'] as string;
      const second = await cancel(otherCustomer, otherId, key);
      assert.equal(second.status, 200, second.text);
      assert.equal(second.body['paymentId'], otherId);
    });

    test("a customer's key may be as long as a merchant's", async () => {
      const made = await merchant.createWithoutInstrument({ channel: 'PAYWALL' });
      const path = `${base}/${paymentIdOf(made)}/cancel`;
      const customer = made.body['clientToken'] as string;
      const tooLong = await send(node(0), customer, 'k'.repeat(256), path);
      assert.deepEqual(refusalOf(tooLong), [400, 'INVALID_REQUEST']);
      const first = await send(node(0), customer, 'k'.repeat(255), path);
      assert.equal(first.status, 200, first.text);
      assertReplayed(await send(node(1), customer, 'k'.repeat(255), path), first);
    });

    test('an answer is kept for exactly 24 hours', async () => {
      // The payments are not settled meanwhile.
      const shop = await node(0).addMerchant({ settlement: { afterDays: 3 } });
      const login = () => node(0).authenticate(shop.merchantId, shop.secret);
      await moveClock(node(0), { freeze: true });
      try {
        const start = Date.parse((await readClock(node(0))).now);
        const at = (ms: number) =>
          moveClock(node(0), { at: new Date(start + ms).toISOString(), freeze: true });
        const held = await merchantClientOf(node(0), await login()).preauthorize(100);
        const kept = [
          [base, JSON.stringify(cardRequest({ extra: { order: { amount: 5, currency: 'PLN' } } }))],
          [`${base}/${held}/capture`, '{"amount":60}'],
        ] as const;
        const keys = kept.map(() => randomUUID());
        const call = async (which: 0 | 1, on: number) =>
          send(node(on), await login(), keys[which] ?? '', kept[which][0], kept[which][1]);
        const firsts = [await call(0, 0), await call(1, 0)] as const;
        for (const one of firsts) assert.equal(one.status, 200, one.text);
        await at(24 * 60 * 60 * 1000 - 1);
        for (const on of [0, 1]) {
          assertReplayed(await call(0, on), firsts[0]);
          assertReplayed(await call(1, on), firsts[1]);
        }
        await at(24 * 60 * 60 * 1000);
        const again = await call(0, 1);
        assert.equal(again.status, 200, again.text);
        assert.equal(again.headers.get('idempotency-replayed'), null);
        assert.notEqual(paymentIdOf(again), paymentIdOf(firsts[0]));
        assert.deepEqual(refusalOf(await call(1, 1)), [409, 'ALREADY_CAPTURED']);
      } finally {
        await reset(node(0)).catch(() => undefined);
      }
    });
  });
}
