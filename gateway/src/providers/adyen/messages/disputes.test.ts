// Tests of the events about chargebacks: the stage of each, and the facts that are kept.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../../../core/money.ts';
import { ids, itemOf } from '../testing/requests.ts';
import { disputeOf } from './disputes.ts';

const NOW = Date.parse('2026-03-05T00:00:00Z');
const dispute = (eventCode: string, additional: object = {}) =>
  disputeOf(itemOf({ eventCode, additional: { ...additional } }), NOW);

const stages = [
  ['REQUEST_FOR_INFORMATION', 'INQUIRY'],
  ['NOTIFICATION_OF_CHARGEBACK', 'OPENED'],
  ['CHARGEBACK', 'CHARGED_BACK'],
  ['CHARGEBACK_REVERSED', 'RETURNED'],
  ['SECOND_CHARGEBACK', 'CHARGED_BACK'],
  ['DISPUTE_DEFENSE_PERIOD_ENDED', 'LOST'],
  ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'WON'],
  ['PREARBITRATION_OPEN', 'OPENED'],
  ['PREARBITRATION_ACCEPTED', 'OPENED'],
  ['PREARBITRATION_DECLINED', 'OPENED'],
  ['PREARBITRATION_ISSUER_WITHDRAWN', 'WON'],
  ['PREARBITRATION_WON', 'WON'],
  ['PREARBITRATION_LOST', 'LOST'],
  ['SCHEME_ARBITRATION', 'OPENED'],
  ['SCHEME_ARBITRATION_WON', 'WON'],
  ['SCHEME_ARBITRATION_LOST', 'LOST'],
] as const;

for (const [event, stage] of stages) {
  test(`${event}: ${stage}`, () => equal(dispute(event)?.stage, stage));
}

test('keeps the payment, the amount, the reason and the times', () => {
  const additional = {
    chargebackReasonCode: ' 4853',
    defensePeriodEndsAt: '2026-04-01T10:00:00+02:00',
  };
  deepEqual(dispute('CHARGEBACK', additional), {
    ...ids,
    reference: 'PSP1',
    stage: 'CHARGED_BACK',
    amount: money(12_345n, 'PLN'),
    reason: '4853',
    respondUntil: Date.parse('2026-04-01T08:00:00Z'),
    at: Date.parse('2026-03-01T11:00:00Z'),
  });
});

test('facts that are missing or unreadable are left out', () => {
  for (const bad of [undefined, 7, '', 'a\nb', 'x'.repeat(65)]) {
    equal(dispute('CHARGEBACK', { chargebackReasonCode: bad })?.reason, null);
  }
  for (const bad of [undefined, 7, 'tomorrow', '2026-13-01T10:00:00+02:00', '2026-04-01']) {
    equal(dispute('CHARGEBACK', { defensePeriodEndsAt: bad })?.respondUntil, null);
    equal(disputeOf(itemOf({ eventCode: 'CHARGEBACK', eventDate: bad }), NOW)?.at, NOW);
  }
});

test('who won a case before arbitration is told by its state', () => {
  for (const event of ['PREARBITRATION_ACCEPTED', 'PREARBITRATION_DECLINED']) {
    equal(dispute(event, { disputeStatus: 'Won' })?.stage, 'WON');
    equal(dispute(event, { disputeStatus: 'Lost' })?.stage, 'LOST');
  }
  equal(dispute('CHARGEBACK', { disputeStatus: 'Lost' })?.stage, 'CHARGED_BACK');
});

test('an inquiry that was not answered is not lost', () => {
  const ended = 'DISPUTE_DEFENSE_PERIOD_ENDED';
  equal(dispute(ended, { rfiReasonCode: '6341' })?.stage, 'INQUIRY');
  equal(dispute(ended, { rfiReasonCode: '6341', chargebackReasonCode: '10.4' })?.stage, 'LOST');
  equal(dispute('REQUEST_FOR_INFORMATION', { rfiReasonCode: '6341' })?.reason, '6341');
});

test('other events, failures and payments that are not ours are none', () => {
  for (const eventCode of ['AUTHORISATION', 'NOTIFICATION_OF_FRAUD', 'INFORMATION_SUPPLIED', 'x']) {
    equal(dispute(eventCode), undefined);
  }
  equal(disputeOf(itemOf({ eventCode: 'CHARGEBACK', isSuccess: false }), NOW), undefined);
  const foreign = itemOf({ eventCode: 'CHARGEBACK', merchantReference: 'order-1' });
  equal(disputeOf(foreign, NOW), undefined);
});
