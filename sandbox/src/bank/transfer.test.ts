// Tests of transfers as pure functions: what customers can do in each state, what happens by
// itself, and which states notify the gateway.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  act,
  cancel,
  DECISION_MS,
  dueStep,
  LATE_MS,
  newTransfer,
  type TransferRow,
} from './transfer.ts';
import { amountOutcome, bankOutcome, bankTriggers } from './triggers.ts';
import { autopayBanks, paBanks } from './bank-list.ts';
import { backUrl, viewOf } from './view.ts';

const NOW = Date.parse('2026-01-15T10:00:00Z');
const UNTIL = NOW + 1_800_000;

function row(changes: Partial<TransferRow> = {}): TransferRow {
  const transfer = newTransfer({
    createdAt: NOW,
    validUntil: UNTIL,
    bankId: 106,
    amountMinor: 1000n,
    remoteId: 'ABCDEFGH23',
    token: 'TOKEN234',
    intermediary: 'autopay',
    orderId: '0198c5d17b2a70008000000000000001',
    bankName: 'Test bank',
    currency: 'PLN',
    description: 'Order',
    returnUrl: 'https://pay.example/return',
    serviceId: '100047',
    returnHash: 'abc',
    ...changes,
  });
  return { ...transfer, ...changes };
}

test('a customer logs in, then pays or refuses', () => {
  const opened = act(row(), 'open', NOW + 1);
  assert.deepEqual([opened?.state, opened?.noticeDueAt], ['OPENED', NOW + 1]);
  const paid = opened && act(opened, 'pay', NOW + 2);
  assert.deepEqual([paid?.state, paid?.details, paid?.dueAt], ['PAID', 'AUTHORIZED', null]);
  const refused = act(row(), 'refuse', NOW + 1);
  assert.deepEqual([refused?.state, refused?.details], ['REFUSED', 'REJECTED_BY_USER']);
  assert.equal(act(row(), 'abandon', NOW), undefined);
  assert.equal(opened && act(opened, 'open', NOW), undefined);
});

test('a transfer that has ended does not change', () => {
  for (const state of ['PAID', 'REFUSED', 'CANCELLED', 'EXPIRED'] as const) {
    const ended = row({ state, dueAt: null });
    for (const action of ['open', 'pay', 'refuse', 'abandon'] as const) {
      assert.equal(act(ended, action, NOW), undefined);
    }
    assert.equal(cancel(ended, NOW), undefined);
    assert.equal(dueStep(ended, UNTIL), undefined);
  }
});

test('after its validity a transfer can only expire', () => {
  for (const action of ['open', 'pay', 'refuse'] as const) {
    assert.equal(act(row(), action, UNTIL)?.state, 'EXPIRED');
  }
  assert.equal(act(row(), 'pay', UNTIL - 1)?.state, 'PAID');
  assert.equal(dueStep(row(), UNTIL)?.state, 'EXPIRED');
});

test('banks that decide by themselves do so after a second', () => {
  const pays = row({ bankId: 204 });
  assert.equal(pays.dueAt, NOW + DECISION_MS);
  assert.equal(dueStep(pays, NOW + DECISION_MS)?.state, 'PAID');
  const refuses = dueStep(row({ bankId: 205 }), NOW + DECISION_MS);
  assert.deepEqual([refuses?.state, refuses?.details], ['REFUSED', 'REJECTED']);
  assert.equal(row().dueAt, UNTIL);
});

test('amounts decide about the payment and the time of its notification', () => {
  assert.equal(act(row({ amountMinor: 1051n }), 'pay', NOW)?.details, 'INSUFFICIENT_FUNDS');
  assert.equal(act(row({ amountMinor: 1068n }), 'pay', NOW)?.details, 'INCORRECT_AMOUNT');
  assert.equal(act(row({ amountMinor: 1063n }), 'pay', NOW)?.noticeDueAt, NOW + LATE_MS);
  assert.equal(act(row({ intermediary: 'pa' }), 'pay', NOW)?.noticeDueAt, null);
});

test('a cancellation ends a waiting transfer, unless the customer pays just before it', () => {
  assert.equal(cancel(row(), NOW)?.state, 'CANCELLED');
  assert.equal(cancel(row({ amountMinor: 1072n }), NOW)?.state, 'PAID');
});

test('every trigger is found by its value, and every test bank is listed', () => {
  for (const { kind, value, outcome } of bankTriggers) {
    const found = kind === 'bank' ? bankOutcome(Number(value)) : amountOutcome(BigInt(`1${value}`));
    assert.equal(found, outcome);
    if (kind === 'bank') assert.ok(autopayBanks.some(({ bankId }) => String(bankId) === value));
  }
  assert.equal(amountOutcome(1000n), undefined);
  assert.equal(bankOutcome(3), 'CUSTOMER_DECIDES');
  assert.equal(new Set(paBanks.map(({ bankId }) => bankId)).size, paBanks.length);
});

test('the way back is shown once the transfer has ended', () => {
  const paid = act(row(), 'pay', NOW) ?? assert.fail();
  const back =
    'https://pay.example/return?ServiceID=100047&OrderID=0198c5d17b2a70008000000000000001';
  assert.equal(backUrl(paid), `${back}&Hash=abc`);
  assert.equal(viewOf(row(), 'page').back, null);
  assert.equal(viewOf(paid, 'page').back, backUrl(paid));
});
