// Tests of money that is returned: each authorization of a payment by its own reversal, and the
// agreement of a payment that is returned by a refund.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FIRST_CHECK_MS,
  memoryProcessing,
} from '@bramka/test/support/processing/memory-processing.ts';
import { providerRegistry } from '../../providers/registry.ts';
import type { Finding, Outcome } from '../../providers/outcome.ts';
import type { FollowUp, Provider } from '../../providers/provider.ts';
import { newAgreement, recurringAgreements } from '../agreement.ts';
import { decideCancel } from '../decisions/cancel.ts';
import { newDecision } from '../decisions/decision.ts';
import { decideReverse } from '../decisions/operate.ts';
import { decideRegister, decideStart } from '../decisions/register.ts';
import { freshPayment, plainStart } from '../decisions/testing/fresh-payment.ts';
import type { PaymentParts } from '../parts.ts';
import type { Loaded } from '../payment.ts';
import { createProcessor } from './process.ts';
import { callTerms } from './provider-call.ts';
import { resolveDue } from './resolve.ts';

const waits: Finding = { kind: 'pending', reference: 'op-1', customer: { kind: 'confirm' } };
const approved: Finding = { kind: 'approved', reference: 'op-1', authCode: null };
const declined: Finding = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };
const lost: Finding = { kind: 'unknown', why: 'timeout' };

/** A provider with one way to return money, and a method that lets a payment go on. */
function rigReturningBy(verb: 'reverse' | 'refund') {
  const rig = memoryProcessing();
  const originals: string[] = [];
  const giveBack = ({ originalAttemptId }: FollowUp): Promise<Outcome> => {
    originals.push(originalAttemptId);
    return Promise.resolve(rig.answer(verb) as Outcome);
  };
  const provider: Provider = {
    ...rig.parts.providers.get('scripted'),
    followUps: { [verb]: giveBack },
  };
  const afterDecline = () => Promise.resolve({ kind: 'need', dataRequest: 'BLIK_CODE' });
  const methods = { list: [], find: () => ({ afterDecline }), findByType: () => undefined };
  const own = { ...rig.parts, providers: providerRegistry([provider]), methods };
  const processor = createProcessor(own as unknown as PaymentParts);
  const parts = { ...own, processor } as unknown as PaymentParts;
  return { rig, parts, processor, originals };
}

const lastAttempt = ({ attempts }: Loaded): string => attempts.at(-1)?.attemptId ?? '';

test('two late successes of one payment are both returned, in any order', async () => {
  for (const isReverseOrder of [false, true]) {
    const { rig, parts, processor, originals } = rigReturningBy('reverse');
    const report = (attemptId: string, finding: Finding) => {
      rig.clock.advance(1);
      return processor.report({ provider: 'scripted', attemptId, finding });
    };
    const start = { ...plainStart, provider: 'scripted', waitUntil: rig.clock.now() + 60_000 };
    rig.answer = () => waits;
    const registered = decideRegister(freshPayment(rig.now()), {}, rig.now());
    const one = await (await processor.begin(decideStart(registered, start, rig.now()))).settled;
    await report(lastAttempt(one), declined);
    const again = await processor.change(one.payment, (loaded, now) =>
      decideStart(newDecision(loaded), start, now),
    );
    const two = await again.settled;
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
      const agreement = newAgreement(loaded.payment, Buffer.of(1), now.at);
      decision.draft.insert(recurringAgreements, agreement);
      return decision;
    });
    await processor.drain();
    assert.equal((await rig.load(payment)).payment.status, 'CANCELLED');
    const agreement = await parts.store.agreement(payment.merchantId, payment.paymentId);
    assert.notEqual(agreement?.endedAt ?? null, null, verb);
  }
});
