// Tests of money that is returned: each authorization of a payment by its own reversal, also while
// the payment goes on after a decline; and the agreement of a payment that is refunded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FIRST_CHECK_MS,
  memoryProcessing,
  type MemoryProcessing,
} from '@bramka/test/support/processing/memory-processing.ts';
import { providerRegistry } from '../../providers/registry.ts';
import type { Finding, Outcome } from '../../providers/outcome.ts';
import type { FollowUp, Provider } from '../../providers/provider.ts';
import { newAgreement, recurringAgreements } from '../model/agreement.ts';
import { decideCancel } from '../decisions/cancel.ts';
import { newDecision } from '../decisions/decision.ts';
import { decideReverse } from '../decisions/operate.ts';
import { decideRegister, decideStart } from '../decisions/register.ts';
import { freshPayment, plainStart } from '../decisions/testing/fresh-payment.ts';
import type { PaymentParts } from './parts.ts';
import type { Loaded } from '../model/payment.ts';
import { createProcessor } from './process.ts';
import { callTerms } from './provider-call.ts';
import { resolveDue } from '../jobs/resolve.ts';

const waits: Finding = { kind: 'pending', reference: 'op-1', customer: { kind: 'confirm' } };
const terms = {
  amountMinor: 100n,
  currency: 'PLN',
  cycleDays: null,
  expiresOn: null,
  networkTransactionId: null,
};
const approved: Finding = {
  kind: 'approved',
  reference: 'op-1',
  authCode: null,
  networkTransactionId: null,
};
const declined: Finding = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };
const lost: Finding = { kind: 'unknown', why: 'timeout' };

/** A provider with one way to return money, and a method that lets a payment go on. */
function rigReturningBy(verb: 'reverse' | 'refund', canStop = false) {
  const rig = memoryProcessing();
  const originals: string[] = [];
  const giveBack = ({ originalAttemptId, originalReference }: FollowUp): Promise<Outcome> => {
    assert.equal(originalReference, 'op-1', 'the provider gets its own reference');
    originals.push(originalAttemptId);
    return Promise.resolve(rig.answer(verb) as Outcome);
  };
  const stop = (): Promise<Outcome> => Promise.resolve(rig.answer('stop') as Outcome);
  const provider: Provider = {
    ...rig.parts.providers.get('scripted'),
    followUps: { [verb]: giveBack, ...(canStop ? { stop } : {}) },
  };
  const afterDecline = () => Promise.resolve({ kind: 'need', dataRequest: 'BLIK_CODE' });
  const methods = { list: [], find: () => ({ afterDecline }), findByType: () => undefined };
  const own = { ...rig.parts, providers: providerRegistry([provider]), methods };
  const processor = createProcessor(own as unknown as PaymentParts);
  const parts = { ...own, processor } as unknown as PaymentParts;
  const report = (attemptId: string, finding: Finding) => {
    rig.clock.advance(1);
    return processor.report({ provider: 'scripted', attemptId, finding });
  };
  const start = { ...plainStart, provider: 'scripted', waitUntil: rig.clock.now() + 60_000 };
  /** A payment whose first attempt was declined. */
  const declinedOnce = async (): Promise<Loaded> => {
    rig.answer = () => waits;
    const fresh = freshPayment(rig.now(), { extOrderId: 'order-1' });
    const registered = decideRegister(fresh, {}, rig.now());
    const one = await (await processor.begin(decideStart(registered, start, rig.now()))).settled;
    return (await report(lastAttempt(one), declined)) as Loaded;
  };
  const tryAgain = async ({ payment }: Loaded): Promise<Loaded> => {
    const again = await processor.change(payment, (loaded, now) =>
      decideStart(newDecision(loaded), start, now),
    );
    return again.settled;
  };
  return { rig, parts, processor, originals, report, declinedOnce, tryAgain };
}

const lastAttempt = ({ attempts }: Loaded): string => attempts.at(-1)?.attemptId ?? '';
const alarmsOf = ({ alarms }: MemoryProcessing): string[] => alarms.map(({ counted }) => counted);

test('two late successes of one payment are both returned, in any order', async () => {
  for (const isReverseOrder of [false, true]) {
    const { rig, parts, processor, originals, report, ...payments } = rigReturningBy('reverse');
    const one = await payments.declinedOnce();
    const two = await payments.tryAgain(one);
    await processor.change(one.payment, (loaded, now) =>
      decideCancel(loaded, null, callTerms(parts), now),
    );
    rig.answer = () => lost;
    const late = [lastAttempt(one), lastAttempt(two)];
    if (isReverseOrder) late.reverse();
    for (const attemptId of late) await report(attemptId, approved);
    await processor.drain();
    assert.deepEqual(originals, late);
    originals.length = 0;
    rig.answer = (verb) => (verb === 'inquire' ? { kind: 'not-found' } : approved);
    rig.clock.advance(FIRST_CHECK_MS);
    // Of two attempts of one payment, one is leased at a time.
    for (let runs = 0; runs < 2; runs += 1) await resolveDue(parts, 'scripted', 10);
    assert.deepEqual(originals.toSorted(), late.toSorted(), 'and again after a lost answer');
  }
});

test('a success after a decline rejects the payment that went on, and is returned', async () => {
  const { rig, processor, originals, report, declinedOnce } = rigReturningBy('reverse');
  const one = await declinedOnce();
  assert.deepEqual([one.payment.status, one.payment.dataRequest], ['PENDING', 'BLIK_CODE']);
  rig.answer = () => approved;
  for (let times = 0; times < 2; times += 1) await report(lastAttempt(one), approved);
  await processor.drain();
  const { payment, transactions } = await rig.load(one.payment);
  assert.deepEqual([payment.status, payment.rejectCode], ['REJECTED', 'DO_NOT_HONOR']);
  assert.deepEqual([payment.capturedMinor, payment.holdsOrder], [0n, false]);
  assert.deepEqual(originals, [lastAttempt(one)]);
  assert.deepEqual(
    transactions.map(({ type, status }) => `${type} ${status}`),
    ['AUTH COMPLETED', 'REVERSAL COMPLETED'],
  );
  assert.deepEqual(alarmsOf(rig), ['late-success']);
  assert.equal(await rig.parts.store.deadline(payment.merchantId, payment.paymentId), undefined);
  const sent = rig.eventBodies(payment).map(({ event, status }) => `${event} ${status}`);
  assert.equal(sent.filter((one) => one === 'PAYMENT_STATUS REJECTED').length, 1);
});

test('the next attempt is stopped then, and the order is free after both', async () => {
  const { rig, parts, processor, originals, report, ...payments } = rigReturningBy('reverse', true);
  const one = await payments.declinedOnce();
  await payments.tryAgain(one);
  rig.answer = (verb) => (verb === 'inquire' ? waits : approved);
  await report(lastAttempt(one), approved);
  await processor.drain();
  const returned = await rig.load(one.payment);
  assert.deepEqual(originals, [lastAttempt(one)]);
  assert.deepEqual([returned.payment.status, returned.payment.holdsOrder], ['REJECTED', true]);
  rig.clock.advance(1);
  await resolveDue(parts, 'scripted', 10);
  await processor.drain();
  const { payment, attempts } = await rig.load(one.payment);
  assert.deepEqual(
    attempts.map(({ verb, state }) => `${verb} ${state}`),
    ['authorize APPROVED', 'authorize STOPPED', 'reverse APPROVED', 'stop APPROVED'],
  );
  assert.deepEqual([payment.capturedMinor, payment.holdsOrder], [0n, false]);
});

test('the order is held until the money is back, also if the next attempt fails', async () => {
  const { rig, processor, report, ...payments } = rigReturningBy('reverse');
  const one = await payments.declinedOnce();
  const two = await payments.tryAgain(one);
  rig.answer = () => lost;
  await report(lastAttempt(one), approved);
  await report(lastAttempt(two), declined);
  await processor.drain();
  const { payment } = await rig.load(one.payment);
  assert.deepEqual([payment.capturedMinor, payment.holdsOrder], [12_345n, true]);
});

test('a payment that a later attempt has paid stays paid; only the other is returned', async () => {
  for (const isReturned of [true, false]) {
    const { rig, parts, processor, originals, report, ...payments } = rigReturningBy('reverse');
    const one = await payments.declinedOnce();
    const two = await payments.tryAgain(one);
    await report(lastAttempt(two), approved);
    rig.answer = () => (isReturned ? approved : declined);
    await report(lastAttempt(one), approved);
    await processor.drain();
    const { payment, transactions } = await rig.load(one.payment);
    assert.deepEqual([payment.status, payment.capturedMinor], ['COMPLETED', 12_345n]);
    assert.equal(payment.holdsOrder, true);
    assert.equal(transactions.at(-1)?.status, isReturned ? 'COMPLETED' : 'REJECTED');
    const failed = isReturned ? [] : ['reversal-declined'];
    assert.deepEqual(alarmsOf(rig), ['late-success', ...failed]);
    assert.equal(await parts.store.deadline(payment.merchantId, payment.paymentId), undefined);
    rig.answer = () => approved;
    await processor.change(payment, (loaded, now) =>
      decideReverse(loaded, 'cancel', 'CANCEL', callTerms(parts), now),
    );
    await processor.drain();
    assert.deepEqual(originals, [lastAttempt(one), lastAttempt(two)]);
    assert.equal((await rig.load(payment)).payment.status, 'CANCELLED');
  }
});

test('a refund of the whole first payment ends its agreement, like a reversal', async () => {
  for (const verb of ['reverse', 'refund'] as const) {
    const { rig, parts, processor } = rigReturningBy(verb);
    rig.answer = () => approved;
    const { payment } = await rig.started({ recurring: 'INITIAL' });
    rig.clock.advance(FIRST_CHECK_MS);
    const threeds = { store: { find: () => Promise.resolve(undefined) } };
    await resolveDue({ ...parts, threeds } as unknown as PaymentParts, 'scripted', 10);
    await processor.change(payment, (loaded, now) => {
      const decision = decideReverse(loaded, 'cancel', 'CANCEL', callTerms(parts), now);
      const agreement = newAgreement(loaded.payment, Buffer.of(1), terms, now.at);
      decision.draft.insert(recurringAgreements, agreement);
      return decision;
    });
    await processor.drain();
    assert.equal((await rig.load(payment)).payment.status, 'CANCELLED');
    const agreement = await parts.store.agreement(payment.merchantId, payment.paymentId);
    assert.notEqual(agreement?.endedAt ?? null, null, verb);
  }
});
