// Compares the decision page's table of all fields of a creation request with the schema and the
// gateway: refused fields are named, stored fields are returned.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createSchema } from '@bramka/gateway/payments/requests/schema.ts';
import { cardRequest, type Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  base,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  type MerchantClient,
} from '../support/life/payments.ts';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'decisions');
const page = readdirSync(folder).find((name) => name.endsWith('-every-field.md')) ?? '';
const rows = [
  ...readFileSync(join(folder, page), 'utf8').matchAll(/^\| `([\w.]+)` +\| (\w+) +\|/gm),
].map(([, field = '', use = '']) => ({ field, use }));
const fieldsThatAre = (use: string): string[] =>
  rows.filter((row) => row.use === use).map(({ field }) => field);

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** Fields inside a list have the name of the list in front, like those of an object. */
function leaves({ items, properties = items?.properties ?? {} }: Shape, at: string): string[] {
  const inner = Object.entries(properties);
  if (inner.length === 0) return [at];
  return inner.flatMap(([name, shape]) => leaves(shape, at === '' ? name : `${at}.${name}`));
}

/** Fields for which a text is not a valid value. */
const values: Readonly<Record<string, unknown>> = {
  'instrument.bankId': 1,
  'order.commission': 1.5,
  'options.iframe': true,
  'options.registerAlias': true,
  'options.restore': true,
  'options.asyncNotify': 'https://shop.example/notify',
  'options.language': 'pl',
  consents: [{ id: 'terms', at: 1.25 }],
};

function valueOf(field: string): unknown {
  if (field.endsWith('.mcc')) return '5411';
  return /\.country(OfOrigin)?$/.test(field) ? 'PL' : (values[field] ?? 'text');
}

function put(into: Json, field: string, value: unknown): void {
  const steps = field.split('.');
  const last = steps.pop() ?? '';
  let at = into;
  for (const step of steps) at = (at[step] ??= {}) as Json;
  at[last] = value;
}

test('the table has every field of the schema once, and no other', () => {
  const listed = rows.map(({ field }) => field);
  assert.deepEqual(listed.toSorted(), leaves(createSchema as Shape, '').toSorted());
  assert.deepEqual([...new Set(rows.map(({ use }) => use))].sort(), ['acts', 'kept', 'refused']);
});

describe('fields of a creation request', () => {
  let gateway: BorrowedGateway;
  let merchant: MerchantClient;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    merchant = await addMerchantClient(gateway, { asyncNotifyAllowed: true });
  });
  after(() => gateway?.release());

  const create = (body: Json) => gateway.call('POST', base, { token: merchant.token, body });

  for (const field of fieldsThatAre('refused')) {
    test(`${field} is refused by name`, async () => {
      const body = cardRequest();
      put(body, field, valueOf(field));
      const reply = await create(body);
      assert.equal(reply.status, 400, reply.text);
      assert.deepEqual(
        (reply.body['details'] as Json[]).map((one) => one['field']),
        [field],
      );
      assert.match(reply.body['message'] as string, /^[\w.]+ [a-z].{15,}[.?]$/);
    });
  }

  test('stored fields are returned to the merchant, but not to the payment page', async () => {
    const body = cardRequest({ extra: { channel: 'PAYWALL', options: { recurring: 'INITIAL' } } });
    const expected: Json = { options: { recurring: 'INITIAL' } };
    for (const field of fieldsThatAre('kept')) {
      put(body, field, valueOf(field));
      put(expected, field, valueOf(field));
    }
    const reply = await create(body);
    const paymentId = paymentIdOf(reply);
    assert.deepEqual((await merchant.read(paymentId))['given'], expected);
    const page = { token: reply.body['clientToken'] as string };
    const read = await gateway.call('GET', `${base}/${paymentId}`, page);
    assert.equal(bodyOf(read)['given'], undefined);
  });

  const wrong: readonly [field: string, value: unknown][] = [
    ['options.purposeCode', 'PP'],
    ['options.fundSource', '02'],
    ['options.fundSourceRef', 'text'],
    ['options.transType', 'SHARED'],
    ['options.asyncNotify', 'shop.example/notify'],
    ['options.asyncNotify', 'ftp://shop.example/notify'],
    ['options.asyncNotify', 'javascript:alert(1)'],
    ['options.language', 'p'],
    ['options.recurringType', 'text'],
    ['options.recurringCycle', '30'],
    ['options.recurringExpDate', '20301231'],
    ['options.refPaymentId', 'text'],
    ['instrument.provider', 'another'],
    ['instrument.cardMask', '555555******4444'],
    ['device.ip', '300.1.1.1'],
    ['merchant.location.country', 'ZZ'],
    ['merchant.location.countryOfOrigin', 'ZZ'],
    ['merchant.mcc', '12'],
    ['customer.billing.country', 'QQ'],
    ['order.shipping.country', 'QQ'],
  ];
  for (const [field, value] of wrong) {
    test(`${field} cannot be ${String(value)}`, async () => {
      const body = cardRequest();
      put(body, field, value);
      const reply = await create(body);
      assert.equal(reply.status, 400, reply.text);
      assert.equal((reply.body['details'] as Json[])[0]?.['field'], field);
    });
  }

  test('the fields of a recurring series are validated', async () => {
    for (const [field, value] of [
      ['options.recurringCycle', 'monthly'],
      ['options.recurringCycle', '0'],
      ['options.recurringExpDate', '20301331'],
    ] as const) {
      const body = cardRequest({ extra: { options: { recurring: 'INITIAL' } } });
      put(body, field, value);
      const reply = await create(body);
      assert.equal((reply.body['details'] as Json[])[0]?.['field'], field, reply.text);
    }
  });

  test('the reasons of cancellations and withdrawals are stored', async () => {
    const givenOf = async (paymentId: string): Promise<unknown> =>
      (await merchant.read(paymentId))['given'];
    for (const reason of ['FRAUD', 'CLIENT', 'TIMEOUT', 'SYSTEM']) {
      for (const paymentId of [
        paymentIdOf(await merchant.createWithoutInstrument()),
        await merchant.pay(),
      ]) {
        bodyOf(await merchant.call('POST', paymentId, '/cancel', { reason }));
        assert.deepEqual(await givenOf(paymentId), { cancelReason: reason });
        const again = paymentIdOf(await merchant.call('POST', paymentId, '/retry'));
        assert.equal(await givenOf(again), undefined, 'a new payment was not cancelled');
      }
    }
    const held = await merchant.preauthorize();
    const transId = await merchant.adjust(held, 90);
    const path = `/transactions/${transId}/cancel`;
    bodyOf(await merchant.call('POST', held, path, { reason: 'guest left' }));
    assert.deepEqual(await givenOf(held), { withdrawalReasons: { [transId]: 'guest left' } });
  });
});
