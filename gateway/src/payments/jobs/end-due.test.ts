// Tests of deadlines that cannot be processed now: a provider that is not connected, and a failure.
// They are postponed, so that the deadlines after them are processed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryProcessing } from '@bramka/test/support/processing/memory-processing.ts';
import { decideCancel } from '../decisions/cancel.ts';
import { decideReverse } from '../decisions/operate.ts';
import { decideRegister, decideStart } from '../decisions/register.ts';
import { freshPayment, plainStart } from '../decisions/testing/fresh-payment.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Finding } from '../../providers/outcome.ts';
import type { PaymentParts } from '../processing/parts.ts';
import type { Loaded, Payment } from '../model/payment.ts';
import { endDue } from './end-due.ts';
import { callTerms } from '../processing/provider-call.ts';

const WAIT_MS = 60_000;
const RETRY_MS = 30_000;
const waits: Finding = { kind: 'pending', reference: 'op-1', customer: { kind: 'confirm' } };
const approved: Finding = {
  kind: 'approved',
  reference: 'op-1',
  authCode: null,
  networkTransactionId: null,
};
const declined: Finding = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };

function rigWithDeadlines() {
  const rig = memoryProcessing();
  const threeds = { store: { latest: () => Promise.resolve(undefined) } };
  const parts = { ...rig.parts, threeds } as unknown as PaymentParts;
  const { providers } = parts;
  const without: PaymentParts = {
    ...parts,
    providers: { ...providers, list: [], get: () => assert.fail('no such provider') },
  };
  const dueAt = async ({ merchantId, paymentId }: Payment): Promise<number | undefined> =>
    (await rig.parts.store.deadline(merchantId, paymentId))?.dueAt;
  const begin = async (finding: Finding, given: object, waitUntil: number | null) => {
    const registered = decideRegister(freshPayment(rig.now(), given), {}, rig.now());
    const start = { ...plainStart, provider: 'scripted', waitUntil };
    rig.answer = () => finding;
    return (await rig.processor.begin(decideStart(registered, start, rig.now()))).settled;
  };
  const waiting = () =>
    begin(waits, { extOrderId: 'order-1', method: null }, rig.clock.now() + WAIT_MS);
  return { ...rig, rig, parts, without, dueAt, begin, waiting };
}

test('a payment of a provider that is not connected can be cancelled, and expires', async () => {
  const { rig, without, dueAt, waiting } = rigWithDeadlines();
  const first = await waiting();
  const decision = decideCancel(first, null, callTerms(without), rig.now());
  assert.equal(decision.next.kind, 'none', 'nobody can be asked to stop');
  assert.equal(decision.loaded.payment.holdsOrder, true);
  rig.clock.advance(WAIT_MS);
  assert.equal(await endDue(without, 10), 1);
  const { payment } = await rig.load(first.payment);
  assert.deepEqual([payment.status, payment.holdsOrder], ['CANCELLED', true]);
  assert.equal(await dueAt(payment), undefined);
});

test('a hold of a provider that is not connected is released when it is again', async () => {
  const { rig, parts, without, dueAt, begin } = rigWithDeadlines();
  const held = await begin(approved, { transKind: 'PREAUTH' }, null);
  rig.clock.advance(31 * 24 * 3_600_000);
  await endDue(without, 10);
  assert.equal(await dueAt(held.payment), rig.clock.now() + RETRY_MS);
  assert.throws(
    () => decideReverse(held, 'cancel', 'CANCEL', callTerms(without), rig.now()),
    (error: unknown) => error instanceof Refusal && error.code === 'OPERATION_NOT_SUPPORTED',
  );
  rig.clock.advance(RETRY_MS);
  await endDue(parts, 10);
  await rig.processor.drain();
  assert.equal((await rig.load(held.payment)).payment.status, 'CANCELLED');
});

test('a late success at a provider that is not connected is returned when it is', async () => {
  const { rig, parts, without, dueAt, waiting } = rigWithDeadlines();
  const first = await waiting();
  await rig.processor.change(first.payment, (loaded, now) =>
    decideCancel(loaded, null, callTerms(without), now),
  );
  rig.answer = () => declined;
  const { attemptId } = first.attempts[0] as Loaded['attempts'][number];
  await rig.processor.report({ provider: 'scripted', attemptId, finding: approved });
  await rig.processor.drain();
  const due = (await dueAt(first.payment)) ?? 0;
  rig.clock.advance(due - rig.clock.now());
  await endDue(without, 10);
  assert.equal(await dueAt(first.payment), due + RETRY_MS);
  rig.answer = () => approved;
  rig.clock.advance(RETRY_MS);
  await endDue(parts, 10);
  await rig.processor.drain();
  const { payment } = await rig.load(first.payment);
  assert.deepEqual([payment.capturedMinor, payment.holdsOrder], [0n, false]);
});

test('a deadline that fails is postponed, and the others are processed', async () => {
  const { rig, parts, dueAt, waiting, begin } = rigWithDeadlines();
  const broken = await waiting();
  const other = await begin(waits, {}, rig.clock.now() + WAIT_MS);
  const latest = ({ paymentId }: Payment) =>
    paymentId === broken.payment.paymentId
      ? Promise.reject(new Error('unreadable'))
      : Promise.resolve(undefined);
  const failing = { ...parts, threeds: { store: { latest } } } as unknown as PaymentParts;
  rig.clock.advance(WAIT_MS);
  assert.equal(await endDue(failing, 1), 1);
  assert.equal(await dueAt(broken.payment), rig.clock.now() + RETRY_MS);
  assert.equal(rig.alarms.length, 1, 'the failure is logged');
  assert.equal(await endDue(failing, 1), 1);
  assert.equal((await rig.load(other.payment)).payment.status, 'CANCELLED');
  assert.equal((await rig.load(broken.payment)).payment.status, 'PENDING');
});

test('a deadline that another node has moved since it was found ends nothing', async () => {
  const { rig, parts, dueAt, waiting } = rigWithDeadlines();
  const { payment } = await waiting();
  const due = (await dueAt(payment)) ?? assert.fail();
  const { merchantId, paymentId } = payment;
  const store = {
    ...parts.store,
    dueDeadlines: () => Promise.resolve([{ merchantId, paymentId, dueAt: rig.clock.now() }]),
  };
  rig.clock.advance(due - rig.clock.now() - 1);
  await endDue({ ...parts, store }, 10);
  assert.equal((await rig.load(payment)).payment.status, 'PENDING');
  assert.equal(await dueAt(payment), due);
  rig.clock.advance(1);
  await endDue({ ...parts, store }, 10);
  assert.equal((await rig.load(payment)).payment.status, 'CANCELLED');
});

test('a payment ends at its validity time, not the step of its authentication', async () => {
  const rows = [
    ['FINGERPRINT', WAIT_MS],
    ['CHALLENGE', WAIT_MS - 1],
  ] as const;
  for (const [state, validMs] of rows) {
    const { rig, parts, begin } = rigWithDeadlines();
    const start = rig.clock.now();
    const { payment } = await begin(waits, { validUntil: start + validMs }, start + WAIT_MS);
    const authentication = { state, dueAt: start + WAIT_MS };
    const threeds = { store: { latest: () => Promise.resolve(authentication) } };
    rig.clock.advance(WAIT_MS);
    await endDue({ ...parts, threeds } as unknown as PaymentParts, 10);
    assert.equal((await rig.load(payment)).payment.status, 'CANCELLED', state);
    assert.deepEqual(rig.alarms, []);
  }
});
