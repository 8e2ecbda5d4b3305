// Test vectors of notifications for receivers in any language: docs/vectors/notifications.json.
// They are computed here from the text of the specification; tests compare them with the gateway,
// the client and the library of Standard Webhooks.

import { createHmac } from 'node:crypto';

interface Vector {
  /** What it shows. */
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the receiver has: the notification secret, or two of them during a roll. */
  readonly secrets: readonly string[];
  /** The clock of the receiver, in seconds since 1970. */
  readonly now: number;
  /** What `Signature` signs, and what `webhook-signature` signs. */
  readonly signedText: string | null;
  readonly signedContent: string;
  /** Whether a receiver that checks `Signature` or `Signature-Previous` accepts it. */
  readonly isSignatureValid: boolean;
  /** Whether a receiver that checks the headers of Standard Webhooks accepts it. */
  readonly isStandardValid: boolean;
  /** Why `verifyNotification` of @bramka/client refuses it; null: it accepts it. */
  readonly refusedWith: string | null;
}

type Fields = Readonly<Record<string, string | number>>;

const at = 1_772_366_400;
const secret = 'notification-secret-żółw-🔑';
const previous = 'previous-secret';

const payment = {
  event: 'PAYMENT_STATUS',
  eventId: '0198c5d1-7b2a-7000-8000-000000000001',
  occurredAt: '2026-03-01T12:00:00.050Z',
  merchantId: '10000001',
  paymentId: '0198c5d1-7b2a-7000-8000-000000000002',
  status: 'COMPLETED',
  method: 'CARD',
  channel: 'WEBAPI',
  transKind: 'AUTH',
  currency: 'PLN',
  amount: '100.50',
  transType: 'STANDARD',
  sequence: 3,
  extOrderId: 'order-7',
};

const { extOrderId: _order, sequence: _sequence, ...start } = payment;
const refund = {
  ...start,
  event: 'REFUND_STATUS',
  amount: '0.10',
  transId: '0198c5d1-7b2a-7000-8000-000000000003',
  refundStatus: 'COMPLETED',
  refundId: '0198c5d1-7b2a-7000-8000-000000000003',
  sequence: 12,
  extRefundId: 'refund/1',
  extOrderId: 'order-7',
};

const tokenization = {
  event: 'TOKENIZATION_STATUS',
  eventId: '0198c5d1-7b2a-7000-8000-000000000004',
  occurredAt: '2026-03-01T12:00:00.050Z',
  merchantId: '10000001',
  status: 'COMPLETED',
  channel: 'WEBAPI',
  tokenizerId: '0198c5d1-7b2a-7000-8000-000000000005',
  sequence: 2,
};

const testEvent = {
  event: 'TEST',
  eventId: '0198c5d1-7b2a-7000-8000-000000000006',
  occurredAt: '2026-03-01T12:00:00.050Z',
  merchantId: '10000001',
  status: 'TEST',
  sequence: 1,
};

const hmac = (key: string, text: string, form: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text, 'utf8').digest(form);

/** All values as text, joined in the order of the message. */
const textOf = (fields: Fields): string => Object.values(fields).map(String).join('');

function sign(fields: Fields, body: string, secrets: readonly string[], time = at) {
  const [newest = '', old] = secrets;
  const id = String(fields['eventId']);
  const signedContent = `${id}.${time}.${body}`;
  const signatures = secrets.map((key) => `v1,${hmac(key, signedContent, 'base64')}`);
  const headers: Record<string, string> = {
    signature: hmac(newest, textOf(fields), 'hex'),
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': signatures.join(' '),
  };
  if (old !== undefined) headers['signature-previous'] = hmac(old, textOf(fields), 'hex');
  return { headers, signedContent };
}

function good(name: string, fields: Fields, more: Partial<Vector> = {}, by = [secret]): Vector {
  const body = JSON.stringify(fields);
  return {
    name,
    body,
    ...sign(fields, body, by),
    secrets: [secret],
    now: at + 2,
    signedText: textOf(fields),
    isSignatureValid: true,
    isStandardValid: true,
    refusedWith: null,
    ...more,
  };
}

const bad = { isSignatureValid: false, isStandardValid: false } as const;
const onlyValues = { isSignatureValid: true, isStandardValid: false } as const;

function acceptedVectors(): Vector[] {
  const both = [secret, previous];
  return [
    good('a payment', payment),
    good('a refund', refund),
    good('a tokenization without a payment', tokenization),
    good('a test event', testEvent),
    good('texts with escapes, umlauts and an emoji', {
      ...start,
      status: 'REJECTED',
      sequence: 3,
      rejectCode: 'DO_NOT_HONOR',
      extOrderId: 'zamówienie "7"\n\\ 🧾',
      rejectInfo: 'Łódź </script>',
    }),
    good('a currency without decimals', { ...payment, currency: 'JPY', amount: '500' }),
    good('a currency with three decimals', { ...payment, currency: 'KWD', amount: '1.234' }),
    good('a roll, for a receiver with the new secret', payment, {}, both),
    good('a roll, for a receiver with both secrets', payment, { secrets: both }, both),
    good('a roll, for a receiver with the old secret', payment, { secrets: [previous] }, both),
    good('the largest difference of the clocks', payment, { now: at + 300 }),
    good('the largest difference of the clocks, the other way', payment, { now: at - 300 }),
  ];
}

function refusedVectors(): Vector[] {
  const body = JSON.stringify(payment);
  const changed = (from: string, to: string): Partial<Vector> => ({
    body: body.replace(from, to),
    signedContent: `${payment.eventId}.${at}.${body.replace(from, to)}`,
  });
  return [
    good('another secret', payment, { secrets: ['other'], refusedWith: 'wrong-secret', ...bad }),
    good('another amount', payment, {
      ...changed('100.50', '900.50'),
      signedText: textOf({ ...payment, amount: '900.50' }),
      refusedWith: 'wrong-secret',
      ...bad,
    }),
    good('the same values with another name of a field', payment, {
      ...changed('"status"', '"state"'),
      refusedWith: 'body-changed',
      ...onlyValues,
    }),
    good('a body that was parsed and written again with spaces', payment, {
      ...changed(',', ', '),
      refusedWith: 'body-changed',
      ...onlyValues,
    }),
    good('a repeated field', payment, {
      ...changed('{', '{"status":"REJECTED",'),
      signedText: null,
      refusedWith: 'duplicate-field',
      ...bad,
    }),
    good('an old message', payment, { now: at + 301, refusedWith: 'too-old', ...onlyValues }),
    good('a message of the future', payment, {
      now: at - 301,
      refusedWith: 'in-the-future',
      ...onlyValues,
    }),
  ];
}

/** The text of docs/vectors/notifications.json. */
export function notificationVectors(): string {
  const document = {
    about:
      'Notifications of a Bramka gateway with their signatures. Signature is lower-case hex of ' +
      'HMAC-SHA256 over signedText: all values joined in the order of the body. ' +
      'webhook-signature is v1, and base64 of HMAC-SHA256 over signedContent: ' +
      'webhook-id.webhook-timestamp.body. The key is the UTF-8 text of the secret.',
    toleranceSeconds: 300,
    vectors: [...acceptedVectors(), ...refusedVectors()],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
