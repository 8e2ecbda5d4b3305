// Tests the money of a split in the ledger: a sale credits each share, a cancellation takes the
// same amounts back, and a declined one returns them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import type { Draft } from '../../journal/entry.ts';
import { transfers, type Transfer } from '../../ledger/ledger.ts';
import type { Finding } from '../../providers/outcome.ts';
import { paymentConclusions } from './conclude-operation.ts';
import { decideOutcome } from './outcome.ts';
import { decideCapture, decideReverse } from './operate.ts';
import { addShares, decideRegister, decideStart } from './register.ts';
import { freshPayment, plainStart, plainTerms } from './testing/fresh-payment.ts';
import type { NewPayment } from '../model/advance.ts';
import type { Loaded } from '../model/payment.ts';
import type { Subpayment } from '../model/subpayment.ts';

const at = Date.parse('2026-03-01T12:00:00Z');
const now = { at, ids: createIds({ now: () => at }, seededRandom(1)) };

const approved = {
  kind: 'approved',
  reference: 'ref-1',
  authCode: null,
  networkTransactionId: null,
} as const;
const declined = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null } as const;

const shareOf =
  ({ merchantId, paymentId }: NewPayment) =>
  ([payeeId, amountMinor]: readonly [string, bigint]): Subpayment => ({
    merchantId,
    paymentId,
    subpaymentId: now.ids.next(),
    payeeId,
    amountMinor,
    commissionMinor: 0n,
    refundedMinor: 0n,
    description: null,
    extSubpaymentId: null,
  });

/** 123.45: 100.00 and 3.45 for one submerchant, 20.00 for the marketplace itself. */
function started(given: Partial<NewPayment> = {}): Loaded {
  const fresh = freshPayment(now, { transType: 'MARKETPLACE', ...given });
  const shares = [
    ['20000002', 10_000n],
    [fresh.merchantId, 2_000n],
    ['20000002', 345n],
  ] as const;
  const registered = addShares(decideRegister(fresh, {}, now), shares.map(shareOf(fresh)));
  return decideStart(registered, plainStart, now).loaded;
}

function answer(loaded: Loaded, finding: Finding): { draft: Draft; loaded: Loaded } {
  const { attemptId, fence } = loaded.attempts.at(-1) ?? assert.fail();
  const told = { attemptId, fence, finding };
  const found = decideOutcome(paymentConclusions, loaded, told, plainTerms, now);
  assert.ok(found.kind === 'decided');
  return found.decision;
}

const moved = ({ inserts }: Draft): string[] =>
  inserts
    .filter(({ table }) => table === transfers)
    .map(({ row }) => row as unknown as Transfer)
    .map(({ kind, debit, credit, amountMinor }) => `${kind} ${debit} ${credit} ${amountMinor}`);

const sales = [
  'SALE RECEIVABLE:sandbox PAYABLE_TO:20000002 10000',
  'SALE RECEIVABLE:sandbox MERCHANT_PAYABLE 2000',
  'SALE RECEIVABLE:sandbox PAYABLE_TO:20000002 345',
];

test('a sale credits the funds of each share; the own share is of the marketplace', () => {
  assert.deepEqual(moved(answer(started(), approved).draft), sales);
});

test('a captured hold credits each share', () => {
  const { loaded, draft } = answer(started({ transKind: 'PREAUTH' }), approved);
  assert.deepEqual(moved(draft), ['HOLD HELD_AT_ISSUER:sandbox HELD_FOR_MERCHANT 12345']);
  const captured = decideCapture(loaded, plainTerms, now);
  assert.deepEqual(moved(answer(captured.loaded, approved).draft), [
    'RELEASE HELD_FOR_MERCHANT HELD_AT_ISSUER:sandbox 12345',
    ...sales,
  ]);
});

test('a cancellation reserves the money of each share, and a decline returns it', () => {
  const { loaded } = answer(started(), approved);
  const cancelled = decideReverse(loaded, 'cancel', 'CANCEL', plainTerms, now);
  assert.deepEqual(moved(cancelled.draft), [
    'RESERVE PAYABLE_TO:20000002 RETURNS_PENDING 10000',
    'RESERVE MERCHANT_PAYABLE RETURNS_PENDING 2000',
    'RESERVE PAYABLE_TO:20000002 RETURNS_PENDING 345',
  ]);
  assert.deepEqual(moved(answer(cancelled.loaded, approved).draft), [
    'REVERSAL RETURNS_PENDING RECEIVABLE:sandbox 12345',
  ]);
  assert.deepEqual(moved(answer(cancelled.loaded, declined).draft), [
    'UNRESERVE RETURNS_PENDING PAYABLE_TO:20000002 10000',
    'UNRESERVE RETURNS_PENDING MERCHANT_PAYABLE 2000',
    'UNRESERVE RETURNS_PENDING PAYABLE_TO:20000002 345',
  ]);
});

test('a payment that was loaded without its shares moves no money', () => {
  const { subpayments: _shares, ...bare } = started();
  assert.throws(() => answer(bare, approved), /the shares of a payment add up/);
});
