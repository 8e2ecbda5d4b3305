// Tests of Stripe's webhooks: signatures, every event, whose account proves it, and disputes.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { secret } from '../../../core/secret.ts';
import type { CredentialLookup } from '../../credentials/credentials.ts';
import { noCredentials } from '../../credentials/testing/no-credentials.ts';
import {
  ATTEMPT,
  intent,
  INTENT,
  MERCHANT,
  metadata,
  NOW,
  OPERATION,
  PAYMENT,
  scripted,
  type Script,
} from '../testing/scripted-stripe.ts';

const SECONDS = NOW / 1000;
const payment = { merchantId: MERCHANT, paymentId: PAYMENT };

const sign = (text: string, key = 'whsec_own', time = SECONDS): string =>
  createHmac('sha256', key).update(`${time}.${text}`).digest('hex');

const eventOf = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', created: SECONDS, type, data: { object } });

interface Sent {
  readonly text: string;
  readonly header?: string;
  readonly account?: string;
  readonly credentials?: CredentialLookup;
  readonly script?: Script;
}

async function read(sent: Sent) {
  const { text, account, credentials = noCredentials, script = () => undefined } = sent;
  const { provider, calls } = scripted(script);
  const header = 'header' in sent ? sent.header : `t=${SECONDS},v1=${sign(text)}`;
  const message = {
    text,
    fields: JSON.parse(text) as Record<string, unknown>,
    header: (name: string) => (name === 'stripe-signature' ? header : undefined),
    query: account === undefined ? {} : { account },
  };
  const news = await provider.readMessage?.(message, credentials);
  return { news: news ?? 'not-authentic', calls };
}

describe('signatures', () => {
  const text = eventOf('payment_intent.succeeded', intent());
  const right = sign(text);
  const headers: [what: string, header: string, isRight: boolean][] = [
    ['the right one', `t=${SECONDS},v1=${right}`, true],
    ['several, one of them right', `t=${SECONDS},v1=${'0'.repeat(64)},v1=${right},v0=x`, true],
    ['five minutes old', `t=${SECONDS - 300},v1=${sign(text, undefined, SECONDS - 300)}`, true],
    ['older', `t=${SECONDS - 301},v1=${sign(text, undefined, SECONDS - 301)}`, false],
    ['of the future', `t=${SECONDS + 301},v1=${sign(text, undefined, SECONDS + 301)}`, false],
    ['of another time', `t=${SECONDS - 1},v1=${right}`, false],
    ['with another key', `t=${SECONDS},v1=${sign(text, 'whsec_other')}`, false],
    ['of an older scheme only', `t=${SECONDS},v0=${right}`, false],
    ['in upper case', `t=${SECONDS},v1=${right.toUpperCase()}`, false],
    ['cut', `t=${SECONDS},v1=${right.slice(1)}`, false],
    ['without a time', `v1=${right}`, false],
    ['with two times', `t=${SECONDS},t=${SECONDS},v1=${right}`, false],
    ['with a time that is none', `t=x,v1=${sign(text, undefined, 'x' as never)}`, false],
    ['of nothing', '', false],
    ['among too many', `t=${SECONDS}${',v1=0'.repeat(16)},v1=${right}`, false],
  ];
  for (const [what, header, isRight] of headers) {
    test(`${what}: ${isRight ? 'authentic' : 'not authentic'}`, async () => {
      const { news } = await read({ text, header });
      assert.equal(news !== 'not-authentic', isRight);
    });
  }

  test('a message without the header, and one that is no event', async () => {
    const { provider } = scripted(() => undefined);
    const message = { text, fields: {}, header: () => undefined, query: {} };
    assert.equal(await provider.readMessage?.(message, noCredentials), 'not-authentic');
    for (const other of ['{}', '{"object":"event"}', '{"object":"event","type":"a","data":7}']) {
      assert.equal((await read({ text: other })).news, 'unreadable');
    }
  });
});

const approved = {
  kind: 'approved',
  reference: INTENT,
  authCode: null,
  networkTransactionId: null,
};
const about = (attemptId: string, finding: object, minor: bigint | null = 10_000n) => ({
  attemptId,
  payment,
  finding,
  amount: minor === null ? null : { minor, currency: 'PLN' },
});
const lastError = { type: 'card_error', code: 'card_declined', decline_code: 'lost_card' };
const refund = (fields: object = {}) => ({
  ...{ id: 're_1', object: 'refund', amount: 2_500, currency: 'pln', status: 'succeeded' },
  metadata: { ...metadata, attempt: OPERATION },
  ...fields,
});
const hold = { capture_method: 'manual' };
const marked = (mark: object) => ({ metadata: { ...metadata, ...mark } });

const events: [type: string, what: string, object: object, expected: object | undefined][] = [
  ['payment_intent.succeeded', 'a sale', intent(), about(ATTEMPT, approved)],
  [
    'payment_intent.succeeded',
    'a capture',
    intent({ ...hold, ...marked({ capture: OPERATION }), amount_received: 7_000 }),
    about(OPERATION, approved, 7_000n),
  ],
  ['payment_intent.succeeded', 'a capture by somebody else', intent(hold), undefined],
  ['payment_intent.succeeded', 'a payment of others', intent({ metadata: {} }), undefined],
  [
    'payment_intent.amount_capturable_updated',
    'a hold',
    intent({ ...hold, status: 'requires_capture', amount_capturable: 10_000 }),
    about(ATTEMPT, approved),
  ],
  [
    'payment_intent.amount_capturable_updated',
    'a higher hold',
    intent({ ...hold, ...marked({ adjust: OPERATION }), amount_capturable: 12_000 }),
    about(OPERATION, approved, 12_000n),
  ],
  [
    'payment_intent.payment_failed',
    'a decline',
    intent({ status: 'requires_payment_method', last_payment_error: lastError }),
    about(ATTEMPT, {
      kind: 'declined',
      rejectCode: 'LOST_CARD',
      reference: INTENT,
      providerCode: 'lost_card',
    }),
  ],
  [
    'payment_intent.canceled',
    'an intent that was never paid',
    intent({ status: 'canceled' }),
    about(
      ATTEMPT,
      { kind: 'declined', rejectCode: 'SYSTEM_ERROR', reference: INTENT, providerCode: 'canceled' },
      null,
    ),
  ],
  [
    'payment_intent.canceled',
    'a released hold, which was approved',
    intent({ status: 'canceled', latest_charge: 'ch_1' }),
    undefined,
  ],
  ['payment_intent.processing', 'something else', intent({ status: 'processing' }), undefined],
  ...['refund.created', 'refund.updated', 'charge.refund.updated'].map(
    (type): (typeof events)[number] => [
      type,
      'a refund',
      refund(),
      about(OPERATION, { ...approved, reference: 're_1' }, 2_500n),
    ],
  ),
  [
    'refund.updated',
    'a refund that waits',
    refund({ status: 'pending' }),
    about(OPERATION, { kind: 'pending', reference: 're_1', customer: null }, 2_500n),
  ],
  [
    'refund.failed',
    'a refund that failed',
    refund({ status: 'failed', failure_reason: 'expired_or_canceled_card' }),
    about(
      OPERATION,
      {
        kind: 'declined',
        rejectCode: 'DO_NOT_HONOR',
        reference: 're_1',
        providerCode: 'expired_or_canceled_card',
      },
      2_500n,
    ),
  ],
  ['charge.refunded', 'a charge, which names no refund', { object: 'charge', metadata }, undefined],
  ['customer.created', 'something else', { object: 'customer', metadata }, undefined],
];
for (const [type, what, object, expected] of events) {
  test(`${type}: ${what}`, async () => {
    const { news, calls } = await read({ text: eventOf(type, object) });
    assert.deepEqual(news, { provenBy: null, attempts: expected ? [expected] : [] });
    assert.equal(calls.length, 0);
  });
}

test('the webhook of a merchant names its account, and its own secret proves it', async () => {
  const own = { account: secret('acct_1'), key: secret('sk_1'), webhookSecret: secret('whsec_1') };
  const credentials: CredentialLookup = {
    ...noCredentials,
    byAccount: (account) => Promise.resolve(account === 'acct_1' ? own : null),
  };
  const text = eventOf('payment_intent.succeeded', intent());
  const header = `t=${SECONDS},v1=${sign(text, 'whsec_1')}`;
  const { news } = await read({ text, header, account: 'acct_1', credentials });
  assert.ok(typeof news === 'object' && news.provenBy === own);
  const others: Sent[] = [
    { text, header, credentials },
    { text, header, account: 'acct_2', credentials },
    { text, header, account: 'nonsense', credentials },
    { text, account: 'acct_1', credentials },
    { text, account: 'acct_2', credentials },
  ];
  for (const sent of others) assert.equal((await read(sent)).news, 'not-authentic');
});

describe('disputes', () => {
  const dispute = (fields: object = {}) => ({
    id: 'du_1',
    object: 'dispute',
    amount: 5_000,
    currency: 'pln',
    balance_transactions: [],
    evidence_details: { due_by: SECONDS + 60 },
    payment_intent: INTENT,
    payment_method_details: { card: { network_reason_code: '10.4' } },
    reason: 'fraudulent',
    status: 'needs_response',
    ...fields,
  });
  const told = async (type: string, fields: object, script: Script = () => intent()) =>
    read({ text: eventOf(`charge.dispute.${type}`, dispute(fields)), script });

  const stages: [type: string, fields: object, stage: string][] = [
    ['created', {}, 'OPENED'],
    ['created', { status: 'warning_needs_response' }, 'INQUIRY'],
    ['created', { balance_transactions: [{}] }, 'CHARGED_BACK'],
    ['updated', { status: 'under_review' }, 'OPENED'],
    ['funds_withdrawn', {}, 'CHARGED_BACK'],
    ['funds_reinstated', { status: 'won' }, 'RETURNED'],
    ['closed', { status: 'won' }, 'WON'],
    ['closed', { status: 'warning_closed' }, 'WON'],
    ['closed', { status: 'lost' }, 'LOST'],
  ];
  for (const [type, fields, stage] of stages) {
    test(`${type} ${JSON.stringify(fields)} is ${stage}`, async () => {
      const { news, calls } = await told(type, fields);
      assert.deepEqual(news, {
        provenBy: null,
        attempts: [],
        disputes: [
          {
            ...payment,
            attemptId: ATTEMPT,
            reference: 'du_1',
            stage,
            amount: { minor: 5_000n, currency: 'PLN' },
            reason: '10.4',
            respondUntil: NOW + 60_000,
            at: NOW,
          },
        ],
      });
      assert.deepEqual(calls[0]?.path, `/v1/payment_intents/${INTENT}`);
    });
  }

  test('of a payment of others, or that cannot be read, has no effect', async () => {
    const none = { provenBy: null, attempts: [], disputes: [] };
    const others: [fields: object, script: Script][] = [
      [{}, () => intent({ metadata: {} })],
      [{ id: 'x' }, () => intent()],
      [{ amount: '5' }, () => intent()],
    ];
    for (const [fields, script] of others) {
      assert.deepEqual((await told('created', fields, script)).news, none);
    }
    const { news } = await told('created', { payment_intent: null });
    assert.deepEqual(news, { provenBy: null, attempts: [] });
  });

  test('is sent again if its intent cannot be read', async () => {
    for (const answer of [undefined, 500, intent({ id: 'pi_2' })]) {
      assert.equal((await told('created', {}, () => answer)).news, 'unreadable');
    }
  });
});
