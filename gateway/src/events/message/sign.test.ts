// Tests of the headers of a notification with vectors that another program computed, and with the
// published library of Standard Webhooks as the receiver.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Defect } from '../../core/assert.ts';
import { secret } from '../../core/secret.ts';
import { version } from '../../core/release/version.ts';
import { notificationHeaders, signedText } from './sign.ts';

const eventId = '0198c5d1-7b2a-7000-8000-000000000001';
const body =
  `{"event":"PAYMENT_STATUS","eventId":"${eventId}",` +
  '"occurredAt":"2026-03-01T12:00:00.050Z","merchantId":"10000001",' +
  '"paymentId":"0198c5d1-7b2a-7000-8000-000000000002","status":"REJECTED","currency":"PLN",' +
  '"amount":"100.50","sequence":12,"extOrderId":"zamówienie \\"7\\"\\n\\\\ 🧾",' +
  '"rejectInfo":"Łódź"}';
const at = Date.parse('2026-03-01T12:00:00.999Z');

/** With HMAC-SHA256 of Python. */
const vectors = [
  {
    secret: 'new-secret-żółw',
    signature: 'cf0dbe55bad06695493f978aa3db9336b01346068e4994be1857d7fed0028913',
    standard: 'v1,HLRQB3sCmxAJwgLr3zOzwXXEZTc6AKjyT5kgiQMl484=',
  },
  {
    secret: 'old-secret',
    signature: 'a677b3131088bdfbe24a878a93a6a66a990d54078cb34baee9107210292c7ff9',
    standard: 'v1,ZbUQmuu0S/VcY8T0AE3mCrffRq1SU7SXFqj/diWOJbo=',
  },
] as const;
const [newest, previous] = vectors;

test('the values are joined in their order, without quotes and escapes', () => {
  assert.equal(
    signedText(body),
    `PAYMENT_STATUS${eventId}2026-03-01T12:00:00.050Z10000001` +
      '0198c5d1-7b2a-7000-8000-000000000002REJECTEDPLN100.5012zamówienie "7"\n\\ 🧾Łódź',
  );
});

const texts: [body: string, text: string][] = [
  ['{"a":"1","b":2,"c":"3"}', '123'],
  ['{"c":"3","a":"1","b":2}', '312'],
  ['{"sequence":100000}', '100000'],
  ['{"amount":"0.10"}', '0.10'],
  ['{"a":"\\u0041\\t"}', 'A\t'],
  ['{"a":"","b":"x"}', 'x'],
];
for (const [message, text] of texts) {
  test(`the signed text of ${message} is ${JSON.stringify(text)}`, () => {
    assert.equal(signedText(message), text);
  });
}

test('all headers, signed with one secret', () => {
  for (const one of vectors) {
    assert.deepEqual(notificationHeaders(body, eventId, [secret(one.secret)], at), {
      'content-type': 'application/json',
      'user-agent': `Bramka/${version}`,
      signature: one.signature,
      'webhook-id': eventId,
      'webhook-timestamp': '1772366400',
      'webhook-signature': one.standard,
    });
  }
});

test('during a roll both secrets sign, the newest first', () => {
  const secrets = [secret(newest.secret), secret(previous.secret)];
  assert.deepEqual(notificationHeaders(body, eventId, secrets, at), {
    'content-type': 'application/json',
    'user-agent': `Bramka/${version}`,
    signature: newest.signature,
    'signature-previous': previous.signature,
    'webhook-id': eventId,
    'webhook-timestamp': '1772366400',
    'webhook-signature': `${newest.standard} ${previous.standard}`,
  });
});

test('the Standard Webhooks library accepts the message with each secret of the roll', () => {
  const secrets = vectors.map((one) => secret(one.secret));
  const headers = notificationHeaders(body, eventId, secrets, Date.now());
  for (const one of vectors) {
    const key = `whsec_${Buffer.from(one.secret).toString('base64')}`;
    assert.deepEqual(new Webhook(key).verify(body, headers), JSON.parse(body));
  }
});

const refused: [what: string, body: string, changes: Record<string, string>, secret: string][] = [
  ['another secret', body, {}, 'foreign'],
  ['another body with the same values', body.replace('":"', '" :"'), {}, newest.secret],
  ['another id', body, { 'webhook-id': 'other' }, newest.secret],
];
for (const [what, sent, changes, key] of refused) {
  test(`the Standard Webhooks library refuses ${what}`, () => {
    const secrets = vectors.map((one) => secret(one.secret));
    const headers = { ...notificationHeaders(body, eventId, secrets, Date.now()), ...changes };
    const receiver = new Webhook(Buffer.from(key), { format: 'raw' });
    assert.throws(() => receiver.verify(sent, headers), /No matching signature/);
  });
}

test('a message cannot be sent without a secret', () => {
  assert.throws(() => notificationHeaders(body, eventId, [], at), Defect);
});
