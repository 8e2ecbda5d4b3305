// Hostile bodies at every address for messages of providers: forged, malformed and huge ones are
// refused as such, whoever sends them, and never cause an internal error.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { autopayHash, SERVICE_ID } from '../support/transfers/bank.ts';

const root = '/v1/ecommerce/notifications';
const addresses = ['blik', 'BM', 'blikweb/status', 'bmweb/status'];
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const base64 = (text: string): string => encodeURIComponent(Buffer.from(text).toString('base64'));
const itn = (xml: string): string => `transactions=${base64(xml)}`;
const entity = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';

const hostile: [what: string, type: string, body: string][] = [
  ['nothing', json, ''],
  ['an empty object', json, '{}'],
  ['a list', json, '[{"orderId":"1"}]'],
  ['a text', json, '"APPROVED"'],
  ['a number', json, '1e400'],
  ['half of an object', json, '{"orderId":'],
  ['deep nesting', json, `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`],
  ['a prototype', json, '{"__proto__":{"status":"APPROVED"},"constructor":{"prototype":1}}'],
  ['fields of other types', json, '{"orderId":{"a":1},"status":["APPROVED"],"transactions":7}'],
  ['a NUL', json, String.raw`{"orderId":"\u0000","merchantId":"\u0000","status":"APPROVED"}`],
  ['a lone surrogate', json, String.raw`{"orderId":"\ud800","merchantId":"\udfff"}`],
  ['an SQL text', json, `{"orderId":"' or 1=1 --","merchantId":"'; drop table attempts; --"}`],
  ['a long text', json, JSON.stringify({ orderId: 'x'.repeat(200_000) })],
  ['an empty form', form, ''],
  ['a form without a value', form, 'transactions'],
  ['a broken form', form, 'transactions=%zz'],
  ['a NUL in a form', form, 'transactions=%00'],
  ['a field twice', form, 'transactions=1&transactions=2'],
  ['many fields', form, Array.from({ length: 100 }, (_, at) => `f${at}=1`).join('&')],
  ['no base64', form, 'transactions=***'],
  ['no XML', form, itn('SUCCESS')],
  ['an entity', form, itn(entity)],
  ['nested XML', form, itn('<a>'.repeat(5000))],
  ['bytes that are not UTF-8', form, `transactions=${encodeURIComponent('/v8=')}`],
  [
    'another service',
    form,
    itn('<transactionList><serviceID>\u0000</serviceID></transactionList>'),
  ],
  ['XML as the body', 'text/xml', '<a/>'],
  ['no media type', '', 'x'],
];

let gateway: BorrowedGateway;
before(async () => {
  gateway = await sharedGateway(anyDatabase);
});
after(() => gateway?.release());

for (const [what, type, body] of hostile) {
  test(`${what} is refused`, async () => {
    for (const address of addresses) {
      const headers = type === '' ? {} : { 'content-type': type };
      const sent = await gateway.call('POST', `${root}/${address}`, { body, headers });
      assert.ok([400, 401, 413, 415].includes(sent.status), `${address}: ${sent.text}`);
    }
  });
}

test('also with the right key nothing unreadable is accepted, and nothing breaks', async () => {
  for (const [what, type, body] of hostile.filter(([, one]) => one === json)) {
    const signature = createHmac('sha256', 'sandbox-blik-key').update(body).digest('hex');
    for (const address of ['blik', 'blikweb/status']) {
      const headers = { 'content-type': type, signature };
      const sent = await gateway.call('POST', `${root}/${address}`, { body, headers });
      assert.ok([400, 413].includes(sent.status), `${what} at ${address}: ${sent.text}`);
    }
  }
});

test('a signed notification about no order of ours is answered and not confirmed', async () => {
  const values = ["';--", 'R1', '10.00', 'PLN', '1', '20260115110000', 'SUCCESS', 'AUTHORIZED'];
  const names = `orderID remoteID amount currency gatewayID paymentDate paymentStatus
    paymentStatusDetails`.split(/\s+/);
  const send = async (address: string, order: string) => {
    const all = [order, ...values.slice(1)];
    const fields = all.map((value, at) => `<${names[at]}>${value}</${names[at]}>`).join('');
    const hash = autopayHash(SERVICE_ID, ...all);
    const xml =
      `<transactionList><serviceID>${SERVICE_ID}</serviceID><transactions><transaction>` +
      `${fields}</transaction></transactions><hash>${hash}</hash></transactionList>`;
    const headers = { 'content-type': form };
    return gateway.call('POST', `${root}/${address}`, { body: itn(xml), headers });
  };
  for (const address of ['BM', 'bmweb/status']) {
    const known = await send(address, 'shop-7');
    assert.equal(known.status, 200, known.text);
    assert.equal(known.headers.get('content-type'), 'text/xml; charset=utf-8');
    assert.match(known.text, /<confirmation>NOTCONFIRMED<\/confirmation>/);
    assert.equal((await send(address, values[0] ?? '')).status, 401);
  }
  assert.equal((await send('blik', 'shop-7')).status, 401, 'sent to another provider');
});
