// Tests of every event of Adyen: which operation it ends, how, and which ones say nothing.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../../../core/money.ts';
import type { AttemptVerb } from '../../attempt.ts';
import { approvalOf } from '../../outcome.ts';
import { ids, itemOf } from '../testing/requests.ts';
import { referenceOf } from '../reference.ts';
import { newsOf } from './results.ts';

const verbs: readonly AttemptVerb[] = [
  'authorize',
  'capture',
  'adjust',
  'reverse',
  'refund',
  'stop',
];
const { merchantId, paymentId, attemptId } = ids;
const about = { attemptId, payment: { merchantId, paymentId } };
const item = (eventCode: string, verb: AttemptVerb, isSuccess = true) =>
  itemOf({
    eventCode,
    isSuccess,
    merchantReference: referenceOf(ids, verb),
    reason: isSuccess ? '' : 'Not enough balance',
  });
const approved = approvalOf('PSP1');
const declined = {
  kind: 'declined',
  rejectCode: 'INSUFFICIENT_FUNDS',
  reference: 'PSP1',
  providerCode: '12',
};
const amount = money(12_345n, 'PLN');

/** The operations that an event may end, by what it says with success and without. */
const rows: readonly (readonly [event: string, ends: Partial<Record<AttemptVerb, object[]>>])[] = [
  ['AUTHORISATION', { authorize: [approved, declined, amount] }],
  ['CAPTURE', { capture: [approved, declined, amount] }],
  ['AUTHORISATION_ADJUSTMENT', { adjust: [approved, declined, amount] }],
  ['REFUND', { refund: [approved, declined, amount] }],
  ['CANCELLATION', { reverse: [approved, declined] }],
  ['CANCEL_OR_REFUND', { reverse: [approved, declined] }],
];

for (const [event, ends] of rows) {
  for (const verb of verbs) {
    const [success, failure, said = null] = ends[verb] ?? [];
    test(`${event} ${success ? 'ends' : 'says nothing about'} ${verb}`, () => {
      const news = (finding: object | undefined) => finding && { ...about, finding, amount: said };
      deepEqual(newsOf(item(event, verb)), news(success));
      deepEqual(newsOf(item(event, verb, false)), news(failure));
    });
  }
}

test('failures that have an event of their own contradict the success before', () => {
  for (const [event, of] of [
    ['CAPTURE_FAILED', ['capture']],
    ['REFUND_FAILED', ['refund', 'reverse']],
    ['REFUNDED_REVERSED', ['refund', 'reverse']],
  ] as const) {
    for (const verb of verbs) {
      const news = newsOf(item(event, verb));
      const isMeant = (of as readonly string[]).includes(verb);
      equal(news?.finding.kind, isMeant ? 'declined' : undefined, `${event} ${verb}`);
    }
  }
});

test('a cancellation by reference ends what it names', () => {
  const news = (finding: object) => ({ ...about, finding, amount: null });
  for (const verb of ['reverse', 'stop'] as const) {
    deepEqual(newsOf(item('TECHNICAL_CANCEL', verb)), news(approved));
  }
  const ended = { kind: 'declined', rejectCode: 'SYSTEM_ERROR', reference: null };
  deepEqual(newsOf(item('TECHNICAL_CANCEL', 'authorize')), news(ended));
});

test('a cancellation by reference that fails says nothing about the authorization', () => {
  deepEqual(newsOf(item('TECHNICAL_CANCEL', 'reverse', false))?.finding, declined);
  for (const verb of ['stop', 'authorize', 'capture', 'adjust', 'refund'] as const) {
    equal(newsOf(item('TECHNICAL_CANCEL', verb, false)), undefined);
  }
});

test('an authorization of another amount states that amount', () => {
  const part = (value: unknown, currency = 'PLN') =>
    newsOf(
      itemOf({
        additional: { authorisedAmountValue: value, authorisedAmountCurrency: currency },
      }),
    )?.amount;
  deepEqual(part('5000'), money(5_000n, 'PLN'));
  for (const value of ['', '-1', '1.5', 5_000]) deepEqual(part(value), amount);
  deepEqual(part('3000', 'EUR'), amount);
});

test('data that is not signed is not used', () => {
  const additional = { authCode: '1', networkTxReference: '2' };
  deepEqual(newsOf(itemOf({ additional }))?.finding, approved);
});

test('other events, and payments that are not ours, say nothing', () => {
  for (const eventCode of ['REPORT_AVAILABLE', 'CHARGEBACK', 'EXPIRE', 'toString', '', 'capture']) {
    for (const verb of verbs) equal(newsOf(item(eventCode, verb)), undefined);
  }
  for (const merchantReference of ['', 'order-1', `${referenceOf(ids, 'authorize')}x`]) {
    equal(newsOf(itemOf({ merchantReference })), undefined);
  }
});
