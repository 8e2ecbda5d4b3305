// Tests of refunds: the exact order, its answers, and the states of the inquiry.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../../../core/money.ts';
import { writeJson } from '../../../core/json.ts';
import { hashOf } from '../hash.ts';
import { ATTEMPT } from '../../testing/transfer-requests.ts';
import { ORDER, testService } from '../testing/operator-messages.ts';
import { readRefundAnswer, readRefundState, refundInquiry, refundMessage } from './refund.ts';

const request = {
  attemptId: ATTEMPT,
  merchantId: '10000001',
  paymentId: '0198c5d1-7b2a-7000-8000-000000000002',
  amount: money(1000n, 'PLN'),
  originalAttemptId: ATTEMPT,
  originalReference: 'AB87363T5',
};
const garbage = { kind: 'unknown', why: 'garbage' };
const waits = { kind: 'pending', reference: ORDER, customer: null };
const signed = (fields: Record<string, string>) => {
  const hash = hashOf(['100047', ORDER, ...Object.values(fields)], testService);
  return { serviceId: 100047, messageId: ORDER, ...fields, hash };
};

test('a refund sends the exact amount, and the same message when it is repeated', () => {
  const text = writeJson(refundMessage(testService, request, 'AB87363T5'));
  const hash = hashOf(['100047', ORDER, 'AB87363T5', '10.00', 'PLN'], testService);
  assert.equal(
    text,
    `{"serviceId":100047,"messageId":"${ORDER}","remoteId":"AB87363T5","amount":10.00,` +
      `"currency":"PLN","hash":"${hash}"}`,
  );
  assert.equal(writeJson(refundMessage(testService, request, 'AB87363T5')), text);
});

const answers: [body: unknown, expected: unknown][] = [
  [signed({}), waits],
  [{ ...signed({}), hash: 'x' }, garbage],
  [{ ...signed({}), messageId: 'x' }, garbage],
  [{ errorStatus: 'MESSAGE_ID_NOT_UNIQUE', errorStatusCode: 76 }, waits],
  [
    { errorStatus: 'TRANSACTION_NOT_FOUND' },
    {
      kind: 'declined',
      rejectCode: 'BANK_REJECTED',
      reference: null,
      providerCode: 'TRANSACTION_NOT_FOUND',
    },
  ],
  [
    { errorStatus: 'TRANSACTION_TOO_OLD_TO_REFUND' },
    {
      kind: 'declined',
      rejectCode: 'EXPIRED',
      reference: null,
      providerCode: 'TRANSACTION_TOO_OLD_TO_REFUND',
    },
  ],
  [{ errorStatus: 'OTHER_ERROR' }, { kind: 'unknown', why: 'provider-error' }],
  [{ errorStatus: 'INVALID_HASH' }, { kind: 'unknown', why: 'provider-error' }],
  [undefined, garbage],
  [null, garbage],
  [[], garbage],
  ['OK', garbage],
];

for (const [body, expected] of answers) {
  test(`a refund answered with ${JSON.stringify(body)?.slice(0, 60)}`, () => {
    assert.deepEqual(readRefundAnswer(body, testService, ATTEMPT), expected);
  });
}

const states: [body: unknown, expected: unknown][] = [
  [signed({ status: 'NEW' }), waits],
  [signed({ status: 'WAITING_FOR_TRANSFER_DATA' }), waits],
  [signed({ status: 'PROCESSING' }), waits],
  [
    signed({ status: 'DONE', remoteOutId: 'OUT1' }),
    { kind: 'approved', reference: 'OUT1', authCode: null, networkTransactionId: null },
  ],
  [
    signed({ status: 'CANCELED_NO_FUNDS_ON_BALANCE' }),
    {
      kind: 'declined',
      rejectCode: 'INSUFFICIENT_FUNDS',
      reference: null,
      providerCode: 'CANCELED_NO_FUNDS_ON_BALANCE',
    },
  ],
  [
    signed({ status: 'CANCELED_MANUALLY_BY_SERVICES' }),
    {
      kind: 'declined',
      rejectCode: 'BANK_REJECTED',
      reference: null,
      providerCode: 'CANCELED_MANUALLY_BY_SERVICES',
    },
  ],
  [signed({ status: 'NEW_STATE' }), garbage],
  [{ ...signed({ status: 'PROCESSING' }), status: 'DONE' }, garbage],
  [{ errorStatus: 'TRANSACTION_NOT_FOUND' }, { kind: 'not-found' }],
  [{ errorStatus: 'INVALID_HASH' }, { kind: 'unknown', why: 'provider-error' }],
  [{}, garbage],
];

for (const [body, expected] of states) {
  test(`an inquiry for a refund answered with ${JSON.stringify(body).slice(0, 70)}`, () => {
    assert.deepEqual(readRefundState(body, testService, ATTEMPT), expected);
  });
}

test('an inquiry for a refund names the message that ordered it', () => {
  const hash = hashOf(['100047', ORDER, 'TRANSACTION_REFUND'], testService);
  const expected = { serviceId: 100047, messageId: ORDER, method: 'TRANSACTION_REFUND', hash };
  assert.deepEqual(refundInquiry(testService, ATTEMPT), expected);
});
