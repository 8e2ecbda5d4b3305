// Limits are in the schema: what an endpoint refuses in these fields, the OpenAPI document forbids,
// and what the document allows is accepted.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { addMerchantClient, base, paymentIdOf } from '../support/life/payments.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';

interface Schema {
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
}
interface Parameter {
  readonly name: string;
  readonly schema: Schema;
}

const dates = {
  good: ['1970-01-01', '2026-02-28', '2028-02-29', '9999-12-31'],
  bad: ['0000-00-00', '0000-01-01', '1969-12-31', '2026-00-10', '2026-13-01', '2026-01-00'],
  // Only the calendar knows these: the format date.
  absent: ['2026-02-29', '2026-02-30', '2026-04-31'],
};
const queries: readonly [path: string, name: string, good: string[], bad: string[]][] = [
  [
    `${base}/{paymentId}/status`,
    'wait',
    ['0', '9', '10', '19', '20', '25'],
    ['', '26', '38', '99', '100', '-1', '1.5', ' 1'],
  ],
  [
    '/v1/ecommerce/events',
    'limit',
    ['1', '9', '10', '99', '100', '499', '500'],
    ['0', '00', '501', '999', '1000', '-1', '1e2'],
  ],
  ['/v1/ecommerce/settlements', 'date', dates.good, [...dates.bad, '2026-1-1', 'today']],
];

describe('limits of the schema', () => {
  let gateway: BorrowedGateway;
  let token: string;
  let paymentId: string;
  let paths: Record<string, Record<string, Json>>;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
    const merchant = await addMerchantClient(gateway);
    ({ token } = merchant);
    paymentId = paymentIdOf(await merchant.createWithoutInstrument());
    const document = await gateway.call('GET', '/openapi.json');
    paths = document.body['paths'] as typeof paths;
  });
  after(() => gateway?.release());

  const assertRefused = (reply: Reply, field: string): void => {
    assert.equal(reply.status, 400, reply.text);
    assert.equal((reply.body['details'] as Json[])[0]?.['field'], field);
  };

  for (const [path, name, good, bad] of queries) {
    test(`${name} of ${path}`, async () => {
      const parameters = paths[path]?.['get']?.['parameters'] as Parameter[];
      const schema = parameters.find((one) => one.name === name)?.schema;
      const form = new RegExp(schema?.pattern ?? assert.fail('no pattern'));
      const ask = (value: string) => {
        const query = new URLSearchParams({ [name]: value });
        const at = path.replace('{paymentId}', paymentId);
        return gateway.call('GET', `${at}?${query}`, { token });
      };
      for (const value of good) {
        assert.match(value, form);
        const reply = await ask(value);
        assert.equal(reply.status, 200, `${value}: ${reply.text}`);
      }
      for (const value of bad) {
        assert.doesNotMatch(value, form);
        if (value !== '') assertRefused(await ask(value), name);
      }
      if (name !== 'date') return;
      assert.equal(schema?.format, 'date');
      for (const value of dates.absent) assertRefused(await ask(value), name);
    });
  }

  test('date of a settlement run, and percent of a fee rule', async () => {
    const { merchantId } = await gateway.addMerchant();
    const admin = (path: string, body: Json) =>
      gateway.call('POST', path, { token: gateway.adminKey, body });
    const run = `/v1/admin/merchants/${merchantId}/settlement-runs`;
    for (const date of [...dates.bad, ...dates.absent]) {
      assertRefused(await admin(run, { date }), 'date');
    }
    assert.equal((await admin(run, { date: '2020-02-29' })).status, 200);
    const rule = { merchantId, currency: 'PLN' };
    const fees = '/v1/admin/fees';
    const content = (paths[fees]?.['post']?.['requestBody'] as Json)['content'] as Json;
    const { schema } = content['application/json'] as { schema: { properties: Json } };
    const percents = schema.properties['percent'] as Schema;
    const form = new RegExp(percents.pattern ?? assert.fail('no pattern'));
    for (const percent of ['0', '0.0001', '1.25', '99.9999', '100', '100.0000']) {
      assert.match(percent, form);
      assert.ok(percent.length <= (percents.maxLength ?? 0));
      const reply = await admin(fees, { ...rule, percent });
      assert.equal(reply.status, 200, `${percent}: ${reply.text}`);
    }
    for (const percent of [
      '000000000',
      '00',
      '01',
      '100.0001',
      '101',
      '1.23456',
      '1.',
      '.5',
      '-1',
      '1,5',
    ]) {
      assert.doesNotMatch(percent, form);
      assertRefused(await admin(fees, { ...rule, percent }), 'percent');
    }
  });
});
